import { CompiledQuery, type Kysely } from 'kysely'
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
}

/** A transaction: all of it or nothing. Only `Database.transaction` makes one. */
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
   * process was in the way), so it must not touch anything but the database, nor wait for anything else.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** A trivial question to the engine; throws when it is out of reach. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Runs a text; `?` becomes `$n` where the engine wants that. Our texts hold no other question mark. */
export async function rows<R>({ engine, query }: Reader, { sql, values }: Sql): Promise<R[]> {
  let n = 0
  const text = engine === 'postgres' ? sql.replaceAll('?', () => `$${++n}`) : sql
  const result = await query.executeQuery(CompiledQuery.raw(text, [...values]))
  return result.rows as R[]
}
