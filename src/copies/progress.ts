/** How far a copy has come: a share of what is being done now, and words. */
export type Tell = (share: number, words: string) => void

/** So many of a thing, in words. */
export const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The same, of which something is said. */
export const manyAre = (count: number, noun: string): string =>
  `${many(count, noun)} ${count === 1 ? 'is' : 'are'}`
export const manyWere = (count: number, noun: string): string =>
  `${many(count, noun)} ${count === 1 ? 'was' : 'were'}`

export const amount = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

/** Counts rows, or bytes of contents, and tells of them. */
export class Counter {
  count = 0
  bytes = 0
  readonly #tell: Tell
  readonly #doing: string
  readonly #all: { rows: number } | { bytes: number }

  constructor(tell: Tell, doing: string, all: { rows: number } | { bytes: number }) {
    this.#tell = tell
    this.#doing = doing
    this.#all = all
  }

  add(count: number, bytes = 0): void {
    if (count === 0) return
    this.count += count
    this.bytes += bytes
    if ('rows' in this.#all)
      this.#tell(share(this.count, this.#all.rows), `${this.#doing}: ${many(this.count, 'row')}`)
    else
      this.#tell(
        share(this.bytes, this.#all.bytes),
        `${this.#doing}: ${many(this.count, 'content')}, ${amount(this.bytes)}`,
      )
  }
}

export const share = (part: number, all: number): number => (all === 0 ? 1 : part / all)
