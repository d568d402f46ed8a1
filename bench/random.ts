/** A small random number generator with the same sequence in every run (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(most: number): number {
    return Math.floor(this.next() * most)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** One of the values, according to their weights. */
  pick<T>(weighted: readonly (readonly [T, number])[]): T {
    let at = this.next() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of weighted) {
      at -= weight
      if (at < 0) return value
    }
    return (weighted.at(-1) as readonly [T, number])[0]
  }

  /** A skewed distribution: 0 is the most frequent. */
  skewed(most: number): number {
    return Math.floor(most * this.next() ** 3)
  }
}
