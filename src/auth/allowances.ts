import { clock } from '../base/clock.ts'
import { type Allowance, takeShared } from '../db/allowances.ts'
import type { Database } from '../db/database.ts'
import { isReadOnly } from '../db/postgres/failures.ts'

/** The result of using one unit of an allowance. */
export interface AllowanceResult {
  allowed: boolean
  /** How many are left. */
  left: number
  /** Seconds until a unit is available; 0 if one is. */
  retryIn: number
  /** Seconds until the allowance is full again. */
  fullIn: number
}

export interface Allowances {
  take: (key: string, allowance: Allowance) => AllowanceResult | Promise<AllowanceResult>
}

/** One process keeps allowances in memory; several share them in the database. */
export function openAllowances(db: Database): Allowances {
  return db.shared ? new SharedAllowances(db) : new OwnAllowances()
}

const mostKeys = 50_000

function outcome(allowed: boolean, left: number, { most, perSecond }: Allowance): AllowanceResult {
  return {
    allowed,
    left: Math.max(0, Math.floor(left)),
    retryIn: allowed ? 0 : (1 - Math.min(left, 1)) / perSecond,
    fullIn: (most - left) / perSecond,
  }
}

export class OwnAllowances implements Allowances {
  readonly #buckets = new Map<string, { left: number; at: number }>()

  take(key: string, allowance: Allowance): AllowanceResult {
    const now = clock.ticks() / 1000
    const bucket = this.#buckets.get(key) ?? this.#open(key, allowance, now)
    bucket.left = Math.min(allowance.most, bucket.left + (now - bucket.at) * allowance.perSecond)
    bucket.at = now
    const allowed = bucket.left >= 1
    if (allowed) bucket.left -= 1
    return outcome(allowed, bucket.left, allowance)
  }

  #open(key: string, { most }: Allowance, now: number): { left: number; at: number } {
    // Drop the oldest first: they have had the most time to refill.
    if (this.#buckets.size >= mostKeys)
      for (const old of [...this.#buckets.keys()].slice(0, mostKeys / 10)) this.#buckets.delete(old)
    const bucket = { left: most, at: now }
    this.#buckets.set(key, bucket)
    return bucket
  }
}

interface Share {
  /** Units taken from the database and not used yet. */
  held: number
  left: number
  /** Nothing is available before this time. */
  emptyUntil: number
  usedAt: number
  refilling: Promise<void> | undefined
}

/** Milliseconds before an unused share is dropped; the allowance has refilled by then. */
const idle = 5_000

/**
 * "Shared between processes within 10 %, without a database write per request": each process takes a
 * twentieth of the allowance at a time and spends it on its own.
 */
class SharedAllowances implements Allowances {
  readonly #db: Database
  /** Used while the database is read-only, so that reading still works. */
  readonly #own = new OwnAllowances()
  readonly #shares = new Map<string, Share>()

  constructor(db: Database) {
    this.#db = db
  }

  async take(key: string, allowance: Allowance): Promise<AllowanceResult> {
    const share = this.#share(key)
    while (share.held < 1 && share.emptyUntil <= clock.ticks()) {
      share.refilling ??= this.#refill(key, allowance, share).finally(() => {
        share.refilling = undefined
      })
      await share.refilling
    }
    const allowed = share.held >= 1
    if (allowed) share.held -= 1
    return outcome(allowed, share.held + share.left, allowance)
  }

  async #refill(key: string, allowance: Allowance, share: Share): Promise<void> {
    const wanted = Math.max(1, Math.floor(allowance.most / 20))
    const { granted, left } = await takeShared(this.#db, key, allowance, wanted).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error
      const { allowed, left } = this.#own.take(key, allowance)
      return { granted: allowed ? 1 : 0, left }
    })
    share.held += granted
    share.left = left
    if (granted < 1) share.emptyUntil = clock.ticks() + ((1 - left) / allowance.perSecond) * 1000
  }

  #share(key: string): Share {
    const now = clock.ticks()
    const known = this.#shares.get(key)
    if (known !== undefined && now - known.usedAt < idle) {
      known.usedAt = now
      return known
    }
    if (this.#shares.size >= mostKeys)
      for (const [old, { usedAt }] of this.#shares) if (now - usedAt >= idle) this.#shares.delete(old)
    const share: Share = { held: 0, left: 0, emptyUntil: 0, usedAt: now, refilling: undefined }
    this.#shares.set(key, share)
    return share
  }
}
