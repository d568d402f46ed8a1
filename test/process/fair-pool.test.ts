import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database, Reader } from '../../src/db/database.ts'
import { isOutOfReach, openPostgres } from '../../src/db/postgres/engine.ts'
import { makeDatabase } from '../support/postgres-server.ts'

let db: Database
let address = ''

beforeAll(async () => {
  const url = inject('postgresUrl')
  const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
  address = `${url}/${name}`
  db = openPostgres(address, { connections: 2 })
})

afterAll(() => db.close())

const pause = (reader: Reader, seconds: number): Promise<unknown> =>
  reader.run({ sql: 'SELECT pg_sleep(?)', values: [seconds] })

const as = <T>(whose: string, work: () => Promise<T>): Promise<T> => db.as?.(whose, work) ?? work()

/** The ways in which a connection is asked for. */
const ways = {
  'a query': (seconds: number) => pause(db, seconds),
  'a transaction': (seconds: number) => db.transaction((tx) => pause(tx, seconds)),
  'a snapshot': (seconds: number) => db.snapshot((reader) => pause(reader, seconds)),
}

test.each(Object.entries(ways))('who asks much is not asked for %s before all others', async (_, ask) => {
  const answered: string[] = []
  const asked = (whose: string, times: number): Promise<void>[] =>
    Array.from({ length: times }, async () => {
      await as(whose, () => ask(0.02))
      answered.push(whose)
    })
  const much = asked('much', 20)
  // Who they are is known after a wait, too.
  await setTimeout(5)
  await Promise.all([...much, ...asked('little', 2)])
  expect(answered).toHaveLength(22)
  // Two are at work when they come, and after each of those one of theirs.
  expect(answered.lastIndexOf('little')).toBeLessThan(8)
  expect(db.connections?.().waiting).toBe(0)
})

test('who waits too long for a connection is told to come back later, and takes none', async () => {
  const busy = ['busy', 'as busy'].map((whose) => as(whose, () => pause(db, 4.4)))
  await setTimeout(20)
  const late = as('late', () => pause(db, 0))
  await setTimeout(20)
  expect(db.connections?.()).toEqual({ open: 2, idle: 0, waiting: 1 })
  await expect(late).rejects.toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } })
  expect(db.connections?.().waiting).toBe(0)
  await Promise.all(busy)
  await Promise.all([1, 2, 3, 4].map(() => as('late', () => pause(db, 0))))
})

test('a caller cannot have all connections, and the service itself can', async () => {
  const answered: string[] = []
  const ask = async (name: string, seconds: number): Promise<void> => {
    await pause(db, seconds)
    answered.push(name)
  }
  const busy = [1, 2].map(() => as('busy', () => ask('busy', 0.2)))
  await setTimeout(20)
  await ask('own', 0)
  expect(answered).toEqual(['own'])
  await Promise.all(busy)
  await Promise.all([
    ask('both', 0.2),
    ask('both', 0.2),
    setTimeout(50).then(() => as('busy', () => ask('after', 0))),
  ])
  expect(answered[3]).toBe('both')
})

test('what fails gives its connection back', async () => {
  for (let n = 0; n < 5; n += 1) {
    await expect(db.run({ sql: 'SELECT 1 / 0', values: [] })).rejects.toThrow('division by zero')
    const undone = db.transaction(async () => {
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
  }
  await Promise.all([1, 2, 3].map(() => pause(db, 0)))
})

test('where no connection can be made, no place is kept', async () => {
  const away = openPostgres('postgres://x:y@127.0.0.1:1/none', { connections: 2 })
  for (let n = 0; n < 3; n += 1)
    await expect(away.transaction(async () => 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await away.close()
})

test('who still waits for a connection when all are closed is told that there is none', async () => {
  const closed = openPostgres(address, { connections: 1 })
  const busy = pause(closed, 0.2)
  const waiting = expect(pause(closed, 0)).rejects.toSatisfy(isOutOfReach)
  await setTimeout(50)
  await closed.close()
  await waiting
  await busy
})

test('what a caller wakes is asked by the service itself', async () => {
  const answered: string[] = []
  const ask = async (name: string): Promise<void> => {
    await pause(db, 0.02)
    answered.push(name)
  }
  await as('much', async () => {
    const much = Array.from({ length: 20 }, () => ask('much'))
    await setTimeout(5)
    await Promise.all([...much, db.as?.(undefined, () => ask('woken'))])
  })
  expect(answered.indexOf('woken')).toBeLessThan(5)
})
