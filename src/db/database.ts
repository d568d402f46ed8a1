import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type SqlValue = string | number | boolean | null

/** A piece of SQL with `?` for each of its values; written alike for both engines. */
export interface Sql {
  sql: string
  values: readonly SqlValue[]
}

/** What one can ask: typed queries, and texts for what is built at run time (pages). */
export interface Reader {
  readonly engine: Engine
  readonly query: Kysely<Tables>
  /** Runs a text as it is; see `rows`. */
  readonly run: (sql: Sql) => Promise<unknown[]>
  /**
   * A number that is another one after every commit: of one's own at once, of another process for whatever begins after
   * it. Undefined where the engine has none.
   */
  readonly version?: () => number
  /** Workspaces, roles and users that were looked up, where nothing changes them as long as the reader is used. */
  readonly lookups?: Map<string, unknown>
}

/** A transaction: all of it or nothing. Only `Database.transaction` and `Database.load` make one. */
export interface Transaction extends Reader {
  readonly transaction: true
  /** Takes a lock that other processes respect until the transaction ends; false when another has it. */
  tryLock(name: string): Promise<boolean>
}

export interface Database extends Reader {
  /** Whether other processes may serve it too. */
  readonly shared: boolean
  /**
   * Runs `work` in one transaction and resolves after it is durable. It may run several times (another
   * was in the way, or failed in the same commit), so it must not touch anything but the database, nor wait for anything else.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` once, in one transaction that may take long, for what only adds rows that nobody knows of yet. Others
   * are not held against it: beside a long serializable one PostgreSQL would have to remember all that they read.
   */
  load<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` on the database as it is at one moment, whatever others write meanwhile. For what takes a
   * bounded time; never for what waits for a caller.
   */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** The size of the connection pool; undefined where there is none. */
  readonly poolSize?: number
  /** The connections to a server that are open, unused, and waited for; undefined where there is no server. */
  readonly connections?: () => { open: number; idle: number; waiting: number }
  /** A trivial question to the engine; throws when it is out of reach. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** An engine takes so many values in one statement, and no statement should be long. */
const chunk = 500

/** The same in pieces, for lists of values that callers can make long. */
export function inChunks<T>(all: readonly T[], size = chunk): (readonly T[])[] {
  // Nearly all are short.
  if (all.length <= size) return all.length === 0 ? [] : [all]
  const chunks: T[][] = []
  for (let n = 0; n < all.length; n += size) chunks.push(all.slice(n, n + size))
  return chunks
}

/** Runs a text that is built at run time, such as a page's. `?` stands for a value on both engines. */
export async function rows<R>(reader: Reader, sql: Sql): Promise<R[]> {
  return (await reader.run(sql)) as R[]
}
