import type { Engine } from './database.ts'

/** What a migration needs of an engine: one transaction under a lock that other processes respect. */
export interface MigrationTarget {
  engine: Engine
  run(sql: string, values?: string[]): Promise<unknown>
  /** The names of the migrations that were applied before. */
  applied(): Promise<string[]>
  /** Keeps what is there before it is changed; gives the name of the copy. */
  copyAside(before: string): Promise<string | undefined>
}

export const readApplied = 'SELECT "name" FROM "migrations" ORDER BY "name"'

export const waitingForOther = 'Waiting for another process that works on the database.'
