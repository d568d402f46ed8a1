import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, rows } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { cachedRows, readCache } from '../../src/db/read-cache.ts'
import { openFile, openSqlite } from '../../src/db/sqlite/engine.ts'
import { readTagNames } from '../../src/db/tag-names.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()
let file = ''
let db: Database

beforeAll(async () => {
  file = join(newFolder(), 'atrium.db')
  await migrate({ engine: 'sqlite', file })
  db = openSqlite(file, {
    onFatal: (error) => {
      throw error
    },
  })
})

afterAll(() => db.close())

const leases = { sql: 'SELECT "owner" FROM "leases" ORDER BY "name"', values: [] }
const readLeases = (): Promise<readonly object[]> => cachedRows(db, 'leases', leases)
const insert = (name: string): { sql: string; values: string[] } => ({
  sql: `INSERT INTO "leases" ("name", "owner", "expiresAt") VALUES (?, ?, ?)`,
  values: [name, name, ''],
})

test('rows are cached until somebody writes', async () => {
  const first = await readLeases()
  expect(await readLeases()).toBe(first)
  await db.transaction((tx) => rows(tx, insert('a')))
  expect(await readLeases()).toEqual([{ owner: 'a' }])
  expect(readCache(db)).toBe(readCache(db))
})

test('a write by another process clears the cache for everything that starts after it', async () => {
  const cache = readCache(db)
  const other = openFile(file)
  const { sql, values } = insert('b')
  other.prepare(sql).run(values)
  await setImmediate()
  expect(readCache(db)).not.toBe(cache)
  expect(await readLeases()).toEqual([{ owner: 'a' }, { owner: 'b' }])
  other.close()
})

test('a value that was read before a commit and cached after it is not found', async () => {
  const cache = readCache(db)
  cache?.set('names', 'old')
  const writing = db.transaction((tx) => rows(tx, insert('c')))
  cache?.set('names', 'still old')
  await writing
  expect(readCache(db)?.get('names')).toBeUndefined()
})

test('a transaction reads its own writes: it has no cache', async () => {
  await db.transaction(async (tx) => {
    expect(readCache(tx)).toBeUndefined()
    const first = await cachedRows(tx, 'leases', leases)
    await rows(tx, insert('d'))
    expect(await cachedRows(tx, 'leases', leases)).toHaveLength(first.length + 1)
  })
})

test('names and values distinguish entries', async () => {
  const read = (name: string, value: string) =>
    cachedRows(db, name, { sql: 'SELECT ? AS "value"', values: [value] })
  const first = await read('one', 'a')
  expect(await read('one', 'a')).toBe(first)
  expect(await read('one', 'b')).toEqual([{ value: 'b' }])
  expect(await read('other', 'a')).not.toBe(first)
})

test('long rows are not cached', async () => {
  const long = { sql: `SELECT printf('%.5000c', 'x') AS "text"`, values: [] }
  const first = await cachedRows(db, 'long', long)
  expect(await cachedRows(db, 'long', long)).toEqual(first)
  expect(await cachedRows(db, 'long', long)).not.toBe(first)
})

test('the cache does not grow forever', async () => {
  for (let n = 0; n < 10_001; n += 1) readCache(db)?.set(`entry ${n}`, n)
  expect(readCache(db)?.size).toBeLessThan(10)
})

test('tag names are cached until there are too many', async () => {
  const kept = (n: number): Map<string, unknown> =>
    new Map(Array.from({ length: n }, (_, no) => [`tag${no}`, { id: `tag${no}`, tagName: 'x' }]))
  const cache = readCache(db)
  cache?.set('tag names 7', kept(9_999))
  await readTagNames(db, 7, ['tag1'])
  expect(readCache(db)?.has('tag names 7')).toBe(true)
  // As if this request had found one more.
  cache?.set('tag names 7', kept(10_000))
  await readTagNames(db, 7, ['tag1'])
  expect(readCache(db)?.has('tag names 7')).toBe(false)
})
