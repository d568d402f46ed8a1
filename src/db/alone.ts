import { setTimeout } from 'node:timers/promises'
import type { Client } from 'pg'
import type { DatabaseAddress } from '../config/storage-settings.ts'
import { connected, migrationLock } from './migrate-postgres.ts'
import { claimServing } from './open.ts'

/** Any number that no other program on the server is likely to use for its own lock. */
const copyLock = 7_287_486_001

const patience = 2_000
const serving = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'atrium'`

/**
 * Runs `work` while no process serves the database. On PostgreSQL `source` makes those that start meanwhile wait;
 * a target has a mark that they refuse.
 */
export async function alone<T>(
  database: DatabaseAddress,
  as: 'source' | 'target',
  work: () => Promise<T>,
): Promise<T> {
  if (database.engine === 'sqlite') {
    const { release } = claimServing({ database })
    try {
      return await work()
    } finally {
      release()
    }
  }
  return connected(database.url, async (client) => {
    const locks = as === 'source' ? [migrationLock, copyLock] : [copyLock]
    // The server needs a moment to see that a process is gone.
    for (const end = Date.now() + patience; !(await isAlone(client, locks)); await setTimeout(50))
      if (Date.now() > end) throw new InUse(database.url)
    return work()
  })
}

/** Takes those of the locks that are free; what is taken twice is still one's own. */
async function isAlone(client: Client, locks: readonly number[]): Promise<boolean> {
  for (const lock of locks) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS "taken"', [lock])
    if (rows[0]?.taken !== true) return false
  }
  return (await client.query(serving)).rows.length === 0
}

export class InUse extends Error {
  constructor(url: string) {
    // Without what may be secret in it.
    super(
      `Another process serves the database ${new URL(url).pathname.slice(1)}, or works on it. Stop it first.`,
    )
    this.name = 'InUse'
  }
}
