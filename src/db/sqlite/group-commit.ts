import { setImmediate } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { FairQueue } from '../../fairness/fair-queue.ts'
import { asCaller, currentCaller } from '../../fairness/scheduler.ts'
import { topics } from '../../observe/topics.ts'
import type { Transaction } from '../database.ts'

const batchMilliseconds = 16
const gatherMilliseconds = 8
/** Milliseconds to wait for another process that holds the lock. */
export const lockPatience = 5_000
/** Milliseconds that a transaction may hold the process before others get a turn. */
const turnMilliseconds = 8

/** After a write fails halfway, this many batches run with savepoints: more failures may follow. */
const carefulBatches = 100

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  /** It must not run twice, so it shares its transaction with no other job. */
  once: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** Connects group commit to the code that shares its connection. */
interface Hooks {
  /** How many statements have run that may have changed something. */
  written: () => number
  /** A batch has begun. */
  begun: () => void
  onFatal: (error: Error) => void
}

/** Reports the outcome of a write once its batch is durable. */
type Settle = () => void

/** Serves others between the statements of a long transaction, which has its own connection. */
export class Turns {
  #end = 0

  begin(): void {
    this.#end = clock.ticks() + turnMilliseconds
  }

  isOver(): boolean {
    return clock.ticks() > this.#end
  }

  async next(): Promise<void> {
    await setImmediate()
    this.begin()
  }
}

/**
 * Group commit: combines waiting writes into one transaction with one fsync. Writes run one after another, always that
 * of the caller who has used the least time: a caller with many long writes waits for them, others wait for one at
 * most. A write that is rejected before it changes anything needs no rollback. If one fails later, the whole batch is
 * rolled back and runs again with a savepoint per write; savepoints for every write would each copy every page that the
 * write changes.
 */
export class GroupCommit {
  readonly #connection: SqliteFile.Database
  /** Prepared, because every write may run them. */
  readonly #savepointing: SqliteFile.Statement
  readonly #releasing: SqliteFile.Statement
  readonly #tx: Transaction
  readonly #turns: Turns
  readonly #hooks: Hooks
  readonly #waiting = new FairQueue<Job>()
  #careful = 0
  #running: Promise<void> | undefined

  constructor(connection: SqliteFile.Database, tx: Transaction, turns: Turns, hooks: Hooks) {
    this.#connection = connection
    this.#savepointing = connection.prepare('SAVEPOINT job')
    this.#releasing = connection.prepare('RELEASE job')
    this.#tx = tx
    this.#turns = turns
    this.#hooks = hooks
  }

