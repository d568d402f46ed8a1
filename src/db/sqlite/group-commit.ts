import { setImmediate, setTimeout } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import { problem } from '../../base/errors.ts'
import { FairQueue } from '../../fairness/fair-queue.ts'
import { asCaller, currentCaller } from '../../fairness/scheduler.ts'
import { topics } from '../../observe/topics.ts'
import type { Transaction } from '../database.ts'

const batchMilliseconds = 16
const gatherMilliseconds = 8
/** How long another process, which holds the lock, is waited for. */
export const lockPatience = 5_000
/** For so long a transaction may hold the process before others have a turn. */
const turnMilliseconds = 8

/** After a write that left traces so many batches are run with savepoints: where one is, more may follow. */
const carefulBatches = 100

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  /** It must not run twice, and so shares its transaction with nobody. */
  once: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** What those who share the connection know, and want to know. */
interface Around {
  /** How many statements were run that may have changed something. */
  written: () => number
  onFatal: (error: Error) => void
}

/** What a write is told when the batch is durable. */
type Settle = () => void

/** Between the statements of a long transaction others are served: its connection is its own, and the rest waits. */
export class Turns {
  #end = 0

  begin(): void {
    this.#end = performance.now() + turnMilliseconds
  }

  isOver(): boolean {
    return performance.now() > this.#end
  }

  async next(): Promise<void> {
    await setImmediate()
    this.begin()
  }
}

/**
 * Writes that wait are gathered into one transaction, so that they share one fsync. They run one after another, next
 * that of the caller who has had the least time: whoever sends many long ones waits for them, and others for one at most. One that
 * is refused before it has written anything leaves nothing to be undone. Where one fails after that, all of its batch is
 * undone and run again with a savepoint each; savepoints for all would cost each of them a copy of every page it changes.
 */
export class GroupCommit {
  readonly #connection: SqliteFile.Database
  /** Prepared, because every write may run them. */
  readonly #savepointing: SqliteFile.Statement
  readonly #releasing: SqliteFile.Statement
  readonly #tx: Transaction
  readonly #turns: Turns
  readonly #around: Around
  readonly #waiting = new FairQueue<Job>()
  #careful = 0
  #running: Promise<void> | undefined

  constructor(connection: SqliteFile.Database, tx: Transaction, turns: Turns, around: Around) {
    this.#connection = connection
    this.#savepointing = connection.prepare('SAVEPOINT job')
    this.#releasing = connection.prepare('RELEASE job')
    this.#tx = tx
    this.#turns = turns
    this.#around = around
  }

  run<T>(work: (tx: Transaction) => Promise<T>, { once = false } = {}): Promise<T> {
    const callerId = currentCaller()
    // Whoever runs the batch runs the work of all, each on behalf of its own caller.
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

  /** What arrives in the same turn of the event loop shares the commit; in the next ones too, as long as more come with each. */
  async #gather(): Promise<void> {
    const end = performance.now() + gatherMilliseconds
    let before: number
    do {
      before = this.#waiting.size
      await setImmediate()
    } while (this.#waiting.size > before && performance.now() < end)
  }

  async #batch(): Promise<void> {
    const taken: Job[] = []
    let settles: Settle[]
    try {
      settles = (await this.#together(taken)) ?? (await this.#again(taken))
    } catch (error) {
      // A batch that could not even begin fails those that wait for it.
      const failed = taken.length > 0 ? taken : [...this.#all()]
      for (const job of failed) job.reject(failureOf(error))
      this.#undo(error)
      return
    }
    for (const settle of settles) settle()
  }

  /** Takes jobs for a while. Undefined: one of several has left traces, and all is undone. */
  async #together(taken: Job[]): Promise<Settle[] | undefined> {
    await this.#begin()
    const isCareful = this.#careful > 0
    if (isCareful) this.#careful -= 1
    const settles: Settle[] = []
    const end = performance.now() + batchMilliseconds
    do {
      const job = this.#next(taken)
      if (job === undefined) break
      taken.push(job)
      const began = performance.now()
      const { settle, leftTraces } = await this.#run(job, isCareful)
      this.#waiting.charge(performance.now() - began)
      settles.push(settle)
      if (leftTraces) {
        this.#connection.exec('ROLLBACK')
        return taken.length === 1 ? settles : undefined
      }
    } while (performance.now() < end)
    this.#commit(taken)
    return settles
  }

  /** The same jobs once more, with a savepoint each. */
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
    // Nobody's commit waits for what may be as long as that.
    const isAlone = next?.once === true || taken[0]?.once === true || previous > batchMilliseconds
    return isAlone ? undefined : this.#waiting.take()
  }

  *#all(): Generator<Job> {
    for (let job = this.#waiting.take(); job !== undefined; job = this.#waiting.take()) yield job
  }

  async #run(job: Job, isCareful: boolean): Promise<{ settle: Settle; leftTraces: boolean }> {
    const before = this.#around.written()
    if (isCareful) this.#savepointing.run()
    try {
      const value = await job.work(this.#tx)
      // Whoever makes nothing of an error must not have what follows written without a transaction.
      if (!this.#connection.inTransaction) throw new Error('The transaction has ended.')
      if (isCareful) this.#releasing.run()
      return { settle: () => job.resolve(value), leftTraces: false }
    } catch (error) {
      // A full disk may have ended the whole transaction already; then the batch fails as one.
      if (!this.#connection.inTransaction || isDiskFailure(error)) throw error
      if (isCareful) this.#connection.exec('ROLLBACK TO job; RELEASE job')
      const leftTraces = !isCareful && this.#around.written() !== before
      return { settle: () => job.reject(failureOf(error)), leftTraces }
    }
  }

  #undo(failed: unknown): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    } catch (error) {
      this.#around.onFatal(error as Error)
      return
    }
    if (isDiskFailure(failed)) this.#around.onFatal(failed as Error)
  }

  /** Another process (the command line) may hold the lock; waiting for it must not hold this one. */
  async #begin(): Promise<void> {
    const end = performance.now() + lockPatience
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE')
        this.#turns.begin()
        return
      } catch (error) {
        if (errorCode(error) !== 'SQLITE_BUSY' || performance.now() > end) throw error
        await setTimeout(5)
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
