import { stamp } from '../../src/base/ids.ts'
import { readNumbered } from '../../src/db/change-log/feed.ts'
import { insertRow } from '../../src/db/records.ts'
import type { Company, World } from './world.ts'

/** Nobody listens there, which a ping learns at once. */
export const deadAddress = 'http://127.0.0.1:1024/'

/** A webhook, and a delivery as the dispatcher would make it. */
export async function buildWebhook(
  { db, app }: World,
  { admin, companyNo }: Company,
): Promise<{ webhookId: string; deliveryId: string }> {
  const url = `${deadAddress}${crypto.randomUUID()}`
  const { id: webhookId } = await admin.create('/v1/webhooks', { name: 'Fixture', url })
  await app.hub.sequencer.settled()
  const [change] = await readNumbered(db, companyNo, 0, 1)
  if (change === undefined) throw new Error('A company begins with a change')
  const { id, at } = stamp()
  await db.transaction((tx) =>
    insertRow(tx, 'deliveries', {
      companyNo,
      id,
      webhookId,
      seq: change.seq,
      changeId: change.id,
      type: change.type,
      recordId: change.recordId,
      state: 'Failed',
      dueAt: null,
      attempts: '[]',
      lastStatus: 500,
      lastError: 'The receiver answered 500.',
      answer: null,
      externalId: null,
      createdAt: at,
      updatedAt: at,
      createdBy: null,
    }),
  )
  return { webhookId, deliveryId: id }
}
