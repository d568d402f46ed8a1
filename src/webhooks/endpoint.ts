import { clock } from '../base/clock.ts'
import type { LoadedDelivery } from './delivery-rows.ts'
import { delayOfProbe } from './schedule.ts'
import type { Sent } from './send.ts'
import type { Signer } from './sign.ts'
import type { LoadedWebhook } from './webhook-rows.ts'

/** Enough for 1,000 deliveries a second to a receiver that takes 30 ms. */
const mostInFlight = 32
/** Deliveries that fail in a row before one alone probes the receiver. */
const failuresUntilProbe = 5
const mostWaiting = 2_000
/** Milliseconds after which waiting deliveries are loaded again, because the owner may have lost access. */
const mostAge = 2_000

/** A webhook in the memory of the process that sends: what is loaded, in flight, and how the receiver is doing. */
export class Endpoint {
  webhook: LoadedWebhook
  signer: Signer
  matches: (change: LoadedDelivery['change']) => boolean
  /** The number of the last change that was looked at; `webhook.seq` is the last one stored. */
  scanned: number
  /** The feed is ahead, but enough deliveries are waiting. */
  isLagging = false
  #isLoading = false
  #loadedAt = 0
  /** The database may have deliveries that are due. */
  mayHaveMore = true
  /** Milliseconds: when to look again. */
  wakeAt = Number.POSITIVE_INFINITY
  /** Deliveries that were sent and whose results are not stored yet, with whether they failed. */
  readonly unstored = new Map<string, { key: string; failed: boolean }>()
  readonly #waiting = new Map<string, LoadedDelivery[]>()
  readonly #busy = new Set<string>()
  readonly #failed = new Set<string>()
  readonly #stored: string[] = []
  #window = mostInFlight
  #isProbing: boolean
  #probes = 0
  #probeId: string | undefined
  #probeAt = 0
  #pausedUntil: number
  #health: 'unknown' | 'healthy' | 'failing'

  constructor(webhook: LoadedWebhook, signer: Signer, matches: Endpoint['matches']) {
    this.webhook = webhook
    this.signer = signer
    this.scanned = webhook.seq
    this.matches = matches
    this.#isProbing = webhook.failingSince !== null
    this.#pausedUntil = webhook.pausedUntil === null ? 0 : Date.parse(webhook.pausedUntil)
    this.#health =
      webhook.failingSince !== null ? 'failing' : webhook.lastSuccessAt !== null ? 'healthy' : 'unknown'
  }

  /** Applies a change that a caller made. */
  update(webhook: LoadedWebhook, signer: Signer, matches: Endpoint['matches']): void {
    const { url, failingSince, touchedAt } = this.webhook
    if (webhook.touchedAt === touchedAt) return
    this.scanned = Math.max(this.scanned, webhook.seq)
    this.webhook = { ...webhook, seq: Math.max(webhook.seq, this.webhook.seq) }
    this.signer = signer
    this.matches = matches
    this.mayHaveMore = true
    // They were loaded for the previous order and access.
    this.dropWaiting()
    // A caller has resumed it, or nothing is known about a new address.
    if (url === webhook.url && (failingSince === null || webhook.failingSince !== null)) return
    this.#isProbing = false
    this.#pausedUntil = 0
    this.#health = 'unknown'
    this.#failed.clear()
  }

  get health(): 'unknown' | 'healthy' | 'failing' {
    return this.#health
  }

  /** Nothing is in flight, and all results are stored. */
  get isIdle(): boolean {
    return this.#busy.size === 0 && this.unstored.size === 0
  }

  get isProbing(): boolean {
    return this.#isProbing
  }

  /** Forgets what is loaded but not sent; it stays in the database. */
  dropWaiting(): void {
    this.#waiting.clear()
    this.mayHaveMore = true
  }

  /** Another process has moved the position. */
  moveTo(seq: number): void {
    this.webhook.seq = seq
    this.scanned = seq
  }

