import { problem } from '../base/errors.ts'

/** How many waiting requests and streams one caller may have. */
const mostOfCaller = 20

/** Why a stream ends: `moving`: the process stops, and another one takes over. */
export type EndReason = 'revoked' | 'slow' | 'moving'

/** Ends a stream, or the waiting of a request. It must not throw. */
type End = (reason: EndReason) => void

/** The requests of this process that wait for changes. */
export class Readers {
  readonly #most: number
  readonly #ends = new Set<End>()
  readonly #counts = new Map<string, number>()
  #isLeaving = false

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#ends.size
  }

  /** Counts another one of a caller. The returned function stops counting it. Throws 429 or 503. */
  add(callerId: string, end: End): () => void {
    const count = this.#counts.get(callerId) ?? 0
    if (count >= mostOfCaller)
      throw problem(
        'too_many_requests',
        `You already have ${mostOfCaller} requests waiting for changes. Close some of them.`,
        { headers: { 'retry-after': '5' } },
      )
    if (this.#ends.size >= this.#most)
      throw problem(
        'unavailable',
        'Too many requests are waiting for changes in this process. Retry later, or read without `wait`.',
        {
          headers: { 'retry-after': '10' },
        },
      )
    this.#counts.set(callerId, count + 1)
    this.#ends.add(end)
    if (this.#isLeaving) queueMicrotask(() => end('moving'))
    return () => {
      if (!this.#ends.delete(end)) return
      const left = (this.#counts.get(callerId) ?? 1) - 1
      if (left > 0) this.#counts.set(callerId, left)
      else this.#counts.delete(callerId)
    }
  }

  /** The process is about to stop: readers reconnect to another one. */
  leave(): void {
    this.#isLeaving = true
    for (const end of [...this.#ends]) end('moving')
  }
}
