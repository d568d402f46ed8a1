const width = 30

/** A bar on a terminal that is drawn over itself; elsewhere, a line for each tenth. */
export class ProgressBar {
  readonly #note: (line: string) => void
  readonly #terminal: boolean
  #shown = -1

  constructor(note: (line: string) => void, terminal: boolean = process.stderr.isTTY === true) {
    this.#note = note
    this.#terminal = terminal
  }

  tell(share: number, words: string): void {
    const part = Math.min(1, Math.max(0, share))
    const steps = this.#terminal ? Math.floor(part * 1000) : Math.floor(part * 10)
    if (steps === this.#shown) return
    this.#shown = steps
    const percent = `${Math.floor(part * 100)} %`.padStart(5)
    const full = Math.round(part * width)
    if (this.#terminal)
      process.stderr.write(`\r[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${percent} ${words}\x1b[K`)
    else this.#note(`${percent} ${words}`)
  }

  /** Leaves the terminal at the beginning of a line. */
  end(): void {
    if (this.#terminal && this.#shown >= 0) process.stderr.write('\r\x1b[K')
  }
}
