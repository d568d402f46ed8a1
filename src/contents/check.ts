import type { BlobStore } from '../blobs/store.ts'
import { type Database, rows } from '../db/database.ts'
import type { BlobRow } from '../db/rows/files.ts'
import { hasRow } from './settle.ts'
import { stateOf } from './state.ts'

const batch = 200

/** How far a check has come, in bytes of content that have been read. */
export interface Progress {
  contents: number
  bytes: number
  totalBytes: number
}

export interface Findings {
  contents: number
  bytes: number
  /** Rows whose content is not in the store. */
  missing: string[]
  /** Rows whose content is another one than they say. */
  damaged: string[]
  /** Versions and uploads that refer to content without a row. */
  dangling: string[]
  /** Contents in the store that no row refers to. */
  unreferenced: string[]
}

/** Holds every row against its content, by hash, and every content against the rows. Only looks. */
export async function checkContents(
  db: Database,
  store: BlobStore,
  tell: (progress: Progress) => void,
): Promise<Findings> {
  const found: Findings = {
    contents: 0,
    bytes: 0,
    missing: [],
    damaged: [],
    dangling: [],
    unreferenced: [],
  }
  const [sum] = await rows<{ bytes: number | string | null }>(db, {
    sql: 'SELECT SUM("size") AS "bytes" FROM "blobs"',
    values: [],
  })
  const totalBytes = Number(sum?.bytes ?? 0)
  for await (const row of everyBlob(db)) {
    const state = await stateOf(store, { ...row, key: row.blobKey }, (bytes) => {
      found.bytes += bytes
      tell({ contents: found.contents, bytes: found.bytes, totalBytes })
    })
    found.contents += 1
    if (state !== 'sound') found[state].push(`${row.companyNo}/${row.sha256} (${row.blobKey})`)
  }
  found.dangling = await findDangling(db)
  found.unreferenced = await findUnreferenced(db, store)
  return found
}

/** In the order of their keys, a few at a time: the service may be at work meanwhile. */
async function* everyBlob(db: Database): AsyncGenerator<BlobRow> {
  for (let last = ''; ; ) {
    const some = await rows<BlobRow>(db, {
      sql: 'SELECT * FROM "blobs" WHERE "blobKey" > ? ORDER BY "blobKey" LIMIT ?',
      values: [last, batch],
    })
    yield* some
    const end = some.at(-1)
    if (end === undefined) return
    last = end.blobKey
  }
}

async function findDangling(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const [table, id] of [
    ['fileVersions', 'id'],
    ['deferredAssets', 'id'],
  ]) {
    const bad = await rows<{ id: string; sha256: string }>(db, {
      sql: `SELECT t."${id}" AS "id", t."sha256" FROM "${table}" t WHERE t."sha256" IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM "blobs" b WHERE b."companyNo" = t."companyNo" AND b."sha256" = t."sha256") LIMIT 1000`,
      values: [],
    })
    found.push(...bad.map((row) => `${table} ${row.id}: ${row.sha256}`))
  }
  return found
}

/** What is under way has no row yet and is left alone; whether it is, is asked before the rows are. */
async function findUnreferenced(db: Database, store: BlobStore): Promise<string[]> {
  const found: string[] = []
  const underWay = new Set<string>()
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  for await (const { key } of store.unsettled()) underWay.add(key)
  for (const key of keys) if (!underWay.has(key) && !(await hasRow(db, key))) found.push(key)
  return found
}

/** Removes contents that no row refers to, asking once more before each. Nothing else is ever touched. */
export async function removeUnreferenced(
  db: Database,
  store: BlobStore,
  keys: readonly string[],
): Promise<number> {
  let removed = 0
  for (const key of keys) {
    if (await hasRow(db, key)) continue
    await store.remove(key)
    removed += 1
  }
  return removed
}
