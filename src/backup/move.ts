import { clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import { readShapes } from '../db/catalogue.ts'
import { type Database, rows } from '../db/database.ts'
import { bothOf, type ExclusiveAccess, withExclusiveAccess } from '../db/exclusive-access.ts'
import { entries, readEntry, removeEntries, writeEntry } from '../db/installation.ts'
import { lookAt } from '../db/migrate.ts'
import { isEarlierMark, movedOf, movedValue } from '../db/moved-away.ts'
import { openPatiently } from '../db/open.ts'
import { sql } from '../db/sql.ts'
import { hasRow } from '../file-store/confirm.ts'
import type { BlobStore } from '../file-store/store.ts'
import { clearUnconfirmed, copyContent, eachContent, parseContent, readContentLines } from './contents.ts'
import { CopyDone, CopyRefused } from './damage.ts'
import { explainDiskFull } from './durable.ts'
import { load, type TableSource } from './load.ts'
import { Counter, type ReportProgress } from './progress.ts'
import { readBatches } from './rows.ts'
import { takeStock, totalRows } from './snapshot.ts'
import { finish, interrupted, openTarget, whileKept } from './target.ts'
import { verify } from './verify.ts'

interface MoveOrder {
  from: { database: DatabaseAddress; blobs: BlobStore }
  /** Undefined parts stay where they are. The store is not opened yet, so that a refusal leaves nothing behind. */
  to: { database: DatabaseAddress | undefined; blobs: BlobStore | undefined }
  onProgress: ReportProgress
}

interface MoveReport {
  /** Undefined if the database stays. */
  rows: number | undefined
  contents: { count: number; bytes: number; lacking: string[] } | undefined
  /** Whether an earlier run had already completed. */
  isDone: boolean
}

/** The name of a database in a mark, without the secret parts of its address. */
export function nameOfTarget(database: DatabaseAddress): string {
  if (database.engine === 'sqlite') return database.file
  const { host, pathname } = new URL(database.urls[0] ?? '')
  return `postgres://${host}${pathname}`
}

/** Reopens a database that was moved away; false if it was not. */
export function reopen(database: DatabaseAddress): Promise<boolean> {
  return withExclusiveAccess(database, 'source', async () => {
    const state = await lookAt(database)
    if (movedOf(state) === undefined) return false
    const earlier = state.applied.filter(isEarlierMark)
    const db = openPatiently(database)
    try {
      await db.transaction(async (tx) => {
        for (const name of earlier) await rows(tx, sql`DELETE FROM "migrations" WHERE "name" = ${name}`)
        if (earlier.length === 0) await removeEntries(tx, [entries.movedTo])
      })
    } finally {
      await db.close()
    }
    return true
  })
}

/** Moves an installation that is not being served. The source stays unchanged, and a second run resumes the first. */
export async function move(order: MoveOrder): Promise<MoveReport> {
  const { from, to } = order
  try {
    return await withExclusiveAccess(from.database, 'source', (source) => {
      const { database } = to
      return database === undefined
        ? moveOnto(whileKept(order, source), undefined, source)
        : withExclusiveAccess(database, 'target', (target) => {
            const both = bothOf(source, target)
            return moveOnto(whileKept(order, both), database, both)
          })
    })
  } catch (error) {
    throw explainDiskFull(error, 'the target', 'Free some space, then run the same command again.')
  }
}

async function moveOnto(
  order: MoveOrder,
  database: DatabaseAddress | undefined,
  kept: ExclusiveAccess,
): Promise<MoveReport> {
  const { from, to } = order
  const db = openPatiently(from.database)
  try {
    if (to.blobs !== undefined) await demandNoOthers(db, to.blobs)
    if (database === undefined) {
      const contents = await moveContents(order, db)
      await kept.prove()
      return { rows: undefined, contents, isDone: false }
    }
    const stock = await takeStock(db)
    const source = `move ${stock.migrations.join(' ')} ${await firstCompany(db)}`
    const isMarked = movedOf(await lookAt(from.database)) !== undefined
    const target = await openTarget(database, source, stock.migrations, async () => to.blobs?.ping()).catch(
      (error: unknown) => {
        if (isMarked && error instanceof CopyDone) return undefined
        throw error
      },
    )
    if (target === undefined) return { rows: undefined, contents: undefined, isDone: true }
    try {
      const tables = stock.tables.map(
        (table): TableSource => ({
          ...table,
          batches: (after) => linesOf(readBatches(db, table, after?.last)),
        }),
      )
      await load(target, tables, order.onProgress)
      await verify(target, tables, order.onProgress)
      const contents = await moveContents(order, db)
      await kept.prove()
      // The source first, so that both can never be served at once.
      if (!isMarked) await markMoved(db, nameOfTarget(database))
      await finish(target, source, await readEntry(db, entries.secretMark))
      return { rows: totalRows(stock.tables), contents, isDone: false }
    } catch (error) {
      throw interrupted(error, 'moved', 'in the target, which cannot be served yet; the source is unchanged')
    } finally {
      await target.close()
    }
  } finally {
    await db.close()
  }
}

async function markMoved(db: Database, target: string): Promise<void> {
  const at = clock.timestamp()
  await db.transaction((tx) => writeEntry(tx, entries.movedTo, movedValue({ at, target })))
}

async function* linesOf(batches: ReturnType<typeof readBatches>): AsyncGenerator<string[]> {
  for await (const { lines } of batches) yield lines
}

/** Identifies the installation, so that one move cannot resume another's. */
async function firstCompany(db: Database): Promise<string> {
  const row = await db.query
    .selectFrom('companies')
    .select('id')
    .orderBy('companyNo')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 'without a company'
}

/** An interrupted move leaves the same content under the same keys. */
async function demandNoOthers(db: Database, store: BlobStore): Promise<void> {
  for await (const { key } of store.list())
    if (!(await hasRow(db, key)))
      throw new CopyRefused(
        'The target file store is not empty: it holds content of another installation. Nothing was changed. Use another bucket, prefix or folder.',
      )
}

async function moveContents(
  { from, to, onProgress }: MoveOrder,
  db: Database,
): Promise<MoveReport['contents']> {
  const store = to.blobs
  if (store === undefined) return undefined
  await store.ping()
  await clearUnconfirmed(store)
  const shapes = await readShapes(db)
  let bytes = 0
  for await (const lines of readContentLines(db, shapes))
    for (const line of lines) bytes += parseContent(line).size
  const counter = new Counter(onProgress, 'Moving', { bytes })
  const lacking: string[] = []
  await eachContent(readContentLines(db, shapes), async (content) => {
    const progress = counter.content(content.size)
    const state = await copyContent(from.blobs, store, content, {
      reread: true,
      readBack: true,
      read: progress.read,
    })
    progress.done()
    if (state === 'missing' || state === 'damaged') lacking.push(content.key)
  })
  return { count: counter.count, bytes, lacking: lacking.toSorted() }
}
