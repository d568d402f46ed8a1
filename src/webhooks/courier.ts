import { clock } from '../base/clock.ts'
import { stamp } from '../base/ids.ts'
import type { Seal } from '../base/secret.ts'
import { type NumberedChange, readEpoch } from '../db/change-log/feed.ts'
import type { Database } from '../db/database.ts'
import { type VisibleIds, viewerOf, visibleChanges } from '../feed/visible.ts'
import type { OutwardClient } from '../outward/client.ts'
import { type LoadedDelivery, readDue, readNextDue, type StoredResult } from './delivery-rows.ts'
import type { Endpoint } from './endpoint.ts'
import { buildRequest, type Payload, payloadOf, type ReadRecords } from './payload.ts'
import { skipped } from './results.ts'
import { type Sent, sendOnce } from './send.ts'
import { openKeys, Signer } from './sign.ts'
import { type LoadedWebhook, ownerOf } from './webhook-rows.ts'

/** Deliveries that are loaded at once. */
const atOnce = 500

export interface CourierParts {
  db: Database
  client: OutwardClient
  seal: Seal
  seconds: number
  visibleIds: VisibleIds
  readRecords: ReadRecords
  presentChange: (epoch: string, change: NumberedChange) => { position: string }
}

/** Loads deliveries and sends them, always with the permissions that the owner has now. */
export class Courier {
  readonly #parts: CourierParts

  constructor(parts: CourierParts) {
    this.#parts = parts
  }

  /** Undefined if the keys were sealed with another secret, or there are none. */
  signerOf({ id, secrets }: Pick<LoadedWebhook, 'id' | 'secrets'>): Signer | undefined {
    const keys = secrets === '' ? undefined : openKeys(this.#parts.seal, id, secrets)
    return keys === undefined ? undefined : new Signer(keys)
  }

  /** Loads what is due, and returns what the owner may no longer see. */
  async load(endpoint: Endpoint, now: number): Promise<{ added: number; hidden: StoredResult[] }> {
    const { db, visibleIds } = this.#parts
    const { webhook } = endpoint
    const due = await readDue(db, webhook, {
      order: webhook.order,
      now: new Date(now).toISOString(),
      limit: endpoint.isProbing ? 1 : atOnce,
      except: webhook.order === 'all' ? [] : endpoint.known,
      leastTried: endpoint.isProbing,
    })
    if (due.length === 0) return { added: 0, hidden: [] }
    const epoch = await readEpoch(db, webhook.companyNo)
    const viewer = await viewerOf(db, ownerOf(webhook))
    const changes = due.map(({ change }) => change)
    const visible = new Map(
      (await visibleChanges(db, viewer, changes, visibleIds)).map((each) => [each.seq, each]),
    )
    const seen = due.flatMap((each) => {
      const change = visible.get(each.change.seq)
      return change === undefined ? [] : [{ ...each, change, epoch }]
    })
    const hidden = due
      .filter(({ id, change }) => !visible.has(change.seq) && !endpoint.unstored.has(id))
      .map((each) => skipped(endpoint, each, now))
    return { added: endpoint.add(seen), hidden }
  }

  /** A change as the owner of a webhook may see it now; undefined if they may not. */
  async visibleChange(webhook: LoadedWebhook, change: NumberedChange): Promise<NumberedChange | undefined> {
    const { db, visibleIds } = this.#parts
    const viewer = await viewerOf(db, ownerOf(webhook))
    return (await visibleChanges(db, viewer, [change], visibleIds))[0]
  }

  async nextDue({ webhook }: Endpoint): Promise<number> {
    const next = await readNextDue(this.#parts.db, webhook)
    return next === undefined ? Number.POSITIVE_INFINITY : Date.parse(next)
  }

  async payloadOf(webhook: LoadedWebhook, change: NumberedChange, epoch: string): Promise<Payload> {
    const { readRecords, presentChange } = this.#parts
    const item = { ...presentChange(epoch, change) }
    const owner = ownerOf(webhook)
    return payloadOf(change, item, webhook.payload === 'thin' ? undefined : () => readRecords(owner, change))
  }

  /** Sends a test request now. Undefined if the webhook has no valid keys. */
  async ping(webhook: Pick<LoadedWebhook, 'id' | 'secrets' | 'url' | 'name'>): Promise<Sent | undefined> {
    const { client, seconds } = this.#parts
    const signer = this.signerOf(webhook)
    if (signer === undefined) return undefined
    const { id, at } = stamp()
    const data = { webhookId: webhook.id, name: webhook.name }
    const payload = { type: 'webhook.ping', timestamp: at, data }
    const now = clock.now()
    const request = buildRequest({ url: webhook.url, id, payload, position: '', attempt: 1, signer, now })
    return sendOnce(client, request, { seconds, queue: 'healthy', now })
  }

  /** Never throws: an attempt that cannot be made counts as failed. */
  async send(endpoint: Endpoint, delivery: LoadedDelivery, now: number): Promise<Sent> {
    const { client, seconds } = this.#parts
    try {
      const payload = await this.payloadOf(endpoint.webhook, delivery.change, delivery.epoch)
      const request = buildRequest({
        url: endpoint.webhook.url,
        id: delivery.change.id,
        payload,
        position: String(payload.data['position']),
        attempt: delivery.attempts.length + 1,
        signer: endpoint.signer,
        now: clock.now(),
      })
      const queue = endpoint.health === 'healthy' ? 'healthy' : 'failing'
      return await sendOnce(client, request, { seconds, queue, now })
    } catch {
      const error = 'The request could not be prepared.'
      return {
        verdict: 'retry',
        disables: false,
        status: null,
        error,
        response: null,
        milliseconds: 0,
        pause: undefined,
      }
    }
  }
}
