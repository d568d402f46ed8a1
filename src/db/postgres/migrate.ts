import pg from 'pg'
import { ConfigFault } from '../../base/config.ts'
import { whyUnusable } from '../../base/folders.ts'
import {
  type DatabaseState,
  emptyState,
  type MigrationTarget,
  readState,
  waitingForOther,
} from '../migration-target.ts'
import { demandUnicode, explainUnfit } from '../unfit-database.ts'
import { ReadOnlyDatabase } from './failures.ts'
import { demandOwnSession, isReadOnlyServer, noTimeouts, setTimeouts } from './session.ts'

/** Any number that no other program on the server is likely to use for its own lock. */
export const migrationLock = 7_287_486_000

/** How often to retry a migration that deadlocks with running services. */
const mostTries = 20

const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'

export async function withPostgres<T>(
  url: string,
  say: (line: string) => void,
  work: (target: MigrationTarget) => Promise<T>,
): Promise<T> {
  return connected(url, async (client) => {
    if (await isReadOnlyServer(client)) throw new ReadOnlyDatabase()
    await demandUnicode(client)
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS "taken"', [migrationLock])
    if (rows[0]?.taken !== true) {
      say(waitingForOther)
      await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    }
    for (let tries = 1; ; tries += 1)
      try {
        await client.query('BEGIN')
        const result = await work({
          engine: 'postgres',
          run: (sql, values = []) => client.query(sql, values),
          state: () => stateOf(client),
          // A failed migration is rolled back. Backups of the server are up to its operator (docs/operating.md).
          copyAside: async () => undefined,
        })
        await client.query('COMMIT')
        return result
      } catch (error) {
        // Running services lock tables in a different order.
        if (!isDeadlock(error) || tries === mostTries) throw explainUnfit(error)
        await client.query('ROLLBACK')
        say('Other processes have locked the tables; trying again.')
      }
  })
}

const stateOf = (client: pg.Client): Promise<DatabaseState> =>
  readState(async (sql) => (await client.query(sql)).rows)

export async function lookAtPostgres(url: string): Promise<DatabaseState> {
  return connected(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('"migrations"') IS NOT NULL AS "there"`)
    return rows[0]?.there === true ? stateOf(client) : emptyState
  }).catch((error: unknown) => {
    throw explainUnfit(error)
  })
}

/** Runs `work` on a dedicated connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await open(url)
  try {
    await demandOwnSession(client, () => open(url))
    await setTimeouts(client, noTimeouts)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = clientFor(url)
  // A broken connection fails the query in progress; without a listener the error would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

function clientFor(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      // It may hold a lock for hours without sending anything.
      keepAlive: true,
      application_name: 'atrium-migrate',
    })
  } catch (error) {
    // It reads the certificates that the address names.
    const why = whyUnusable(error)
    throw why === undefined
      ? error
      : new ConfigFault([`The address of the database names a certificate. ${why}`])
  }
}
