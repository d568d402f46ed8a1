import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import type { Config } from '../base/config.ts'
import { codeOf } from '../base/errors.ts'
import { realPath } from '../base/folders.ts'
import type { Database } from './database.ts'
import { observed } from './observed.ts'
import { isOutOfReach, openPostgres } from './postgres/engine.ts'
import { holdLock, makeFolderOf, openSqlite } from './sqlite/engine.ts'

export function openDatabase(
  { database, databasePool }: Pick<Config, 'database' | 'databasePool'>,
  onFatal: (error: Error) => void,
): Database {
  return observed(
    database.engine === 'sqlite'
      ? openSqlite(database.file, { onFatal })
      : openPostgres(database.url, { connections: databasePool }),
  )
}

/**
 * For copies of everything: no statement is broken off, and a disk that fails ends the copy. `foreignKeys`: false while
 * rows are loaded in any order, on SQLite; on PostgreSQL the constraints themselves are put aside.
 */
export function openPatiently(address: DatabaseAddress, { foreignKeys = true } = {}): Database {
  return address.engine === 'sqlite'
    ? openSqlite(address.file, {
        foreignKeys,
        onFatal: (error) => {
          throw error
        },
      })
    : openPostgres(address.url, { connections: 4, patient: true })
}

/** Whether the database itself is the trouble: not reached, not there, not ours to use, or not a database. */
export function isUnusable(error: unknown): boolean {
  return (
    isOutOfReach(error) || /^SQLITE_(CANTOPEN|NOTADB|READONLY|PERM|AUTH|CORRUPT|BUSY)/.test(codeOf(error))
  )
}

export class AlreadyServing extends Error {
  constructor(file: string) {
    super(
      `Another Atrium is serving ${file} already. One process serves a SQLite file; stop the other one first, or use PostgreSQL for several.`,
    )
    this.name = 'AlreadyServing'
  }
}

/** A move or a restore is at work on the database. */
export class BeingCopied extends Error {
  constructor(what: string) {
    super(`A move or a restore is at work on ${what}. Wait until it is over.`)
    this.name = 'BeingCopied'
  }
}

/**
 * One process serves a SQLite file. The lock is the engine's own on a file beside it, so that it ends with
 * the process however that ends, and the command line can still work on the database meanwhile.
 */
export function claimServing({ database }: Pick<Config, 'database'>): { release: () => void } {
  if (database.engine === 'postgres') return { release: () => undefined }
  const release = holdLock(lockOf(database.file), 'first')
  if (release !== undefined) return { release }
  // Who serves lets others share.
  shareFile(database.file)()
  throw new AlreadyServing(database.file)
}

/** Keeps moves and restores away from a SQLite file until it is released. */
export function shareFile(file: string): () => void {
  const release = holdLock(lockOf(file), 'shared')
  if (release === undefined) throw new BeingCopied(file)
  return release
}

/** The file that stands for the lock on a database. */
export function lockOf(file: string): string {
  makeFolderOf(file)
  // A file has one lock, whichever way one comes to it.
  return `${realPath(file)}.serving`
}
