import { clock } from '../base/clock.ts'

/** Milliseconds. A refusal asks its reader to wait a second or more, so the delay costs nobody anything. */
const delay = { min: 200, max: 300 }

/** Beyond this many, refusals are sent immediately: each one that waits takes a little memory. */
const maxDelayed = 1_000

/**
 * Delays refusals. A client that retries as soon as it is refused is slowed down to about four requests a second on each
 * connection. The delay is random, so that clients refused together do not come back together.
 */
export class RefusalDelay {
  #delayed = 0

  async wait(): Promise<void> {
    if (this.#delayed >= maxDelayed) return
    this.#delayed += 1
    await clock.pause(delay.min + Math.random() * (delay.max - delay.min))
    this.#delayed -= 1
  }
}

/** The refusals of this process. */
export const refusals = new RefusalDelay()
