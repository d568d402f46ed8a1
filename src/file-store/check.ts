import { type Database, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { hasRow } from './confirm.ts'
import { naming } from './naming.ts'
import { type KnownContent, stateOf } from './state.ts'
import type { BlobStore } from './store.ts'

const batch = 200

/** The progress of a check, in bytes of content read. */
interface Progress {
  contents: number
  bytes: number
  totalBytes: number
}

export interface Findings {
  /** Of files, previews, and uploads in progress. */
  contents: number
  bytes: number
  /** Content that rows refer to and the store does not have, each with what it belongs to. */
  missing: string[]
  /** Content that differs from its row. */
  damaged: string[]
  /** Versions and uploads that refer to content without a row. */
  dangling: string[]
  /** Content in the store that no row refers to. */
  unreferenced: string[]
}

type Naming = (typeof naming)[number]

interface Named extends KnownContent {
  companyNo: number
  owner: string
}

/** Compares every row with its content, by hash, and looks for content without a row. Changes nothing. */
export async function checkContents(
  db: Database,
  store: BlobStore,
  onProgress: (progress: Progress) => void,
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
        onProgress({ contents: found.contents, bytes: found.bytes, totalBytes })
      })
      // The service may have removed it in the meantime, with its row.
      if (state !== 'sound' && (await isNamed(db, each, content)))
        found[state].push(`${content.key} (${await describeContent(db, each, content)})`)
    }
  found.dangling = await findDangling(db)
  found.unreferenced = await findUnreferenced(db, store)
  return found
}

async function bytesOf(db: Database, { table, columns: [, size] }: Naming): Promise<number> {
  const [sum] = await rows<{ bytes: number | string | null }>(
    db,
    sql`SELECT SUM(${sql.id(size)}) AS "bytes" FROM ${sql.id(table)}`,
  )
  return Number(sum?.bytes ?? 0)
}

/** In batches by key, because the service may be running. */
async function* everyContent(db: Database, { table, columns, owner }: Naming): AsyncGenerator<Named> {
  const [key, size, sha256] = columns
  for (let last = ''; ; ) {
    const some = await rows<Named>(
      db,
      sql`SELECT "companyNo", ${sql.id(owner)} AS "owner", ${sql.id(key)} AS "key", ${sql.id(size)} AS "size",
          ${sql.id(sha256)} AS "sha256"
        FROM ${sql.id(table)} WHERE ${sql.id(key)} > ${last} ORDER BY ${sql.id(key)} LIMIT ${batch}`,
    )
    yield* some
    const end = some.at(-1)
    if (end === undefined) return
    last = end.key
  }
}

async function isNamed(db: Database, { table, columns }: Naming, { key }: KnownContent): Promise<boolean> {
  const found = await rows(
    db,
    sql`SELECT 1 AS "one" FROM ${sql.id(table)} WHERE ${sql.id(columns[0])} = ${key} LIMIT 1`,
  )
  return found.length > 0
}

/** Describes what the content belongs to. */
async function describeContent(db: Database, { is }: Naming, { companyNo, owner }: Named): Promise<string> {
  if (is === 'piece') return `a piece of the upload ${owner}`
  const file = await db.query
    .selectFrom('fileVersions as v')
    .innerJoin('files as f', (join) =>
      join.onRef('f.companyNo', '=', 'v.companyNo').onRef('f.id', '=', 'v.fileId'),
    )
    .select(['f.fileName', 'f.id', 'v.version'])
    .where('v.companyNo', '=', companyNo)
    .where('v.sha256', '=', owner)
    .orderBy('v.id')
    .limit(1)
    .executeTakeFirst()
  if (file === undefined) return `${is} without a file`
  return `${is} of "${file.fileName}", version ${file.version} of the file ${file.id}`
}

async function findDangling(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const table of ['fileVersions', 'deferredAssets']) {
    const bad = await rows<{ id: string; sha256: string }>(
      db,
      sql`SELECT t."id", t."sha256" FROM ${sql.id(table)} t WHERE t."sha256" IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM "blobs" b WHERE b."companyNo" = t."companyNo" AND b."sha256" = t."sha256") LIMIT 1000`,
    )
    found.push(...bad.map((row) => `${table} ${row.id}: ${row.sha256}`))
  }
  return found
}

/** Skips content in progress, which has no row yet; so it lists unconfirmed content before it reads the rows. */
async function findUnreferenced(db: Database, store: BlobStore): Promise<string[]> {
  const found: string[] = []
  const inProgress = new Set<string>()
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  for await (const { key } of store.unconfirmed()) inProgress.add(key)
  for (const key of keys) if (!inProgress.has(key) && !(await hasRow(db, key))) found.push(key)
  return found
}

/** Removes content that no row refers to, checking again before each. Touches nothing else. */
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
