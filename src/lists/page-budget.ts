import type { IndexRange, Source } from './plans.ts'

/**
 * Characters of a page: 500 records with the longest texts fit. It ends before what would be more, as only custom fields
 * can be, and a link goes on.
 */
const largestPage = 40_000_000

/** Characters that are read at once: to take them from any engine holds the process. */
const largestPiece = 500_000

/** What is known of a list's rows fades so slowly that who reads small ones in between does not make it forgotten. */
const fading = 0.95

/** So many times as many rows are read at once as before. */
const growth = 8

/** How many lists are remembered. */
const mostKnown = 10_000

/** Characters of a row, of those lists whose rows are large. */
const known = new Map<string, number>()

/** How much room a page has: for how many rows next, and whether one more fits; the first always does. */
export class PageBudget {
  readonly #wide: readonly string[]
  readonly #list: string
  #left = largestPage
  #read = 0
  #rows = 0
  #most: number

  constructor({ wide, all }: Source) {
    this.#wide = wide
    this.#list = nameOf(all)
    this.#most = piece(known.get(this.#list) ?? 0)
  }

  /** How many rows may be read at once. */
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

  /** A piece has been read. */
  learn(): void {
    if (this.#rows === 0) return
    const size = this.#read / this.#rows
    this.#most = Math.min(piece(size), this.#most * growth)
    remember(this.#list, size)
    this.#read = 0
    this.#rows = 0
  }
}

const piece = (size: number): number => Math.max(1, Math.floor(largestPiece / Math.max(1, size)))

const nameOf = ({ from, where: { values } }: IndexRange): string => `${values[0]} ${from}`

function remember(list: string, size: number): void {
  const typical = Math.max(size, (known.get(list) ?? 0) * fading)
  // Of small rows as many are read at once as there are.
  if (typical < 1_000) known.delete(list)
  else known.set(list, typical)
  if (known.size > mostKnown) known.clear()
}
