import { stamp } from '../../base/ids.ts'
import type { Seal } from '../../base/secret.ts'
import { readNewest } from '../../db/change-log/feed.ts'
import { changed, createdWithSecret, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Reach } from '../../outward/rules.ts'
import { type WebhookRow, webhook } from '../../schema/records/webhook.ts'
import type { Courier } from '../../webhooks/courier.ts'
import { makeKeys, sealKeys } from '../../webhooks/sign.ts'
import { touch } from '../../webhooks/touch.ts'
import { demandFields } from './fields.ts'
import {
  demandAddress,
  demandMayOwn,
  demandRoom,
  demandSingle,
  demandTypes,
  findWebhook,
  presentWebhook,
  presentWebhooks,
  visibleWebhooks,
  webhooks,
} from './webhook.ts'

/** The parts of the service that webhook routes need. */
export interface WebhookParts {
  seal: Seal
  reach: Reach
  courier: Courier
}

export const secretSchema = {
  type: 'string',
  description:
    'The secret (`whsec_…`) that verifies the `v1` signature of each request. It is never shown again.',
} as const

export const needsOwner = 'Its owner, and company admins.'

export function webhookRoutes(api: Api, { seal, reach }: WebhookParts): void {
  api.get(
    '/v1/webhooks',
    {
      summary: 'Lists your webhooks; for company admins, all.',
      needs: 'Anyone who is signed in.',
      answer: { list: webhooks },
    },
    (ctx) =>
      ctx.page<WebhookRow>(webhooks, visibleWebhooks(ctx.actor), (found) => presentWebhooks(ctx, found)),
  )

  api.get(
    '/v1/webhooks/:webhookId',
    { summary: 'Shows one webhook.', needs: needsOwner, answer: { one: webhook } },
    async ({ actor, db, site, params }) =>
      one(await presentWebhook(db, site, await findWebhook(db, actor, params.webhookId))),
  )

  api.post(
    '/v1/webhooks',
    {
      summary:
        'Creates a webhook, which sends the changes that happen from now on. The response contains its secret, which is never shown again.',
      needs:
        'A company admin or an API client; for some workspaces only, an Admin of them. A webhook sends what its owner may see.',
      body: { new: webhook },
      answer: { created: webhook, with: { secret: secretSchema } },
      problems: ['address_refused', 'too_many_webhooks', 'duplicate', 'forbidden'],
      secretAnswer: true,
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const values = await ctx.newRecord(webhook)
      demandTypes(values.types)
      demandFields(values.fields, values.types)
      await demandMayOwn(tx, actor, values.workspaceIds)
      demandAddress(values.url, reach)
      await demandRoom(tx, actor)
      const lists = { types: JSON.stringify(values.types), workspaceIds: JSON.stringify(values.workspaceIds) }
      const { companyNo, userId: createdBy } = actor
      await demandSingle(tx, { companyNo, createdBy, url: values.url, ...lists })
      const { keys, secret, publicKey } = makeKeys()
      const { id, at } = stamp()
      const row = await tx.insert(webhook, {
        ...values,
        id,
        createdAt: at,
        status: 'Active',
        publicKey,
        delivered: 0,
        clientId: actor.clientId ?? null,
        secrets: sealKeys(seal, id, [keys]),
        seq: await readNewest(tx, companyNo),
        replayTypes: [],
        touchedAt: at,
      })
      tx.log({ verb: 'created', kind: 'webhook', recordId: id })
      const shown = await presentWebhook(tx, site, { ...row, pending: 0, failed: 0, epoch: null })
      return createdWithSecret(shown, `/v1/webhooks/${id}`, { secret })
    },
  )

  api.change(
    '/v1/webhooks/:webhookId',
    {
      summary: 'Changes a webhook.',
      needs: needsOwner,
      body: { change: webhook },
      answer: { changed: webhook },
      problems: ['address_refused', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findWebhook(tx, actor, params.webhookId)
      const changes = await ctx.changes(webhook, await presentWebhook(tx, site, before))
      demandTypes(changes.types)
      if (changes.fields !== undefined)
        demandFields(changes.fields, changes.types ?? (JSON.parse(before.types) as string[]))
      if (changes.workspaceIds !== undefined) await demandMayOwn(tx, actor, changes.workspaceIds)
      if (changes.url !== before.url) demandAddress(changes.url, reach)
      const { row, fields, previous } = await tx.update(webhook, before, changes)
      if (fields.length === 0) return changed(await presentWebhook(tx, site, before))
      await demandSingle(tx, row)
      const isMoved = fields.includes('url')
      await touch(tx, before, isMoved)
      tx.log({ verb: 'updated', kind: 'webhook', recordId: row.id, fields, previous })
      // A new address starts with a clean record.
      const health = isMoved ? { failingSince: null, pausedUntil: null } : {}
      return changed(await presentWebhook(tx, site, { ...before, ...row, ...health }))
    },
  )

  api.delete(
    '/v1/webhooks/:webhookId',
    {
      summary: 'Deletes a webhook and its deliveries.',
      needs: needsOwner,
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findWebhook(tx, actor, params.webhookId)
      ctx.match(await presentWebhook(tx, site, row))
      await tx.query
        .deleteFrom('deliveries')
        .where('companyNo', '=', row.companyNo)
        .where('webhookId', '=', row.id)
        .execute()
      await tx.query
        .deleteFrom('webhooks')
        .where('companyNo', '=', row.companyNo)
        .where('id', '=', row.id)
        .execute()
      tx.log({ verb: 'deleted', kind: 'webhook', recordId: row.id })
      return nothing()
    },
  )
}
