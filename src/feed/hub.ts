import { setImmediate } from 'node:timers/promises'
import { clock, type Timer } from '../base/clock.ts'
import { type NumberedChange, readNewest, readNumbered } from '../db/change-log/feed.ts'
import { type Database, inChunks, rows, type Subscription } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { feedChannel, Sequencer } from './sequencer.ts'

/** How many changes of a company are kept in memory while somebody follows it. */
const kept = 4_096
/** Changes per read. */
const atOnce = 500
/** Milliseconds between two checks for changes that nobody announces. */
const lookMilliseconds = 250
/** The interval while notifications arrive, as a fallback. */
const precautionMilliseconds = 10_000

/** Followers that are called before others get a turn. */
const notifiedAtOnce = 100

/** Called when a company has new changes. It must not throw. */
type Follower = () => void

/** A company that somebody follows in this process. */
interface Followed {
  companyNo: number
  followers: Set<Follower>
  /** The newest changes, without gaps, oldest first. */
  recent: NumberedChange[]
  /** The number of the newest change that was read. */
  last: number
  isBehind: boolean
  reading: Promise<void> | undefined
}

/** New changes for all readers of a process: each is read once, and everybody who waits is woken. */
export class Hub {
  readonly sequencer: Sequencer
  readonly #db: Database
  readonly #onNews: (companies: readonly number[]) => void
  readonly #followed = new Map<number, Followed>()
  #subscription: Subscription | undefined
  #timer: Timer | undefined
  #version: number | undefined
  #looks = 0

  /** `onNews` is called with the companies that have new changes. */
  constructor(
    db: Database,
    onNews: (companies: readonly number[]) => void,
    log: { error: (fields: object, message: string) => void },
  ) {
    this.#db = db
    this.#onNews = onNews
    const onFailed = (error: unknown): void =>
      log.error({ requestId: 'feed', err: error }, 'Changes could not be numbered; retrying.')
    this.sequencer = new Sequencer(db, (companies) => this.#wake(companies), onFailed)
  }

  /** From now on it also receives notifications of other processes. */
  start(): void {
    this.sequencer.start()
    this.#subscription = this.#db.listen?.(feedChannel, {
      onMessage: (message) => this.#wake(message.split(',').map(Number)),
      onConnect: () => this.#wake(this.#followed.keys()),
    })
    this.#timer = clock.setInterval(() => void this.#look(), lookMilliseconds)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    clock.clear(this.#timer)
    await this.#subscription?.close()
    await this.sequencer.stop()
  }

  /** Calls `follower` whenever the company has new changes, until the returned function is called. */
  async follow(companyNo: number, follower: Follower): Promise<() => void> {
    const known = this.#followed.get(companyNo)
    const followed = known ?? {
      companyNo,
      followers: new Set(),
      recent: [],
      last: 0,
      isBehind: false,
      reading: undefined,
    }
    followed.followers.add(follower)
    const leave = (): void => {
      followed.followers.delete(follower)
      const isLast = followed.followers.size === 0 && this.#followed.get(companyNo) === followed
      if (isLast) this.#followed.delete(companyNo)
    }
    if (known === undefined) {
      this.#followed.set(companyNo, followed)
      followed.reading = this.#begin(followed)
    }
    try {
      await followed.reading
    } catch (error) {
      leave()
      throw error
    }
    return leave
  }

  /** Only changes from now on are new. */
  async #begin(followed: Followed): Promise<void> {
    try {
      followed.last = await readNewest(this.#db, followed.companyNo)
    } catch (error) {
      this.#followed.delete(followed.companyNo)
      throw error
    } finally {
      followed.reading = undefined
    }
    if (followed.isBehind) this.#read(followed)
  }

  /** The changes after a number, as far as they are in memory; undefined if the oldest are not. */
  recentAfter(companyNo: number, seq: number): readonly NumberedChange[] | undefined {
    const followed = this.#followed.get(companyNo)
    if (followed === undefined) return undefined
    const { recent, last } = followed
    if (seq >= last) return []
    const missing = last - seq
    return missing <= recent.length ? recent.slice(-missing) : undefined
  }

  #wake(given: Iterable<number>): void {
    const companies = [...given]
    this.#onNews(companies)
    for (const companyNo of companies) {
      const followed = this.#followed.get(companyNo)
      if (followed !== undefined) this.#read(followed)
    }
  }

  #read(followed: Followed): void {
    followed.isBehind = true
    followed.reading ??= this.#readAll(followed)
      // The database is unavailable: the next check tries again.
      .catch(() => undefined)
      .finally(() => {
        followed.reading = undefined
      })
  }

  async #readAll(followed: Followed): Promise<void> {
    while (followed.isBehind) {
      followed.isBehind = false
      const found = await readNumbered(this.#db, followed.companyNo, followed.last, atOnce)
      const newest = found.at(-1)
      if (newest === undefined) return
      followed.last = newest.seq
      followed.recent.push(...found)
      if (followed.recent.length > 2 * kept) followed.recent = followed.recent.slice(-kept)
      if (found.length === atOnce) followed.isBehind = true
      await this.#notify(followed)
    }
  }

  /** Thousands of followers must not hold up everybody else. */
  async #notify({ followers }: Followed): Promise<void> {
    let notified = 0
    for (const follower of [...followers]) {
      follower()
      notified += 1
      if (notified % notifiedAtOnce === 0) await setImmediate()
    }
  }

  /** Other processes may have written: the command line to SQLite, or any while PostgreSQL does not notify. */
  async #look(): Promise<void> {
    this.#looks += 1
    if (this.#followed.size === 0) return
    const isPrecaution = this.#looks % (precautionMilliseconds / lookMilliseconds) === 0
    if (this.#db.version !== undefined) {
      const version = this.#db.version()
      if (version !== this.#version || isPrecaution) this.#wake(this.#followed.keys())
      this.#version = version
    } else if (isPrecaution || this.#subscription?.isConnected() !== true)
      await this.#lookForNewer().catch(() => undefined)
  }

  async #lookForNewer(): Promise<void> {
    for (const some of inChunks([...this.#followed.keys()])) {
      const found = await rows<{ companyNo: number; seq: number }>(
        this.#db,
        sql`SELECT c."companyNo", (SELECT max(f."seq") FROM "feed" f WHERE f."companyNo" = c."companyNo") AS "seq"
          FROM "companies" c WHERE c."companyNo" IN ${sql.list(some)}`,
      )
      this.#wake(
        found
          .filter(({ companyNo, seq }) => Number(seq) > (this.#followed.get(companyNo)?.last ?? 0))
          .map(({ companyNo }) => companyNo),
      )
    }
  }
}
