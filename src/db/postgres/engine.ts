import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, Kysely, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { codeOf, problem } from '../../base/errors.ts'
import type { Database, Reader, Transaction } from '../database.ts'
import { publishQueries, timedAway } from '../observed.ts'
import type { Tables } from '../tables.ts'
import { ReadOnlyDatabase } from './failures.ts'
import { Listening } from './listening.ts'
import { RetryLock } from './retry-lock.ts'
import { isReadOnlyServer, noTimeouts, setTimeouts } from './session.ts'

/** Milliseconds to retry a transaction before the caller gets an error that says to retry later. */
const patience = 5_000

/** Milliseconds until the server cancels a statement; the client waits a little longer for its answer. */
const timeouts = { statement: 6_000, idleInTransaction: 10_000 }
const longestSilence = 7_000

/**
 * Serialization failure, deadlock, and a unique key taken or a parent deleted by another transaction in the meantime.
 */
const retryable = new Set(['40001', '40P01', '23505', '23503'])

interface PostgresOptions {
  connections: number
  /** For copies of the whole database: no timeouts. */
  patient?: boolean
}

export function openPostgres(url: string, { connections, patient = false }: PostgresOptions): Database {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // Limits the wait for a free connection, and then again the wait for a new one.
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    // The server keeps prepared statements per connection, so connections are replaced from time to time.
    maxUses: 10_000,
    application_name: patient ? 'atrium-copy' : 'atrium',
    async onConnect(client) {
      // Without a listener, the error of a broken connection would end the process.
      client.on('error', () => undefined)
      const socket = socketOf(client)
      socket.on('timeout', () => socket.destroy())
      // A pooler accepts connections for which it has no session yet.
      socket.setTimeout(longestSilence)
      await setTimeouts(client, patient ? noTimeouts : timeouts)
      socket.setTimeout(0)
    },
  })
  // The pool replaces a broken connection, and its user gets the error from the next query.
  pool.on('error', () => undefined)
  // If the network loses the server, no error arrives, and a connection in use would wait forever.
  if (!patient) {
    pool.on('acquire', (client) => socketOf(client).setTimeout(longestSilence))
    pool.on('release', (_error, client) => socketOf(client).setTimeout(0))
  }
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...publishQueries() })
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
    listen: (channel, listener) => new Listening(url, channel, listener),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async ping() {
      if (await isReadOnlyServer(pool)) throw new ReadOnlyDatabase()
    },
    async close() {
      await query.destroy()
      // It ends the pool only if it has used it.
      if (!pool.ending) await pool.end()
    },
  }
}

/** Missing in the driver's types. */
const socketOf = (client: unknown): Socket => (client as { connection: { stream: Socket } }).connection.stream

/** `serializable`: each transaction runs as if it were alone, as on SQLite; after a conflict it runs again. */
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

/** `?` becomes `$n`; the program's SQL contains no other question mark. Each connection parses a named text once. */
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

/**
 * A newer version has added a column to a table: the prepared statement returns the old columns, so it needs a new
 * name.
 */
const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && /cached plan must not change/.test(error.message)

async function tryLock(trx: KyselyTransaction<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "taken"`.execute(trx)
  return rows[0]?.taken === true
}

/** After this many failures a transaction runs alone in this process; otherwise many at once could conflict forever. */
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