  run<T>(work: (tx: Transaction) => Promise<T>, { once = false } = {}): Promise<T> {
    const callerId = currentCaller()
    // The batch runs the work of several callers, each on behalf of its own.
    const onBehalf = (tx: Transaction): Promise<T> => asCaller(callerId, () => work(tx))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(callerId, {
        work: onBehalf,
        once,
        resolve: resolve as (value: unknown) => void,
        reject,
      })
      this.#running ??= this.#drain()
    })
  }

  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#gather()
      await this.#batch()
    }
    this.#running = undefined
  }

  /**
   * Writes that arrive in the same turn of the event loop share the commit, and so do those of the next turns, as long
   * as each brings more.
   */
  async #gather(): Promise<void> {
    const end = clock.ticks() + gatherMilliseconds
    let before: number
    do {
      before = this.#waiting.size
      await setImmediate()
    } while (this.#waiting.size > before && clock.ticks() < end)
  }

  async #batch(): Promise<void> {
    const taken: Job[] = []
    let settles: Settle[]
    try {
      settles = (await this.#together(taken)) ?? (await this.#again(taken))
    } catch (error) {
      // If a batch cannot even begin, all waiting jobs fail.
      const failed = taken.length > 0 ? taken : [...this.#all()]
      for (const job of failed) job.reject(failureOf(error))
      this.#undo(error)
      return
    }
    for (const settle of settles) settle()
  }

  /** Runs jobs for a while. Undefined: one of several failed halfway, and all were rolled back. */
  async #together(taken: Job[]): Promise<Settle[] | undefined> {
    await this.#begin()
    const isCareful = this.#careful > 0
    if (isCareful) this.#careful -= 1
    const settles: Settle[] = []
    const end = clock.ticks() + batchMilliseconds
    do {
      const job = this.#next(taken)
      if (job === undefined) break
      taken.push(job)
      const began = clock.ticks()
      const { settle, leftTraces } = await this.#run(job, isCareful)
      this.#waiting.charge(clock.ticks() - began)
      settles.push(settle)
      if (leftTraces) {
        this.#connection.exec('ROLLBACK')
        return taken.length === 1 ? settles : undefined
      }
    } while (clock.ticks() < end)
    this.#commit(taken)
    return settles
  }

  /** Runs the same jobs again, with a savepoint each. */
  async #again(jobs: readonly Job[]): Promise<Settle[]> {
    this.#careful = carefulBatches
    await this.#begin()
    const settles: Settle[] = []
    for (const job of jobs) settles.push((await this.#run(job, true)).settle)
    this.#commit(jobs)
    return settles
  }

  #commit(jobs: readonly Job[]): void {
    this.#connection.exec('COMMIT')
    topics.batchCommitted.publish({ size: jobs.length })
  }

  #next(taken: readonly Job[]): Job | undefined {
    if (taken.length === 0) return this.#waiting.take()
    const { item: next, previous } = this.#waiting.peek()
    // No commit waits for a job that may take that long.
    const isAlone = next?.once === true || taken[0]?.once === true || previous > batchMilliseconds
    return isAlone ? undefined : this.#waiting.take()
  }

  *#all(): Generator<Job> {
    for (let job = this.#waiting.take(); job !== undefined; job = this.#waiting.take()) yield job
  }

  async #run(job: Job, isCareful: boolean): Promise<{ settle: Settle; leftTraces: boolean }> {
    const before = this.#hooks.written()
    if (isCareful) this.#savepointing.run()
    try {
      const value = await job.work(this.#tx)
      // If `work` swallows an error, later statements must not run outside of a transaction.
      if (!this.#connection.inTransaction) throw new Error('The transaction has ended.')
      if (isCareful) this.#releasing.run()
      return { settle: () => job.resolve(value), leftTraces: false }
    } catch (error) {
      // A full disk may have ended the whole transaction already; then the whole batch fails.
      if (!this.#connection.inTransaction || isDiskFailure(error)) throw error
      if (isCareful) this.#connection.exec('ROLLBACK TO job; RELEASE job')
      const leftTraces = !isCareful && this.#hooks.written() !== before
      return { settle: () => job.reject(failureOf(error)), leftTraces }
    }
  }

  #undo(failed: unknown): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    } catch (error) {
      this.#hooks.onFatal(error as Error)
      return
    }
    if (isDiskFailure(failed)) this.#hooks.onFatal(failed as Error)
  }

  /** Another process (the command line) may hold the lock; waiting for it must not block this one. */
  async #begin(): Promise<void> {
    const end = clock.ticks() + lockPatience
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE')
        this.#turns.begin()
        this.#hooks.begun()
        return
      } catch (error) {
        if (errorCode(error) !== 'SQLITE_BUSY' || clock.ticks() > end) throw error
        await clock.pause(5)
      }
    }
  }
}

const isDiskFailure = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_IOERR')

function failureOf(error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'SQLITE_FULL') return problem('disk_full', 'There is not enough space to store this.')
  if (code.startsWith('SQLITE_BUSY'))
    return problem('unavailable', 'The database is busy.', { headers: { 'retry-after': '1' } })
  if (isDiskFailure(error))
    return problem('unavailable', 'The database is unavailable.', { headers: { 'retry-after': '5' } })
  return error
}

export function errorCode(error: unknown): string {
  return error instanceof SqliteFile.SqliteError ? error.code : ''
}
