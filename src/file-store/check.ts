import { type Database, rows } from '../db/database.ts'
import { naming } from './naming.ts'
import { hasRow } from './settle.ts'
import { type Content, stateOf } from './state.ts'
import type { BlobStore } from './store.ts'

const batch = 200

/** How far a check has come, in bytes of content that have been read. */
export interface Progress {
  contents: number
  bytes: number
  totalBytes: number
}

export interface Findings {
  /** Of files, of previews, and of uploads that are under way. */
  contents: number
  bytes: number
  /** Contents that rows refer to and that are not in the store, each with what it belongs to. */
  missing: string[]
  /** Contents that are others than their rows say. */
  damaged: string[]
  /** Versions and uploads that refer to content without a row. */
  dangling: string[]
  /** Contents in the store that no row refers to. */
  unreferenced: string[]
}

type Naming = (typeof naming)[number]

interface Named extends Content {
  companyNo: number
  owner: string
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
  let totalBytes = 0
  for (const each of naming) totalBytes += await bytesOf(db, each)
  for (const each of naming)
    for await (const content of everyContent(db, each)) {
      found.contents += 1
      const state = await stateOf(store, content, (bytes) => {
        found.bytes += bytes
        tell({ contents: found.contents, bytes: found.bytes, totalBytes })
      })
      // The service may have removed it meanwhile, with its row.
      if (state !== 'sound' && (await isNamed(db, each, content)))
        found[state].push(`${content.key} (${await describeContent(db, each, content)})`)
    }
  found.dangling = await findDangling(db)
  found.unreferenced = await findUnreferenced(db, store)
  return found
}

async function bytesOf(db: Database, { table, columns: [, size] }: Naming): Promise<number> {
  const [sum] = await rows<{ bytes: number | string | null }>(db, {
    sql: `SELECT SUM("${size}") AS "bytes" FROM "${table}"`,
    values: [],
  })
  return Number(sum?.bytes ?? 0)
}

/** In the order of their keys, a few at a time: the service may be at work meanwhile. */
async function* everyContent(db: Database, { table, columns, owner }: Naming): AsyncGenerator<Named> {
  const [key, size, sha256] = columns
  for (let last = ''; ; ) {
    const some = await rows<Named>(db, {
      sql: `SELECT "companyNo", "${owner}" AS "owner", "${key}" AS "key", "${size}" AS "size", "${sha256}" AS "sha256"
        FROM "${table}" WHERE "${key}" > ? ORDER BY "${key}" LIMIT ?`,
      values: [last, batch],
    })
    yield* some
    const end = some.at(-1)
    if (end === undefined) return
    last = end.key
  }
}

async function isNamed(db: Database, { table, columns }: Naming, { key }: Content): Promise<boolean> {
  const sql = `SELECT 1 AS "one" FROM "${table}" WHERE "${columns[0]}" = ? LIMIT 1`
  return (await rows(db, { sql, values: [key] })).length > 0
}

/** What it belongs to, as people know it. */
async function describeContent(db: Database, { is }: Naming, { companyNo, owner }: Named): Promise<string> {
  if (is === 'piece') return `a piece of the upload ${owner}`
  const [file] = await rows<{ fileName: string; id: string; version: number }>(db, {
    sql: `SELECT f."fileName", f."id", v."version" FROM "fileVersions" v
      JOIN "files" f ON f."companyNo" = v."companyNo" AND f."id" = v."fileId"
      WHERE v."companyNo" = ? AND v."sha256" = ? ORDER BY v."id" LIMIT 1`,
    values: [companyNo, owner],
  })
  if (file === undefined) return `${is} of no file`
  return `${is} of "${file.fileName}", version ${file.version} of the file ${file.id}`
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
