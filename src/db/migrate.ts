import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseAddress } from '../config.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { clients } from './migrations/0002-clients.ts'
import { openFile } from './sqlite.ts'

/** Written once for both engines: `{text}`, `{int}`, `{float}` and `{bool}` stand for the engine's own types. */
export interface Migration {
  name: string
  statements: readonly string[]
}

/** In the order in which they are applied; a released one is never changed. */
export const migrations: readonly Migration[] = [foundation, clients]

const types = {
  // Byte order, so that both engines sort and compare alike.
  postgres: {
    '{text}': 'text COLLATE "C"',
    '{int}': 'bigint',
    '{bool}': 'boolean',
    '{float}': 'double precision',
  },
  sqlite: { '{text}': 'text', '{int}': 'integer', '{bool}': 'integer', '{float}': 'real' },
}

export class DatabaseTooNew extends Error {
  constructor(names: string[]) {
    super(
      `The database was made by a newer version of Atrium (it has ${names.join(', ')}). Run that version, or restore the copy that was made before the upgrade.`,
    )
    this.name = 'DatabaseTooNew'
  }
}

/** What a migration needs of an engine, all under one lock that other processes respect. */
interface Target {
  engine: DatabaseAddress['engine']
  run(sql: string, values?: string[]): Promise<unknown>
  applied(): Promise<string[]>
  /** Keeps what is there before it is changed; says where. */
  copyAside(before: string): Promise<string | undefined>
}

export interface MigrationReport {
  applied: string[]
  copy: string | undefined
}

/** Brings the database to the program's version. Two processes that start together do it once. */
export async function migrate(
  address: DatabaseAddress,
  plan: readonly Migration[] = migrations,
  say: (line: string) => void = () => undefined,
): Promise<MigrationReport> {
  return address.engine === 'sqlite'
    ? await withSqlite(address.file, (target) => apply(target, plan, say))
    : await withPostgres(address.url, (target) => apply(target, plan, say))
}

/** The names of the migrations that are still to be applied. */
export async function pendingMigrations(address: DatabaseAddress): Promise<string[]> {
  if (address.engine === 'sqlite' && !existsSync(address.file)) return migrations.map(({ name }) => name)
  const look = async (target: Target): Promise<string[]> => {
    const applied = await target.applied()
    return migrations.map(({ name }) => name).filter((name) => !applied.includes(name))
  }
  return address.engine === 'sqlite' ? withSqlite(address.file, look) : withPostgres(address.url, look)
}

async function apply(
  target: Target,
  plan: readonly Migration[],
  say: (line: string) => void,
): Promise<MigrationReport> {
  const applied = await target.applied()
  const unknown = applied.filter((name) => !plan.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown)
  const pending = plan.filter(({ name }) => !applied.includes(name))
  const [first] = pending
  if (first === undefined) return { applied: [], copy: undefined }
  const copy = applied.length > 0 ? await target.copyAside(first.name) : undefined
  if (copy !== undefined) say(`Kept a copy of the database in ${copy}`)
  for (const [n, { name, statements }] of pending.entries()) {
    say(`Migrating ${n + 1}/${pending.length}: ${name}`)
    for (const statement of statements) await target.run(inDialect(statement, target.engine))
    await target.run(inDialect('INSERT INTO "migrations" VALUES (?, ?)', target.engine), [
      name,
      new Date().toISOString(),
    ])
  }
  return { applied: pending.map(({ name }) => name), copy }
}

function inDialect(statement: string, engine: DatabaseAddress['engine']): string {
  let text = statement
  for (const [token, type] of Object.entries(types[engine])) text = text.replaceAll(token, type)
  let n = 0
  return engine === 'postgres' ? text.replaceAll('?', () => `$${++n}`) : text
}

const ledger =
  'CREATE TABLE IF NOT EXISTS "migrations" ("name" {text} PRIMARY KEY, "appliedAt" {text} NOT NULL)'

async function withSqlite<T>(file: string, work: (target: Target) => Promise<T>): Promise<T> {
  const connection = openFile(file)
  try {
    for (const end = Date.now() + 60_000; !connection.inTransaction; ) {
      try {
        connection.exec('BEGIN IMMEDIATE')
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') || Date.now() > end)
          throw error
        await setTimeout(50)
      }
    }
    connection.exec(inDialect(ledger, 'sqlite'))
    const result = await work({
      engine: 'sqlite',
      run: async (sql, values = []) => connection.prepare(sql).run(values),
      applied: async () => connection.prepare('SELECT "name" FROM "migrations"').pluck().all() as string[],
      async copyAside(before) {
        const copy = `${file}.before-${before}`
        // Another connection reads what is committed while this one holds the lock.
        const reader = openFile(file, { readonly: true })
        try {
          await reader.backup(copy)
        } finally {
          reader.close()
        }
        return copy
      },
    })
    connection.exec('COMMIT')
    return result
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  } finally {
    connection.close()
  }
}

/** Any number that no other program on the server is likely to use for its own lock. */
const advisoryLock = 7_287_486_000

async function withPostgres<T>(url: string, work: (target: Target) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'atrium-migrate',
  })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLock])
    await client.query('BEGIN')
    await client.query(inDialect(ledger, 'postgres'))
    const result = await work({
      engine: 'postgres',
      run: (sql, values = []) => client.query(sql, values),
      applied: async () =>
        (await client.query('SELECT "name" FROM "migrations"')).rows.map(({ name }) => name),
      // The transaction undoes a migration that fails; copies of the server are its operator's (docs/operating.md).
      copyAside: async () => undefined,
    })
    await client.query('COMMIT')
    return result
  } finally {
    await client.end()
  }
}