  /** The next delivery to send, if one may be sent now. */
  take(now: number): LoadedDelivery | undefined {
    if (!this.#isLoading && this.#waiting.size > 0 && clock.ticks() - this.#loadedAt > mostAge)
      this.dropWaiting()
    if (this.#restsUntil(now) > now) return undefined
    if (this.#busy.size >= (this.#isProbing ? 1 : this.#window)) return undefined
    for (const [key, chain] of this.#waiting) {
      if (this.#busy.has(key)) continue
      const next = chain.shift()
      if (chain.length === 0) this.#waiting.delete(key)
      if (next === undefined) continue
      this.#busy.add(key)
      if (this.#isProbing) this.#probeId = next.id
      return next
    }
    return undefined
  }

  needsMore(now: number): boolean {
    if (!this.mayHaveMore || this.#isLoading || this.#restsUntil(now) > now) return false
    if (this.#isProbing || this.webhook.order === 'all')
      return this.#busy.size === 0 && this.#waiting.size === 0
    return !this.#hasReady(this.#window) && this.#size < mostWaiting
  }

  /** The records, or deliveries if their order does not matter, that must not be loaded again. */
  get known(): string[] {
    return [...new Set([...this.#waiting.keys(), ...this.#busy])]
  }

  add(loaded: readonly LoadedDelivery[]): number {
    let added = 0
    const blocked = new Set([...this.unstored.values()].filter(({ failed }) => failed).map(({ key }) => key))
    for (const each of loaded) {
      const key = this.keyOf(each)
      if (this.unstored.has(each.id) || blocked.has(key)) continue
      const chain = this.#waiting.get(key)
      if (chain === undefined) this.#waiting.set(key, [each])
      else chain.push(each)
      added += 1
    }
    return added
  }

  /** Results that were stored while deliveries were being loaded still count until then. */
  forgetStored(ids: readonly string[]): void {
    if (this.#isLoading) this.#stored.push(...ids)
    else for (const id of ids) this.unstored.delete(id)
  }

  startLoading(): void {
    this.#isLoading = true
    // Set again if something becomes due from now on.
    this.mayHaveMore = false
    if (this.#waiting.size === 0) this.#loadedAt = clock.ticks()
  }

  finishLoading(): void {
    this.#isLoading = false
    for (const id of this.#stored.splice(0)) this.unstored.delete(id)
  }

  finish(delivery: LoadedDelivery, { verdict, pause }: Sent, now: number): void {
    const key = this.keyOf(delivery)
    this.#busy.delete(key)
    this.unstored.set(delivery.id, { key, failed: verdict === 'retry' })
    if (verdict === 'delivered') {
      this.#window = this.#isProbing ? 2 : Math.min(this.#window * 2, mostInFlight)
      this.#isProbing = false
      this.#health = 'healthy'
      this.#probes = 0
      this.#failed.clear()
      return
    }
    this.#health = 'failing'
    if (pause !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, now + pause)
    // Later changes of the record wait in the database.
    if (verdict === 'retry') this.#waiting.delete(key)
    this.#failed.add(delivery.id)
    // Others were in flight when probing began.
    if (this.#isProbing && delivery.id !== this.#probeId) return
    if (this.#isProbing) this.#probes += 1
    else if (this.#failed.size < failuresUntilProbe) return
    this.#isProbing = true
    this.#probeAt = now + delayOfProbe(this.#probes)
    this.dropWaiting()
  }

  /** `order: none` has a chain for each delivery, `all` has one for everything. */
  keyOf({ id, change }: LoadedDelivery): string {
    const { order } = this.webhook
    return order === 'record' ? change.recordId : order === 'none' ? id : 'all'
  }

  get pausedUntil(): number {
    return this.#pausedUntil
  }

  /** The time before which nothing may be sent. Also schedules the next check. */
  #restsUntil(now: number): number {
    const until = Math.max(this.#pausedUntil, this.#isProbing ? this.#probeAt : 0)
    if (until > now) this.wakeAt = Math.min(this.wakeAt, until)
    return until
  }

  /** Whether at least `count` records have a delivery that need not wait for another one. */
  #hasReady(count: number): boolean {
    let ready = 0
    for (const key of this.#waiting.keys()) {
      if (!this.#busy.has(key)) ready += 1
      if (ready >= count) return true
    }
    return false
  }

  get #size(): number {
    let size = 0
    for (const chain of this.#waiting.values()) size += chain.length
    return size
  }
}
