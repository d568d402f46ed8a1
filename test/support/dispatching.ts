import { beforeAll } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { time } from './clock.ts'
import type { World } from './world.ts'

/** Admits receivers on this machine. */
export const local = { ATRIUM_WEBHOOK_NETWORKS: '127.0.0.1' }

interface Dispatching {
  /** Resolves when nothing is left to send now. Not for receivers that never answer. */
  settled: () => Promise<void>
  /**
   * Lets time pass, and waits for what became due to be sent. At least twelve seconds, so that the dispatcher always
   * has to take its lease again; otherwise it might lose it while it sends, and send twice.
   */
  later: (milliseconds: number) => Promise<void>
}

/** Call after `useWorld`: sends webhooks during the tests. */
export function useDispatcher(world: World): Dispatching {
  beforeAll(() => world.app.dispatcher.start())
  const settled = async (): Promise<void> => {
    await world.app.hub.sequencer.settled()
    await world.app.dispatcher.settled()
  }
  return {
    settled,
    async later(milliseconds) {
      await settled()
      time.set(clock.now() + milliseconds)
      // Long enough for the dispatcher to take its lease again.
      await time.advance(3_000)
      await settled()
    },
  }
}
