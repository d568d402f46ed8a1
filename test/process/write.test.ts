import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { type Database, rows } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { isOutOfReach } from '../../src/db/postgres/failures.ts'
import { type Author, write } from '../../src/db/write.ts'
import { makeDatabase, templateName } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, settingsIn, until } from '../support/process.ts'
import { type Seeded, seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

describe.each(['sqlite', 'postgres'])('every write, on %s', (engine) => {
  let db: Database
  /** As a second process has it. */
  let other: Database
  let company: Seeded
  let author: Author

  beforeAll(async () => {
    const settings = settingsIn(makeFolder())
    if (engine === 'postgres') {
      const url = inject('postgresUrl')
      const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`, templateName)
      settings['ATRIUM_DATABASE_URL'] = `${url}/${name}`
    }
    company = await withDatabase(settings, (opened) => seedCompany(opened))
    author = {
      companyNo: company.companyNo,
      userId: company.adminId,
      clientId: undefined,
      requestId: 'the request',
    }
    const fatal = (error: Error): void => {
      throw error
    }
    db = openDatabase(readConfig(settings), fatal)
    other = openDatabase(readConfig(settings), fatal)
  })

  afterAll(async () => {
    await db.close()
    await other.close()
  })

  const logged = async (recordId: string): Promise<unknown[]> =>
    rows(db, {
      sql: 'SELECT "type", "userId", "requestId", "fields" FROM "changes" WHERE "recordId" = ?',
      values: [recordId],
    })

  test('stores the change log with its changes', async () => {
    const result = await write(db, author, async (tx) => {
      await tx.query.insertInto('leases').values({ name: 'kept', owner: '0', expiresAt: '' }).execute()
      tx.log({ verb: 'created', kind: 'task', recordId: 'kept', fields: ['owner'] })
      return 'answer'
    })
    expect(result).toBe('answer')
    expect(await logged('kept')).toEqual([
      { type: 'task.created', userId: company.adminId, requestId: 'the request', fields: '["owner"]' },
    ])
  })

  test('that fails leaves neither', async () => {
    const failing = write(db, author, async (tx) => {
      await tx.query.insertInto('leases').values({ name: 'lost', owner: '0', expiresAt: '' }).execute()
      tx.log({ verb: 'created', kind: 'task', recordId: 'lost' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await logged('lost')).toEqual([])
    expect(await db.query.selectFrom('leases').selectAll().where('name', '=', 'lost').execute()).toEqual([])
  })

  test('whose log entry cannot be stored is rolled back', async () => {
    const failing = write(db, author, async (tx) => {
      await tx.query.insertInto('leases').values({ name: 'unlogged', owner: '0', expiresAt: '' }).execute()
      tx.log({ verb: 'created', kind: 'task', recordId: null as unknown as string })
    })
    await expect(failing).rejects.toThrow()
    expect(await db.query.selectFrom('leases').selectAll().where('name', '=', 'unlogged').execute()).toEqual(
      [],
    )
  })

  test('sees the database as if it were alone, next to others in two processes', async () => {
    await db.transaction((tx) =>
      tx.query.insertInto('leases').values({ name: 'counter', owner: '0', expiresAt: '' }).execute(),
    )
    let attempts = 0
    const add = (through: Database): Promise<void> =>
      write(through, author, async (tx) => {
        attempts += 1
        const { owner } = await tx.query
          .selectFrom('leases')
          .select('owner')
          .where('name', '=', 'counter')
          .executeTakeFirstOrThrow()
        await tx.query
          .updateTable('leases')
          .set({ owner: String(Number(owner) + 1) })
          .where('name', '=', 'counter')
          .execute()
        tx.log({ verb: 'updated', kind: 'task', recordId: 'counter' })
      })
    const results = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => add(n % 2 === 0 ? db : other)),
    )
    const done = results.filter(({ status }) => status === 'fulfilled').length
    // Writers that conflicted too often must retry later; those that were answered are counted, once.
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'unavailable' })
    expect(done).toBeGreaterThan(8)
    const counter = await db.query
      .selectFrom('leases')
      .select('owner')
      .where('name', '=', 'counter')
      .executeTakeFirstOrThrow()
    expect(Number(counter.owner)).toBe(done)
    expect((await logged('counter')).length).toBe(done)
    if (engine === 'postgres') expect(attempts).toBeGreaterThan(16)
  })

  // SQLite has no connection that could break.
  if (engine === 'postgres')
    test('whose connection breaks fails, and nothing else does', async () => {
      const broken = write(db, author, async (tx) => {
        const [own] = await rows<{ pid: number }>(tx, { sql: 'SELECT pg_backend_pid() AS "pid"', values: [] })
        await rows(other, { sql: 'SELECT pg_terminate_backend(?)', values: [own?.pid ?? 0] })
        // Its end is noticed between two queries.
        const sessions = { sql: 'SELECT 1 FROM pg_stat_activity WHERE pid = ?', values: [own?.pid ?? 0] }
        await until('it has ended', async () => (await rows(other, sessions)).length === 0)
        await rows(tx, { sql: 'SELECT 1', values: [] })
      })
      await expect(broken).rejects.toSatisfy(isOutOfReach)
      expect(await rows(db, { sql: 'SELECT 1 AS "one"', values: [] })).toEqual([{ one: 1 }])
    })

  test('that lost the race for a unique key runs again', async () => {
    const claim = (through: Database): Promise<string> =>
      write(through, author, async (tx) => {
        const last = await tx.query
          .selectFrom('leases')
          .select('name')
          .where('name', 'like', 'number-%')
          .orderBy('name', 'desc')
          .executeTakeFirst()
        const name = `number-${Number(last?.name.slice(7) ?? 0) + 1}`
        await tx.query.insertInto('leases').values({ name, owner: '', expiresAt: '' }).execute()
        return name
      })
    const names = await Promise.all([db, other, db, other].map((through) => claim(through)))
    expect(names.toSorted()).toEqual(['number-1', 'number-2', 'number-3', 'number-4'])
  })
})
