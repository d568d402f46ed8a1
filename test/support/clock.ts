import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { clock, replaceTime, type Timer, type TimeSource } from '../../src/base/clock.ts'

/** The day on which all tests run: a Wednesday, and no country changes its clocks that week. */
export const today = '2026-03-11'
const morning = Date.parse(`${today}T09:30:00Z`)
const dayMilliseconds = 86_400_000

/** A time that runs like that of the machine until a test moves or stops it. */
class TestTime implements TimeSource {
  readonly #timers = new Set<TestTimer>()
  /** How far `ticks` is ahead of the machine. */
  #ahead = 0
  /** What `ticks` returns while the time stands still. */
  #frozenAt: number | undefined
  /** The value of `now` while `holdDate` is in effect. */
  #dateHeld: number | undefined
  /** The difference between `now` and `ticks`. */
  #sinceEpoch = Math.floor(morning - performance.now())

  now(): number {
    return this.#dateHeld ?? Math.floor(this.#sinceEpoch + this.ticks())
  }

  ticks(): number {
    return this.#frozenAt ?? performance.now() + this.#ahead
  }

  setTimeout(run: () => void, milliseconds: number): Timer {
    return new TestTimer(this, this.#timers, run, milliseconds, false)
  }

  setInterval(run: () => void, milliseconds: number): Timer {
    return new TestTimer(this, this.#timers, run, milliseconds, true)
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== undefined
  }

  /** Time moves only with `advance`, until `resume` or the end of the `using` block. */
  freeze(): Disposable {
    // Whole milliseconds, so that sums are exact.
    this.#frozenAt = Math.ceil(this.ticks())
    for (const timer of this.#timers) timer.hold()
    return { [Symbol.dispose]: () => this.resume() }
  }

  /** The date stands still until the end of the `using` block; timers continue. */
  holdDate(): Disposable {
    this.#dateHeld = this.now()
    return {
      [Symbol.dispose]: () => {
        this.#dateHeld = undefined
      },
    }
  }

  /** From now on it runs like that of the machine again. */
  resume(): void {
    if (!this.isFrozen) return
    this.#ahead = this.ticks() - performance.now()
    this.#frozenAt = undefined
    for (const timer of this.#timers) timer.run()
  }

  /** Lets this much time pass, and runs what becomes due, in order; an interval once, at the end, as after a sleep. */
  async advance(milliseconds: number): Promise<void> {
    // Work that has just begun starts its timers first.
    await setImmediate()
    const end = this.ticks() + milliseconds
    for (;;) {
      const [next] = this.#due(end).filter((timer) => !timer.repeats)
      if (next === undefined) break
      this.#move(Math.max(this.ticks(), next.due))
      next.fire(this.ticks())
      // What it started runs before the next one.
      await setImmediate()
    }
    this.#move(Math.max(this.ticks(), end))
    for (const interval of this.#due(end)) {
      interval.fire(this.ticks())
      await setImmediate()
    }
    if (!this.isFrozen) for (const timer of this.#timers) timer.run()
  }

  #due(end: number): TestTimer[] {
    return [...this.#timers].filter(({ due }) => due <= end).sort((a, b) => a.due - b.due)
  }

  #move(ticks: number): void {
    if (this.#frozenAt === undefined) this.#ahead += ticks - this.ticks()
    else this.#frozenAt = ticks
  }

  /** Sets the time of day and the date, as an administrator would; what waits is not affected. */
  set(moment: string | number): void {
    this.#sinceEpoch = Math.floor(new Date(moment).getTime() - this.ticks())
  }

  /** Sets the time of day and the date of the machine, for other programs that read it. */
  setToMachine(): void {
    this.set(Date.now())
  }

  /** Moves the time without running timers, as if the process had been busy. */
  pass(milliseconds: number): void {
    this.#move(this.ticks() + milliseconds)
  }

  /** While the time stands still: lets it pass in small steps until this work is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const end = (): void => {
      isDone = true
    }
    work.then(end, end)
    for (;;) {
      await pause(1)
      if (isDone) return work
      await this.advance(10)
    }
  }

  /** How many timers will become due within this time. */
  waiting(milliseconds: number): number {
    return this.#due(this.ticks() + milliseconds).length
  }

  /** For the next test file. */
  reset(): void {
    this.resume()
    this.set(morning + performance.now())
  }
}

class TestTimer implements Timer {
  readonly repeats: boolean
  due: number
  readonly #time: TestTime
  readonly #all: Set<TestTimer>
  readonly #callback: () => void
  readonly #milliseconds: number
  #timeout: NodeJS.Timeout | undefined
  #isReferenced = true

  constructor(
    time: TestTime,
    all: Set<TestTimer>,
    callback: () => void,
    milliseconds: number,
    repeats: boolean,
  ) {
    this.#time = time
    this.#all = all
    this.#callback = callback
    this.#milliseconds = milliseconds
    this.repeats = repeats
    this.due = 0
    this.refresh()
  }

  refresh(): Timer {
    this.due = this.#time.ticks() + Math.max(1, this.#milliseconds)
    this.#all.add(this)
    this.hold()
    if (!this.#time.isFrozen) this.run()
    return this
  }

  unref(): Timer {
    this.#isReferenced = false
    this.#timeout?.unref()
    return this
  }

  close(): void {
    this.#all.delete(this)
    this.hold()
  }

  /** Waits for its time on the machine. */
  run(): void {
    this.hold()
    const left = Math.max(0, this.due - this.#time.ticks())
    this.#timeout = setTimeout(() => this.fire(this.#time.ticks()), left)
    if (!this.#isReferenced) this.#timeout.unref()
  }

  hold(): void {
    clearTimeout(this.#timeout)
  }

  /** `now`: an interval runs again after the first moment later than that. */
  fire(now: number): void {
    if (!this.#all.has(this)) return
    if (this.repeats) {
      this.due = now + Math.max(1, this.#milliseconds)
      if (!this.#time.isFrozen) this.run()
    } else this.close()
    this.#callback()
  }
}

/** The time that everything in this process follows; each test file begins in the morning of `today`. */
export const time = new TestTime()
replaceTime(time)

/** Milliseconds since 1970, so many days from now. */
export const daysAhead = (days: number): number => clock.now() + days * dayMilliseconds

/** The date so many days from today, in UTC. */
export const dayAhead = (days: number): string => new Date(daysAhead(days)).toISOString().slice(0, 10)

/** The moment so many milliseconds ago, as records store it. */
export const ago = (milliseconds: number): string => new Date(clock.now() - milliseconds).toISOString()
