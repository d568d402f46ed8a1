import { clock } from '../../base/clock.ts'
import { asCaller } from '../../fairness/scheduler.ts'
import type { Database } from '../database.ts'
import { onLogged } from '../write.ts'
import { indexAll } from './index-batch.ts'

/** Milliseconds to gather changes: a larger batch costs less for each record. */
const gathering = 250

/**
 * Fills the search index after the writes of this process. A job does so for processes that ended before they could, and
 * for the command line.
 */
export class SearchIndexer {
  readonly #db: Database
  readonly #unsubscribe: () => void
  readonly #stopping = new AbortController()
  #isWanted = false
  #running: Promise<void> | undefined

  constructor(db: Database) {
    this.#db = db
    this.#unsubscribe = onLogged(db, () => this.#wake())
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    this.#stopping.abort()
    await this.#running
  }

  #wake(): void {
    this.#isWanted = true
    // Not on behalf of the caller whose write woke it.
    this.#running ??= asCaller('', () => this.#run()).finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    try {
      while (this.#isWanted && !signal.aborted) {
        await clock.pause(gathering, { signal, ref: false })
        this.#isWanted = false
        await indexAll(this.#db, signal)
      }
    } catch {
      // Stopped, or the database is unavailable: the next write tries again, or the job.
    }
  }
}
