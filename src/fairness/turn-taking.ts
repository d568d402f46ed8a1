/** Milliseconds. Who wants to be alone waits no longer for those who run: one that is slow must not stop all others. */
const longestWait = 200

/**
 * Nor does anybody wait longer for one who is alone: beside a database that is silent they would find out as late as that
 * one, and then wait for it themselves.
 */
const longestAlone = 1_500

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
    const end = performance.now() + longestAlone
    for (let left = longestAlone; this.#waiting > 0 && left > 0; left = end - performance.now())
      await atMost(left, this.#alone)
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
    await atMost(longestAlone, before)
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

/** Waits for it, and no longer than that many milliseconds. */
async function atMost(milliseconds: number, waitedFor: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([waitedFor, promise])
  clearTimeout(timer)
}
