import type { Client } from 'pg'
import { clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import { BeingCopied, claimServing, lockOf, shareFile } from './open.ts'
import { connected, migrationLock } from './postgres/migrate.ts'
import { holdLock } from './sqlite/engine.ts'

/** Any number that no other program on the server is likely to use for its own lock. */
const copyLock = 7_287_486_001

const patience = 2_000
const serving = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'atrium'`

/**
 * A pooler keeps the session of a process that has ended, with its name. A process that serves uses the database every
 * 15 seconds, when it renews a lease.
 */
const servingThroughPooler = `${serving} AND (state IS DISTINCT FROM 'idle' OR state_change > now() - interval '40 seconds')`
const patienceWithPooler = 45_000

/** An exclusive lock on a database. */
export interface ExclusiveAccess {
  /** Throws if the lock is known to be lost. */
  demand(): void
  /** The same, after checking with the server. */
  prove(): Promise<void>
}

export function bothOf(one: ExclusiveAccess, other: ExclusiveAccess): ExclusiveAccess {
  return {
    demand() {
      one.demand()
      other.demand()
    },
    async prove() {
      await one.prove()
      await other.prove()
    },
  }
}

/** On SQLite the lock lasts until the process ends. */
const untilTheEnd: ExclusiveAccess = { demand: () => undefined, prove: async () => undefined }

/**
 * Runs `work` while no process serves the database and no other command uses it. On PostgreSQL, processes that start in
 * the meantime wait for a `source`; a target has a mark that they refuse.
 */
export async function withExclusiveAccess<T>(
  database: DatabaseAddress,
  as: 'source' | 'target',
  work: (kept: ExclusiveAccess) => Promise<T>,
): Promise<T> {
  if (database.engine === 'sqlite') {
    // If a process serves the file, this throws an error that says so.
    claimServing({ database }).release()
    const release = holdLock(lockOf(database.file), 'alone')
    if (release === undefined) throw new InUse(database.file)
    try {
      return await work(untilTheEnd)
    } finally {
      release()
    }
  }
  const isPooled = database.pooling === 'transaction'
  return connected(database.direct, async (client) => {
    const kept = keptBy(client, nameOf(database))
    await client.query('SET idle_session_timeout = 0')
    const locks = as === 'source' ? [migrationLock, copyLock] : [copyLock]
    // The server takes a moment to notice that a process has ended.
    const end = clock.now() + (isPooled ? patienceWithPooler : patience)
    for (; !(await isAlone(client, locks, isPooled)); await clock.pause(50))
      if (clock.now() > end) throw new InUse(nameOf(database))
    return work(kept)
  })
}

/** The locks belong to the connection and end with it. */
function keptBy(client: Client, name: string): ExclusiveAccess {
  let lost = false
  const lose = (): void => {
    lost = true
  }
  client.on('error', lose).on('end', lose)
  const demand = (): void => {
    if (lost) throw new ExclusiveAccessLost(name)
  }
  return {
    demand,
    async prove() {
      await client.query('SELECT 1').catch(lose)
      demand()
    },
  }
}

/** Runs the `work` of a command, which may write, alongside the service and other commands, but not during a move or restore. */
export async function withSharedAccess<T>(database: DatabaseAddress, work: () => Promise<T>): Promise<T> {
  if (database.engine === 'sqlite') {
    const release = shareFile(database.file)
    return work().finally(release)
  }
  return connected(database.direct, async (client) => {
    await client.query('SET idle_session_timeout = 0')
    const { rows } = await client.query('SELECT pg_try_advisory_lock_shared($1) AS "taken"', [copyLock])
    if (rows[0]?.taken !== true) throw new BeingCopied(nameOf(database))
    return work()
  })
}

/** Takes the locks that are free. Taking one twice is harmless. */
async function isAlone(client: Client, locks: readonly number[], isPooled: boolean): Promise<boolean> {
  for (const lock of locks) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS "taken"', [lock])
    if (rows[0]?.taken !== true) return false
  }
  return (await client.query(isPooled ? servingThroughPooler : serving)).rows.length === 0
}

/** The name of a database, without the secret parts of its address. */
export function nameOf(database: DatabaseAddress): string {
  return database.engine === 'sqlite'
    ? database.file
    : `the database ${new URL(database.urls[0] ?? '').pathname.slice(1)}`
}

export class InUse extends Error {
  constructor(name: string) {
    super(`Another process is serving or using ${name}. Stop it first, or wait until it ends.`)
    this.name = 'InUse'
  }
}

export class ExclusiveAccessLost extends Error {
  constructor(name: string) {
    super(
      `Lost the connection that held the exclusive lock on ${name}, so other processes may have changed it. Run the same command again: it continues and compares everything.`,
    )
    this.name = 'ExclusiveAccessLost'
  }
}
