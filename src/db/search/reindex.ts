import { clock } from '../../base/clock.ts'
import { recordOfKind } from '../../schema/records.ts'
import type { Resource } from '../../schema/resource.ts'
import { tableOf } from '../../schema/storage.ts'
import { type Database, type Reader, rows, type SqlValue } from '../database.ts'
import { readEntry, removeEntries, writeEntry } from '../installation.ts'
import { sql } from '../sql.ts'
import { addedTexts, type SearchedRow } from './file-texts.ts'
import { indexAll } from './index-batch.ts'
import { isFindable, noteUnindexed, searchedRecords } from './search-index.ts'

/**
 * Set in `installation` once every record is in the index; a copy of the database has to build its own. Increase the
 * number when words are folded differently: every installation then rebuilds its index.
 */
const isComplete = 'search index 2'

/** Records that are read at a time. */
const atOnce = 200

export async function isIndexComplete(reader: Reader): Promise<boolean> {
  return (await readEntry(reader, isComplete)) !== undefined
}

/** How many records there are to index. */
export async function countSearched(reader: Reader): Promise<number> {
  let count = 0
  for (const resource of searchedRecords()) {
    const [found] = await rows<{ count: number }>(
      reader,
      sql`SELECT CAST(COUNT(*) AS integer) AS "count" FROM ${sql.id(tableOf(resource))}`,
    )
    count += found?.count ?? 0
  }
  return count
}

interface Progress {
  signal?: AbortSignal
  /** Gets the number of records so far. */
  onProgress?: (records: number) => void
}

/**
 * Indexes every record again, a few at a time, while the service runs, and removes entries of records that no longer
 * exist. Returns undefined if it was aborted.
 */
export async function reindex(
  db: Database,
  { signal, onProgress }: Progress = {},
): Promise<number | undefined> {
  await db.transaction((tx) => removeEntries(tx, [isComplete]))
  let count = 0
  for (const resource of searchedRecords())
    for await (const batch of batchesOf(db, resource)) {
      if (!(await indexAgain(db, resource.kind, batch.map(keyOf), signal))) return undefined
      count += batch.length
      onProgress?.(count)
    }
  for await (const entries of entriesWithoutRecord(db))
    for (const [kind, some] of Map.groupBy(entries, (entry) => entry.kind))
      if (!(await indexAgain(db, kind, some, signal))) return undefined
  await db.transaction((tx) => writeEntry(tx, isComplete, clock.timestamp()))
  return count
}

interface RecordKey {
  companyNo: number
  recordId: string
}

const keyOf = ({ companyNo, id }: SearchedRow): RecordKey => ({
  companyNo: Number(companyNo),
  recordId: String(id),
})

async function indexAgain(
  db: Database,
  kind: string,
  keys: readonly RecordKey[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  await db.load(async (tx) => {
    for (const [companyNo, some] of Map.groupBy(keys, (key) => key.companyNo))
      await noteUnindexed(
        tx,
        kind,
        companyNo,
        some.map(({ recordId }) => recordId),
      )
  })
  return indexAll(db, signal)
}

/** Records with the words of their entries (`indexedWords`). */
export async function* batchesOf(reader: Reader, resource: Resource): AsyncGenerator<SearchedRow[]> {
  for (let after: SqlValue[] = [-1, '']; ; ) {
    // One statement: the record and its entry are from the same moment.
    const batch = await rows<SearchedRow>(
      reader,
      sql`SELECT t.*${addedTexts(resource)}, e."words" AS "indexedWords" FROM ${sql.id(tableOf(resource))} t
        LEFT JOIN "searchEntries" e ON e."companyNo" = t."companyNo" AND e."recordId" = t."id"
        WHERE (t."companyNo", t."id") > ${sql.values([after])} ORDER BY t."companyNo", t."id" LIMIT ${atOnce}`,
    )
    const last = batch.at(-1)
    if (last === undefined) return
    yield batch
    after = [last['companyNo'] ?? null, last['id'] ?? null]
  }
}

export interface IndexEntry extends RecordKey {
  kind: string
}

/** Entries of records that no longer exist, or are in the trash. */
export async function* entriesWithoutRecord(reader: Reader): AsyncGenerator<IndexEntry[]> {
  for (let after = -1; ; ) {
    const batch = await rows<IndexEntry & { place: number }>(
      reader,
      sql`SELECT "place", "companyNo", "recordId", "kind" FROM "searchEntries" WHERE "place" > ${after}
        ORDER BY "place" LIMIT ${atOnce}`,
    )
    const last = batch.at(-1)
    if (last === undefined) return
    after = last.place
    const found: IndexEntry[] = []
    for (const entries of Map.groupBy(batch, ({ companyNo, kind }) => `${companyNo} ${kind}`).values())
      found.push(...(await withoutRecord(reader, entries)))
    if (found.length > 0) yield found
  }
}

/** Of entries of one company and kind. */
async function withoutRecord(reader: Reader, entries: readonly IndexEntry[]): Promise<readonly IndexEntry[]> {
  const [first] = entries
  const resource = recordOfKind(first?.kind ?? '')
  if (first === undefined || resource === undefined) return entries
  const existing = await rows<SearchedRow>(
    reader,
    sql`SELECT * FROM ${sql.id(tableOf(resource))} WHERE "companyNo" = ${first.companyNo}
      AND "id" IN ${sql.list(entries.map(({ recordId }) => recordId))}`,
  )
  const known = new Set(existing.filter(isFindable).map(({ id }) => id))
  return entries.filter(({ recordId }) => !known.has(recordId))
}
