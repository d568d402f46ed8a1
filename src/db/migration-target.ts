import type { Engine } from './database.ts'
import { migration as installation } from './migrations/0011-installation.ts'

/** Runs a migration on one engine: in a single transaction, under a lock that other processes respect. */
export interface MigrationTarget {
  engine: Engine
  run(sql: string, values?: string[]): Promise<unknown>
  /** Whether the table of applied migrations exists. */
  hasLedger(): Promise<boolean>
  state(): Promise<DatabaseState>
  /** Copies the database before it is changed; returns the name of the copy. */
  copyAside(before: string): Promise<string | undefined>
}

/** What must be known about a database before it is used. */
export interface DatabaseState {
  /** The names of the applied migrations. */
  applied: string[]
  /** The entries of the table `installation`; empty before that table existed. */
  installation: ReadonlyMap<string, string>
}

/** The state of a database that has never stored anything. */
export const emptyState: DatabaseState = { applied: [], installation: new Map() }

type Row = Record<string, string>

export async function readState(all: (sql: string) => Promise<unknown[]>): Promise<DatabaseState> {
  const ledger = (await all('SELECT "name" FROM "migrations" ORDER BY "name"')) as Row[]
  const applied = ledger.map(({ name = '' }) => name)
  if (!applied.includes(installation.name)) return { ...emptyState, applied }
  const entries = (await all('SELECT "name", "value" FROM "installation"')) as Row[]
  return { applied, installation: new Map(entries.map(({ name = '', value = '' }) => [name, value])) }
}

export const waitingForOther = 'Waiting for another process to finish with the database.'
