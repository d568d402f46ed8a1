import { setImmediate, setTimeout } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import { problem } from '../errors.ts'
import { topics } from '../observe/topics.ts'
import type { Transaction } from './database.ts'

const batchMilliseconds = 8
/** How long another process, which holds the lock, is waited for. */
export const lockPatience = 5_000
/** For so long a transaction may hold the process before others have a turn. */
const turnMilliseconds = 8

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

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
 * Writes that wait are gathered into one transaction with a savepoint each, so that they share one
 * fsync. They run one after another: savepoints nest, so two must never interleave.
 */
export class GroupCommit {
  readonly #connection: SqliteFile.Database
  /** Prepared, because every write runs them. */
  readonly #savepointing: SqliteFile.Statement
  readonly #releasing: SqliteFile.Statement
  readonly #tx: Transaction
  readonly #turns: Turns
  readonly #onFatal: (error: Error) => void
  readonly #waiting: Job[] = []
  #running: Promise<void> | undefined

  constructor(
    connection: SqliteFile.Database,
    tx: Transaction,
    turns: Turns,
    onFatal: (error: Error) => void,
  ) {
    this.#connection = connection
    this.#savepointing = connection.prepare('SAVEPOINT job')
    this.#releasing = connection.prepare('RELEASE job')
    this.#tx = tx
    this.#turns = turns
    this.#onFatal = onFatal
  }

  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#drain()
    })
  }

  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #drain(): Promise<void> {
    // What arrives in the same turn of the event loop shares the commit.
    await setImmediate()
    while (this.#waiting.length > 0) {
      await this.#batch()
      await setImmediate()
    }
    this.#running = undefined
  }

  async #batch(): Promise<void> {
    const done: (() => void)[] = []
    const taken: Job[] = []
    try {
      await this.#begin()
      this.#turns.begin()
      const end = performance.now() + batchMilliseconds
      do {
        const job = this.#waiting.shift()
        if (job === undefined) break
        taken.push(job)
        done.push(await this.#savepoint(job))
      } while (performance.now() < end)
      this.#connection.exec('COMMIT')
      topics.batchCommitted.tell({ size: taken.length })
    } catch (error) {
      // A batch that could not even begin fails those that wait for it.
      for (const job of taken.length > 0 ? taken : this.#waiting.splice(0)) job.reject(failureOf(error))
      this.#undo(error)
      return
    }
    for (const settle of done) settle()
  }

  async #savepoint(job: Job): Promise<() => void> {
    this.#savepointing.run()
    try {
      const value = await job.work(this.#tx)
      this.#releasing.run()
      return () => job.resolve(value)
    } catch (error) {
      // A full disk may have ended the whole transaction already; then the batch fails as one.
      if (!this.#connection.inTransaction || isDiskFailure(error)) throw error
      this.#connection.exec('ROLLBACK TO job; RELEASE job')
      return () => job.reject(failureOf(error))
    }
  }

  #undo(failed: unknown): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    } catch (error) {
      this.#onFatal(error as Error)
      return
    }
    if (isDiskFailure(failed)) this.#onFatal(failed as Error)
  }

  /** Another process (the command line) may hold the lock; waiting for it must not hold this one. */
  async #begin(): Promise<void> {
    const end = performance.now() + lockPatience
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE')
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
  if (code === 'SQLITE_FULL') return problem('disk_full', 'There is no room left to store this.')
  if (code.startsWith('SQLITE_BUSY'))
    return problem('unavailable', 'The database is busy.', { headers: { 'retry-after': '1' } })
  if (isDiskFailure(error))
    return problem('unavailable', 'The database is out of reach.', { headers: { 'retry-after': '5' } })
  return error
}

export function errorCode(error: unknown): string {
  return error instanceof SqliteFile.SqliteError ? error.code : ''
}
