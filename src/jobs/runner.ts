import type { Database } from '../db/database.ts'
import { releaseLease, takeLease } from '../db/lease.ts'
import { stamp } from '../ids.ts'

/** Something that happens later or at a time. It must bear being stopped half-way and run again. */
export interface Job {
  name: string
  everySeconds: number
  /** Works in small transactions and stops between two of them when asked to; says what it did, if anything. */
  run: (db: Database, signal: AbortSignal) => Promise<string | undefined>
}

export interface JobLog {
  info: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

const lease = { name: 'jobs', seconds: 60, renewEvery: 15 }

/** Runs the registered jobs in one process among several: the one that holds the lease. */
export class JobRunner {
  readonly #db: Database
  readonly #jobs: readonly Job[]
  readonly #log: JobLog
  readonly #owner = stamp().id
  readonly #stopping = new AbortController()
  readonly #due = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> | undefined

  constructor(db: Database, jobs: readonly Job[], log: JobLog) {
    this.#db = db
    this.#jobs = jobs
    this.#log = log
  }

  start(): void {
    this.#timer = setInterval(() => this.turn(), lease.renewEvery * 1000)
    this.#timer.unref()
    this.turn()
  }

  /** One look at what is due; a turn that is still going on is left alone. */
  turn(): Promise<void> {
    this.#turn ??= this.#work().finally(() => {
      this.#turn = undefined
    })
    return this.#turn
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    await this.#turn
    await releaseLease(this.#db, lease.name, this.#owner).catch(() => undefined)
  }

  async #work(): Promise<void> {
    for (const job of this.#jobs) {
      if (this.#stopping.signal.aborted || Date.now() < (this.#due.get(job.name) ?? 0)) continue
      try {
        if (!(await takeLease(this.#db, lease.name, this.#owner, lease.seconds))) return
        this.#due.set(job.name, Date.now() + job.everySeconds * 1000)
        const done = await job.run(this.#db, this.#stopping.signal)
        if (done !== undefined) this.#log.info({ job: job.name }, done)
      } catch (error) {
        this.#log.error(
          { job: job.name, err: error },
          `The job ${job.name} failed; it runs again in its time.`,
        )
      }
    }
  }
}
