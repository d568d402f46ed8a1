import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { holdLock, openSqlite } from './sqlite.ts'

export function openDatabase(
  { database, databasePool }: Pick<Config, 'database' | 'databasePool'>,
  onFatal: (error: Error) => void,
): Database {
  return database.engine === 'sqlite'
    ? openSqlite(database.file, { onFatal })
    : openPostgres(database.url, { connections: databasePool })
}

export class AlreadyServing extends Error {
  constructor(file: string) {
    super(
      `Another Atrium is serving ${file} already. One process serves a SQLite file; stop the other one first, or use PostgreSQL for several.`,
    )
    this.name = 'AlreadyServing'
  }
}

/**
 * One process serves a SQLite file. The lock is the engine's own on a file beside it, so that it ends with
 * the process however that ends, and the command line can still work on the database meanwhile.
 */
export function claimServing({ database }: Pick<Config, 'database'>): { release: () => void } {
  if (database.engine === 'postgres') return { release: () => undefined }
  const release = holdLock(`${database.file}.serving`)
  if (release === undefined) throw new AlreadyServing(database.file)
  return { release }
}

export function databaseExists({ database }: Pick<Config, 'database'>): boolean {
  return database.engine === 'postgres' || existsSync(database.file)
}
