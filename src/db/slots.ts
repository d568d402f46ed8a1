interface Line {
  atWork: number
  /** In the order in which they came. */
  waiting: Set<Waiting>
}

interface Waiting {
  number: number
  begin: () => void
}

/**
 * So many at a time, and so many of each, which is a company or a caller. The others wait: those come first of whom the
 * fewest are at work, then those who came first. Whoever gives up leaves the line.
 */
export class Slots<Whose> {
  #free: number
  readonly #each: number
  readonly #lines = new Map<Whose, Line>()
  #came = 0
  waiting = 0

  constructor(most: number, each = most) {
    this.#free = most
    this.#each = each
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
    if (this.#free === 0 || line.atWork >= this.#each) return false
    this.#free -= 1
    line.atWork += 1
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
      const mine = { number: this.#came++, begin }
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
      line = { atWork: 0, waiting: new Set() }
      this.#lines.set(whose, line)
    }
    return line
  }

  #letIn(): void {
    let next: { line: Line; first: Waiting } | undefined
    for (const [whose, line] of this.#lines) {
      const [first] = line.waiting
      if (first === undefined) {
        if (line.atWork === 0) this.#lines.delete(whose)
      } else if (line.atWork < this.#each && comesBefore(line, first, next)) next = { line, first }
    }
    if (next === undefined) return
    this.#free -= 1
    next.line.atWork += 1
    next.first.begin()
  }
}

function comesBefore(line: Line, first: Waiting, other: { line: Line; first: Waiting } | undefined): boolean {
  if (other === undefined) return true
  if (line.atWork !== other.line.atWork) return line.atWork < other.line.atWork
  return first.number < other.first.number
}
