import { clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { StoredResult } from './delivery-rows.ts'
import type { Endpoint } from './endpoint.ts'
import { type HealthChange, store } from './results.ts'

/** Milliseconds in which results are collected before they are stored, and before a failed attempt is repeated. */
const collectFor = 50
const repeatAfter = 1_000
const atOnce = 1_000

interface Waiting {
  endpoint: Endpoint
  result: StoredResult
  stored: () => void
}

interface Listener {
  onStored: (webhookId: string, ids: readonly string[]) => void
  onFailed: (error: unknown) => void
}

/** Stores the results of many requests together. */
export class ResultStore {
  readonly #db: Database
  readonly #listener: Listener
  #results: Waiting[] = []
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(db: Database, listener: Listener) {
    this.#db = db
    this.#listener = listener
  }

  /** Resolves when the result is stored. */
  add(endpoint: Endpoint, result: StoredResult): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#results.push({ endpoint, result, stored: resolve })
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return promise
  }

  /** Stores the rest, unless the database is unavailable: then these deliveries are sent again. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.settled()
  }

  async settled(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#results.length > 0) {
      // A commit for each result would take longer than the requests.
      await clock.pause(collectFor)
      const some = this.#results.slice(0, atOnce)
      try {
        await store(
          this.#db,
          some.map(({ result }) => result),
          this.#healthAfter(some),
        )
      } catch (error) {
        this.#listener.onFailed(error)
        if (this.#isStopped) return
        await clock.pause(repeatAfter)
        continue
      }
      this.#results = this.#results.slice(some.length)
      for (const each of some) each.stored()
      const stored = Map.groupBy(some, ({ result }) => result.webhookId)
      for (const [webhookId, all] of stored)
        this.#listener.onStored(
          webhookId,
          all.map(({ result }) => result.id),
        )
    }
  }

  #healthAfter(some: readonly Waiting[]): HealthChange[] {
    const endpoints = new Set(some.map(({ endpoint }) => endpoint))
    return [...endpoints].map(({ webhook, pausedUntil }) => {
      const { companyNo, id, lastSuccessAt, failingSince } = webhook
      const until = pausedUntil > clock.now() ? new Date(pausedUntil).toISOString() : null
      return { companyNo, id, lastSuccessAt, failingSince, pausedUntil: until }
    })
  }
}
