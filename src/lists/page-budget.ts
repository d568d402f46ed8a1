import type { IndexRange, ListSource } from './plans.ts'

/**
 * Characters on a page: 500 records with the longest texts fit. A page with more, as only custom fields can cause, ends
 * early, and its link continues.
 */
const largestPage = 40_000_000

/** Characters per statement: receiving them blocks the process, whatever the engine. */
const largestBatch = 500_000

/** How fast the known row size of a list decays: slowly, so that a few small rows in between do not reset it. */
const fading = 0.95

/** The most by which the number of rows per statement grows. */
const growth = 8

/** How many lists are remembered. */
const mostKnown = 10_000

/** Characters per row, for lists with large rows. */
const known = new Map<string, number>()

/** How many rows to read next, and whether one more fits on the page; the first always does. */
export class PageBudget {
  readonly #wide: readonly string[]
  readonly #list: string
  #left = largestPage
  #read = 0
  #rows = 0
  #most: number

  constructor({ wide, all }: ListSource) {
    this.#wide = wide
    this.#list = nameOf(all)
    this.#most = rowsPerBatch(known.get(this.#list) ?? 0)
  }

  /** How many rows to read with the next statement. */
  get rows(): number {
    return this.#most
  }

  takes(row: object): boolean {
    let size = 0
    for (const name of this.#wide) {
      const value = (row as Readonly<Record<string, unknown>>)[name]
      if (typeof value === 'string') size += value.length
    }
    this.#left -= size
    this.#read += size
    this.#rows += 1
    return this.#left >= 0 || this.#left + size === largestPage
  }

  /** Call it after each batch. */
  learn(): void {
    if (this.#rows === 0) return
    const size = this.#read / this.#rows
    this.#most = Math.min(rowsPerBatch(size), this.#most * growth)
    remember(this.#list, size)
    this.#read = 0
    this.#rows = 0
  }
}

const rowsPerBatch = (size: number): number => Math.max(1, Math.floor(largestBatch / Math.max(1, size)))

const nameOf = ({ from, where: { values } }: IndexRange): string => `${values[0]} ${from}`

function remember(list: string, size: number): void {
  const typical = Math.max(size, (known.get(list) ?? 0) * fading)
  // Small rows need no limit.
  if (typical < 1_000) known.delete(list)
  else known.set(list, typical)
  if (known.size > mostKnown) known.clear()
}
