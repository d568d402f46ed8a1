import { accessSync, closeSync, constants, openSync, renameSync, rmSync } from 'node:fs'
import { clock } from '../../base/clock.ts'
import { codeOf } from '../../base/errors.ts'
import {
  type DatabaseState,
  emptyState,
  type MigrationTarget,
  readState,
  waitingForOther,
} from '../migration-target.ts'
import { openFile } from './engine.ts'

/** Milliseconds to wait for another process that is migrating the same database. */
const migrationPatience = 60_000

export async function withSqlite<T>(
  file: string,
  say: (line: string) => void,
  work: (target: MigrationTarget) => Promise<T>,
): Promise<T> {
  const connection = openFile(file)
  // Lets a migration change the stored schema.
  connection.unsafeMode(true)
  try {
    await beginAlone(connection, say)
    const result = await work({
      engine: 'sqlite',
      run: async (sql, values = []) => connection.prepare(sql).run(values),
      hasLedger: async () =>
        connection.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`).get() !== undefined,
      state: () => stateOf(connection),
      copyAside: (before) => copySqlite(file, `${file}.before-${before}`, say),
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

async function beginAlone(
  connection: ReturnType<typeof openFile>,
  say: (line: string) => void,
): Promise<void> {
  const started = clock.now()
  for (let saidSo = false; !connection.inTransaction; ) {
    try {
      connection.exec('BEGIN IMMEDIATE')
    } catch (error) {
      const isBusy = codeOf(error) === 'SQLITE_BUSY'
      if (!isBusy || clock.now() > started + migrationPatience) throw error
      if (!saidSo && clock.now() > started + 1_000) {
        saidSo = true
        say(waitingForOther)
      }
      await clock.pause(50)
    }
  }
}

const pagesAtOnce = 10_000

/** A second connection reads the committed data while the first one holds the lock. */
async function copySqlite(file: string, copy: string, say: (line: string) => void): Promise<string> {
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { force: true })
  // Only the owner may read it; SQLite itself would let everybody.
  closeSync(openSync(unfinished, 'wx', 0o600))
  const reader = openFile(file, { readonly: true })
  try {
    let reported = 0
    await reader.backup(unfinished, {
      progress({ totalPages, remainingPages }) {
        const percent = Math.floor((100 * (totalPages - remainingPages)) / Math.max(totalPages, 1))
        if (totalPages > pagesAtOnce && percent >= reported + 10) {
          reported = percent
          say(`Copying the database: ${percent} %`)
        }
        return pagesAtOnce
      },
    })
  } finally {
    reader.close()
  }
  renameSync(unfinished, copy)
  return copy
}

/** Whether the file exists. Throws if that cannot be determined. */
export function isThere(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw new CannotBeRead(file, error)
  }
}

export class CannotBeRead extends Error {
  constructor(file: string, cause: unknown) {
    super(`Cannot read ${file}: ${cause instanceof Error ? cause.message : cause}.`)
    this.name = 'CannotBeRead'
  }
}

const stateOf = (connection: ReturnType<typeof openFile>): Promise<DatabaseState> =>
  readState(async (sql) => connection.prepare(sql).all())

export async function lookAtSqlite(file: string): Promise<DatabaseState> {
  if (!isThere(file)) return emptyState
  let connection: ReturnType<typeof openFile> | undefined
  try {
    connection = openFile(file, { readonly: true })
    const tables = connection.prepare(`SELECT "name" FROM "sqlite_schema" WHERE "name" = 'migrations'`).all()
    return tables.length === 0 ? emptyState : await stateOf(connection)
  } catch (error) {
    throw new CannotBeRead(file, error)
  } finally {
    connection?.close()
  }
}
