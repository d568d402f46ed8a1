import { hash } from 'node:crypto'
import { clock } from '../base/clock.ts'
import { problem } from '../base/errors.ts'
import { networkOf } from '../base/network.ts'
import type { Database, Transaction } from '../db/database.ts'
import { countTry, forgetTries, type Patience } from '../db/throttles.ts'
import { refusals } from '../fairness/refusal-delay.ts'
import { topics } from '../observe/topics.ts'
import { foldText } from '../query/fields.ts'

const hour = 3_600

/** How many attempts are free; the delay then doubles with each further one. */
const patience = {
  /** Passwords on one account, from anywhere. */
  account: { free: 5, first: 1, longest: 900, forget: 24 * hour },
  /** Passwords from a browser that has signed in to the account before, so that others cannot lock it out. */
  device: { free: 10, first: 1, longest: 900, forget: 24 * hour },
  /** Passwords from one address, on any account, except from browsers that are known: many may share an address. */
  address: { free: 50, first: 1, longest: 300, forget: hour },
  /** One-time codes of one person: six digits could be guessed. */
  code: { free: 5, first: 2, longest: 900, forget: 24 * hour },
  /** Mails to one person. */
  mail: { free: 3, first: 60, longest: 6 * hour, forget: 24 * hour },
  /** Mails requested from one address. */
  mailer: { free: 20, first: 10, longest: hour, forget: hour },
} satisfies Record<string, Patience>

interface Tried {
  what: keyof typeof patience
  whose: string
}

/** Stores only a hash of the email address that was typed. */
export const triedAccount = (email: string): Tried => ({ what: 'account', whose: hashed(foldText(email)) })

export const triedAddress = (what: 'address' | 'mailer', ip: string): Tried => ({
  what,
  whose: networkOf(ip),
})

export const hashed = (text: string): string => hash('sha256', text, 'base64url')

export const throttleKey = ({ what, whose }: Tried): string => `${what} ${whose}`

/** Blocked keys and when they are unblocked, as this process last saw them. Saves lookups. */
const blocked = new WeakMap<Database, Map<string, number>>()
const mostBlocked = 10_000

function blockedIn(db: Database): Map<string, number> {
  const known = blocked.get(db) ?? new Map<string, number>()
  if (known.size >= mostBlocked) known.clear()
  blocked.set(db, known)
  return known
}

/** Counts an attempt for each of these, or returns how many seconds to wait without counting. */
export async function secondsToWait(db: Database, tries: readonly Tried[]): Promise<number> {
  const known = blockedIn(db)
  const keys = tries.map(throttleKey)
  const until = Math.max(0, ...keys.map((key) => known.get(key) ?? 0))
  if (until > clock.now()) return Math.ceil((until - clock.now()) / 1000)
  for (const key of keys) known.delete(key)
  try {
    await db.transaction(async (tx) => {
      for (const [n, tried] of tries.entries()) {
        const wait = await countTry(tx, throttleKey(tried), patience[tried.what])
        if (wait > 0) throw new MustWait(wait, keys[n] ?? '')
      }
    })
  } catch (error) {
    if (!(error instanceof MustWait)) throw error
    known.set(error.key, clock.now() + error.seconds * 1000)
    return error.seconds
  }
  return 0
}

class MustWait extends Error {
  readonly seconds: number
  readonly key: string
  constructor(seconds: number, key: string) {
    super('Too many attempts')
    this.seconds = seconds
    this.key = key
  }
}

export async function demandPatience(db: Database, ...tries: readonly Tried[]): Promise<void> {
  const wait = await secondsToWait(db, tries)
  if (wait > 0) {
    topics.rateRefused.publish({ limit: 'tries' })
    await refusals.wait()
    throw problem('too_many_requests', `Too many attempts. Try again in ${wait} seconds.`, {
      headers: { 'retry-after': String(wait) },
    })
  }
}

/**
 * Call in the transaction of a successful attempt, and `unblock` after the commit: it changes this process's
 * cache.
 */
export async function forgive(tx: Transaction, tried: Tried): Promise<void> {
  await forgetTries(tx, throttleKey(tried))
}

export function unblock(db: Database, tried: Tried): void {
  blockedIn(db).delete(throttleKey(tried))
}
