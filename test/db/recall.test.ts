import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '../../src/base/errors.ts'
import { type Database, rows, type Transaction } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { recall, recalled } from '../../src/db/recall.ts'
import { attempt } from '../../src/db/savepoint.ts'
import { openFile, openSqlite } from '../../src/db/sqlite/engine.ts'
import { writtenBy } from '../../src/db/sqlite/kept-rows.ts'
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

test('another process that writes is noticed by whatever begins after that', async () => {
  const place = recall(db)
  const other = openFile(file)
  const { sql, values } = insert('b')
  other.prepare(sql).run(values)
  await setImmediate()
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

describe('within transactions', () => {
  const read = (): Promise<readonly unknown[]> => db.transaction((tx) => recalled(tx, leases))

  test('what was read is kept until its table is written to, by the same transaction too', async () => {
    const first = await read()
    await db.transaction(async (tx) => {
      expect(recall(tx)).toBeUndefined()
      await rows(tx, { sql: 'DELETE FROM "allowances" WHERE "key" = ?', values: ['nobody'] })
      expect(await recalled(tx, leases)).toBe(first)
      await rows(tx, insert('d'))
      expect(await recalled(tx, leases)).toHaveLength(first.length + 1)
      await tx.query.deleteFrom('leases').where('name', '=', 'd').execute()
      expect(await recalled(tx, leases)).toEqual(first)
    })
    expect(await read()).toEqual(first)
  })

  test('another process that writes is noticed', async () => {
    const first = await read()
    const other = openFile(file)
    const { sql, values } = insert('e')
    other.prepare(sql).run(values)
    expect(await read()).toHaveLength(first.length + 1)
    other.prepare('DELETE FROM "leases" WHERE "name" = ?').run('e')
    other.close()
    expect(await read()).toEqual(first)
  })

  const readsAndFails = async (tx: Transaction): Promise<void> => {
    await rows(tx, insert('f'))
    expect(await recalled(tx, leases)).toContainEqual({ owner: 'f' })
    throw problem('conflict', 'No.')
  }

  test('what was read of something that is undone is forgotten', async () => {
    const first = await read()
    await expect(db.transaction(readsAndFails)).rejects.toThrow('No.')
    expect(await read()).toEqual(first)
    // Several at once; from the first time on with a savepoint each.
    for (let n = 0; n < 2; n += 1) {
      const all = await Promise.allSettled([read(), db.transaction(readsAndFails), read()])
      expect(all).toMatchObject([{ value: first }, { status: 'rejected' }, { value: first }])
    }
    await db.transaction(async (tx) => {
      await expect(attempt(tx, () => readsAndFails(tx))).rejects.toThrow('No.')
      expect(await recalled(tx, leases)).toEqual(first)
    })
  })

  test('many are kept, and not for ever', async () => {
    const asked = (tx: Transaction, n: number) => recalled(tx, { sql: 'SELECT ? AS "n"', values: [n] })
    await db.transaction(async (tx) => {
      const first = await asked(tx, 0)
      for (let n = 1; n < 1_000; n += 1) await asked(tx, n)
      expect(await asked(tx, 0)).toBe(first)
      for (let n = 1_000; n < 3_000; n += 1) await asked(tx, n)
      expect(await asked(tx, 0)).not.toBe(first)
      const many = { sql: `SELECT ${Array(9).fill('?').join(' + ')} AS "sum"`, values: Array(9).fill(1) }
      expect(await recalled(tx, many)).not.toBe(await recalled(tx, many))
    })
  })
})

test.each([
  ['SELECT * FROM "users"', true, 'nothing'],
  ['with "a" as (select 1) select * from "a"', true, 'nothing'],
  ['SAVEPOINT "attempt"', true, 'nothing'],
  ['RELEASE SAVEPOINT "attempt"', true, 'nothing'],
  ['ROLLBACK TO SAVEPOINT "attempt"', true, 'anything'],
  ['insert into "users" ("id") values (?)', false, { table: 'users' }],
  ['UPDATE "users" SET "id" = ?', false, { table: 'users' }],
  ['DELETE FROM "users" WHERE "id" IN (SELECT "id" FROM "members")', false, { table: 'users' }],
  ['INSERT OR REPLACE INTO "users" VALUES (1)', false, 'anything'],
  ['WITH "a" AS (SELECT 1) DELETE FROM "users"', false, 'anything'],
  ['CREATE TABLE "users" ("id" text)', false, 'anything'],
])('%s, of which the engine says that it only reads (%s), writes to %o', (sql, isReadOnly, written) => {
  expect(writtenBy(sql, isReadOnly)).toEqual(written)
})

test('values are told apart', async () => {
  const asked = (name: string) => recalled(db, { sql: 'SELECT ? AS "name"', values: [name] })
  expect(await asked('a')).toEqual([{ name: 'a' }])
  expect(await asked('b')).toEqual([{ name: 'b' }])
})

test('what asks for many at once is not kept', async () => {
  const asked = (count: number) => ({
    sql: `SELECT "owner" FROM "leases" WHERE "name" IN (${Array(count).fill('?').join(', ')})`,
    values: Array.from({ length: count }, (_, n) => `n${n}`),
  })
  expect(await recalled(db, asked(8))).toBe(await recalled(db, asked(8)))
  expect(await recalled(db, asked(9))).not.toBe(await recalled(db, asked(9)))
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
