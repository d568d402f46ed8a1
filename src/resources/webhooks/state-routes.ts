import { problem } from '../../base/errors.ts'
import { readNewest } from '../../db/change-log/feed.ts'
import { changed, createdWithSecret, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { choice, integer } from '../../schema/fields/fields.ts'
import { texts } from '../../schema/fields/reference.ts'
import { emptyIsNone, name, notes } from '../../schema/fields/text.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { type WebhookRow, webhook } from '../../schema/records/webhook.ts'
import { retryDeliveries, skipPending } from '../../webhooks/delivery-rows.ts'
import type { Sent } from '../../webhooks/send.ts'
import { openKeys, rotateKeys, sealKeys } from '../../webhooks/sign.ts'
import { readRange } from './range.ts'
import { needsOwner, secretSchema, type WebhookParts } from './routes.ts'
import { demandTypes, findWebhook, presentWebhook } from './webhook.ts'

const pingSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['delivered', 'status', 'error', 'milliseconds', 'answer'],
  properties: {
    delivered: { type: 'boolean', description: 'Whether the receiver answered with a 2xx status.' },
    status: { type: ['integer', 'null'], description: 'The status of the response, if there was one.' },
    error: { type: ['string', 'null'], description: 'Why the request failed, if it did.' },
    milliseconds: { type: 'integer', description: 'How long it took.' },
    answer: { type: ['string', 'null'], description: 'The first 1,024 characters of the response.' },
  },
}

const now = (): string => new Date().toISOString()

