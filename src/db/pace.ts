/** Milliseconds; how many rows a statement reads depends on how long the one before took. */
export const piece = { smallest: 64, largest: 4_096, slow: 5, quick: 2 }

/** How much is read at once, so that no statement holds the process for long. */
export class Pace {
  size: number
  spent = 0

  constructor(size: number) {
    this.size = size
  }

  async keep<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    const result = await work()
    const milliseconds = performance.now() - started
    this.spent += milliseconds
    if (milliseconds > piece.slow) this.size = Math.max(piece.smallest, Math.floor(this.size / 2))
    else if (milliseconds < piece.quick) this.size = Math.min(piece.largest, this.size * 2)
    return result
  }
}
