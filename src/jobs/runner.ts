import { clock, type Timer } from '../base/clock.ts'
import { stamp } from '../base/ids.ts'
import type { Database } from '../db/database.ts'
import { releaseLease, takeLease } from '../db/lease.ts'
import { type JobFact, topics } from '../observe/topics.ts'

/** Background work, run at intervals or on demand. A job must tolerate being stopped half-way and run again. */
export interface Job {
  name: string
  everySeconds: number
  /** Works in small transactions, and stops between them when aborted. Returns a summary if it did anything. */
  run: (db: Database, signal: AbortSignal) => Promise<string | undefined>
}

export interface JobLog {
  info: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}

/** In seconds. */
interface LeaseTimes {
  lasts: number
  renewed: number
}

/** Wake-ups within this many milliseconds lead to one run. */
const soon = 200

/** Runs the jobs of a queue in the one process that holds its lease. */
export class JobRunner {
  readonly #db: Database
  readonly #jobs: readonly Job[]
  readonly #log: JobLog
  readonly #times: LeaseTimes
  readonly #lease: string
  readonly #owner = stamp().id
  readonly #stopping = new AbortController()
  readonly #due = new Map<string, number>()
  #holds = false
  #timer: Timer | undefined
  #woken: Timer | undefined
  #turn: Promise<void> | undefined

  constructor(
    db: Database,
    jobs: readonly Job[],
    log: JobLog,
    times: LeaseTimes = { lasts: 60, renewed: 15 },
    lease = 'jobs',
  ) {
    this.#db = db
    this.#jobs = jobs
    this.#log = log
    this.#times = times
    this.#lease = lease
  }

  start(): void {
    this.#timer = clock.setInterval(() => this.turn(), this.#times.renewed * 1000)
    this.#timer.unref()
    this.turn()
  }

  /** Runs everything that is due. Does nothing while a turn is still running. */
  turn(): Promise<void> {
    this.#turn ??= this.#work().finally(() => {
      this.#turn = undefined
    })
    return this.#turn
  }

  /** Runs this job soon, if this process holds the lease. */
  wake(name: string): void {
    if (!this.#holds || !this.#jobs.some((job) => job.name === name)) return
    this.#due.delete(name)
    if (this.#woken !== undefined) return
    const look = (): void => {
      this.#woken = undefined
      // The current turn may already have passed the job.
      Promise.resolve(this.#turn).then(() => (this.#stopping.signal.aborted ? undefined : this.turn()))
    }
    this.#woken = clock.setTimeout(look, soon)
    this.#woken.unref()
  }

  async stop(): Promise<void> {
    clock.clear(this.#timer)
    clock.clear(this.#woken)
    this.#stopping.abort()
    await this.#turn
    if (this.#holds) await releaseLease(this.#db, this.#lease, this.#owner).catch(() => undefined)
  }

  /** The holder keeps the lease even when nothing is due, so that one process runs all jobs. */
  async #work(): Promise<void> {
    if (!(await this.#holdsLease())) return
    for (const job of this.#jobs) {
      if (this.#stopping.signal.aborted) return
      if (clock.now() < (this.#due.get(job.name) ?? 0)) continue
      if (!(await this.#holdsLease())) return
      this.#due.set(job.name, clock.now() + job.everySeconds * 1000)
      await this.#run(job)
    }
  }

  #run(job: Job): Promise<void> {
    const fact: JobFact = { job: job.name, failed: false, milliseconds: 0 }
    return topics.jobBegun.publishAround(fact, async () => {
      const began = clock.ticks()
      fact.failed = !(await this.#runWithLease(job))
      fact.milliseconds = clock.ticks() - began
      topics.jobEnded.publish(fact)
    })
  }

  /**
   * Runs a job and renews the lease in the meantime. If the lease is lost, the job stops and the new holder
   * runs it. Returns false if the job failed.
   */
  async #runWithLease({ name, run }: Job): Promise<boolean> {
    const lost = new AbortController()
    let renewed: Promise<void> | undefined
    const renewal = clock.setInterval(() => {
      renewed = this.#holdsLease().then((holds) => (holds ? undefined : lost.abort()))
    }, this.#times.renewed * 1000)
    const fields = { job: name, requestId: `job:${name}` }
    let failed = false
    try {
      const done = await run(this.#db, AbortSignal.any([this.#stopping.signal, lost.signal]))
      if (done !== undefined) this.#log.info(fields, done)
    } catch (error) {
      failed = true
      this.#log.error(
        { ...fields, err: error },
        `The job ${name} failed; it will run again at its next interval.`,
      )
    } finally {
      clock.clear(renewal)
      await renewed
    }
    if (lost.signal.aborted) this.#due.delete(name)
    return !failed
  }

  async #holdsLease(): Promise<boolean> {
    try {
      this.#holds = await takeLease(this.#db, this.#lease, this.#owner, this.#times.lasts)
    } catch (error) {
      this.#holds = false
      this.#log.error({ requestId: 'job:lease', err: error }, 'Cannot read the job lease from the database.')
    }
    return this.#holds
  }
}
