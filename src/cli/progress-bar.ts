const width = 30

/** Milliseconds between two lines where nobody watches. */
const pause = 10_000

/** A bar on a terminal that is drawn over itself; elsewhere, a line when something else is being done, and now and then. */
export class ProgressBar {
  readonly #note: (line: string) => void
  readonly #terminal: boolean
  #shown = -1
  #doing: string | undefined
  #saidAt = 0

  constructor(note: (line: string) => void, terminal: boolean = process.stderr.isTTY === true) {
    this.#note = note
    this.#terminal = terminal
  }

  tell(share: number, words: string): void {
    const part = Math.min(1, Math.max(0, share))
    const percent = `${Math.floor(part * 100)} %`.padStart(5)
    if (this.#terminal) this.#draw(part, `${percent} ${words}`)
    else this.#say(`${percent} ${words}`, /^[A-Z][^:]*:/.exec(words)?.[0] ?? '')
  }

  #draw(part: number, words: string): void {
    const steps = Math.floor(part * 1000)
    if (steps === this.#shown) return
    this.#shown = steps
    const full = Math.round(part * width)
    process.stderr.write(`\r[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${words}\x1b[K`)
  }

  #say(line: string, doing: string): void {
    const now = performance.now()
    if (doing === this.#doing && now < this.#saidAt + pause) return
    this.#doing = doing
    this.#saidAt = now
    this.#note(line)
  }

  /** Leaves the terminal at the beginning of a line. */
  end(): void {
    if (this.#terminal && this.#shown >= 0) process.stderr.write('\r\x1b[K')
  }
}
