/** Milliseconds. Who wants to be alone waits no longer for those who run: one that is slow must not stop all others. */
const longestWait = 200

/**
 * Work that runs side by side, until somebody needs to be alone: they wait a while for those who run, and whoever
 * comes meanwhile waits for them.
 */
export class TurnTaking {
  #running = 0
  #alone: Promise<void> = Promise.resolve()
  #waiting = 0
  #empty: (() => void) | undefined

  async together<T>(work: () => Promise<T>): Promise<T> {
    while (this.#waiting > 0) await this.#alone
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#empty?.()
    }
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1
    const before = this.#alone
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#alone = before.then(() => promise)
    await before
    try {
      if (this.#running > 0)
        await new Promise<void>((empty) => {
          const patience = setTimeout(empty, longestWait)
          this.#empty = () => {
            clearTimeout(patience)
            empty()
          }
        })
      return await work()
    } finally {
      this.#empty = undefined
      this.#waiting -= 1
      resolve()
    }
  }
}
