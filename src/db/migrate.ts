import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import type { MigrationTarget } from './migration-target.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { clients } from './migrations/0002-clients.ts'
import { work } from './migrations/0003-work.ts'
import { times } from './migrations/0004-times.ts'
import { files } from './migrations/0005-files.ts'
import { people } from './migrations/0006-people.ts'
import { trash } from './migrations/0007-trash.ts'
import { wideIndexes } from './migrations/0008-wide-indexes.ts'
import { backups } from './migrations/0009-backups.ts'
import { wideFileIndexes } from './migrations/0010-wide-file-indexes.ts'
import { isMovedMark, MovedAway } from './moved-away.ts'
import { lookAtPostgres, withPostgres } from './postgres/migrate.ts'
import { lookAtSqlite, withSqlite } from './sqlite/migrate.ts'
import { CopyUnfinished, unfinishedCopy } from './unfinished-copy.ts'

/** Written once for both engines: `{text}`, `{int}`, `{float}` and `{bool}` stand for the engine's own types. */
export interface Migration {
  name: string
  statements: readonly string[]
}

/** In the order in which they are applied; a released one is never changed. */
export const migrations: readonly Migration[] = [
  foundation,
  clients,
  work,
  times,
  files,
  people,
  trash,
  wideIndexes,
  backups,
  wideFileIndexes,
]

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
    ? await withSqlite(address.file, say, (target) => apply(target, plan, say))
    : await withPostgres(address.url, say, (target) => apply(target, plan, say))
}

/** The names of the migrations that are still to be applied. Only looks. */
export async function pendingMigrations(
  address: DatabaseAddress,
  plan: readonly Migration[] = migrations,
): Promise<string[]> {
  const applied = await readLedger(address)
  demandKnown(applied, plan)
  return plan.map(({ name }) => name).filter((name) => !applied.includes(name))
}

/** The mark of a database that was moved elsewhere. Only looks. */
export async function readMovedMark(address: DatabaseAddress): Promise<string | undefined> {
  return (await readLedger(address)).find(isMovedMark)
}

async function readLedger(address: DatabaseAddress): Promise<string[]> {
  return address.engine === 'sqlite' ? lookAtSqlite(address.file) : lookAtPostgres(address.url)
}

function demandKnown(applied: readonly string[], plan: readonly Migration[]): void {
  const unknown = applied.filter((name) => !plan.some((migration) => migration.name === name))
  if (unknown.includes(unfinishedCopy.name)) throw new CopyUnfinished()
  const moved = unknown.find(isMovedMark)
  if (moved !== undefined) throw new MovedAway(moved)
  if (unknown.length > 0) throw new DatabaseTooNew(unknown)
}

async function apply(
  target: MigrationTarget,
  plan: readonly Migration[],
  say: (line: string) => void,
): Promise<MigrationReport> {
  await target.run(inDialect(ledger, target.engine))
  const applied = await target.applied()
  demandKnown(applied, plan)
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
