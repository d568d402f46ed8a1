import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../../src/base/errors.ts'
import { type Database, rows, type Transaction } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openFile, openSqlite } from '../../src/db/sqlite/engine.ts'
import { lockPatience } from '../../src/db/sqlite/group-commit.ts'
import { asCaller, currentCaller } from '../../src/fairness/scheduler.ts'
import { time } from '../support/clock.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()
let file = ''
let db: Database

beforeEach(async () => {
  file = join(newFolder(), 'atrium.db')
  await migrate({ engine: 'sqlite', file })
  db = openSqlite(file, {
    onFatal: (error) => {
      throw error
    },
  })
})

afterEach(() => db.close())

const insert = (tx: Transaction, name: string, text = ''): Promise<unknown[]> =>
  rows(tx, {
    sql: 'INSERT INTO "leases" ("name", "owner", "expiresAt") VALUES (?, ?, ?)',
    values: [name, text, ''],
  })

const readOne = (tx: Transaction): Promise<unknown[]> =>
  rows(tx, { sql: 'SELECT "name" FROM "leases" LIMIT 1', values: [] })

async function names(): Promise<string[]> {
  const found = await db.query.selectFrom('leases').select('name').orderBy('name').execute()
  return found.map(({ name }) => name)
}

/** The number of commits in the log: the frames whose header has the size of the database. */
function commits(): number {
  const log = readFileSync(`${file}-wal`)
  if (log.length === 0) return 0
  const pageSize = log.readUInt32BE(8)
  const salts = log.toString('hex', 16, 24)
  let count = 0
  for (let at = 32; at + 24 <= log.length; at += 24 + pageSize)
    if (log.toString('hex', at + 8, at + 16) === salts && log.readUInt32BE(at + 4) > 0) count += 1
  return count
}

