import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { databaseAddress } from '../../src/base/config/storage-settings.ts'
import { readConfig } from '../../src/base/config.ts'
import { readSecret } from '../../src/base/secret.ts'
import { rows } from '../../src/db/database.ts'
import { migrate, migrations, pendingMigrations } from '../../src/db/migrate.ts'
import type { Migration } from '../../src/db/migrations/migration.ts'
import { openDatabase } from '../../src/db/open.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  makeFolder,
  root,
  serveReady,
  settingsIn,
  start,
  until,
} from '../support/process.ts'
import { layDown, readSchemas } from '../support/schemas.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

async function settingsFor(engine: string): Promise<Record<string, string>> {
  const settings = { ...settingsIn(makeFolder()), ATRIUM_RATE_REQUESTS_PER_SECOND: '0' }
  if (engine === 'sqlite') return settings
  const url = inject('postgresUrl')
  return {
    ...settings,
    ATRIUM_DATABASE_URL: `${url}/${await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)}`,
  }
}

async function isSleeping(settings: Record<string, string>): Promise<boolean> {
  const client = new pg.Client(settings['ATRIUM_DATABASE_URL'])
  await client.connect()
  const sleeping = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`
  const { rowCount } = await client.query(sleeping)
  await client.end()
  return rowCount === 1
}

/** Fills a database as the last released version left it. */
async function layDownLast(settings: Record<string, string>): Promise<string[]> {
  const schemas = readSchemas()
  const last = schemas.at(-1)
  if (last === undefined) throw new Error('test/schemas is empty')
  const config = readConfig(settings)
  readSecret(config)
  await layDown(last, config.database, () =>
    openDatabase(config, (error) => {
      throw error
    }),
  )
  return migrations.slice(schemas.length).map(({ name }) => name)
}

test('several processes that start together on an older database all start, and each migration runs once', async () => {
  const settings = await settingsFor('postgres')
  const pending = await layDownLast(settings)
  expect(pending.length).toBeGreaterThan(0)
  const all = await Promise.all([serveReady(settings), serveReady(settings), serveReady(settings)])
  const said = all.flatMap((served) => served.stderr().match(/Migrating \d+\/\d+: \S+/g) ?? [])
  expect(said).toEqual(pending.map((name, n) => `Migrating ${n + 1}/${pending.length}: ${name}`))
  for (const served of all) expect((await served.stop()).code).toBe(0)
})

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  test('a killed migration leaves the database unchanged', async () => {
    const settings = await settingsFor(engine)
    await layDownLast(settings)
    const { database } = readConfig(settings)
    const before = await pendingMigrations(database)
    // The first statement is done, and the second takes some seconds, because a server does not stop halfway.
    const long =
      engine === 'sqlite'
        ? `INSERT INTO "half" WITH RECURSIVE n("x") AS (SELECT 1 UNION ALL SELECT "x" + 1 FROM n LIMIT 500000000) SELECT max("x") FROM n`
        : 'INSERT INTO "half" SELECT 1 FROM pg_sleep(3)'
    const slow: Migration = {
      name: '9001-slow',
      statements: ['CREATE TABLE "half" ("x" {int})', 'UPDATE "tasks" SET "title" = \'half\'', long],
    }
    const file = join(makeFolder(), 'migrate.ts')
    writeFileSync(
      file,
      `import { migrate, migrations } from '${root}/src/db/migrate.ts'
       await migrate(${JSON.stringify(database)}, [...migrations, ${JSON.stringify(slow)}], console.error)`,
    )
    const started = start(process.execPath, [file])
    await until('it begins', () => started.stderr().includes('9001-slow'))
    if (engine === 'postgres') await until('it waits in the last statement', () => isSleeping(settings))
    started.signal('SIGKILL')
    expect((await started.ended).signal).toBe('SIGKILL')
    expect(await pendingMigrations(database)).toEqual(before)
    // Another process waits until it is over, and runs all of it.
    expect((await migrate(database)).applied).toEqual(before)
    await withDatabase(settings, async (db) => {
      const half = { sql: `SELECT 1 AS "one" FROM "tasks" WHERE "title" = 'half'`, values: [] }
      expect(await rows(db, half)).toEqual([])
      await expect(rows(db, { sql: 'SELECT * FROM "half"', values: [] })).rejects.toThrow(/half/)
    })
  })
})

test('a migration that deadlocks with running services is retried', async () => {
  const url = inject('postgresUrl')
  const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
  const database = databaseAddress(`${url}/${name}`)
  await migrate(database)
  const other = new pg.Client({ connectionString: `${url}/${name}` })
  await other.connect()
  // The migration checks once, after this time: by then, both must wait.
  await other.query(`ALTER DATABASE "${name}" SET deadlock_timeout = '5s'`)
  // Of two that wait for each other, the one that checks first gives way: not this one.
  await other.query("SET deadlock_timeout = '1min'")
  await other.query('BEGIN')
  await other.query('SELECT 1 FROM "users"')
  const next: Migration = {
    name: '9001-next',
    statements: [
      'ALTER TABLE "tasks" ADD COLUMN "colour" {text}',
      'ALTER TABLE "users" ADD COLUMN "colour" {text}',
    ],
  }
  const said: string[] = []
  const migrating = migrate(database, [...migrations, next], (line) => said.push(line))
  await until('the migration waits for it', async () => {
    const { rows } = await other.query(
      'SELECT 1 FROM pg_locks WHERE NOT granted AND relation = \'"users"\'::regclass',
    )
    return rows.length > 0
  })
  // Now it waits for the migration, which is the first to notice.
  await other.query('SELECT 1 FROM "tasks"')
  await other.query('COMMIT')
  await other.end()
  expect((await migrating).applied).toEqual(['9001-next'])
  expect(said).toContain('Other processes have locked the tables; trying again.')
})

test('a process of the previous version keeps serving while a new one adds to the tables, and afterwards', async () => {
  const settings = await settingsFor('postgres')
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const old = await serveReady(settings)
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${old.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as { id: string; detail?: string } }
  }
  const { body: workspace } = await send('POST', '/v1/workspaces', { workspaceName: 'Upgrade' })
  const seen = new Map<string, number>()
  let working = true
  const work = async (n: number): Promise<void> => {
    while (working) {
      const made = await send('POST', '/v1/tasks', { title: `T${n}`, workspaceId: workspace.id })
      for (const { status, body } of [
        made,
        await send('GET', `/v1/tasks/${made.body.id}`),
        await send('GET', '/v1/tasks?limit=5&sort=-priority'),
        await send('GET', `/v1/workspaces/${workspace.id}`),
        await send('GET', '/v1/users'),
      ]) {
        const key = status < 300 ? 'served' : `${status} ${body.detail}`
        seen.set(key, (seen.get(key) ?? 0) + 1)
      }
    }
  }
  const workers = Array.from({ length: 4 }, (_, n) => work(n))
  await until('the old one serves', () => (seen.get('served') ?? 0) > 50)
  const next: Migration = {
    name: '9001-next',
    statements: [
      'ALTER TABLE "tasks" ADD COLUMN "colour" {text}',
      `ALTER TABLE "workspaces" ADD COLUMN "colour" {text} NOT NULL DEFAULT 'none'`,
      'ALTER TABLE "users" ADD COLUMN "colour" {text}',
      'CREATE INDEX "tasksByColour" ON "tasks" ("companyNo", "colour", "id")',
    ],
  }
  const { database } = readConfig(settings)
  expect((await migrate(database, [...migrations, next])).applied).toEqual(['9001-next'])
  const during = seen.get('served') ?? 0
  await until('it goes on', () => (seen.get('served') ?? 0) > during + 200)
  working = false
  await Promise.all(workers)
  expect([...seen.keys()]).toEqual(['served'])
  expect((await old.stop()).code).toBe(0)
  // Once it has stopped it cannot start again: the database is newer.
  const again = start(process.execPath, [join(root, 'bin', 'atrium.mjs'), 'serve'], { env: settings })
  const ended = await again.ended
  expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining('belongs to a newer version')])
})
