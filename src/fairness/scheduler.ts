import { AsyncLocalStorage } from 'node:async_hooks'
import { clock } from '../base/clock.ts'
import { FairQueue } from './fair-queue.ts'

/** Milliseconds of one event loop iteration given to waiting requests, so that nothing blocks the process for over 20 ms. */
const slice = 5

/** Resumes waiting requests one at a time for a slice of each event loop iteration, by the time their callers have used. */
class Scheduler {
  readonly #waiting = new FairQueue<() => void>()
  /** When the current iteration began; undefined while nothing is scheduled. */
  #since: number | undefined

  /** Undefined: start now, because nobody waits and this iteration has been short. */
  start(callerId: string): Promise<void> | undefined {
    const now = clock.ticks()
    if (this.#since === undefined) {
      this.#since = now
      setImmediate(this.#iterate)
    }
    return this.#waiting.size === 0 && now - this.#since < slice ? undefined : this.wait(callerId)
  }

  wait(callerId: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(callerId, resolve)
      if (this.#since !== undefined) return
      this.#since = clock.ticks()
      setImmediate(this.#iterate)
    })
  }

  readonly #iterate = (): void => {
    this.#since = this.#waiting.size === 0 ? undefined : clock.ticks()
    if (this.#since !== undefined) this.#resumeNext()
  }

  #resumeNext(): void {
    const began = clock.ticks()
    this.#waiting.take()?.()
    // Runs after everything that the resumed request does synchronously.
    queueMicrotask(() =>
      process.nextTick(() => {
        const now = clock.ticks()
        this.#waiting.charge(now - began)
        if (this.#waiting.size > 0 && now - (this.#since ?? 0) < slice) this.#resumeNext()
        else setImmediate(this.#iterate)
      }),
    )
  }
}

/** Requests whose caller is not known yet have a separate scheduler: authenticating them is quick. */
const arrivals = new Scheduler()
const requests = new Scheduler()
const callers = new AsyncLocalStorage<string>()

/** Runs `work` on behalf of a caller, who is charged for its time. */
export function asCaller<T>(callerId: string, work: () => T): T {
  return callers.run(callerId, work)
}

/** The caller on whose behalf this code runs; empty for the service itself. */
export function currentCaller(): string {
  return callers.getStore() ?? ''
}

/** Await it before authenticating a request. Undefined: continue immediately. */
export function startArrival(): Promise<void> | undefined {
  return arrivals.start('')
}

/** Await it before the work on a request. Undefined: continue immediately. */
export function startRequest(): Promise<void> | undefined {
  return requests.start(currentCaller())
}

/** Await it between two steps of long work: it serves other callers in between. */
export function yieldNow(): Promise<void> {
  return requests.wait(currentCaller())
}
