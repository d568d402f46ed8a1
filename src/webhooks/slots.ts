import type { Endpoint } from './endpoint.ts'

/** Requests in flight of one process: those to healthy receivers never wait for the others. */
const most = { healthy: 320, other: 100 } as const

type SlotKind = keyof typeof most

export const slotKindOf = ({ health }: Endpoint): SlotKind => (health === 'healthy' ? 'healthy' : 'other')

export class Slots {
  readonly #used = { healthy: 0, other: 0 }
  readonly #waiting = {
    healthy: new Set<Endpoint>(),
    unknown: new Set<Endpoint>(),
    failing: new Set<Endpoint>(),
  }

  hasFree(kind: SlotKind): boolean {
    return this.#used[kind] < most[kind]
  }

  /** Remembers an endpoint until a slot is free. */
  wait(endpoint: Endpoint): void {
    this.#waiting[endpoint.health].add(endpoint)
  }

  take(kind: SlotKind): void {
    this.#used[kind] += 1
  }

  release(kind: SlotKind): void {
    this.#used[kind] -= 1
  }

  /** An endpoint that waited for a slot that is free now; receivers that are not known to fail come first. */
  next(kind: SlotKind): Endpoint | undefined {
    if (!this.hasFree(kind)) return undefined
    const { healthy, unknown, failing } = this.#waiting
    for (const list of kind === 'healthy' ? [healthy] : [unknown, failing]) {
      const [first] = list
      if (first === undefined) continue
      list.delete(first)
      return first
    }
    return undefined
  }
}
