import { demand, mayContribute, mayDelete } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { invalid } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import { changed, created, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { removeRecord } from '../jobs/purge-attached.ts'
import { listOf } from '../lists/list.ts'
import { present, type Representation } from '../schema/present.ts'
import { type EventRow, event } from '../schema/records/event.ts'
import { historyRoute, seenByMembers } from './history.ts'
import { byKey } from './workspaces/by-key.ts'
import { type Found, findInside, inWorkspace } from './workspaces/inside.ts'
import { visibleContent } from './workspaces/visible-content.ts'
import { demandWritable, enterWorkspace } from './workspaces/workspace.ts'

export const events = listOf(event, {
  below: true,
})

const eventsOfAll = listOf(event)

const dates = { startsAt: 't."startsAt"', endsAt: 't."endsAt"' }

const presentEvent = (site: Site, row: EventRow): Representation =>
  present(event, site.publicUrl, row.id, row)

export function findEvent(reader: Reader, actor: Actor, id: string): Promise<Found<EventRow>> {
  return findInside(reader, actor, 'events', id, 'event')
}

/** Both have the same format, so they can be compared as strings. */
function demandInOrder(
  { startsAt, endsAt }: Pick<EventRow, 'startsAt' | 'endsAt'>,
  named: 'startsAt' | 'endsAt',
): void {
  if (endsAt < startsAt)
    throw invalid([
      {
        pointer: `/${named}`,
        detail: `"${named}": the event would end (${endsAt}) before it starts (${startsAt}).`,
      },
    ])
}

export function eventRoutes(api: Api): void {
  api.get(
    '/v1/events',
    {
      summary: 'Lists the calendar events of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows their workspaces only.',
      answer: { list: eventsOfAll },
    },
    async (ctx) => {
      const places = await visibleContent(ctx.db, ctx.actor, eventsOfAll)
      return ctx.page<EventRow>(eventsOfAll, byKey(ctx, eventsOfAll, dates, places), (found) =>
        found.map((row) => presentEvent(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/workspaces/:workspaceId/events',
    {
      summary: 'Lists the calendar events of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: events },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<EventRow>(events, [inWorkspace(workspace, 'events')], (found) =>
        found.map((row) => presentEvent(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/events/:eventId',
    { summary: 'Shows one calendar event.', needs: 'A member of its workspace.', answer: { one: event } },
    async ({ actor, db, site, params }) =>
      one(presentEvent(site, (await findEvent(db, actor, params.eventId)).row)),
  )

  api.post(
    '/v1/workspaces/:workspaceId/events',
    {
      summary: 'Creates a calendar event in a workspace.',
      needs: 'A Contributor of the workspace.',
      body: { new: event, given: ['workspaceId'] },
      answer: { created: event },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const workspace = await enterWorkspace(tx, actor, ctx.params.workspaceId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not add events to it.')
      const values = await ctx.newRecord(event, { workspaceId: workspace.id })
      const given = { ...values, endsAt: values.endsAt ?? values.startsAt }
      demandInOrder(given, 'endsAt')
      demandWritable(workspace)
      const row = await tx.insert(event, given)
      tx.log({ verb: 'created', kind: 'event', recordId: row.id, workspaceId: row.workspaceId })
      return created(presentEvent(site, row), `/v1/events/${row.id}`)
    },
  )

  api.change(
    '/v1/events/:eventId',
    {
      summary: 'Changes a calendar event.',
      needs: 'A Contributor of its workspace.',
      body: { change: event },
      answer: { changed: event },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findEvent(tx, actor, params.eventId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its events.')
      const changes = await ctx.changes(event, presentEvent(site, before))
      demandInOrder({ ...before, ...changes }, changes.endsAt === undefined ? 'startsAt' : 'endsAt')
      demandWritable(workspace)
      const { row, fields, previous } = await tx.update(event, before, changes)
      if (fields.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'event',
          recordId: row.id,
          workspaceId: row.workspaceId,
          fields,
          previous,
        })
      return changed(presentEvent(site, row))
    },
  )
  historyRoute(api, '/v1/events/:eventId', 'event', findEvent, seenByMembers)

  api.delete(
    '/v1/events/:eventId',
    {
      summary: 'Deletes a calendar event.',
      needs: 'A Contributor of its workspace for their own events, an Admin for all.',
      answer: 'nothing',
      problems: ['archived'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findEvent(tx, actor, params.eventId)
      demand(
        mayDelete(actor, workspace.role, row),
        'Only Admins of the workspace may delete events that others created.',
      )
      ctx.match(presentEvent(site, row))
      demandWritable(workspace)
      await removeRecord(tx, 'events', row)
      tx.log({ verb: 'deleted', kind: 'event', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}
