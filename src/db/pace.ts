import type { Engine } from './database.ts'

/** Milliseconds; how many rows a statement reads depends on how long the one before took. */
export const piece = { smallest: 64, largest: 2_048, slow: 5, quick: 2 }

/** How much is read at once, so that no statement holds the process for long. */
export class Pace {
  size: number
  spent = 0
  readonly #smallest: number
  readonly #largest: number

  constructor(size: number, { smallest = piece.smallest, largest = piece.largest } = {}) {
    this.size = size
    this.#smallest = smallest
    this.#largest = largest
  }

  async keep<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    const result = await work()
    const milliseconds = performance.now() - started
    this.spent += milliseconds
    if (milliseconds > piece.slow) this.size = Math.max(this.#smallest, Math.floor(this.size / 2))
    else if (milliseconds < piece.quick) this.size = Math.min(this.#largest, this.size * 2)
    return result
  }
}

/** For what reads very much and gives little; PostgreSQL works in a process of its own, which nothing else waits for. */
export function longPace(engine: Engine, largest: number): Pace {
  return engine === 'postgres'
    ? new Pace(largest, { smallest: largest, largest })
    : new Pace(piece.largest, { largest })
}
