import { demand, mayContribute, mayDelete } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { invalid, problem } from '../base/errors.ts'
import { tablesInTheWay } from '../db/attached-rows.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { changed, created, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { removeRecord } from '../jobs/purge-attached.ts'
import { listOf } from '../lists/list.ts'
import { present, type Representation } from '../schema/present.ts'
import { type MilestoneRow, milestone } from '../schema/records/milestone.ts'
import { historyRoute, seenByMembers } from './history.ts'
import { byKey } from './workspaces/by-key.ts'
import { type Found, findInside, inWorkspace } from './workspaces/inside.ts'
import { visibleContent } from './workspaces/visible-content.ts'
import { demandWritable, enterWorkspace } from './workspaces/workspace.ts'

export const milestones = listOf(milestone, {
  below: true,
})

const milestonesOfAll = listOf(milestone)

const dates = { dueDate: 't."dueDateKey"', startDate: 't."startDateKey"' }

export const presentMilestone = (site: Site, row: MilestoneRow): Representation =>
  present(milestone, site.publicUrl, row.id, row)

export function findMilestone(reader: Reader, actor: Actor, id: string): Promise<Found<MilestoneRow>> {
  return findInside(reader, actor, 'milestones', id, 'milestone')
}

/** Dates have the same format, so they can be compared as strings. */
function demandInOrder(
  { startDate, dueDate }: Pick<MilestoneRow, 'startDate' | 'dueDate'>,
  named: 'startDate' | 'dueDate',
): void {
  if (startDate !== null && dueDate !== null && dueDate < startDate)
    throw invalid([
      {
        pointer: `/${named}`,
        detail: `"${named}": the dueDate ${dueDate} is before the startDate ${startDate}.`,
      },
    ])
}

/** Tasks in the trash do not count: they are restored without a milestone that no longer exists. */
async function demandUnused(tx: Transaction, row: MilestoneRow): Promise<void> {
  const inTheWay = await tablesInTheWay(tx, 'milestones', row)
  if (inTheWay.length > 0)
    throw problem(
      'conflict',
      `The milestone still has ${inTheWay.map((table) => (table === 'tasklists' ? 'task lists' : table)).join(' and ')}. Move them to another milestone or none first.`,
    )
}

export function milestoneRoutes(api: Api): void {
  api.get(
    '/v1/milestones',
    {
      summary: 'Lists the milestones of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows their workspaces only.',
      answer: { list: milestonesOfAll },
    },
    async (ctx) => {
      const places = await visibleContent(ctx.db, ctx.actor, milestonesOfAll)
      return ctx.page<MilestoneRow>(milestonesOfAll, byKey(ctx, milestonesOfAll, dates, places), (found) =>
        found.map((row) => presentMilestone(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/workspaces/:workspaceId/milestones',
    {
      summary: 'Lists the milestones of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: milestones },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<MilestoneRow>(milestones, [inWorkspace(workspace, 'milestones')], (found) =>
        found.map((row) => presentMilestone(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/milestones/:milestoneId',
    { summary: 'Shows one milestone.', needs: 'A member of its workspace.', answer: { one: milestone } },
    async ({ actor, db, site, params }) =>
      one(presentMilestone(site, (await findMilestone(db, actor, params.milestoneId)).row)),
  )

  api.post(
    '/v1/workspaces/:workspaceId/milestones',
    {
      summary: 'Creates a milestone in a workspace.',
      needs: 'A Contributor of the workspace.',
      body: { new: milestone, given: ['workspaceId'] },
      answer: { created: milestone },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const workspace = await enterWorkspace(tx, actor, ctx.params.workspaceId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not add milestones to it.')
      const values = await ctx.newRecord(milestone, { workspaceId: workspace.id })
      demandInOrder(values, 'dueDate')
      demandWritable(workspace)
      const row = await tx.insert(milestone, values)
      tx.log({ verb: 'created', kind: 'milestone', recordId: row.id, workspaceId: row.workspaceId })
      return created(presentMilestone(site, row), `/v1/milestones/${row.id}`)
    },
  )

  api.change(
    '/v1/milestones/:milestoneId',
    {
      summary: 'Changes a milestone.',
      needs: 'A Contributor of its workspace.',
      body: { change: milestone },
      answer: { changed: milestone },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findMilestone(tx, actor, params.milestoneId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its milestones.')
      const changes = await ctx.changes(milestone, presentMilestone(site, before))
      const { startDate = before.startDate, dueDate = before.dueDate } = changes
      demandInOrder({ startDate, dueDate }, changes.dueDate === undefined ? 'startDate' : 'dueDate')
      demandWritable(workspace)
      const { row, fields, previous } = await tx.update(milestone, before, changes)
      if (fields.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'milestone',
          recordId: row.id,
          workspaceId: row.workspaceId,
          fields,
          previous,
        })
      return changed(presentMilestone(site, row))
    },
  )
  historyRoute(api, '/v1/milestones/:milestoneId', 'milestone', findMilestone, seenByMembers)

  api.delete(
    '/v1/milestones/:milestoneId',
    {
      summary: 'Deletes a milestone without tasks, task lists or files.',
      needs: 'A Contributor of its workspace for their own milestones, an Admin for all.',
      answer: 'nothing',
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findMilestone(tx, actor, params.milestoneId)
      demand(
        mayDelete(actor, workspace.role, row),
        'Only Admins of the workspace may delete milestones that others created.',
      )
      ctx.match(presentMilestone(site, row))
      demandWritable(workspace)
      await demandUnused(tx, row)
      await removeRecord(tx, 'milestones', row)
      tx.log({ verb: 'deleted', kind: 'milestone', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}
