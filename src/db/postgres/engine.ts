import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { PostgresAddress } from '../../base/config/storage-settings.ts'
import { codeOf, problem } from '../../base/errors.ts'
import { type Database, type Reader, rows, type Transaction } from '../database.ts'
import { sql } from '../sql.ts'
import { isCancelled, isOutOfReach, ReadOnlyDatabase } from './failures.ts'
import { Hosts } from './hosts.ts'
import { Listening } from './listening.ts'
import { Pipeline, socketOf } from './pipeline.ts'
import { poolClient } from './pool-client.ts'
import { queryBuilder, type Run } from './query-builder.ts'
import { RetryLock } from './retry-lock.ts'
import { configureSession, isReadOnlyServer, localSettings, noTimeouts } from './session.ts'
import { ask, isOutdated, statementOf } from './statements.ts'

/** Milliseconds to retry a transaction before the caller gets an error that says to retry later. */
const patience = 5_000

/** Milliseconds until the server cancels a statement; the client waits a little longer for its response. */
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
  /** The addresses for notifications, which need a session. */
  direct?: readonly string[]
  pooling?: PostgresAddress['pooling']
  prepared?: boolean
}

/** `urls`: one for each host. */
export function openPostgres(
  urls: readonly string[],
  { connections, patient = false, direct = urls, pooling = 'session', prepared = true }: PostgresOptions,
): Database {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const limits = patient ? noTimeouts : timeouts
  const local = pooling === 'transaction' ? localSettings(limits) : undefined
  const pool = new pg.Pool({
    connectionString: urls[0],
    Client: poolClient({ hosts: new Hosts(urls), prepared, local }),
    max: connections,
    pipeline: true,
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
      if (local === undefined) await configureSession(client, limits)
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
  const run: Run = (text, values) => ask(pool, text, statementOf(text), values)
  const lock = new RetryLock()
  return {
    engine: 'postgres',
    shared: true,
    query: queryBuilder(run),
    poolSize: connections,
    async run({ sql: text, values }) {
      const found = await run(text, values).catch((error: unknown) => {
        if (isOutdated(error)) return run(text, values)
        throw error
      })
      return found.rows
    },
    runWithin: (milliseconds, { sql: text, values }) => readWithin(pool, milliseconds, text, values),
    transaction: (work) =>
      retried(lock, () => isolated(pool, 'SERIALIZABLE', (pipeline) => work(transactionOn(pipeline)))),
    load: (work) => isolated(pool, 'READ COMMITTED', (pipeline) => work(transactionOn(pipeline))),
    snapshot: (work) => isolated(pool, 'REPEATABLE READ READ ONLY', (pipeline) => work(readerOn(pipeline))),
    listen: (channel, listener) => new Listening(direct, channel, listener),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async ping() {
      if (await isReadOnlyServer(pool)) throw new ReadOnlyDatabase()
    },
    async close() {
      await pool.end()
    },
  }
}

/** `SERIALIZABLE`: each transaction runs as if it were alone, as on SQLite; after a conflict it runs again. */
async function isolated<T>(
  pool: pg.Pool,
  level: 'SERIALIZABLE' | 'READ COMMITTED' | 'REPEATABLE READ READ ONLY',
  work: (pipeline: Pipeline) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const pipeline = new Pipeline(client, `BEGIN ISOLATION LEVEL ${level}`)
  let failure: Error | undefined
  try {
    const result = await work(pipeline)
    await pipeline.commit()
    return result
  } catch (error) {
    await pipeline.rollBack().catch((unusable: Error) => {
      failure = unusable
    })
    throw error
  } finally {
    client.release(failure)
  }
}

/** In a transaction, because poolers keep no settings between them. */
async function readWithin(
  pool: pg.Pool,
  milliseconds: number,
  text: string,
  values: readonly unknown[],
): Promise<unknown[] | undefined> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const pipeline = new Pipeline(client, 'BEGIN READ ONLY')
    await pipeline.send(`SELECT set_config('statement_timeout', ?, true)`, [String(milliseconds)])
    return (await pipeline.runLast(text, values)).rows
  } catch (error) {
    if (isCancelled(error)) return undefined
    if (error instanceof Error && isOutOfReach(error)) failure = error
    throw error
  } finally {
    client.release(failure)
  }
}

function readerOn(pipeline: Pipeline): Reader {
  return {
    engine: 'postgres',
    query: queryBuilder((text, values) => pipeline.run(text, values)),
    run: async ({ sql: text, values }) => (await pipeline.run(text, values)).rows,
  }
}

function transactionOn(pipeline: Pipeline): Transaction {
  const reader = readerOn(pipeline)
  return {
    ...reader,
    transaction: true,
    send: ({ sql: text, values }) => pipeline.send(text, values),
    async tryLock(name) {
      const taking = sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "taken"`
      const [lock] = await rows<{ taken: boolean }>(reader, taking)
      return lock?.taken === true
    },
  }
}

/** After this many failures a transaction runs alone in this process; otherwise many at once could conflict forever. */
const attemptsTogether = 3

async function retried<T>(lock: RetryLock, attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + patience
  for (let n = 1; ; n += 1) {
    try {
      return await (n > attemptsTogether ? lock.exclusive(attempt) : lock.shared(attempt))
    } catch (error) {
      if (!retryable.has(codeOf(error)) && !isOutdated(error)) throw error
      if (performance.now() > end)
        throw problem('unavailable', 'Too many changes at once to the same records.', {
          headers: { 'retry-after': '1' },
        })
      await setTimeout(Math.random() * Math.min(2 ** n, 200))
    }
  }
}
