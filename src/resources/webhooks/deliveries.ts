import { problem } from '../../base/errors.ts'
import type { NumberedChange } from '../../db/change-log/feed.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { formatPosition } from '../../feed/position.ts'
import { changed, ok, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type DeliveryRow, delivery, type WebhookRow } from '../../schema/records/webhook.ts'
import { retryDelivery } from '../../webhooks/delivery-rows.ts'
import { touch } from '../../webhooks/touch.ts'
import { readOne } from '../../webhooks/webhook-rows.ts'
import { needsOwner, type WebhookParts } from './routes.ts'
import { epochOf, findWebhook } from './webhook.ts'

// The position is built from a hidden column.
const deliveries = listOf(delivery, { below: true, select: 't.*' })

function presentDelivery(site: Site, epoch: string, row: DeliveryRow): Representation {
  const position = formatPosition({ epoch, seq: row.seq })
  return present(delivery, site.publicUrl, row.id, { ...row, position })
}

const payloadSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', description: 'The type of the change.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the change happened.' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'The change, and the record if the webhook sends it.',
    },
  },
}

async function findDelivery(
  reader: Reader,
  { companyNo, id }: Pick<WebhookRow, 'companyNo' | 'id'>,
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
      summary: 'Lists the pending deliveries of a webhook, and those of the last 30 days.',
      needs: needsOwner,
      answer: { list: deliveries },
    },
    async (ctx) => {
      const found = await findWebhook(ctx.db, ctx.actor, ctx.params.webhookId)
      const { companyNo, id } = found
      const epoch = await epochOf(ctx.db, found)
      const where = sql`t."companyNo" = ${companyNo} AND t."webhookId" = ${id}`
      const indexRanges = [{ from: '"deliveries" t', id: 't."id"', where }]
      const part = { condition: sql`t."webhookId" = ${id}`, indexRanges }
      return ctx.page<DeliveryRow>(deliveries, [part], (page) =>
        page.map((row) => presentDelivery(ctx.site, epoch, row)),
      )
    },
  )

  api.get(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId',
    {
      summary: 'Shows one delivery with its attempts and the last response of the receiver.',
      needs: needsOwner,
      answer: { one: delivery },
    },
    async ({ actor, db, site, params }) => {
      const found = await findWebhook(db, actor, params.webhookId)
      const row = await findDelivery(db, found, params.deliveryId)
      return one(presentDelivery(site, await epochOf(db, found), row))
    },
  )

  api.get(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId/payload',
    {
      summary: 'Shows the body of the request as it would be sent now, with the permissions of the owner.',
      needs: needsOwner,
      answer: { ok: payloadSchema, sentence: 'The body of the request.' },
    },
    async ({ actor, db, params }) => {
      const found = await findWebhook(db, actor, params.webhookId)
      const row = await findDelivery(db, found, params.deliveryId)
      const loaded = await readOne(db, found)
      const change = loaded && (await courier.visibleChange(loaded, await findChange(db, row)))
      if (loaded === undefined || change === undefined)
        throw problem('not_found', 'The owner of the webhook may no longer see this change.')
      return ok({ ...(await courier.payloadOf(loaded, change, await epochOf(db, found))) })
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/deliveries/:deliveryId/redeliver',
    {
      summary:
        'Sends a delivery again, starting with a full set of 12 attempts. A webhook that is paused or disabled sends it once it is resumed.',
      needs: needsOwner,
      answer: { changed: delivery },
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findWebhook(tx, actor, params.webhookId)
      const before = await findDelivery(tx, found, params.deliveryId)
      const epoch = await epochOf(tx, found)
      ctx.match(presentDelivery(site, epoch, before))
      const row = await retryDelivery(tx, before)
      await touch(tx, found)
      tx.log({ verb: 'replayed', kind: 'webhook', recordId: found.id })
      return changed(presentDelivery(site, epoch, row))
    },
  )
}
