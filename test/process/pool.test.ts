import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database, Reader } from '../../src/db/database.ts'
import { openPostgres } from '../../src/db/postgres/engine.ts'
import { isOutOfReach, isPoolExhausted } from '../../src/db/postgres/failures.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { until } from '../support/process.ts'

let db: Database
let address = ''

beforeAll(async () => {
  const url = inject('postgresUrl')
  const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
  address = `${url}/${name}`
  db = openPostgres([address], { connections: 2 })
})

afterAll(() => db.close())

const pause = (reader: Reader, seconds: number): Promise<unknown> =>
  reader.run({ sql: 'SELECT pg_sleep(?)', values: [seconds] })

test('a query that waits too long for a connection fails, and takes none later', async () => {
  // Longer than a query waits for a connection, and not as long as a statement may take.
  const busy = [pause(db, 5.5), db.transaction((tx) => pause(tx, 5.5))]
  await until('both are taken', () => db.connections?.().open === 2)
  const late = expect(pause(db, 0)).rejects.toSatisfy(isPoolExhausted)
  await until('it waits', () => db.connections?.().waiting === 1)
  expect(db.connections?.()).toEqual({ open: 2, idle: 0, waiting: 1 })
  await late
  expect(db.connections?.().waiting).toBe(0)
  await Promise.all(busy)
  await Promise.all([1, 2, 3, 4].map(() => pause(db, 0)))
})

test('a query that fails gives its connection back', async () => {
  for (let n = 0; n < 5; n += 1) {
    await expect(db.run({ sql: 'SELECT 1 / 0', values: [] })).rejects.toThrow('division by zero')
    const undone = db.transaction(async () => {
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
  }
  await Promise.all([1, 2, 3].map(() => pause(db, 0)))
})

test('a server that cannot be reached is reported as such, time and again', async () => {
  const away = openPostgres(['postgres://x:y@127.0.0.1:1/none'], { connections: 2 })
  for (let n = 0; n < 3; n += 1)
    await expect(away.transaction(async () => 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await away.close()
})

const settings = `SELECT current_setting('statement_timeout') AS "most", current_setting('jit') AS "jit",
  current_setting('random_page_cost') AS "jump"`
const expected = { most: '6s', jit: 'off', jump: '1.1' }

test('a session has a timeout and compiles nothing, whatever the defaults of the server are', async () => {
  expect(await db.run({ sql: settings, values: [] })).toEqual([expected])
})

test.each([true, false])(
  'in transaction mode each statement has its timeout and is not compiled; prepared: %s',
  async (prepared) => {
    const pooled = openPostgres([address], { connections: 1, pooling: 'transaction', prepared })
    const most = { sql: `${settings}, ?::int AS "n"`, values: [1] }
    // From the second time on it is prepared.
    for (let n = 0; n < 3; n += 1) {
      await expect(pooled.run({ sql: 'SELECT 1 / 0', values: [] })).rejects.toThrow('division by zero')
      expect(await pooled.run(most)).toEqual([{ ...expected, n: 1 }])
      expect(await pooled.transaction((tx) => tx.run(most))).toEqual([{ ...expected, n: 1 }])
    }
    const named = { sql: 'SELECT count(*) > 0 AS "found" FROM pg_prepared_statements', values: [] }
    expect(await pooled.run(named)).toEqual([{ found: prepared }])
    await pooled.close()
  },
)

test('of several hosts, the one that accepts writes is used; without one, the error explains why', async () => {
  const nowhere = Object.assign(new URL(address), { port: '1' }).href
  const several = openPostgres([nowhere, address], { connections: 2 })
  const found = await Promise.all([1, 2, 3].map(() => several.transaction((tx) => pause(tx, 0))))
  expect(found).toHaveLength(3)
  await several.close()
  const none = openPostgres([nowhere, nowhere], { connections: 2 })
  await expect(none.transaction(async () => 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await none.close()
})

test('a query that still waits when the pool is closed fails', async () => {
  const closed = openPostgres([address], { connections: 1 })
  const busy = pause(closed, 2)
  const waiting = expect(pause(closed, 0)).rejects.toSatisfy(isOutOfReach)
  await until('it waits', () => closed.connections?.().waiting === 1)
  await closed.close()
  await waiting
  await busy
})
