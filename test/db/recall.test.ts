import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, rows } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { recall, recalled } from '../../src/db/recall.ts'
import { openFile, openSqlite } from '../../src/db/sqlite.ts'
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
const insert = (name: string): { sql: string; values: string[] } => ({
  sql: `INSERT INTO "leases" ("name", "owner", "expiresAt") VALUES (?, ?, ?)`,
  values: [name, name, ''],
})

test('what was read is kept until somebody writes', async () => {
  const first = await recalled(db, leases)
  expect(await recalled(db, leases)).toBe(first)
  await db.transaction((tx) => rows(tx, insert('a')))
  expect(await recalled(db, leases)).toEqual([{ owner: 'a' }])
  const place = recall(db)
  expect(recall(db)).toBe(place)
})

test('another process that writes is noticed at once', async () => {
  const place = recall(db)
  const other = openFile(file)
  const { sql, values } = insert('b')
  other.prepare(sql).run(values)
  expect(recall(db)).not.toBe(place)
  expect(await recalled(db, leases)).toEqual([{ owner: 'a' }, { owner: 'b' }])
  other.close()
})

test('what was asked for before a commit is not taken for what is there after it', async () => {
  const place = recall(db)
  place?.set('names', 'old')
  const writing = db.transaction((tx) => rows(tx, insert('c')))
  place?.set('names', 'still old')
  await writing
  expect(recall(db)?.get('names')).toBeUndefined()
})

test('within a transaction nothing is kept: it sees what it has written itself', async () => {
  await db.transaction(async (tx) => {
    expect(recall(tx)).toBeUndefined()
    const before = await recalled(tx, leases)
    await rows(tx, insert('d'))
    expect(await recalled(tx, leases)).toHaveLength(before.length + 1)
  })
})

test('values are told apart', async () => {
  const asked = (name: string) => recalled(db, { sql: 'SELECT ? AS "name"', values: [name] })
  expect(await asked('a')).toEqual([{ name: 'a' }])
  expect(await asked('b')).toEqual([{ name: 'b' }])
})

test('what is long is not kept', async () => {
  const long = { sql: 'SELECT ? AS "text"', values: ['x'.repeat(5_000)] }
  const first = await recalled(db, long)
  expect(await recalled(db, long)).toEqual(first)
  expect(await recalled(db, long)).not.toBe(first)
})

test('the names of tags are kept until they are too many', async () => {
  const kept = (n: number): Map<string, unknown> =>
    new Map(Array.from({ length: n }, (_, no) => [`tag${no}`, { id: `tag${no}`, tagName: 'x' }]))
  const place = recall(db)
  place?.set('tag names 7', kept(9_999))
  await readTagNames(db, 7, ['tag1'])
  expect(recall(db)?.has('tag names 7')).toBe(true)
  // As if this request had found one more.
  place?.set('tag names 7', kept(10_000))
  await readTagNames(db, 7, ['tag1'])
  expect(recall(db)?.has('tag names 7')).toBe(false)
})
