import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { readNewest } from '../../db/change-log/feed.ts'
import { sql } from '../../db/sql.ts'
import { changed, createdWithSecret, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { choice, integer } from '../../schema/fields/fields.ts'
import { texts } from '../../schema/fields/reference.ts'
import { emptyIsNone, name, notes } from '../../schema/fields/text.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { webhook } from '../../schema/records/webhook.ts'
import { retryAll, skipPending } from '../../webhooks/delivery-rows.ts'
import type { Sent } from '../../webhooks/send.ts'
import { openKeys, rotateKeys, sealKeys } from '../../webhooks/sign.ts'
import { touch } from '../../webhooks/touch.ts'
import { readRange } from './range.ts'
import { needsOwner, secretSchema, type WebhookParts } from './routes.ts'
import { demandTypes, findWebhook, presentWebhook } from './webhook.ts'

const pingSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['delivered', 'status', 'error', 'milliseconds', 'response'],
  properties: {
    delivered: { type: 'boolean', description: 'Whether the receiver responded with a 2xx status.' },
    status: { type: ['integer', 'null'], description: 'The status of the response, if there was one.' },
    error: { type: ['string', 'null'], description: 'Why the request failed, if it did.' },
    milliseconds: { type: 'integer', description: 'How long it took.' },
    response: { type: ['string', 'null'], description: 'The first 1,024 characters of the response.' },
  },
}

export function webhookStateRoutes(api: Api, { seal, courier }: WebhookParts): void {
  api.post(
    '/v1/webhooks/:webhookId/pause',
    {
      summary: 'Pauses a webhook. It keeps its position, and continues there when it is resumed.',
      needs: needsOwner,
      answer: { changed: webhook },
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findWebhook(tx, actor, params.webhookId)
      const shown = await presentWebhook(tx, site, before)
      ctx.match(shown)
      if (before.status !== 'Active') return changed(shown)
      const { row, fields, previous } = await tx.update(webhook, before, {
        status: 'Paused',
        statusReason: 'paused',
      })
      await touch(tx, before)
      tx.log({ verb: 'paused', kind: 'webhook', recordId: row.id, fields, previous })
      return changed(await presentWebhook(tx, site, { ...before, ...row }))
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/resume',
    {
      summary:
        'Resumes a paused or disabled webhook: sends its failed deliveries again, and those that wait for a retry immediately. With `from` = `now` it skips everything that happened in the meantime.',
      needs: needsOwner,
      body: { members: resumeFields, optional: true },
      answer: { changed: webhook },
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findWebhook(tx, actor, params.webhookId)
      const shown = await presentWebhook(tx, site, before)
      ctx.match(shown)
      const { from } = await ctx.members(resumeFields)
      if (before.secrets === '')
        throw problem('conflict', 'This webhook was imported. Create a new secret for it first.')
      if (from === 'position' && before.status === 'Active' && before.failed === 0) return changed(shown)
      const at = clock.timestamp()
      if (from === 'now') await skipPending(tx, before, at)
      else await retryAll(tx, before, at)
      const { row, fields, previous } = await tx.update(webhook, before, {
        status: 'Active',
        statusReason: null,
        ...(from === 'now' && { seq: await readNewest(tx, actor.companyNo), replayAfter: null }),
      })
      await touch(tx, before, true)
      const known = fields.filter((name) => name in webhook.fields)
      tx.log({ verb: 'resumed', kind: 'webhook', recordId: row.id, fields: known, previous })
      return changed(await presentWebhook(tx, site, await findWebhook(tx, actor, row.id)))
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/secret',
    {
      summary:
        'Creates a new secret and key pair. Requests are signed with the old ones too until `overlapHours` have passed.',
      needs: needsOwner,
      body: { members: secretFields, optional: true },
      answer: { created: webhook, with: { secret: secretSchema } },
      secretAnswer: true,
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findWebhook(tx, actor, params.webhookId)
      const { overlapHours } = await ctx.members(secretFields)
      const current = before.secrets === '' ? [] : (openKeys(seal, before.id, before.secrets) ?? [])
      const until = new Date(clock.now() + overlapHours * 3_600_000).toISOString()
      const { all, made } = rotateKeys(overlapHours === 0 ? [] : current, until)
      const { row } = await tx.update(webhook, before, {
        secrets: sealKeys(seal, before.id, all),
        publicKey: made.publicKey,
        // An imported webhook begins with what happens from now on.
        ...(before.secrets === '' && { seq: await readNewest(tx, actor.companyNo) }),
      })
      await touch(tx, before)
      tx.log({ verb: 'secretRotated', kind: 'webhook', recordId: row.id, fields: ['publicKey'] })
      const shown = await presentWebhook(tx, site, { ...before, ...row })
      return createdWithSecret(shown, `/v1/webhooks/${row.id}`, { secret: made.secret })
    },
  )

  api.postPrepared(
    '/v1/webhooks/:webhookId/ping',
    {
      summary:
        'Sends a test request now, even if the webhook is paused, and returns the receiver’s response.',
      needs: needsOwner,
      answer: { ok: pingSchema, sentence: 'The result of the test request.' },
      problems: ['conflict'],
    },
    async ({ actor, db, params }) => {
      const row = await findWebhook(db, actor, params.webhookId)
      const sent = await courier.ping(row)
      if (sent === undefined) throw problem('conflict', 'The webhook has no secret. Create a new one first.')
      return sent
    },
    async ({ actor, tx, params }, { verdict, status, error, milliseconds, response }: Sent) => {
      await findWebhook(tx, actor, params.webhookId)
      return ok({ delivered: verdict === 'delivered', status, error, milliseconds, response })
    },
  )

  api.post(
    '/v1/webhooks/:webhookId/replay',
    {
      summary:
        'Resends those changes in a range that match the webhook and that its owner may see. Each keeps its `webhook-id`.',
      needs: needsOwner,
      body: { members: replayFields },
      answer: {
        ok: {
          type: 'object',
          additionalProperties: false,
          required: ['changes'],
          properties: { changes: { type: 'integer', description: 'The number of changes in the range.' } },
        },
        sentence: 'How many changes the range has; matching ones are sent in the background.',
      },
      problems: ['conflict', 'invalid_position', 'feed_reset'],
    },
    async (ctx) => {
      const { actor, tx, params } = ctx
      const before = await findWebhook(tx, actor, params.webhookId)
      const given = await ctx.members(replayFields)
      demandTypes(given.types)
      const { after, until } = await readRange(tx, actor.companyNo, given, before.seq)
      if (before.replayAfter !== null)
        throw problem('conflict', 'A replay of this webhook is still in progress. Wait until it is complete.')
      await tx.send(
        sql`UPDATE "webhooks" SET "replayAfter" = ${after}, "replayUntil" = ${until},
          "replayTypes" = ${JSON.stringify(given.types)} WHERE "companyNo" = ${before.companyNo} AND "id" = ${before.id}`,
      )
      await touch(tx, before)
      tx.log({ verb: 'replayed', kind: 'webhook', recordId: before.id })
      return ok({ changes: until - after })
    },
  )
}

const resumeFields = {
  from: choice('Where to continue: at the `position` of the webhook, or `now`.', ['position', 'now'], {
    fallback: 'position',
  }),
}

const secretFields = {
  overlapHours: integer('For how many hours requests are also signed with the old secret.', 0, 168, {
    fallback: 24,
  }),
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
  types: texts('Sends only these types again; by default, all types of the webhook.', {
    example: ['task.updated'],
  }),
}