describe('waiting writes', () => {
  test('share commits', async () => {
    await db.transaction((tx) => insert(tx, 'first'))
    const before = commits()
    await Promise.all(Array.from({ length: 200 }, (_, n) => db.transaction((tx) => insert(tx, `n${n}`))))
    expect((await names()).length).toBe(201)
    expect(commits() - before).toBeLessThan(100)
    expect(commits() - before).toBeGreaterThan(0)
  })

  test('run for each caller in turn: nobody waits for all the long writes of another', async () => {
    using _frozen = time.freeze()
    const ended: string[] = []
    const work = (callerId: string, name: string, milliseconds: number): Promise<void> =>
      asCaller(callerId, () =>
        db.transaction(async (tx) => {
          expect(currentCaller()).toBe(callerId)
          await insert(tx, name)
          for (let passed = 0; passed < milliseconds; passed += 5) {
            await readOne(tx)
            time.pass(5)
          }
        }),
      ).then(() => void ended.push(name))
    const long = Array.from({ length: 6 }, (_, n) => work('ada', `long ${n}`, 60))
    await long[0]
    await work('bob', 'short', 0)
    expect(ended.length).toBeLessThanOrEqual(3)
    expect(ended.filter((name) => name !== 'short')).toEqual(
      ended.filter((name) => name !== 'short').toSorted(),
    )
    await Promise.all(long)
    expect(await names()).toHaveLength(7)
  })

  test('succeed and fail independently', async () => {
    const before = commits()
    const fault = new Error('mine')
    const results = await Promise.allSettled([
      db.transaction((tx) => insert(tx, 'a')),
      db.transaction(async (tx) => {
        await insert(tx, 'b')
        throw fault
      }),
      // An error of the engine, halfway.
      db.transaction(async (tx) => {
        await insert(tx, 'c')
        await insert(tx, 'a')
      }),
      db.transaction(async (tx) => {
        await insert(tx, 'd')
        return 'done'
      }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: fault })
    expect(results[2]).toMatchObject({ reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } })
    expect(results[3]).toMatchObject({ value: 'done' })
    expect(await names()).toEqual(['a', 'd'])
    expect(commits() - before).toBeLessThan(4)
  })

  test('run once, including those that are rejected before they have written anything', async () => {
    let runs = 0
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        db.transaction(async (tx) => {
          runs += 1
          await tx.query.selectFrom('leases').select('name').execute()
          if (n % 3 === 0) throw new Error('refused')
          await insert(tx, `n${n}`)
        }),
      ),
    )
    expect(results.map(({ status }) => status === 'rejected')).toEqual(results.map((_, n) => n % 3 === 0))
    expect((await names()).length).toBe(20)
    expect(runs).toBe(30)
  })

  test('run again if one fails after it has written, in the same order, and lose nothing', async () => {
    const order: number[] = []
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) =>
        db.transaction(async (tx) => {
          order.push(n)
          await insert(tx, `n${n}`)
          const before = await tx.query.selectFrom('leases').select('name').execute()
          if (n % 7 === 0) throw new Error(`no ${n}`)
          return before.length
        }),
      ),
    )
    expect(new Set(order).size).toBe(300)
    const done = results.flatMap((result, n) => (result.status === 'fulfilled' ? [n] : []))
    expect(done).toEqual(Array.from({ length: 300 }, (_, n) => n).filter((n) => n % 7 !== 0))
    expect(await names()).toEqual(done.map((n) => `n${n}`).sort())
    // Each has seen those before it, and nothing of those that failed.
    for (const [place, n] of done.entries()) expect(results[n]).toMatchObject({ value: place + 1 })
    for (let n = 0; n < 300; n += 7) expect(results[n]).toMatchObject({ reason: { message: `no ${n}` } })
  })

  test('do not share a transaction with work that must run once', async () => {
    const runs: string[] = []
    const work =
      (name: string, failing = false) =>
      async (tx: Transaction): Promise<void> => {
        runs.push(name)
        await insert(tx, name)
        if (failing) throw new Error('no')
      }
    const results = await Promise.allSettled([
      db.transaction(work('a')),
      db.load(work('loaded')),
      db.transaction(work('b')),
      db.transaction(work('c', true)),
      db.load(work('failing', true)),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(runs.filter((name) => name === 'loaded' || name === 'failing')).toEqual(['loaded', 'failing'])
    expect(await names()).toEqual(['a', 'b', 'loaded'])
  })

  // On a very busy machine the first may be committed before the second starts.
  test('do not run outside of a transaction after one has let it end', async () => {
    const results = await Promise.allSettled([
      db.transaction(async (tx) => {
        await insert(tx, 'a')
        await rows(tx, { sql: 'ROLLBACK', values: [] })
      }),
      db.transaction((tx) => insert(tx, 'b')),
    ])
    expect(results[0]?.status).toBe('rejected')
    expect(await names()).toEqual(results[1]?.status === 'fulfilled' ? ['b'] : [])
    await db.transaction((tx) => insert(tx, 'c'))
    expect(await names()).toContain('c')
  })

  test('are neither acknowledged nor visible before the commit', { retry: 5 }, async () => {
    let answered = false
    const first = db
      .transaction((tx) => insert(tx, 'first'))
      .then(() => {
        answered = true
      })
    const seen = await db.transaction(async (tx) => {
      // The same batch: the writes of the first are visible there, and only there.
      const inside = await tx.query.selectFrom('leases').select('name').execute()
      return { inside, outside: await names(), answered }
    })
    await first
    expect(seen).toEqual({ inside: [{ name: 'first' }], outside: [], answered: false })
    expect(await names()).toEqual(['first'])
  })

  test('run one after another, however often each waits for the database', async () => {
    let running = 0
    let most = 0
    const work = async (tx: Transaction): Promise<void> => {
      running += 1
      most = Math.max(most, running)
      for (let n = 0; n < 5; n += 1) await tx.query.selectFrom('leases').select('name').execute()
      running -= 1
    }
    await Promise.all(Array.from({ length: 50 }, () => db.transaction(work)))
    expect(most).toBe(1)
  })
})

