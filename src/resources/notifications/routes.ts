import { clock } from '../../base/clock.ts'
import { invalid, problem } from '../../base/errors.ts'
import { rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type Answer, changed, ok, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { instant, optional } from '../../schema/fields/fields.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { type NotificationRow, notification } from '../../schema/records/notification.ts'
import {
  findNotification,
  notifications,
  ownNotifications,
  presentNotification,
  seesRecord,
} from './notification.ts'
import { notificationSummaryRoutes } from './summary.ts'

const path = '/v1/users/me/notifications'

type State = Partial<Pick<NotificationRow, 'readAt' | 'doneAt' | 'snoozedUntil'>>

/** Enters or leaves a state. Nobody else sees it, so it is not in the change log. */
async function put(
  ctx: WriteContext<{ notificationId: string }>,
  state: (before: NotificationRow) => State,
): Promise<Answer> {
  const { actor, tx, site, params } = ctx
  const before = await findNotification(tx, actor, params.notificationId)
  ctx.match(presentNotification(site, before))
  const { row } = await tx.update(notification, before, state(before))
  return changed(presentNotification(site, row))
}

const snooze = {
  until: instant('When the snooze ends.', { required: true, example: '2036-12-01T08:00:00.000Z' }),
}

const readAll = {
  before: optional(
    instant('Only those last updated at or before this time; the current time by default.', {
      example: '2026-03-31T09:30:00.000Z',
    }),
  ),
}

const countSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['count'],
  properties: { count: { type: 'integer', minimum: 0, description: 'How many there were.' } },
}

/** Rows per statement, to keep statements short. */
const atOnce = 2_000
/** The most that one request marks, to keep transactions short. */
const mostRead = 20_000

export function notificationRoutes(api: Api): void {
  const needs = 'Anyone who is signed in, for their own.'
  notificationSummaryRoutes(api)

  api.get(
    path,
    { summary: 'Lists your notifications.', needs, answer: { list: notifications } },
    async (ctx) =>
      ctx.page<NotificationRow>(notifications, ownNotifications(ctx.actor), (found) =>
        found.map((row) => presentNotification(ctx.site, row)),
      ),
  )

  api.post(
    `${path}/read`,
    {
      summary:
        'Marks your notifications as read, all or those up to a moment, except snoozed ones. At most 20,000 at a time: repeat the request while `count` is that many.',
      needs,
      body: { members: readAll, optional: true },
      answer: { ok: countSchema, sentence: 'How many were unread.' },
    },
    async (ctx) => {
      const { actor, tx } = ctx
      const { before } = await ctx.members(readAll)
      const now = clock.timestamp()
      let count = 0
      for (let found = atOnce; found === atOnce && count < mostRead; count += found)
        found = (
          await rows(
            tx,
            sql`UPDATE "notifications" SET "readAt" = ${now}, "updatedAt" = ${now} WHERE "companyNo" = ${actor.companyNo}
              AND "id" IN (SELECT t."id" FROM "notifications" t WHERE t."companyNo" = ${actor.companyNo}
                AND t."userHash" = ${actor.userId} AND t."readAt" IS NULL AND t."doneAt" IS NULL
                AND t."deletedAt" IS NULL AND t."lastAt" <= ${before ?? now} AND (t."snoozedUntil" IS NULL OR t."snoozedUntil" <= ${now})
                AND (${seesRecord(actor)})
                LIMIT ${atOnce}) RETURNING "id"`,
          )
        ).length
      return ok({ count })
    },
  )

  api.get(
    `${path}/:notificationId`,
    { summary: 'Shows one of your notifications.', needs, answer: { one: notification } },
    async ({ actor, db, site, params }) =>
      one(presentNotification(site, await findNotification(db, actor, params.notificationId))),
  )

  const state = { needs, answer: { changed: notification } } as const

  api.put(`${path}/:notificationId/read`, { ...state, summary: 'Marks a notification as read.' }, (ctx) =>
    put(ctx, ({ readAt }) => ({ readAt: readAt ?? clock.timestamp() })),
  )

  api.delete(
    `${path}/:notificationId/read`,
    { ...state, summary: 'Marks a notification as unread.' },
    (ctx) => put(ctx, () => ({ readAt: null })),
  )

  api.put(
    `${path}/:notificationId/done`,
    { ...state, summary: 'Marks a notification as done. Later activity on the record creates a new one.' },
    (ctx) =>
      put(ctx, ({ readAt, doneAt }) => {
        const now = clock.timestamp()
        return { readAt: readAt ?? now, doneAt: doneAt ?? now, snoozedUntil: null }
      }),
  )

  api.delete(
    `${path}/:notificationId/done`,
    { ...state, summary: 'Marks a notification as not done.', problems: ['conflict'] },
    async (ctx) => {
      const { actor, tx, params } = ctx
      const { id, recordId, doneAt } = await findNotification(tx, actor, params.notificationId)
      const [other] = await rows<{ id: string }>(
        tx,
        sql`SELECT "id" FROM "notifications" WHERE "companyNo" = ${actor.companyNo} AND "recordId" = ${recordId}
          AND "userHash" = ${actor.userId} AND "doneAt" IS NULL`,
      )
      if (doneAt !== null && other !== undefined && other.id !== id)
        throw problem('conflict', `There is a newer notification about the same record: ${other.id}.`)
      return put(ctx, () => ({ doneAt: null }))
    },
  )

  api.put(
    `${path}/:notificationId/snooze`,
    { ...state, summary: 'Snoozes a notification.', body: { members: snooze } },
    async (ctx) => {
      const { until } = await ctx.members(snooze)
      if (until <= clock.timestamp())
        throw invalid([{ pointer: '/until', detail: '"until" must be in the future.' }])
      return put(ctx, () => ({ snoozedUntil: until }))
    },
  )

  api.delete(
    `${path}/:notificationId/snooze`,
    { ...state, summary: 'Ends the snooze of a notification.' },
    (ctx) => put(ctx, () => ({ snoozedUntil: null })),
  )
}
