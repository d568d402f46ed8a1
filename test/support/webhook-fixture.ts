import { stamp } from '../../src/base/ids.ts'
import { numberCommitted, readNumbered } from '../../src/db/change-log/feed.ts'
import { insertRows } from '../../src/db/records.ts'
import type { DeliveryRow } from '../../src/schema/records/webhook.ts'
import type { Company, World } from './world.ts'

/** Nobody listens there, so a ping fails immediately. */
export const deadAddress = 'http://127.0.0.1:1024/'

/** A webhook, and a delivery as the dispatcher would create it. */
export async function buildWebhook(
  world: World,
  company: Company,
): Promise<{ webhookId: string; deliveryId: string }> {
  const url = `${deadAddress}${crypto.randomUUID()}`
  const { id: webhookId } = await company.admin.create('/v1/webhooks', { name: 'Fixture', url })
  const [deliveryId = ''] = await addDeliveries(world, company, webhookId, { after: 0, count: 1 })
  return { webhookId, deliveryId }
}

const states = ['Failed', 'Delivered', 'Skipped'] as const

/** Adds deliveries of the changes after a number, in different states. Returns their ids. */
export async function addDeliveries(
  { db, app }: World,
  { companyNo }: Company,
  webhookId: string,
  { after, count }: { after: number; count: number },
): Promise<string[]> {
  await app.hub.sequencer.settled()
  // A test may have stopped the sequencer.
  await numberCommitted(db, async () => undefined)
  const changes = await readNumbered(db, companyNo, after, count)
  if (changes.length < count) throw new Error(`The company has fewer than ${count} changes after ${after}`)
  const made = changes.map(({ seq, id: changeId, type, recordId }, n): DeliveryRow => {
    const { id, at } = stamp()
    const state = states[n % states.length] ?? 'Failed'
    const isFailed = state === 'Failed'
    return {
      ...{ companyNo, id, webhookId, seq, changeId, type, recordId, state },
      dueAt: null,
      attempts: '[]',
      lastStatus: isFailed ? 500 : null,
      lastError: isFailed ? 'The receiver answered 500.' : null,
      response: null,
      externalId: n === 0 ? null : `delivery ${seq}`,
      createdAt: at,
      updatedAt: at,
      createdBy: null,
    }
  })
  await db.transaction((tx) => insertRows(tx, 'deliveries', made))
  return made.map(({ id }) => id)
}
