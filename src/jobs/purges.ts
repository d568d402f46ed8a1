import { clock } from '../base/clock.ts'
import { type Database, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { replayableSince } from '../http/idempotency.ts'
import type { Job } from './runner.ts'

const day = 24 * 3_600_000
const ago = (milliseconds: number): string => new Date(clock.now() - milliseconds).toISOString()
const batch = 500

/** Deletes in batches to keep transactions short. */
async function deleteOld(
  db: Database,
  signal: AbortSignal,
  table: string,
  key: readonly string[],
  column: string,
  before: string | number,
  condition = sql`1 = 1`,
): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await db.transaction((tx) =>
      rows(
        tx,
        sql`DELETE FROM ${sql.id(table)} WHERE (${sql.ids(key)}) IN
          (SELECT ${sql.ids(key)} FROM ${sql.id(table)} WHERE ${sql.id(column)} < ${before} AND ${condition}
          LIMIT ${batch}) RETURNING 1 AS "one"`,
      ),
    )
    total += deleted.length
    if (deleted.length < batch || signal.aborted) return total
  }
}

const counted = (n: number, what: string): string | undefined =>
  n === 0 ? undefined : `Cleared ${n} ${what}.`

export const purgeIdempotencyKeys: Job = {
  name: 'purge-idempotency-keys',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(
        db,
        signal,
        'idempotencyKeys',
        ['companyNo', 'scope', 'key'],
        'createdAt',
        replayableSince(),
      ),
      'idempotency keys',
    ),
}

/** "Kept for 30 days past their end so that an expired one is told from an unknown one." */
export const purgeAccessTokens: Job = {
  name: 'purge-access-tokens',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(db, signal, 'accessTokens', ['hash'], 'expiresAt', ago(30 * day)),
      'access tokens',
    ),
}

/** After its expiry a `jti` cannot be replayed. */
export const purgeUsedAssertions: Job = {
  name: 'purge-used-assertions',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(db, signal, 'usedAssertions', ['clientId', 'jti'], 'expiresAt', ago(0)),
      'used assertions',
    ),
}

/** An allowance is full again after a day without use. */
export const purgeAllowances: Job = {
  name: 'purge-allowances',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(db, signal, 'allowances', ['key'], 'at', (clock.now() - day) / 1000),
      'allowances',
    ),
}

/** A replica that is in use is a second behind at most. */
export const purgeCallerWrites: Job = {
  name: 'purge-caller-writes',
  everySeconds: 3_600,
  run: async (db, signal) => {
    const key = ['companyNo', 'userId', 'xid']
    await deleteOld(db, signal, 'callerWrites', key, 'createdAt', ago(3_600_000))
    return undefined
  },
}

export const purgeNotifications: Job = {
  name: 'purge-notifications',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(db, signal, 'notifications', ['companyNo', 'id'], 'doneAt', ago(90 * day)),
      'notifications that were done 90 days ago',
    ),
}

/** "Deliveries stay in the log for 30 days." */
export const purgeDeliveries: Job = {
  name: 'purge-deliveries',
  everySeconds: 3_600,
  run: async (db, signal) => {
    const key = ['companyNo', 'webhookId', 'id']
    const isOver = sql`"state" <> 'Pending'`
    return counted(
      await deleteOld(db, signal, 'deliveries', key, 'createdAt', ago(30 * day), isOver),
      'deliveries',
    )
  },
}

/**
 * Deletes expired sessions. Links are kept for a year, so that administrators can see what happened to them.
 */
export const purgeSignIns: Job = {
  name: 'purge-sign-ins',
  everySeconds: 3_600,
  async run(db, signal) {
    const sessions = await deleteOld(db, signal, 'sessions', ['companyNo', 'id'], 'expiresAt', ago(0))
    await deleteOld(db, signal, 'throttles', ['key'], 'forgetAt', ago(0))
    await deleteOld(db, signal, 'invitations', ['companyNo', 'id'], 'expiresAt', ago(365 * day))
    return counted(sessions, 'sessions')
  },
}
