import { hashToken } from '../../auth/access-token.ts'
import { liveCallers } from '../../auth/live-token.ts'
import { clock, type Timer } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import type { Database } from '../../db/database.ts'
import type { EndReason } from '../../feed/readers.ts'
import type { Viewer } from '../../feed/visible.ts'

/** Milliseconds. "Revoking takes effect everywhere within 5 seconds." */
const betweenChecks = 4_000

/** A request that waits, and the token that it came with. */
interface Watched {
  hash: string
  end: (reason: EndReason) => void
}

/** Ends the requests that wait for changes when their tokens expire or are revoked: one statement for hundreds. */
export class Watch {
  readonly #db: Database
  readonly #watched = new Set<Watched>()
  #timer: Timer | undefined
  #isChecking = false
  /** Whether a check became due during another, which may have looked too early. */
  #isDue = false

  constructor(db: Database) {
    this.#db = db
  }

  /** `authorization`: the header of the request. The returned function forgets it. */
  add(authorization: string | undefined, end: Watched['end']): () => void {
    const watched = { hash: hashOf(authorization), end }
    this.#watched.add(watched)
    if (this.#timer === undefined) {
      this.#timer = clock.setInterval(() => void this.check(), betweenChecks)
      this.#timer.unref()
    }
    return () => {
      this.#watched.delete(watched)
      if (this.#watched.size > 0) return
      clock.clear(this.#timer)
      this.#timer = undefined
    }
  }

  /** Ends those whose access has ended. */
  async check(): Promise<void> {
    this.#isDue = this.#isChecking
    if (this.#isChecking || this.#watched.size === 0) return
    this.#isChecking = true
    try {
      const watched = [...this.#watched]
      const live = await liveCallers(this.#db, [...new Set(watched.map(({ hash }) => hash))])
      for (const { hash, end } of watched) if (!live.has(hash)) end('revoked')
    } catch {
      // The database is unavailable: the next check decides.
    } finally {
      this.#isChecking = false
    }
    if (this.#isDue) await this.check()
  }

  /** The caller as of now; undefined if they have no access any more. */
  async callerOf(authorization: string | undefined): Promise<Viewer['caller'] | undefined> {
    const hash = hashOf(authorization)
    return (await liveCallers(this.#db, [hash])).get(hash)
  }

  /** Throws 401 if the access has ended while the request waited. */
  async demandAccess(authorization: string | undefined): Promise<void> {
    if ((await this.callerOf(authorization)) === undefined)
      throw problem('invalid_token', 'Access token has expired', {
        headers: { 'www-authenticate': 'Bearer realm="atrium", error="invalid_token"' },
      })
  }
}

/** The gate has accepted the header before. */
const hashOf = (authorization = ''): string => hashToken(authorization.replace(/^Bearer +/i, ''))
