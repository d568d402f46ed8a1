import { clock } from '../base/clock.ts'

const width = 30

/** Milliseconds between two lines without a terminal; the pause doubles each time. */
const shortest = 1_000
const longest = 30_000

/**
 * Draws a progress bar on a terminal. Without one, it prints a line when each step begins and ends, and now
 * and then in between.
 */
export class ProgressBar {
  readonly #note: (line: string) => void
  readonly #terminal: boolean
  #shown = -1
  #doing: string | undefined
  /** The last line that was held back. */
  #unsaid: string | undefined
  #next = 0
  #pause = shortest

  constructor(note: (line: string) => void, terminal: boolean = process.stderr.isTTY === true) {
    this.#note = note
    this.#terminal = terminal
  }

  update(share: number, words: string): void {
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
    const now = clock.ticks()
    const isOther = doing !== this.#doing
    if (isOther) this.#sayRest()
    else if (now < this.#next) {
      this.#unsaid = line
      return
    }
    this.#pause = isOther ? shortest : Math.min(longest, this.#pause * 2)
    this.#next = now + this.#pause
    this.#doing = doing
    this.#unsaid = undefined
    this.#note(line)
  }

  #sayRest(): void {
    if (this.#unsaid !== undefined) this.#note(this.#unsaid)
    this.#unsaid = undefined
  }

  /** Leaves the cursor at the beginning of a line. */
  end(): void {
    if (this.#terminal && this.#shown >= 0) process.stderr.write('\r\x1b[K')
    this.#sayRest()
  }
}
