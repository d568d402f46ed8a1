interface Line<T> {
  whose: string
  waiting: T[]
  /** Milliseconds that those of this line have had, counted from where the others were when it began. */
  spent: number
  /** Milliseconds that the last of them took. */
  last: number
}

/**
 * What waits, in a line for each caller. Whose line has had the least time comes next: who sends much, or what takes long,
 * waits for that, and nobody else does.
 */
export class Lines<T> {
  readonly #lines = new Map<string, Line<T>>()
  /** The line that was served last, and what it had had. */
  #served: Line<T> | undefined
  #clock = 0
  size = 0

  add(whose: string, each: T): void {
    const line = this.#lines.get(whose)
    if (line === undefined) this.#lines.set(whose, { whose, waiting: [each], spent: this.#clock, last: 0 })
    else line.waiting.push(each)
    this.size += 1
  }

  /** What comes next, and how long the one before it in its line took. */
  first(): { each: T | undefined; before: number } {
    const line = this.#next()
    return { each: line?.waiting[0], before: line?.last ?? 0 }
  }

  take(): T | undefined {
    const line = this.#next()
    if (line === undefined) return undefined
    this.#served = line
    this.#clock = line.spent
    this.size -= 1
    return line.waiting.shift()
  }

  /** What was taken last took so long. */
  spend(milliseconds: number): void {
    if (this.#served === undefined) return
    this.#served.spent += milliseconds
    this.#served.last = milliseconds
  }

  #next(): Line<T> | undefined {
    let first: Line<T> | undefined
    // Who has had much and comes again at once is remembered until somebody else comes.
    for (const line of this.#lines.values())
      if (line.waiting.length === 0) this.#lines.delete(line.whose)
      else if (first === undefined || line.spent < first.spent) first = line
    return first
  }
}
