import { clock } from '../base/clock.ts'
import type { Engine } from '../db/database.ts'

interface Bounds {
  smallest: number
  largest: number
  /** Milliseconds. */
  slow: number
  quick: number
}

/**
 * The number of rows per statement depends on how long the previous one took. PostgreSQL runs in its own process, so
 * its statements block nothing here, and starting one takes longer than reading a thousand rows.
 */
const bounds: Record<Engine, Bounds> = {
  sqlite: { smallest: 64, largest: 2_048, slow: 5, quick: 2 },
  postgres: { smallest: 512, largest: 16_384, slow: 60, quick: 20 },
}

/** Controls how much each statement reads, so that none blocks the process for long. */
export class Pace {
  size: number
  spent = 0
  readonly #bounds: Bounds

  /** Starts with the smallest batch, or with `size` if that is larger. */
  constructor(engine: Engine, size = 0, largest = bounds[engine].largest) {
    this.#bounds = { ...bounds[engine], largest }
    this.size = Math.max(this.#bounds.smallest, size)
  }

  async keep<T>(work: () => Promise<T>): Promise<T> {
    const { smallest, largest, slow, quick } = this.#bounds
    const started = clock.ticks()
    const result = await work()
    const milliseconds = clock.ticks() - started
    this.spent += milliseconds
    if (milliseconds > slow) this.size = Math.max(smallest, Math.floor(this.size / 2))
    else if (milliseconds < quick) this.size = Math.min(largest, this.size * 2)
    return result
  }
}

/** For complete rows: receiving them blocks the process on either engine. */
export const rowPace = (): Pace => new Pace('sqlite')

/** For queries that read a lot and return little. */
export const longPace = (engine: Engine, largest: number): Pace =>
  new Pace(engine, engine === 'postgres' ? largest : bounds.sqlite.largest, largest)
