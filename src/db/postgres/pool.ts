import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { type Problem, problem } from '../../base/errors.ts'
import { Slots } from '../../fairness/slots.ts'

/** Milliseconds that a place among the connections is waited for. */
const patience = 4_000

/** This share of them is kept for others, whatever a caller does. */
const kept = 0.2

/** Nobody's in particular: what is asked before it is known who asks, and the service's own work. */
const ours = ''

/**
 * Connections that callers share: who has the fewest at work comes next. The pool's own line is one for all, and who
 * keeps it full would have everyone wait behind them.
 */
export class FairPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #slots: Slots<string>
  readonly #asking = new AsyncLocalStorage<string | undefined>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
    const { max } = pool.options
    this.#slots = new Slots(max, Math.max(1, max - Math.ceil(max * kept)), ours)
  }

  get options(): object {
    return this.#pool.options
  }

  /** What the work asks is asked by this caller, or by the service itself. */
  as<T>(whose: string | undefined, work: () => T): T {
    return this.#asking.run(whose, work)
  }

  async query(config: pg.QueryConfig): Promise<unknown[]> {
    const whose = await this.#place()
    try {
      return (await this.#pool.query(config)).rows
    } finally {
      this.#slots.end(whose)
    }
  }

  async connect(): Promise<pg.PoolClient> {
    const whose = await this.#place()
    try {
      const client = await this.#pool.connect()
      const release = client.release
      client.release = (error) => {
        release(error)
        this.#slots.end(whose)
      }
      return client
    } catch (error) {
      this.#slots.end(whose)
      throw error
    }
  }

  counts(): { open: number; idle: number; waiting: number } {
    const { totalCount: open, idleCount: idle } = this.#pool
    return { open, idle, waiting: this.#slots.waiting }
  }

  async end(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }

  /** Whose place it is. */
  async #place(): Promise<string> {
    const whose = this.#asking.getStore() ?? ours
    if (this.#slots.begin(whose)) return whose
    const waited = new AbortController()
    const timer = setTimeout(() => waited.abort(allInUse()), patience)
    try {
      await this.#slots.turnOf(whose, waited.signal)
      return whose
    } finally {
      clearTimeout(timer)
    }
  }
}

const allInUse = (): Problem =>
  problem('unavailable', 'All connections to the database are in use.', { headers: { 'retry-after': '1' } })
