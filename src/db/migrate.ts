import { readdirSync } from 'node:fs'
import { clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import type { DatabaseState, MigrationTarget } from './migration-target.ts'
import type { Migration } from './migrations/migration.ts'
import { MovedAway, movedOf } from './moved-away.ts'
import { lookAtPostgres, withPostgres } from './postgres/migrate.ts'
import { lookAtSqlite, withSqlite } from './sqlite/migrate.ts'
import { demandFinishedCopy } from './unfinished-copy.ts'

const folder = new URL('./migrations/', import.meta.url)

/** In the order of application, which is that of their numbers. A released migration never changes. */
export const migrations: readonly Migration[] = await Promise.all(
  readdirSync(folder)
    .filter((file) => /^\d{4}-[\w-]+\.[jt]s$/.test(file))
    .toSorted()
    .map(async (file) => ((await import(new URL(file, folder).href)) as { migration: Migration }).migration),
)

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
      `The database belongs to a newer version of Atrium (it has ${names.join(', ')}). Run that version, or restore the copy from before the upgrade.`,
    )
    this.name = 'DatabaseTooNew'
  }
}

interface MigrationReport {
  applied: string[]
  copy: string | undefined
}

/** Migrates the database to this version. If two processes start together, only one does it. */
export async function migrate(
  address: DatabaseAddress,
  plan: readonly Migration[] = migrations,
  say: (line: string) => void = () => undefined,
): Promise<MigrationReport> {
  return address.engine === 'sqlite'
    ? await withSqlite(address.file, say, (target) => apply(target, plan, say))
    : await withPostgres(address, say, (target) => apply(target, plan, say))
}

/** The names of the pending migrations. Changes nothing. */
export async function pendingMigrations(
  address: DatabaseAddress,
  plan: readonly Migration[] = migrations,
): Promise<string[]> {
  const state = await lookAt(address)
  demandFinishedCopy(state)
  demandKnown(state, plan)
  return plan.map(({ name }) => name).filter((name) => !state.applied.includes(name))
}

/** Reads the state of the database without changing or rejecting anything. */
export async function lookAt(address: DatabaseAddress): Promise<DatabaseState> {
  return address.engine === 'sqlite' ? lookAtSqlite(address.file) : lookAtPostgres(address.direct)
}

/** Throws if the database was moved, or a newer version has changed it. */
export function demandKnown(state: DatabaseState, plan: readonly Migration[] = migrations): void {
  const moved = movedOf(state)
  if (moved !== undefined) throw new MovedAway(moved)
  const unknown = state.applied.filter((name) => !plan.some((migration) => migration.name === name))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown)
}

async function apply(
  target: MigrationTarget,
  plan: readonly Migration[],
  say: (line: string) => void,
): Promise<MigrationReport> {
  // A role that only serves may not create tables, and has nothing to create.
  if (!(await target.hasLedger())) await target.run(inDialect(ledger, target.engine))
  const state = await target.state()
  demandFinishedCopy(state)
  demandKnown(state, plan)
  const { applied } = state
  const pending = plan.filter(({ name }) => !applied.includes(name))
  const [first] = pending
  if (first === undefined) return { applied: [], copy: undefined }
  const copy = applied.length > 0 ? await target.copyAside(first.name) : undefined
  if (copy !== undefined) say(`Kept a copy of the database in ${copy}`)
  for (const [n, { name, statements }] of pending.entries()) {
    say(`Migrating ${n + 1}/${pending.length}: ${name}`)
    for (const statement of statements.filter((each) => isFor(each, target.engine)))
      await target.run(inDialect(statement, target.engine))
    await target.run(inDialect('INSERT INTO "migrations" VALUES (?, ?)', target.engine), [
      name,
      clock.timestamp(),
    ])
  }
  return { applied: pending.map(({ name }) => name), copy }
}

const isFor = (statement: string, engine: DatabaseAddress['engine']): boolean =>
  !statement.startsWith(engine === 'sqlite' ? '{postgres}' : '{sqlite}')

function inDialect(statement: string, engine: DatabaseAddress['engine']): string {
  let text = statement.replace(`{${engine}}`, '')
  for (const [token, type] of Object.entries(types[engine])) text = text.replaceAll(token, type)
  let n = 0
  return engine === 'postgres' ? text.replaceAll('?', () => `$${++n}`) : text
}

const ledger = 'CREATE TABLE "migrations" ("name" {text} PRIMARY KEY, "appliedAt" {text} NOT NULL)'
