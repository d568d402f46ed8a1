import { demand, mayContribute, mayDelete } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { invalid } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import { demandFreeExternalId, insertRow, newRow, updateRow } from '../db/records.ts'
import type { EventRow } from '../db/rows/work.ts'
import { changed, created, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import { foldText } from '../query/fields.ts'
import { boolean, instant, onlyNew } from '../schema/fields/fields.ts'
import { reference } from '../schema/fields/reference.ts'
import { name, notes } from '../schema/fields/text.ts'
import { present, type Representation } from '../schema/present.ts'
import { resource } from '../schema/resource.ts'
import { type Found, findInside, inWorkspace, removeRow } from './workspaces/inside.ts'
import { demandWritable, enterWorkspace } from './workspaces/workspace.ts'

export const event = resource('event', 'Something in the calendar of a workspace.', {
  title: name('What takes place.', { example: 'Kick-off' }),
  description: notes('More about it.'),
  location: notes('Where it takes place.', { max: 255, example: 'Room 4' }),
  startsAt: instant('When it begins; a day without a time stands for its first moment in UTC.', {
    required: true,
    example: '2026-03-31T09:30:00.000Z',
  }),
  endsAt: instant('When it ends, not before `startsAt`; when absent, the moment at which it begins.', {
    example: '2026-03-31T11:00:00.000Z',
  }),
  allDay: boolean('Whether it takes whole days, so that times of day need not be shown.', {
    fallback: false,
  }),
  workspaceId: onlyNew(reference('The workspace that it is in.', 'workspace', { required: true })),
})

export const events = listOf(event, {
  from: '"events" t',
  below: true,
  sort: ['title', 'startsAt', 'endsAt'],
  filter: ['title', 'startsAt', 'endsAt', 'allDay'],
  sortIndexes: ['title', 'startsAt', 'endsAt', 'updatedAt'],
  filterIndexes: ['externalId'],
})

const presentEvent = (site: Site, row: EventRow): Representation =>
  present(event, site.publicUrl, row.id, row)

function findEvent(reader: Reader, actor: Actor, id: string): Promise<Found<EventRow>> {
  return findInside(reader, actor, 'events', id, 'event')
}

/** Both are stored alike, and compare as texts. */
function demandInOrder({ startsAt, endsAt }: EventRow, named: keyof EventRow): void {
  if (endsAt < startsAt)
    throw invalid([
      {
        pointer: `/${named}`,
        detail: `"${named}": the event would end (${endsAt}) before it begins (${startsAt}).`,
      },
    ])
}

export function eventRoutes(api: Api): void {
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
      const row: EventRow = {
        ...newRow(actor.companyNo, actor.userId),
        ...values,
        titleKey: foldText(values.title),
        endsAt: values.endsAt ?? values.startsAt,
      }
      demandInOrder(row, 'endsAt')
      demandWritable(workspace)
      await demandFreeExternalId(tx, 'events', row, row.externalId)
      await insertRow(tx, 'events', row)
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
      const { row, fields } = await updateRow(tx, 'events', before, {
        ...changes,
        ...(changes.title !== undefined && { titleKey: foldText(changes.title) }),
      })
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'event', recordId: row.id, workspaceId: row.workspaceId, fields })
      return changed(presentEvent(site, row))
    },
  )

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
        'Only Admins of the workspace may delete events that others made.',
      )
      ctx.match(presentEvent(site, row))
      demandWritable(workspace)
      await removeRow(tx, 'events', row)
      tx.log({ verb: 'deleted', kind: 'event', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}
