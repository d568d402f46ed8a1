import { clock } from '../base/clock.ts'
import { topics } from '../observe/topics.ts'
import type { StatusReason } from '../schema/records/webhook.ts'
import { BackgroundTasks } from './background-tasks.ts'
import { Courier, type CourierParts } from './courier.ts'
import type { LoadedDelivery } from './delivery-rows.ts'
import { Endpoint } from './endpoint.ts'
import { Endpoints } from './endpoints.ts'
import { HeldLease } from './held-lease.ts'
import { matcherOf } from './match.ts'
import { Preparation } from './prepare.ts'
import { ResultStore } from './result-store.ts'
import { resultOf } from './results.ts'
import { hoursUntilDisabled } from './schedule.ts'
import { Slots, slotKindOf } from './slots.ts'
import { type MailParts, stopWebhook } from './stop.ts'
import {
  canSend,
  type LoadedWebhook,
  readActive,
  readBehind,
  readOfCompany,
  readOne,
  readTouched,
} from './webhook-rows.ts'

export interface DispatcherParts extends CourierParts, MailParts {
  log: { error: (fields: object, message: string) => void }
}

/** Milliseconds between checks of the timers, the database and the lease. */
const every = { tick: 100, look: 1_000, lease: 3_000 } as const
/** Clocks of several hosts may differ by this many milliseconds. */
const clockDifference = 60_000

