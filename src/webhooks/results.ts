import { stamp } from '../base/ids.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Attempt } from '../schema/records/webhook.ts'
import { type DueDelivery, type StoredResult, storeResults } from './delivery-rows.ts'
import type { Endpoint } from './endpoint.ts'
import { delayAfter, mostAttempts } from './schedule.ts'
import type { Sent } from './send.ts'

/** The state of a delivery after an attempt. */
export function resultOf(endpoint: Endpoint, delivery: DueDelivery, sent: Sent, now: number): StoredResult {
  const at = new Date(now).toISOString()
  const { status, error, milliseconds, response, verdict } = sent
  const attempts: Attempt[] = [...delivery.attempts, { at, status, error, milliseconds }].slice(-mostAttempts)
  const delay = verdict === 'retry' ? delayAfter(attempts.length) : undefined
  const dueAt = delay === undefined ? null : new Date(now + Math.max(delay, sent.pause ?? 0)).toISOString()
  return {
    companyNo: endpoint.webhook.companyNo,
    webhookId: endpoint.webhook.id,
    seq: delivery.change.seq,
    id: delivery.id,
    known: delivery.known,
    state: verdict === 'delivered' ? 'Delivered' : dueAt === null ? 'Failed' : 'Pending',
    dueAt,
    attempts: JSON.stringify(attempts),
    lastStatus: status,
    lastError: error,
    response,
    updatedAt: stamp(now).at,
  }
}

/** The delivery of a change that the owner may no longer see. */
export function skipped(endpoint: Endpoint, delivery: DueDelivery, now: number): StoredResult {
  return {
    companyNo: endpoint.webhook.companyNo,
    webhookId: endpoint.webhook.id,
    seq: delivery.change.seq,
    id: delivery.id,
    known: delivery.known,
    state: 'Skipped',
    dueAt: null,
    attempts: JSON.stringify(delivery.attempts),
    lastStatus: null,
    lastError: 'The owner of the webhook may no longer see this change.',
    response: null,
    updatedAt: stamp(now).at,
  }
}

/** How the receiver of a webhook is doing, after some results. */
export interface HealthChange {
  companyNo: number
  id: string
  lastSuccessAt: string | null
  failingSince: string | null
  pausedUntil: string | null
}

/** Stores results and the health of their webhooks in one transaction. */
export function store(
  db: Database,
  results: readonly StoredResult[],
  health: readonly HealthChange[],
): Promise<void> {
  return db.transaction(async (tx) => {
    const stored = await storeResults(tx, results)
    const byWebhook = Map.groupBy(
      results.filter(({ id }) => stored.has(id)),
      ({ webhookId }) => webhookId,
    )
    for (const { companyNo, id, lastSuccessAt, failingSince, pausedUntil } of health) {
      const ofWebhook = byWebhook.get(id)
      if (ofWebhook === undefined) continue
      const delivered = ofWebhook.filter(({ state }) => state === 'Delivered').length
      await tx.send(
        sql`UPDATE "webhooks" SET "delivered" = "delivered" + ${delivered}, "lastSuccessAt" = ${lastSuccessAt},
          "failingSince" = ${failingSince}, "pausedUntil" = ${pausedUntil}
          WHERE "companyNo" = ${companyNo} AND "id" = ${id}`,
      )
    }
  })
}
