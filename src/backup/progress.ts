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

  /** So many rows more. */
  add(count: number): void {
    if (count > 0) this.#add(count, 0)
  }

  /** One content more, which tells how far it is: a large one takes its time. */
  content(size: number): ContentProgress {
    return new ContentProgress(size, (count, bytes) => this.#add(count, bytes))
  }

  #add(count: number, bytes: number): void {
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

/** A content on its way. What of it was not read, such as because it is there already, counts when it is done. */
export class ContentProgress {
  readonly #add: (count: number, bytes: number) => void
  #left: number

  constructor(size: number, add: (count: number, bytes: number) => void) {
    this.#left = size
    this.#add = add
  }

  readonly read = (bytes: number): void => {
    // Its end is told when it is done.
    if (bytes >= this.#left) return
    this.#left -= bytes
    this.#add(0, bytes)
  }

  done(): void {
    this.#add(1, this.#left)
    this.#left = 0
  }
}
