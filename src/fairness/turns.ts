import { Lines } from './lines.ts'

/** Milliseconds of one turn of the event loop that those who wait have together. */
const longest = 5

/**
 * "Nothing holds the process over 20 ms": when hundreds of requests arrive at one moment, or go on with long work, the
 * loop would serve them all before it looks at anything else. So they are let in one at a time, for a few milliseconds
 * of each turn. Whose line has had the least time comes next: who sends much, or what takes long, waits for that, and
 * nobody else does.
 */
class Turns {
  readonly #waiting = new Lines<() => void>()
  #since: number | undefined

  /** Undefined: begin at once, for nobody waits and this turn has been short. */
  begin(whose: string): Promise<void> | undefined {
    const now = performance.now()
    if (this.#since === undefined) {
      this.#since = now
      setImmediate(this.#turn)
    }
    return this.#waiting.size === 0 && now - this.#since < longest ? undefined : this.next(whose)
  }

  next(whose: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(whose, resolve)
      if (this.#since !== undefined) return
      this.#since = performance.now()
      setImmediate(this.#turn)
    })
  }

  readonly #turn = (): void => {
    this.#since = this.#waiting.size === 0 ? undefined : performance.now()
    if (this.#since !== undefined) this.#letIn()
  }

  #letIn(): void {
    const began = performance.now()
    this.#waiting.take()?.()
    // When all that it does without waiting is done.
    queueMicrotask(() =>
      process.nextTick(() => {
        const now = performance.now()
        this.#waiting.spend(now - began)
        if (this.#waiting.size > 0 && now - (this.#since ?? 0) < longest) this.#letIn()
        else setImmediate(this.#turn)
      }),
    )
  }
}

let arrivals: Turns | undefined
let turns: Turns | undefined

/** One who has not been asked yet who it is. They come before all others: to be asked is soon done. Undefined: go on at once. */
export function turnOfArrival(): Promise<void> | undefined {
  arrivals ??= new Turns()
  return arrivals.begin('')
}

/** A request of this caller. Undefined: go on at once. */
export function turnOf(whose: string): Promise<void> | undefined {
  turns ??= new Turns()
  return turns.begin(whose)
}

/** Lets others in between two pieces of this caller's long work. */
export function others(whose: string): Promise<void> {
  turns ??= new Turns()
  return turns.next(whose)
}
