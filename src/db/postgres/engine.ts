import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { codeOf, problem } from '../../base/errors.ts'
import type { Database, Reader, Transaction } from '../database.ts'
import { timedAway, toldByKysely } from '../observed.ts'
import type { Tables } from '../tables.ts'
import { RetryLock } from './retry-lock.ts'

/** How long a transaction is tried again before its caller is told to come back later. */
const patience = 5_000

/** The server ends a statement after so long, in milliseconds, and its answer is waited for a little longer. */
const longestStatement = 6_000
const longestSilence = 7_000

/** Serialisation failure, deadlock, and a unique key that another transaction took, or a parent that it deleted, in the meantime. */
const retryable = new Set(['40001', '40P01', '23505', '23503'])

interface PostgresOptions {
  connections: number
  /** For copies of everything, which take the time that they take. */
  patient?: boolean
}

export function openPostgres(url: string, { connections, patient = false }: PostgresOptions): Database {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // For one to be free, and as long again for a new one.
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    // The server keeps what a connection has parsed; so that it is not kept for ever, neither is the connection.
    maxUses: 10_000,
    ...(!patient && { statement_timeout: longestStatement, idle_in_transaction_session_timeout: 10_000 }),
    application_name: patient ? 'atrium-copy' : 'atrium',
  })
  // A connection that breaks is replaced by the pool, and who uses it is told at the next query; without
  // these listeners it would end the process, idle or in the middle of a transaction.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const socket = socketOf(client)
    socket.on('timeout', () => socket.destroy())
  })
  // A network that has lost the server says nothing, and a connection in use would wait for ever.
  if (!patient) {
    pool.on('acquire', (client) => socketOf(client).setTimeout(longestSilence))
    pool.on('release', (_error, client) => socketOf(client).setTimeout(0))
  }
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...toldByKysely() })
  const lock = new RetryLock()
  return {
    engine: 'postgres',
    shared: true,
    query,
    poolSize: connections,
    async run({ sql: text, values }) {
      const ask = () => timedAway(text, () => pool.query({ ...inDialect(text), values: [...values] }))
      const { rows } = await ask().catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        texts.delete(text)
        return ask()
      })
      return rows
    },
    transaction: (work) => retried(lock, () => isolated(query, 'serializable', work)),
    load: (work) => isolated(query, 'read committed', work),
    snapshot: (work) =>
      query
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => work(readerOf(trx))),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async ping() {
      await pool.query('SELECT 1')
    },
    async close() {
      await query.destroy()
      // It ends the pool only if it has used it itself.
      if (!pool.ending) await pool.end()
    },
  }
}

/** The driver's types do not tell of it. */
const socketOf = (client: unknown): Socket => (client as { connection: { stream: Socket } }).connection.stream

/**
 * `serializable`: each transaction sees the database as if it were alone, as on SQLite; where that fails, it runs again.
 */
function isolated<T>(
  query: Kysely<Tables>,
  level: 'serializable' | 'read committed',
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return query
    .transaction()
    .setIsolationLevel(level)
    .execute((trx) => work({ ...readerOf(trx), transaction: true, tryLock: (name) => tryLock(trx, name) }))
}

function readerOf(trx: KyselyTransaction<Tables>): Reader {
  return {
    engine: 'postgres',
    query: trx,
    async run({ sql: text, values }) {
      return (await trx.executeQuery(CompiledQuery.raw(inDialect(text).text, [...values]))).rows
    },
  }
}

const keptTexts = 500
const texts = new Map<string, { text: string; name: string }>()
let named = 0

/** `?` becomes `$n`; our texts hold no other question mark. A text with a name is parsed once by each connection. */
function inDialect(given: string): { text: string; name: string } {
  const known = texts.get(given)
  if (known !== undefined) return known
  let n = 0
  const made = { text: given.replaceAll('?', () => `$${++n}`), name: `atrium${++named}` }
  const [oldest] = texts.keys()
  if (texts.size >= keptTexts && oldest !== undefined) texts.delete(oldest)
  texts.set(given, made)
  return made
}

/** A newer version has added to a table: what was parsed under a name shows fewer columns, and needs another name. */
const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && /cached plan must not change/.test(error.message)

async function tryLock(trx: KyselyTransaction<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "taken"`.execute(trx)
  return rows[0]?.taken === true
}

/** After so many failures a transaction runs alone in this process, or many at once would be in each other's way for ever. */
const attemptsTogether = 3

async function retried<T>(lock: RetryLock, attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + patience
  for (let n = 1; ; n += 1) {
    try {
      return await (n > attemptsTogether ? lock.exclusive(attempt) : lock.shared(attempt))
    } catch (error) {
      if (!retryable.has(codeOf(error))) throw error
      if (performance.now() > end)
        throw problem('unavailable', 'Too many changes at once to the same records.', {
          headers: { 'retry-after': '1' },
        })
      await setTimeout(Math.random() * Math.min(2 ** n, 200))
    }
  }
}

/** The server's disk is full: what was to be stored is not, and reading goes on. */
export const isOutOfRoom = (error: unknown): boolean => codeOf(error) === '53100'

/** No connection became free in time. The server itself may be fine. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/**
 * The server is out of reach, shutting down, took too long, does not let us in (any more), or has no such
 * database (any more): classes 08, 28, 3D, 53 and 57 of its codes, and the socket's own errors.
 */
export function isOutOfReach(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08|28|3D|53|57)/.test(code)) return true
  if (/^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)/.test(code) || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return true
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded|Client has encountered|Cannot use a pool)/.test(error.message)
  )
}
