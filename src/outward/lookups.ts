import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'

export type NameLookup = (
  name: string,
  options: LookupAllOptions,
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/**
 * Name lookups occupy threads that file work needs too, so few run at once. Lookups for destinations that keep
 * failing use at most one of them: slow name servers must not delay requests to healthy destinations.
 */
const most = { healthy: 2, failing: 1 } as const

export type LookupQueue = keyof typeof most

export class NameLookups {
  readonly #lookup: NameLookup
  readonly #waiting: Record<LookupQueue, Set<() => void>> = { healthy: new Set(), failing: new Set() }
  readonly #running = { healthy: 0, failing: 0 }

  constructor(using: NameLookup = lookup) {
    this.#lookup = using
  }

  find(name: string, queue: LookupQueue, signal: AbortSignal): Promise<LookupAddress[]> {
    return new Promise((resolve, reject) => {
      const run = (): void => {
        this.#running[queue] += 1
        this.#lookup(name, { all: true }, (error, found) => {
          this.#running[queue] -= 1
          this.#begin()
          if (error === null) resolve(found)
          else reject(error)
        })
      }
      const giveUp = (): void => {
        this.#waiting[queue].delete(run)
        reject(signal.reason)
      }
      if (signal.aborted) return giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting[queue].add(run)
      this.#begin()
    })
  }

  #begin(): void {
    const { healthy, failing } = this.#running
    if (healthy + failing >= most.healthy) return
    const queue = this.#waiting.healthy.size > 0 ? 'healthy' : 'failing'
    const [next] = this.#waiting[queue]
    if (next === undefined || (queue === 'failing' && failing >= most.failing)) return
    this.#waiting[queue].delete(next)
    next()
    this.#begin()
  }
}
