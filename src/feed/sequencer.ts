import { clock, type Timer } from '../base/clock.ts'
import { hasUnnumbered, type Numbered, numberCommitted } from '../db/change-log/feed.ts'
import { type Database, rows, type Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { onLogged } from '../db/write.ts'
import { topics } from '../observe/topics.ts'

/** The channel on which PostgreSQL tells other processes which companies have new numbers. */
export const feedChannel = 'atrium_feed'

/** Milliseconds between two checks for changes of processes that ended before they could number them. */
const lookMilliseconds = 250
/** Milliseconds between two batches, so that numbering costs writers little. */
const batchMilliseconds = 10
/** Milliseconds to wait while another process numbers. */
const busyMilliseconds = 5

/** Numbers committed changes. Every process has one; a lock of the database lets one of them work at a time. */
export class Sequencer {
  readonly #db: Database
  readonly #onNumbered: (companies: readonly number[]) => void
  readonly #onFailed: (error: unknown) => void
  readonly #unsubscribe: () => void
  #running: Promise<void> | undefined
  #isWanted = false
  /** Called when the batch after the current one has ended. */
  #settling: (() => void)[] = []
  #lastRun = 0
  #timer: Timer | undefined
  #isStopped = false

  /** `onNumbered` is also called for changes that SQLite has numbered in their transactions. */
  constructor(
    db: Database,
    onNumbered: (companies: readonly number[]) => void,
    onFailed: (error: unknown) => void,
  ) {
    this.#db = db
    this.#onNumbered = onNumbered
    this.#onFailed = onFailed
    this.#unsubscribe = onLogged(db, (companyNo) => {
      if (db.engine === 'sqlite') onNumbered([companyNo])
      else this.wake()
    })
  }

  /** Looks for changes that nobody numbers: of the command line, and of processes that were killed. */
  start(): void {
    this.#timer = clock.setInterval(() => void this.#look(), lookMilliseconds)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unsubscribe()
    clock.clear(this.#timer)
    await this.#running
  }

  wake(): void {
    if (this.#isStopped) return
    this.#isWanted = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      this.#settle(this.#settling.splice(0))
      if (this.#isWanted) this.wake()
    })
  }

  /** Resolves when the changes that this process has committed so far have numbers, or could not get them. */
  settled(): Promise<void> {
    if (this.#running === undefined) return Promise.resolve()
    return new Promise((resolve) => this.#settling.push(resolve))
  }

  #settle(waiting: readonly (() => void)[]): void {
    for (const resolve of waiting) resolve()
  }

  async #look(): Promise<void> {
    if (this.#running !== undefined) return
    if (await hasUnnumbered(this.#db).catch(() => false)) this.wake()
  }

  async #run(): Promise<void> {
    await clock.pause(Math.max(0, this.#lastRun + batchMilliseconds - clock.ticks()))
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false
      this.#lastRun = clock.ticks()
      const settling = this.#settling.splice(0)
      // The next check retries.
      const numbered = await numberCommitted(this.#db, notify).catch((error: unknown) => {
        topics.numberingFailed.publish({})
        this.#onFailed(error)
        return none
      })
      if (numbered === undefined) {
        this.#isWanted = true
        this.#settling.push(...settling)
        await clock.pause(busyMilliseconds)
        continue
      }
      if (numbered.companies.length > 0) this.#onNumbered(numbered.companies)
      if (numbered.isFull) {
        this.#isWanted = true
        this.#settling.push(...settling)
      } else this.#settle(settling)
    }
  }
}

const none: Numbered = { companies: [], isFull: false }

/** Companies per notification, whose length is limited. */
const namedAtOnce = 400

async function notify(tx: Transaction, companies: readonly number[]): Promise<void> {
  if (tx.engine !== 'postgres') return
  for (let n = 0; n < companies.length; n += namedAtOnce)
    await rows(tx, sql`SELECT pg_notify(${feedChannel}, ${companies.slice(n, n + namedAtOnce).join(',')})`)
}
