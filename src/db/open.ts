import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import type { Config } from '../base/config.ts'
import { codeOf } from '../base/errors.ts'
import { realPath } from '../base/folders.ts'
import type { Database } from './database.ts'
import { observed } from './observed.ts'
import { openPostgres } from './postgres/engine.ts'
import { isOutOfReach } from './postgres/failures.ts'
import { withReplica } from './postgres/replica.ts'
import { holdLock, makeFolderOf, openSqlite } from './sqlite/engine.ts'

export function openDatabase(
  { database, databasePool }: Pick<Config, 'database' | 'databasePool'>,
  onFatal: (error: Error) => void,
  note: (message: string) => void = () => undefined,
): Database {
  if (database.engine === 'sqlite') return observed(openSqlite(database.file, { onFatal }))
  const { urls, replica } = database
  const primary = openPostgres(urls, { ...database, connections: databasePool })
  return observed(replica === undefined ? primary : withReplica(primary, replica, databasePool, note))
}

/**
 * For copies of the whole database: no statement times out, and a disk failure ends the copy. `foreignKeys`: false
 * while rows are loaded in any order, on SQLite; on PostgreSQL the copy drops the constraints and adds them again.
 */
export function openPatiently(address: DatabaseAddress, { foreignKeys = true } = {}): Database {
  return address.engine === 'sqlite'
    ? openSqlite(address.file, {
        foreignKeys,
        onFatal: (error) => {
          throw error
        },
      })
    : openPostgres(address.direct, { connections: 4, patient: true })
}

/** Whether the database itself is the problem: unreachable, missing, not accessible, or not a database. */
export function isUnusable(error: unknown): boolean {
  return (
    isOutOfReach(error) || /^SQLITE_(CANTOPEN|NOTADB|READONLY|PERM|AUTH|CORRUPT|BUSY)/.test(codeOf(error))
  )
}

export class AlreadyServing extends Error {
  constructor(file: string) {
    super(
      `Another Atrium is already serving ${file}. Only one process can serve a SQLite file: stop the other one first, or use PostgreSQL.`,
    )
    this.name = 'AlreadyServing'
  }
}

/** A move or restore is using the database. */
export class BeingCopied extends Error {
  constructor(what: string) {
    super(`A move or restore is using ${what}. Wait until it has finished.`)
    this.name = 'BeingCopied'
  }
}

/**
 * Only one process serves a SQLite file. It holds SQLite's own lock on a file next to the database, so the lock ends
 * with the process in every case, and the command line can still use the database.
 */
export function claimServing({ database }: Pick<Config, 'database'>): { release: () => void } {
  if (database.engine === 'postgres') return { release: () => undefined }
  const release = holdLock(lockOf(database.file), 'first')
  if (release !== undefined) return { release }
  // Throws if a move or restore has the lock; a serving process would let others share it.
  shareFile(database.file)()
  throw new AlreadyServing(database.file)
}

/**
 * For a process that replaces another one: shares the file until the other has ended, then `become` the one that serves.
 */
export function claimAfter({ database }: Pick<Config, 'database'>): {
  become: () => void
  release: () => void
} {
  if (database.engine === 'postgres') return { become: () => undefined, release: () => undefined }
  let release = shareFile(database.file)
  return {
    become() {
      const claimed = claimServing({ database })
      release()
      release = claimed.release
    },
    release: () => release(),
  }
}

/** Prevents moves and restores of a SQLite file until it is released. */
export function shareFile(file: string): () => void {
  const release = holdLock(lockOf(file), 'shared')
  if (release === undefined) throw new BeingCopied(file)
  return release
}

/** The path of the lock file of a database. */
export function lockOf(file: string): string {
  makeFolderOf(file)
  // A database has one lock, whatever path leads to it.
  return `${realPath(file)}.serving`
}
