import { clock } from '../base/clock.ts'
import type { Transaction } from './database.ts'

/** How many attempts are free, and how the delay doubles with each further one. */
export interface Patience {
  free: number
  /** In seconds: the first delay, and the longest. */
  first: number
  longest: number
  /** Seconds without an attempt after which the count restarts. */
  forget: number
}

/** Counts an attempt before its outcome is known, and returns 0; or returns the seconds to wait, without counting. */
export async function countTry(tx: Transaction, key: string, patience: Patience): Promise<number> {
  const now = clock.now()
  const known = await tx.query.selectFrom('throttles').selectAll().where('key', '=', key).executeTakeFirst()
  const live = known !== undefined && Date.parse(known.forgetAt) > now ? known : undefined
  const wait = live === undefined ? 0 : Date.parse(live.blockedUntil) - now
  if (wait > 0) return Math.ceil(wait / 1000)
  const attempts = (live?.attempts ?? 0) + 1
  const pause = pauseAfter(attempts, patience)
  const row = {
    attempts,
    blockedUntil: new Date(now + pause * 1000).toISOString(),
    forgetAt: new Date(now + Math.max(patience.forget, pause) * 1000).toISOString(),
  }
  await tx.query
    .insertInto('throttles')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
  return 0
}

function pauseAfter(attempts: number, { free, first, longest }: Patience): number {
  return attempts < free ? 0 : Math.min(longest, first * 2 ** (attempts - free))
}

export async function forgetTries(tx: Transaction, key: string): Promise<void> {
  await tx.query.deleteFrom('throttles').where('key', '=', key).execute()
}

/** A successful attempt does not count against others who share the key. */
export async function uncountTry(tx: Transaction, key: string): Promise<void> {
  await tx.query
    .updateTable('throttles')
    .set((row) => ({ attempts: row('attempts', '-', 1), blockedUntil: clock.timestamp() }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute()
}

/** Writes the row unchanged, so that the transaction costs as much as one that counts a failed attempt. */
export async function touchThrottle(tx: Transaction, key: string): Promise<void> {
  await tx.query
    .updateTable('throttles')
    .set((row) => ({ forgetAt: row.ref('forgetAt') }))
    .where('key', '=', key)
    .execute()
}