export function webhookStateRoutes(api: Api, { seal, courier }: WebhookParts): void {
  api.post(
    '/v1/webhooks/:webhookId/pause',
    {
      summary: 'Pauses a webhook. It keeps its position, and continues there when it is resumed.',
      needs: needsOwner,
      answer: { changed: webhook },
    },
    async ({ actor, tx, site, params }) => {
      const before = await findWebhook(tx, actor, params.webhookId)
      if (before.status !== 'Active') return changed(await presentWebhook(tx, site, before))
      const state = { status: 'Paused', statusReason: 'paused', wokenAt: now() } as const
      const { row } = await tx.update(webhook, before, state)
      tx.log({ verb: 'paused', kind: 'webhook', recordId: row.id, fields: ['status', 'statusReason'] })
      return changed(await presentWebhook(tx, site, row))
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/resume',
    {
      summary:
        'Resumes a paused or disabled webhook, and sends its failed deliveries again. With `from` = `now` it skips everything that happened in the meantime.',
      needs: needsOwner,
      body: {
        members: {
          from: choice(
            'Where to continue: at the `position` of the webhook, or `now`.',
            ['position', 'now'],
            {
              fallback: 'position',
            },
          ),
        },
        optional: true,
      },
      answer: { changed: webhook },
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findWebhook(tx, actor, params.webhookId)
      const { from } = await ctx.members({
        from: choice('', ['position', 'now'], { fallback: 'position' }),
      })
      if (before.secrets === '')
        throw problem('conflict', 'This webhook was imported. Create a new secret for it first.')
      const at = now()
      if (from === 'now') await skipPending(tx, before, at)
      else await retryDeliveries(tx, before, 'failed', at)
      const { row, fields } = await tx.update(webhook, before, {
        status: 'Active',
        statusReason: null,
        failingSince: null,
        pausedUntil: null,
        wokenAt: at,
        ...(from === 'now' && { seq: await readNewest(tx, actor.companyNo), replayAfter: null }),
      })
      if (fields.includes('status') || from === 'now')
        tx.log({ verb: 'resumed', kind: 'webhook', recordId: row.id, fields: ['status', 'statusReason'] })
      return changed(await presentWebhook(tx, site, row))
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/secret',
    {
      summary:
        'Creates a new secret and key pair. Requests are signed with the old ones too until `overlapHours` have passed.',
      needs: needsOwner,
      body: {
        members: {
          overlapHours: integer('How long the old secret keeps signing.', 0, 168, {
            fallback: 24,
          }),
        },
        optional: true,
      },
      answer: { created: webhook, with: { secret: secretSchema } },
      secretAnswer: true,
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findWebhook(tx, actor, params.webhookId)
      const { overlapHours } = await ctx.members({ overlapHours: integer('', 0, 168, { fallback: 24 }) })
      const current = before.secrets === '' ? [] : (openKeys(seal, before.id, before.secrets) ?? [])
      const until = new Date(Date.now() + overlapHours * 3_600_000).toISOString()
      const { all, made } = rotateKeys(overlapHours === 0 ? [] : current, until)
      const { row } = await tx.update(webhook, before, {
        secrets: sealKeys(seal, before.id, all),
        publicKey: made.publicKey,
        wokenAt: now(),
        // An imported webhook begins with what happens from now on.
        ...(before.secrets === '' && { seq: await readNewest(tx, actor.companyNo) }),
      })
      tx.log({ verb: 'secretRotated', kind: 'webhook', recordId: row.id, fields: ['publicKey'] })
      const shown = await presentWebhook(tx, site, row)
      return createdWithSecret(shown, `/v1/webhooks/${row.id}`, { secret: made.secret })
    },
  )

  api.postPrepared(
    '/v1/webhooks/:webhookId/ping',
    {
      summary:
        'Sends a test request now, also if the webhook is paused, and returns how the receiver answered.',
      needs: needsOwner,
      answer: { ok: pingSchema, sentence: 'How the receiver answered.' },
      problems: ['conflict'],
    },
    async ({ actor, db, params }) => {
      const row = await findWebhook(db, actor, params.webhookId)
      const sent = await courier.ping(row)
      if (sent === undefined) throw problem('conflict', 'The webhook has no secret. Create a new one first.')
      return sent
    },
    async ({ actor, tx, params }, { verdict, status, error, milliseconds, answer }: Sent) => {
      const row = await findWebhook(tx, actor, params.webhookId)
      if (verdict === 'delivered') await tx.update(webhook, row, { lastSuccessAt: now() })
      return ok({ delivered: verdict === 'delivered', status, error, milliseconds, answer })
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/replay',
    {
      summary:
        'Sends a range of changes again, as far as the webhook wants them and its owner may see them. Each keeps its `webhook-id`.',
      needs: needsOwner,
      body: { members: replayFields },
      answer: {
        ok: {
          type: 'object',
          additionalProperties: false,
          required: ['changes'],
          properties: { changes: { type: 'integer', description: 'The number of changes in the range.' } },
        },
        sentence: 'How many changes are looked at; they are sent in the background.',
      },
      problems: ['conflict', 'invalid_position', 'feed_reset'],
    },
    async (ctx) => {
      const { actor, tx, params } = ctx
      const before: WebhookRow = await findWebhook(tx, actor, params.webhookId)
      const given = await ctx.members(replayFields)
      demandTypes(given.types)
      const { after, until } = await readRange(tx, actor.companyNo, given, before.seq)
      if (before.replayAfter !== null)
        throw problem('conflict', 'A replay of this webhook is still in progress. Wait until it is complete.')
      await tx.update(webhook, before, {
        replayAfter: after,
        replayUntil: until,
        replayTypes: given.types,
        wokenAt: now(),
      })
      tx.log({ verb: 'replayed', kind: 'webhook', recordId: before.id })
      return ok({ changes: until - after })
    },
  )
}

const replayFields = {
  after: name('The position after which to begin: of the feed, or `start`.', {
    max: 64,
    required: true,
    example: 'start',
  }),
  until: emptyIsNone(
    notes('The position of the last change to send; by default, that of the webhook.', {
      max: 64,
      example: 'k3Jq9xLm.4800',
    }),
  ),
  types: texts('Sends only these types again; by default, all that the webhook wants.', {
    example: ['task.updated'],
  }),
}
