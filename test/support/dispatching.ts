import { beforeAll } from 'vitest'
import type { World } from './world.ts'

/** Admits receivers on this machine. */
export const local = { ATRIUM_WEBHOOK_NETWORKS: '127.0.0.1' }

/** Call after `useWorld`: sends webhooks during the tests. */
export function useDispatcher(world: World): void {
  beforeAll(() => world.app.dispatcher.start())
}
