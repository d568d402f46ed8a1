/** Milliseconds. A line from which nobody was let in for so long comes next, however many of it are at work. */
const longestWithout = 200

interface Line {
  atWork: number
  /** When one of it began last. */
  began: number
  /** In the order in which they came. */
  waiting: Set<Waiting>
}

interface Waiting {
  number: number
  came: number
  begin: () => void
}

/**
 * So many at a time, and so many of each, which is a company or a caller. The others wait: those come first of whom the
 * fewest are at work, then those who came first; but who has one long thing at work is not kept from a second by ever new
 * others. Whoever gives up leaves the line.
 */
export class Slots<Whose> {
  #free: number
  readonly #each: number
  readonly #unlimited: Whose | undefined
  readonly #lines = new Map<Whose, Line>()
  #came = 0
  waiting = 0

  /** `unlimited`: who may have all. */
  constructor(most: number, each = most, unlimited?: Whose) {
    this.#free = most
    this.#each = each
    this.#unlimited = unlimited
  }

  async take<T>(whose: Whose, work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    gone?.throwIfAborted()
    if (!this.begin(whose)) await this.turnOf(whose, gone)
    try {
      gone?.throwIfAborted()
      return await work()
    } finally {
      this.end(whose)
    }
  }

  /** Takes a place if there is one. To be ended. */
  begin(whose: Whose): boolean {
    const line = this.#lineOf(whose)
    if (this.#free === 0 || !this.#mayHaveMore(whose, line)) return false
    this.#begun(line)
    return true
  }

  /** Waits for a place. To be ended. */
  turnOf(whose: Whose, gone?: AbortSignal): Promise<void> {
    const { waiting } = this.#lineOf(whose)
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.delete(mine)
        this.waiting -= 1
        reject(gone?.reason)
      }
      const begin = (): void => {
        gone?.removeEventListener('abort', giveUp)
        waiting.delete(mine)
        this.waiting -= 1
        resolve()
      }
      const mine = { number: this.#came++, came: performance.now(), begin }
      gone?.addEventListener('abort', giveUp, { once: true })
      waiting.add(mine)
      this.waiting += 1
    })
  }

  end(whose: Whose): void {
    this.#free += 1
    this.#lineOf(whose).atWork -= 1
    this.#letIn()
  }

  #lineOf(whose: Whose): Line {
    let line = this.#lines.get(whose)
    if (line === undefined) {
      line = { atWork: 0, began: 0, waiting: new Set() }
      this.#lines.set(whose, line)
    }
    return line
  }

  #letIn(): void {
    const now = performance.now()
    let next: First | undefined
    for (const [whose, line] of this.#lines) {
      const [first] = line.waiting
      if (first === undefined) {
        if (line.atWork === 0) this.#lines.delete(whose)
      } else if (this.#mayHaveMore(whose, line)) {
        const late = Math.max(0, now - Math.max(line.began, first.came) - longestWithout)
        const each = { line, first, late }
        if (next === undefined || comesBefore(each, next)) next = each
      }
    }
    if (next === undefined) return
    this.#begun(next.line)
    next.first.begin()
  }

  #mayHaveMore(whose: Whose, { atWork }: Line): boolean {
    return atWork < this.#each || whose === this.#unlimited
  }

  #begun(line: Line): void {
    this.#free -= 1
    line.atWork += 1
    line.began = performance.now()
  }
}

interface First {
  line: Line
  first: Waiting
  /** Milliseconds. */
  late: number
}

function comesBefore(one: First, other: First): boolean {
  if (one.late !== other.late) return one.late > other.late
  if (one.line.atWork !== other.line.atWork) return one.line.atWork < other.line.atWork
  return one.first.number < other.first.number
}
