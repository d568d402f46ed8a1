import { setTimeout } from 'node:timers/promises'
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { problem } from '../errors.ts'
import type { Database, Transaction } from './database.ts'
import type { Tables } from './tables.ts'

const tries = 12

/** Serialisation failure, deadlock, and a unique key that another transaction took in the meantime. */
const retryable = new Set(['40001', '40P01', '23505'])

export function openPostgres(url: string, options: { connections: number }): Database {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'atrium',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    engine: 'postgres',
    shared: true,
    query,
    transaction: (work) => retried(() => serializable(query, work)),
    async ping() {
      await pool.query('SELECT 1')
    },
    async close() {
      await query.destroy()
    },
  }
}

/** Each transaction sees the database as if it were alone, as on SQLite; where that fails, it runs again. */
function serializable<T>(query: Kysely<Tables>, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return query
    .transaction()
    .setIsolationLevel('serializable')
    .execute((trx) =>
      work({ engine: 'postgres', query: trx, transaction: true, tryLock: (name) => tryLock(trx, name) }),
    )
}

async function tryLock(trx: KyselyTransaction<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "taken"`.execute(trx)
  return rows[0]?.taken === true
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!retryable.has(errorCode(error))) throw error
      if (n === tries)
        throw problem('unavailable', 'Too many changes at once to the same records.', {
          headers: { 'retry-after': '1' },
        })
      await setTimeout(Math.random() * Math.min(2 ** n, 200))
    }
  }
}

/**
 * The server is out of reach, shutting down, took too long, does not let us in (any more), or has no such
 * database (any more): classes 08, 28, 3D, 53 and 57 of its codes, and the socket's own errors.
 */
export function isOutOfReach(error: unknown): boolean {
  const code = errorCode(error)
  if (/^(08|28|3D|53|57)/.test(code)) return true
  if (/^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)/.test(code) || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return true
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded|Client has encountered)/.test(error.message)
  )
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
