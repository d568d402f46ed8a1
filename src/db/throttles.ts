import type { Transaction } from './database.ts'

/** So many tries are free; each further one doubles the pause before the next. */
export interface Patience {
  free: number
  /** In seconds: the first pause, and the longest. */
  first: number
  longest: number
  /** After so many seconds without a try all is forgotten. */
  forget: number
}

/** Seconds until one may try; 0 when one may. What was tried is counted in the same step, before its outcome. */
export async function countTry(tx: Transaction, key: string, patience: Patience): Promise<number> {
  const now = Date.now()
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

/** A try that was right is not held against those who share the key. */
export async function uncountTry(tx: Transaction, key: string): Promise<void> {
  await tx.query
    .updateTable('throttles')
    .set((row) => ({ attempts: row('attempts', '-', 1), blockedUntil: new Date().toISOString() }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute()
}

/** What a failed try costs where nothing else is to be written. */
export async function touchThrottle(tx: Transaction, key: string): Promise<void> {
  await tx.query
    .updateTable('throttles')
    .set((row) => ({ forgetAt: row.ref('forgetAt') }))
    .where('key', '=', key)
    .execute()
}