test('between the statements of a long transaction other requests are served, and see nothing of it', async () => {
  using _frozen = time.freeze()
  let running = true
  const long = db.transaction(async (tx) => {
    for (let n = 0; n < 40; n += 1) {
      await (n % 2 === 0 ? insert(tx, `n${n}`) : tx.query.selectFrom('leases').select('name').execute())
      time.pass(5)
    }
    running = false
  })
  const other = db.transaction(async (tx) => {
    // Another one waits for its end, and does not run in between.
    expect(running).toBe(false)
    await insert(tx, 'other')
  })
  const seen: string[][] = []
  while (running) {
    await setImmediate()
    if (running) seen.push(await names())
  }
  await Promise.all([long, other])
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.flat()).toEqual([])
  expect(await names()).toEqual(expect.arrayContaining(['n0', 'other']))
})

describe('a batch that cannot be committed', () => {
  test('fails as a whole, leaves nothing behind, and the next one works', async () => {
    await db.transaction((tx) =>
      rows(tx, {
        sql: `CREATE TABLE "child" ("parent" text REFERENCES "leases" ("name") DEFERRABLE INITIALLY DEFERRED)`,
        values: [],
      }),
    )
    // Or the batch might end before all three are in it.
    using _frozen = time.freeze()
    const results = await Promise.allSettled([
      db.transaction((tx) => insert(tx, 'good')),
      // The parent it refers to is missing, which only the commit detects.
      db.transaction((tx) => rows(tx, { sql: `INSERT INTO "child" VALUES ('nobody')`, values: [] })),
      db.transaction((tx) => insert(tx, 'good too')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await names()).toEqual([])
    await db.transaction((tx) => insert(tx, 'after'))
    expect(await names()).toEqual(['after'])
  })
})

describe('a full disk', () => {
  const limit = (pages: string): Promise<unknown> =>
    db.transaction((tx) => rows(tx, { sql: `PRAGMA max_page_count = ${pages}`, values: [] }))

  test('is a 507, loses nothing that was acknowledged, and is recovered from', async () => {
    await db.transaction((tx) => insert(tx, 'before'))
    // The smallest limit that the engine accepts: the current size.
    await limit('1')
    const results = await Promise.allSettled(
      ['small', 'large', 'other'].map((name) =>
        db.transaction((tx) => insert(tx, name, 'x'.repeat(name === 'large' ? 1_000_000 : 1))),
      ),
    )
    expect(results[1]?.status).toBe('rejected')
    for (const result of results)
      if (result.status === 'rejected') {
        expect(result.reason).toBeInstanceOf(Problem)
        expect(result.reason).toMatchObject({ code: 'disk_full', status: 507 })
      }
    const acknowledged = ['small', 'large', 'other'].filter((_, n) => results[n]?.status === 'fulfilled')
    expect(await names()).toEqual(['before', ...acknowledged].sort())

    await limit('1000000')
    await db.transaction((tx) => insert(tx, 'large', 'x'.repeat(1_000_000)))
    expect(await names()).toContain('large')
    expect(await rows(db, { sql: 'PRAGMA integrity_check', values: [] })).toEqual([{ integrity_check: 'ok' }])
  })
})

describe('another process that writes to the file', () => {
  test('is waited for without blocking this one', async () => {
    const other = openFile(file)
    other.exec('BEGIN IMMEDIATE')
    using _frozen = time.freeze()
    const written = db.transaction((tx) => insert(tx, 'patient'))
    await time.advance(lockPatience / 2)
    expect(await names()).toEqual([])
    other.exec('COMMIT')
    await time.during(written)
    other.close()
    expect(await names()).toEqual(['patient'])
  })

  test('is waited for five seconds, and then it is a 503 with a Retry-After', async () => {
    const other = openFile(file)
    other.exec('BEGIN IMMEDIATE')
    using _frozen = time.freeze()
    const results = await time.during(
      Promise.allSettled([
        db.transaction((tx) => insert(tx, 'one')),
        db.transaction((tx) => insert(tx, 'two')),
      ]),
    )
    for (const result of results)
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { code: 'unavailable', headers: { 'retry-after': '1' } },
      })
    other.exec('ROLLBACK')
    other.close()
    await db.transaction((tx) => insert(tx, 'three'))
    expect(await names()).toEqual(['three'])
  })
})
