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
   * Lets time pass, and waits until everything that became due is sent. Pass at least 12 s: the lease then expires
   * before it is renewed.
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
      // The dispatcher renews its lease in the meantime.
      await time.advance(3_000)
      await settled()
    },
  }
}
