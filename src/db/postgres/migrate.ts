import pg from 'pg'
import type { PostgresAddress } from '../../base/config/storage-settings.ts'
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
import { primaryOf } from './hosts.ts'
import {
  configureSession,
  demandOwnSession,
  demandPrepared,
  demandTransactions,
  isReadOnlyServer,
  noTimeouts,
} from './session.ts'

/** Any number that no other program on the server is likely to use for its own lock. */
export const migrationLock = 7_287_486_000

/** How often to retry a migration that deadlocks with running services. */
const mostTries = 20

const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '40P01'

export async function withPostgres<T>(
  address: PostgresAddress,
  say: (line: string) => void,
  work: (target: MigrationTarget) => Promise<T>,
): Promise<T> {
  await demandFitting(address)
  return connected(address.direct, async (client) => {
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
          hasLedger: () => hasLedger(client),
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

async function hasLedger(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('"migrations"') IS NOT NULL AS "there"`)
  return rows[0]?.there === true
}

const stateOf = (client: pg.Client): Promise<DatabaseState> =>
  readState(async (sql) => (await client.query(sql)).rows)

/** Throws if the service could not work through its address; that for migrations is checked when it is used. */
async function demandFitting({ urls, direct, pooling, prepared }: PostgresAddress): Promise<void> {
  if (urls === direct) return
  const openOther = (): Promise<pg.Client> => open(urls)
  const client = await openOther()
  try {
    if (pooling === 'session') await demandOwnSession(client, openOther)
    else await demandTransactions(client)
    if (pooling === 'transaction' && prepared) await demandPrepared(client, openOther)
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function lookAtPostgres(urls: readonly string[]): Promise<DatabaseState> {
  return connected(urls, async (client) => {
    return (await hasLedger(client)) ? stateOf(client) : emptyState
  }).catch((error: unknown) => {
    throw explainUnfit(error)
  })
}

/** Runs `work` on a dedicated connection to the primary, or to the first host if there is none. */
export async function connected<T>(
  address: string | readonly string[],
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const urls = [address].flat()
  const client = await open(urls)
  try {
    await demandOwnSession(client, () => open(urls))
    await configureSession(client, noTimeouts)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function open(urls: readonly string[]): Promise<pg.Client> {
  const client = clientFor(await primaryOf(urls))
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
