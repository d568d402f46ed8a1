import { problem } from '../../base/errors.ts'
import { type NumberedChange, readEpoch } from '../../db/change-log/feed.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { formatPosition } from '../../feed/position.ts'
import { changed, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type DeliveryRow, delivery, type WebhookRow, webhook } from '../../schema/records/webhook.ts'
import { retryDeliveries } from '../../webhooks/delivery-rows.ts'
import type { Payload } from '../../webhooks/payload.ts'
import { readOne } from '../../webhooks/webhook-rows.ts'
import { needsOwner, type WebhookParts } from './routes.ts'
import { findWebhook } from './webhook.ts'

const deliveries = listOf(delivery, { below: true })

function presentDelivery(
  site: Site,
  epoch: string,
  row: DeliveryRow,
  payload: Payload | null,
): Representation {
  const values = { ...row, position: formatPosition({ epoch, seq: row.seq }), payload }
  return present(delivery, site.publicUrl, row.id, values)
}

async function findDelivery(
  reader: Reader,
  { companyNo, id }: WebhookRow,
  deliveryId: string,
): Promise<DeliveryRow> {
  const row = await reader.query
    .selectFrom('deliveries')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('webhookId', '=', id)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  if (row === undefined)
    throw problem('not_found', 'There is no such delivery; deliveries are kept for 30 days.')
  return row
}

async function findChange(
  reader: Reader,
  { companyNo, changeId, seq }: DeliveryRow,
): Promise<NumberedChange> {
  const [change] = await rows<NumberedChange>(
    reader,
    sql`SELECT c.* FROM "changes" c WHERE c."companyNo" = ${companyNo} AND c."id" = ${changeId}`,
  )
  if (change === undefined) throw problem('not_found', 'The change of this delivery no longer exists.')
  return { ...change, seq }
}

export function deliveryRoutes(api: Api, { courier }: WebhookParts): void {
  api.get(
    '/v1/webhooks/:webhookId/deliveries',
    {
      summary: 'Lists the deliveries of a webhook: those that wait, and those of the last 30 days.',
      needs: needsOwner,
      answer: { list: deliveries },
    },
    async (ctx) => {
      const { companyNo, id } = await findWebhook(ctx.db, ctx.actor, ctx.params.webhookId)
      const epoch = await readEpoch(ctx.db, companyNo)
      const where = sql`t."companyNo" = ${companyNo} AND t."webhookId" = ${id}`
      const indexRanges = [{ from: '"deliveries" t', id: 't."id"', where }]
      const part = { condition: sql`t."webhookId" = ${id}`, indexRanges }
      return ctx.page<DeliveryRow>(deliveries, [part], (found) =>
        found.map((row) => presentDelivery(ctx.site, epoch, row, null)),
      )
    },
  )

  api.get(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId',
    {
      summary: 'Shows one delivery with its payload and the answer of the receiver.',
      needs: needsOwner,
      answer: { one: delivery },
    },
    async ({ actor, db, site, params }) => {
      const found = await findWebhook(db, actor, params.webhookId)
      const row = await findDelivery(db, found, params.deliveryId)
      const loaded = await readOne(db, found)
      const payload = loaded === undefined ? null : await courier.payloadOf(loaded, await findChange(db, row))
      return one(presentDelivery(site, await readEpoch(db, row.companyNo), row, payload))
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    {
      summary: 'Sends a delivery again, with all its attempts ahead of it.',
      needs: needsOwner,
      answer: { changed: delivery },
    },
    async ({ actor, tx, site, params }) => {
      const found = await findWebhook(tx, actor, params.webhookId)
      await findDelivery(tx, found, params.deliveryId)
      const at = new Date().toISOString()
      await retryDeliveries(tx, found, { deliveryId: params.deliveryId }, at)
      await tx.update(webhook, found, { wokenAt: at })
      tx.log({ verb: 'replayed', kind: 'webhook', recordId: found.id })
      const row = await findDelivery(tx, found, params.deliveryId)
      return changed(presentDelivery(site, await readEpoch(tx, row.companyNo), row, null))
    },
  )
}
