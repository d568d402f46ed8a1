import { expect, test } from 'vitest'
import type { Sql } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

test('values are separate from the text', () => {
  const hostile = `'; DROP TABLE "tasks"; --`
  expect(sql`SELECT 1 WHERE "a" = ${hostile} AND "b" = ${null}`).toEqual({
    sql: 'SELECT 1 WHERE "a" = ? AND "b" = ?',
    values: [hostile, null],
  })
})

test('nested SQL keeps its values in order', () => {
  const open = sql`"status" = ${'open'} AND "deletedAt" IS NULL`
  expect(sql`SELECT * FROM ${sql.id('tasks')} WHERE "companyNo" = ${1} AND (${open}) LIMIT ${2}`).toEqual({
    sql: 'SELECT * FROM "tasks" WHERE "companyNo" = ? AND ("status" = ? AND "deletedAt" IS NULL) LIMIT ?',
    values: [1, 'open', 2],
  })
  expect(sql.join([open, sql.raw('1 = 1'), sql`"n" > ${3}`], ' AND ')).toEqual({
    sql: '"status" = ? AND "deletedAt" IS NULL AND 1 = 1 AND "n" > ?',
    values: ['open', 3],
  })
})

test('a template with only values has one text, the same string each time', () => {
  const of = (value: number) => sql`SELECT ${value}`.sql
  expect(of(1)).toBe(of(2))
  expect(of(1)).toBe('SELECT ?')
})

test('a template may contain a value in one call and SQL in the next', () => {
  const of = (one: number | Sql, other: number | Sql) => sql`${one} = ${other}`
  const column = sql.id('n')
  expect(of(column, 1)).toEqual({ sql: '"n" = ?', values: [1] })
  expect(of(1, column)).toEqual({ sql: '? = "n"', values: [1] })
  expect(of(column, column)).toEqual({ sql: '"n" = "n"', values: [] })
  expect(of(1, 2)).toEqual({ sql: '? = ?', values: [1, 2] })
})

test('texts stay the same when there are more of them than the cache holds', () => {
  const of = (n: number) => sql`SELECT ${sql.raw(String(n))} AS ${sql.id('n')}`.sql
  for (const _ of [1, 2]) for (let n = 0; n < 3_000; n += 1) expect(of(n)).toBe(`SELECT ${n} AS "n"`)
})

test('lists of any length up to 500 share ten texts, and select the same rows', () => {
  const texts = new Set<string>()
  for (let length = 1; length <= 500; length += 1) {
    const given = Array.from({ length }, (_, n) => n)
    const { sql: text, values } = sql.list(given)
    texts.add(text)
    expect(text.split('?')).toHaveLength(values.length + 1)
    expect(values.slice(0, length)).toEqual(given)
    expect(new Set(values.slice(length - 1))).toEqual(new Set([length - 1]))
  }
  expect(texts.size).toBe(10)
  expect(sql.list(['a', 'b', 'c'])).toEqual({ sql: '(?, ?, ?, ?)', values: ['a', 'b', 'c', 'c'] })
  expect(() => sql.list([])).toThrow('needs a value')
})

test('rows of values have as many placeholders as values', () => {
  const rows = [
    [1, 'a', true],
    [2, 'b', null],
    [3, 'c', false],
  ]
  expect(sql.values(rows)).toEqual({ sql: '(?, ?, ?), (?, ?, ?), (?, ?, ?)', values: rows.flat() })
})

test('names are quoted, and nothing but a name is accepted', () => {
  expect(sql.ids(['companyNo', 'id']).sql).toBe('"companyNo", "id"')
  for (const name of ['', 'a"b', 'a b', 'a.b', 'a;', 'ä', '"tasks"'])
    expect(() => sql.id(name)).toThrow('is not the name of a table or column')
})
