/** Reports progress: the fraction of the current step, and a description. */
export type ReportProgress = (share: number, words: string) => void

/** A count with its noun. */
export const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A count with its noun and a verb, to begin a sentence. */
export const manyAre = (count: number, noun: string): string =>
  `${many(count, noun)} ${count === 1 ? 'is' : 'are'}`
export const manyWere = (count: number, noun: string): string =>
  `${many(count, noun)} ${count === 1 ? 'was' : 'were'}`

export const amount = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

/** Counts rows or bytes, and reports them. */
export class Counter {
  count = 0
  bytes = 0
  readonly #onProgress: ReportProgress
  readonly #doing: string
  readonly #all: { rows: number } | { bytes: number }

  constructor(onProgress: ReportProgress, doing: string, all: { rows: number } | { bytes: number }) {
    this.#onProgress = onProgress
    this.#doing = doing
    this.#all = all
  }

  /** Adds rows. */
  add(count: number): void {
    if (count > 0) this.#add(count, 0)
  }

  /** Adds a file, which reports its own progress: large ones take a while. */
  content(size: number): ContentProgress {
    return new ContentProgress(size, (count, bytes) => this.#add(count, bytes))
  }

  #add(count: number, bytes: number): void {
    this.count += count
    this.bytes += bytes
    if ('rows' in this.#all)
      this.#onProgress(share(this.count, this.#all.rows), `${this.#doing}: ${many(this.count, 'row')}`)
    else
      this.#onProgress(
        share(this.bytes, this.#all.bytes),
        `${this.#doing}: ${many(this.count, 'stored file')}, ${amount(this.bytes)}`,
      )
  }
}

export const share = (part: number, all: number): number => (all === 0 ? 1 : part / all)

/** A file being copied. Bytes that are not read because the target already has them count when it is done. */
export class ContentProgress {
  readonly #add: (count: number, bytes: number) => void
  #left: number

  constructor(size: number, add: (count: number, bytes: number) => void) {
    this.#left = size
    this.#add = add
  }

  readonly read = (bytes: number): void => {
    // `done` reports the end.
    if (bytes >= this.#left) return
    this.#left -= bytes
    this.#add(0, bytes)
  }

  done(): void {
    this.#add(1, this.#left)
    this.#left = 0
  }
}