/** Sends webhooks, in the one process that holds the lease. The feed is its queue; see decision 96. */
export class Dispatcher {
  readonly courier: Courier
  readonly #parts: DispatcherParts
  readonly #lease: HeldLease
  readonly #endpoints = new Endpoints()
  readonly #slots = new Slots()
  /** Companies whose feed or webhooks have changed; `true`: their webhooks too. */
  readonly #dirty = new Map<number, boolean>()
  readonly #results: ResultStore
  /** The database may be unavailable: every task is retried. */
  readonly #tasks = new BackgroundTasks((error) => this.#complain(error))
  #preparing: Promise<void> | undefined
  #isStopped = false
  #lookedAt = 0

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#lease = new HeldLease(parts.db, 'webhooks')
    this.courier = new Courier(parts)
    this.#results = new ResultStore(parts.db, {
      onStored: (webhookId, ids) => this.#onStored(webhookId, ids),
      onFailed: (error) => this.#complain(error),
    })
  }

  start(): void {
    this.#tasks.repeat(() => this.#holdLease(), every.lease)
    this.#tasks.repeat(() => this.#look(), every.look)
    this.#tasks.repeat(() => this.#tick(), every.tick)
    void this.#tasks.run(() => this.#holdLease())
  }

  /** Waits for requests in flight, and stores their results. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#tasks.stop()
    await this.#results.stop()
    await this.#lease.release()
    this.#parts.client.close()
  }

  /** Resolves when nothing is being prepared, sent or stored. */
  async settled(): Promise<void> {
    do {
      await this.#tasks.settled()
      await this.#results.settled()
    } while (!this.#tasks.isIdle)
  }

  /** Companies have new changes. */
  wake(companies: readonly number[]): void {
    for (const companyNo of companies)
      if (this.#endpoints.ofCompany(companyNo).length > 0) this.#markDirty(companyNo)
    this.#prepareSoon()
  }

  /** A caller has changed the webhooks of a company. */
  changed(companyNo: number): void {
    if (!this.#holds) return
    this.#dirty.set(companyNo, true)
    this.#prepareSoon()
  }

  #markDirty(companyNo: number): void {
    this.#dirty.set(companyNo, this.#dirty.get(companyNo) ?? false)
  }

  get #holds(): boolean {
    return !this.#isStopped && this.#lease.isHeld
  }

  async #holdLease(): Promise<void> {
    const held = this.#holds
    if (this.#isStopped) return
    const isTaken = await this.#lease.take()
    if (isTaken && held) return
    // Another process may have sent in the meantime.
    this.#endpoints.clear()
    this.#dirty.clear()
    if (!isTaken) return
    this.#lookedAt = clock.now()
    for (const webhook of await readActive(this.#parts.db)) await this.#accept(webhook)
    this.wake(this.#endpoints.companies)
  }

  /** Takes over the current row of a webhook. */
  async #accept(webhook: LoadedWebhook): Promise<void> {
    const known = this.#endpoints.getOrBusy(webhook.id)
    const signer = this.courier.signerOf(webhook)
    if (!canSend(webhook) || signer === undefined) {
      this.#endpoints.remove(known)
      if (webhook.status === 'Active' && webhook.companyDeletedAt === null)
        await this.#stopWebhook(webhook, 'Paused', signer === undefined ? 'copied' : 'ownerInactive')
      return
    }
    const endpoint = known ?? new Endpoint(webhook, signer, matcherOf(webhook))
    if (known !== undefined) endpoint.update(webhook, signer, matcherOf(webhook))
    this.#endpoints.add(endpoint)
    this.#pump(endpoint)
  }

  /** Reads a webhook whose position could not be moved. */
  async #reload({ companyNo, id }: LoadedWebhook): Promise<void> {
    const current = await readOne(this.#parts.db, { companyNo, id })
    const endpoint = this.#endpoints.get(id)
    if (current === undefined) this.#endpoints.remove(endpoint)
    else if (canSend(current)) endpoint?.moveTo(current.seq)
    else await this.#accept(current)
  }

  /** Finds what other processes have written. */
  async #look(): Promise<void> {
    if (!this.#holds) return
    const since = new Date(this.#lookedAt - clockDifference).toISOString()
    this.#lookedAt = clock.now()
    for (const companyNo of await readTouched(this.#parts.db, since)) this.#dirty.set(companyNo, true)
    this.wake(await readBehind(this.#parts.db))
  }

  #tick(): void {
    if (!this.#holds) return
    const now = clock.now()
    for (const endpoint of this.#endpoints.all()) {
      if (endpoint.wakeAt > now) continue
      endpoint.wakeAt = Number.POSITIVE_INFINITY
      endpoint.mayHaveMore = true
      this.#pump(endpoint)
    }
  }

  #prepareSoon(): void {
    if (this.#dirty.size === 0 || !this.#holds) return
    this.#preparing ??= this.#tasks
      .run(() => this.#prepare())
      .finally(() => {
        this.#preparing = undefined
        this.#prepareSoon()
      })
  }

  async #prepare(): Promise<void> {
    const [next] = this.#dirty
    if (next === undefined || !this.#holds) return
    const [companyNo, isChanged] = next
    this.#dirty.delete(companyNo)
    if (isChanged) {
      const current = await readOfCompany(this.#parts.db, companyNo)
      const ids = new Set(current.map(({ id }) => id))
      for (const endpoint of this.#endpoints.ofCompany(companyNo))
        if (!ids.has(endpoint.webhook.id)) this.#endpoints.remove(endpoint)
      for (const webhook of current) await this.#accept(webhook)
    }
    const preparation = new Preparation(this.#parts.db, this.#parts.visibleIds)
    const now = clock.timestamp()
    const all = this.#endpoints.ofCompany(companyNo)
    const { got, refused, more } = await preparation.step(companyNo, all, now)
    const replayed: Endpoint[] = []
    for (const endpoint of all) if (await preparation.replay(endpoint, now)) replayed.push(endpoint)
    // Other companies get their turn first.
    if (more || replayed.length > 0) this.#markDirty(companyNo)
    for (const { webhook } of refused) await this.#reload(webhook)
    for (const endpoint of [...got, ...replayed]) {
      endpoint.mayHaveMore = true
      this.#pump(endpoint)
    }
  }

  /** Sends as much as an endpoint may send now, and loads more for it. */
  #pump(endpoint: Endpoint): void {
    for (;;) {
      if (!this.#holds || !this.#endpoints.has(endpoint)) return
      if (!this.#slots.hasFree(slotKindOf(endpoint))) {
        this.#slots.wait(endpoint)
        return
      }
      const delivery = endpoint.take(clock.now())
      if (delivery === undefined) break
      this.#occupy(endpoint, () => this.#send(endpoint, delivery))
    }
    // Loading takes a slot, too: thousands of failing receivers must not keep the database busy.
    if (endpoint.needsMore(clock.now())) this.#occupy(endpoint, () => this.#load(endpoint))
  }

  #occupy(endpoint: Endpoint, work: () => Promise<void>): void {
    const kind = slotKindOf(endpoint)
    this.#slots.take(kind)
    const release = (): void => {
      this.#slots.release(kind)
      for (let next = this.#slots.next(kind); next !== undefined; next = this.#slots.next(kind))
        this.#pump(next)
      this.#pump(endpoint)
    }
    void this.#tasks.run(() => work().finally(release))
  }

  async #load(endpoint: Endpoint): Promise<void> {
    endpoint.startLoading()
    try {
      const current = await readOne(this.#parts.db, endpoint.webhook)
      if (current === undefined) this.#endpoints.remove(endpoint)
      else if (!canSend(current)) await this.#accept(current)
      if (!this.#endpoints.has(endpoint)) return
      const { ownerType, ownerPermissions } = current ?? endpoint.webhook
      Object.assign(endpoint.webhook, { ownerType, ownerPermissions })
      const { added, hidden } = await this.courier.load(endpoint, clock.now())
      for (const result of hidden) {
        endpoint.unstored.set(result.id, { key: result.id, failed: false })
        void this.#results.add(endpoint, result)
      }
      if (added > 0) endpoint.mayHaveMore = true
      else if (endpoint.unstored.size === 0)
        endpoint.wakeAt = Math.min(endpoint.wakeAt, await this.courier.nextDue(endpoint))
    } catch (error) {
      endpoint.wakeAt = clock.now() + every.look
      throw error
    } finally {
      endpoint.finishLoading()
    }
  }

  async #send(endpoint: Endpoint, delivery: LoadedDelivery): Promise<void> {
    const sent = await this.courier.send(endpoint, delivery, clock.now())
    const now = clock.now()
    const { webhook } = endpoint
    endpoint.finish(delivery, sent, now)
    topics.deliveryTried.publish({ delivered: sent.verdict === 'delivered' })
    const at = new Date(now).toISOString()
    if (sent.verdict === 'delivered') {
      webhook.lastSuccessAt = at
      webhook.failingSince = null
    } else webhook.failingSince ??= at
    const stored = this.#results.add(endpoint, resultOf(endpoint, delivery, sent, now))
    const failedFor = webhook.failingSince === null ? 0 : now - Date.parse(webhook.failingSince)
    if (!sent.disables && failedFor < hoursUntilDisabled * 3_600_000) return
    // Stored before anyone can resume the webhook.
    await stored
    await this.#stopWebhook(webhook, 'Disabled', sent.disables ? 'gone' : 'failing')
  }

  async #stopWebhook(
    webhook: LoadedWebhook,
    status: 'Paused' | 'Disabled',
    reason: StatusReason,
  ): Promise<void> {
    this.#endpoints.remove(this.#endpoints.get(webhook.id))
    await stopWebhook(this.#parts.db, this.#parts, webhook, status, reason)
  }

  #onStored(webhookId: string, ids: readonly string[]): void {
    const endpoint = this.#endpoints.getOrBusy(webhookId)
    endpoint?.forgetStored(ids)
    this.#endpoints.forgetIdle(webhookId)
    if (endpoint === undefined || !this.#endpoints.has(endpoint)) return
    endpoint.mayHaveMore = true
    const { companyNo, replayAfter } = endpoint.webhook
    if (endpoint.isLagging || replayAfter !== null) this.#markDirty(companyNo)
    this.#pump(endpoint)
    this.#prepareSoon()
  }

  #complain(error: unknown): void {
    this.#parts.log.error({ requestId: 'webhooks', err: error }, 'Webhooks could not be sent; retrying.')
  }
}
