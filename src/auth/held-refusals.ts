import { setTimeout } from 'node:timers/promises'

/** Milliseconds. Whoever is refused is told to wait a second or more, so that nobody is kept from anything by it. */
const hold = { least: 200, most: 300 }
/** Past so many at once they are not kept: each takes a little memory. */
const mostHeld = 1_000

/**
 * Answers "too many" only after a moment. Who sends the next request as soon as the last is answered is slowed down by
 * that to four a second on each connection, and others need not queue behind refusals. Not all for equally long: many that
 * were refused at once would come again at once, and others would queue behind those of them who may.
 */
export class HeldRefusals {
  #held = 0

  async wait(): Promise<void> {
    if (this.#held >= mostHeld) return
    this.#held += 1
    await setTimeout(hold.least + Math.random() * (hold.most - hold.least))
    this.#held -= 1
  }
}
