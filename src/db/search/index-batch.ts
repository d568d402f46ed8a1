import { clock } from '../../base/clock.ts'
import { recordOfKind } from '../../schema/records.ts'
import type { Resource } from '../../schema/resource.ts'
import { tableOf } from '../../schema/storage.ts'
import { type Database, type Reader, rows, type Transaction } from '../database.ts'
import type { UnindexedRow } from '../rows/running.ts'
import { sql } from '../sql.ts'
import { addedTexts, type SearchedRow, wantTexts } from './file-texts.ts'
import { entryWords, isFindable, workspaceOf } from './search-index.ts'

/** Changes per transaction: a few milliseconds on either engine. */
const atOnce = 100

/** Milliseconds to wait while another process fills the index. */
const busyMilliseconds = 20

/** The lock of the process that fills the index. */
const lock = 'search index'

/** The result of a batch. `isBusy`: another process is filling the index. */
interface Indexed {
  changes: number
  isBusy: boolean
}

/**
 * Puts the oldest changed records into the index. Each is read in the transaction that indexes it, and a change that is
 * committed later has its own row, so the index never ends up behind.
 */
export function indexBatch(db: Database): Promise<Indexed> {
  // Serializable transactions would conflict with those that write in the meantime.
  return db.load(async (tx) => {
    if (!(await tx.tryLock(lock))) return { changes: 0, isBusy: true }
    // First: a transaction that deletes these rows too, as part of a company, waits until the index has the records.
    const taken = await rows<UnindexedRow>(
      tx,
      // By a range: PostgreSQL may compare every row with every place of a list.
      sql`DELETE FROM "unindexed" WHERE "place" <= (SELECT max("place") FROM
        (SELECT "place" FROM "unindexed" ORDER BY "place" LIMIT ${atOnce}) oldest) RETURNING *`,
    )
    const changes = taken.toSorted((one, other) => one.place - other.place)
    for (const some of Map.groupBy(changes, ({ companyNo, kind }) => `${companyNo} ${kind}`).values())
      await indexAgain(tx, some)
    return { changes: changes.length, isBusy: false }
  })
}

/** Indexes until nothing is left. Returns false if it was aborted. */
export async function indexAll(db: Database, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    if (signal?.aborted) return false
    const { changes, isBusy } = await indexBatch(db)
    if (isBusy) await clock.pause(busyMilliseconds)
    else if (changes < atOnce) return true
  }
}

/** Records of one company and kind. */
async function indexAgain(tx: Transaction, changes: readonly UnindexedRow[]): Promise<void> {
  const [first] = changes
  if (first === undefined) return
  const { companyNo, kind } = first
  // The last change counts: it has the greatest place.
  const places = new Map(changes.map(({ recordId, place }) => [recordId, place]))
  const ids = [...places.keys()]
  await tx.send(
    sql`DELETE FROM "searchEntries" WHERE "companyNo" = ${companyNo} AND "recordId" IN ${sql.list(ids)}`,
  )
  const resource = recordOfKind(kind)
  if (resource === undefined) return
  const current = await findableRows(tx, resource, companyNo, ids)
  if (kind === 'file') await wantTexts(tx, current)
  const found = current.map((row) => [
    places.get(String(row['id'])) ?? null,
    companyNo,
    String(row['id']),
    kind,
    workspaceOf(resource, row),
    entryWords(resource, companyNo, row),
  ])
  if (found.length > 0)
    await tx.send(
      sql`INSERT INTO "searchEntries" ("place", "companyNo", "recordId", "kind", "workspaceId", "words")
        VALUES ${sql.values(found)}`,
    )
}

async function findableRows(
  reader: Reader,
  resource: Resource,
  companyNo: number,
  ids: readonly string[],
): Promise<SearchedRow[]> {
  const found = await rows<SearchedRow>(
    reader,
    sql`SELECT t.*${addedTexts(resource)} FROM ${sql.id(tableOf(resource))} t
      WHERE t."companyNo" = ${companyNo} AND t."id" IN ${sql.list(ids)}`,
  )
  return found.filter(isFindable)
}
