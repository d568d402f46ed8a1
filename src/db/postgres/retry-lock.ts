import { clock } from '../../base/clock.ts'

/** Milliseconds that an exclusive transaction waits for running ones: a slow one must not stop all others. */
const longestWait = 200

/**
 * Milliseconds that others wait for an exclusive transaction: if the database does not respond, they would all wait in
 * turn.
 */
const longestExclusive = 1_500

/**
 * Serializable transactions that keep failing run alone in this process, or many at once could conflict forever. A
 * reader-writer lock, except that every wait is limited: it makes progress likely, and correctness does not depend on
 * it.
 */
export class RetryLock {
  #running = 0
  #exclusive: Promise<void> = Promise.resolve()
  #waiting = 0
  #onEmpty: (() => void) | undefined

  async shared<T>(work: () => Promise<T>): Promise<T> {
    const end = clock.ticks() + longestExclusive
    for (let left = longestExclusive; this.#waiting > 0 && left > 0; left = end - clock.ticks())
      await atMost(left, this.#exclusive)
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#onEmpty?.()
    }
  }

  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    const before = this.#exclusive
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#exclusive = before.then(() => promise)
    await atMost(longestExclusive, before)
    try {
      if (this.#running > 0) await atMost(longestWait, this.#empty())
      return await work()
    } finally {
      this.#onEmpty = undefined
      this.#waiting -= 1
      resolve()
    }
  }

  #empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = resolve
    })
  }
}

async function atMost(milliseconds: number, awaited: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.setTimeout(resolve, milliseconds)
  await Promise.race([awaited, promise])
  clock.clear(timer)
}
