import type { DatabaseConnection, Driver, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type SqlValue = string | number | boolean | null

/** A piece of SQL with `?` for each of its values. Both engines use the same text. */
export interface Sql {
  sql: string
  values: readonly SqlValue[]
}

/** Reads the database: typed queries, and SQL built at run time (pages). */
export interface Reader {
  readonly engine: Engine
  readonly query: Kysely<Tables>
  /** Runs SQL as it is; see `rows`. */
  readonly run: (sql: Sql) => Promise<unknown[]>
  /**
   * The same for a statement that may take long: resolves to undefined if it has no result within this many
   * milliseconds. Undefined within transactions, and where a statement cannot be stopped.
   */
  readonly runWithin?: (milliseconds: number, sql: Sql) => Promise<unknown[] | undefined>
  /**
   * A number that changes after every commit: immediately for this process's own commits, and for those of another
   * process before the next operation starts. Undefined if the engine has no such number.
   */
  readonly version?: () => number
  /** Serves some of the reads; undefined without one. */
  readonly replica?: Replica
  /** Caches what `lookUpOnce` reads; undefined where nothing reports changes to it. */
  readonly lookups?: Lookups
}

/** A copy of the database that follows it. */
export interface Replica {
  /** Reads from the replica if it is in use and has this transaction, the caller's last write; otherwise undefined. */
  readerFor(lastWrite: string | undefined): Reader | undefined
  /** Waits until the replica has everything that is committed now, or is no longer in use. */
  caughtUp(): Promise<void>
  /** How many seconds it is behind; undefined if it is not in use: unreachable, or too far behind. */
  lag(): number | undefined
  /** Why it is not in use, as a sentence; undefined if it is. */
  problem(): string | undefined
}

/** A cache of facts about workspaces, their stages, members and users. It returns undefined for what may have changed. */
export interface Lookups {
  get(key: string): unknown
  set(key: string, value: unknown): void
}

/** An atomic transaction. Only `Database.transaction` and `Database.load` create one. */
export interface Transaction extends Reader {
  readonly transaction: true
  /**
   * Runs a statement whose result nobody needs. On PostgreSQL it travels with those that follow; if it fails, the next
   * one throws its error, or the commit.
   */
  send(sql: Sql): Promise<void>
  /** Takes a lock that other processes respect until the transaction ends; false if another transaction has it. */
  tryLock(name: string): Promise<boolean>
}

/** Notifications of a channel. */
export interface Listener {
  onMessage: (message: string) => void
  /** The connection was established: earlier notifications may have been missed. */
  onConnect: () => void
}

export interface Subscription {
  /** False while the connection is broken: nothing is received. */
  isConnected: () => boolean
  close: () => Promise<void>
}

export interface Database extends Reader {
  /** Whether other processes may serve the same database. */
  readonly shared: boolean
  /**
   * Runs `work` in one transaction and resolves once it is durable. `work` may run several times (after a conflict, or
   * a failure in the same commit), so it must not touch or wait for anything but the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` once, in one transaction that may take long; for inserting rows that nobody refers to yet, or for work
   * that must not conflict with requests, such as numbering changes and notifying people. It is not
   * serializable: next to a long serializable transaction, PostgreSQL would have to track everything that others read.
   */
  load<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` on a consistent snapshot of the database. Only for work of bounded duration, never for work that waits
   * for a caller.
   */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** The size of the connection pool; undefined where there is none. */
  readonly poolSize?: number
  /**
   * The numbers of open and idle connections to the server, and of callers waiting for one; undefined without a server.
   */
  readonly connections?: () => { open: number; idle: number; waiting: number }
  /**
   * Receives the notifications of a channel from all processes, over a connection of its own. Undefined where the engine
   * has none.
   */
  readonly listen?: (channel: string, listener: Listener) => Subscription
  /** Runs a trivial query; throws if the database is unreachable or read-only. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Checks foreign keys when the transaction commits, so that rows can be inserted in any order. */
export async function deferForeignKeys(tx: Transaction): Promise<void> {
  const sql = tx.engine === 'sqlite' ? 'PRAGMA defer_foreign_keys = ON' : 'SET CONSTRAINTS ALL DEFERRED'
  await tx.run({ sql, values: [] })
}

/** Engines limit the values per statement, and no statement should be long. */
const chunk = 500

/** Splits a list of values that callers can make long. */
export function inChunks<T>(all: readonly T[], size = chunk): (readonly T[])[] {
  // Nearly all lists are short.
  if (all.length <= size) return all.length === 0 ? [] : [all]
  const chunks: T[][] = []
  for (let n = 0; n < all.length; n += size) chunks.push(all.slice(n, n + size))
  return chunks
}

/** Runs SQL that was built at run time, such as a page's. `?` stands for a value on both engines. */
export async function rows<R>(reader: Reader, sql: Sql): Promise<R[]> {
  return (await reader.run(sql)) as R[]
}

const nothing = async (): Promise<void> => undefined

/** Lets the query builder use one connection. Transactions begin and end elsewhere. */
export function driverOf(connection: DatabaseConnection): Driver {
  return {
    init: nothing,
    destroy: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
  }
}
