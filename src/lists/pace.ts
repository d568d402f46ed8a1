import type { Engine } from '../db/database.ts'

interface Bounds {
  smallest: number
  largest: number
  /** Milliseconds. */
  slow: number
  quick: number
}

/**
 * How many rows a statement reads depends on how long the one before took. PostgreSQL works in a process of its own,
 * which nothing else waits for, and takes longer to begin with a statement than to read a thousand rows.
 */
const bounds: Record<Engine, Bounds> = {
  sqlite: { smallest: 64, largest: 2_048, slow: 5, quick: 2 },
  postgres: { smallest: 512, largest: 16_384, slow: 60, quick: 20 },
}

/** How much is read at once, so that no statement holds the process for long. */
export class Pace {
  size: number
  spent = 0
  readonly #bounds: Bounds

  /** Starts with the least that is read at once, or with `size` where that is more. */
  constructor(engine: Engine, size = 0, largest = bounds[engine].largest) {
    this.#bounds = { ...bounds[engine], largest }
    this.size = Math.max(this.#bounds.smallest, size)
  }

  async keep<T>(work: () => Promise<T>): Promise<T> {
    const { smallest, largest, slow, quick } = this.#bounds
    const started = performance.now()
    const result = await work()
    const milliseconds = performance.now() - started
    this.spent += milliseconds
    if (milliseconds > slow) this.size = Math.max(smallest, Math.floor(this.size / 2))
    else if (milliseconds < quick) this.size = Math.min(largest, this.size * 2)
    return result
  }
}

/** For rows that are read whole: to take them from any engine holds the process. */
export const rowPace = (): Pace => new Pace('sqlite')

/** For what reads very much and gives little. */
export const longPace = (engine: Engine, largest: number): Pace =>
  new Pace(engine, engine === 'postgres' ? largest : bounds.sqlite.largest, largest)
