import { demand, mayContribute, mayDelete } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import { tablesInTheWay } from '../../db/attached-rows.ts'
import type { Reader } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { type Answer, changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext, WriteContext } from '../../http/context.ts'
import { removeRecord } from '../../jobs/purge-attached.ts'
import type { List } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { newTasklist, type TasklistRow, tasklist } from '../../schema/records/tasklist.ts'
import type { NewValues } from '../../schema/resource.ts'
import { historyRoute, seenByMembers } from '../history.ts'
import { findMilestone } from '../milestones.ts'
import { placeFields, putInPlace } from '../placement.ts'
import { isInWorkspace } from '../workspaces/inside.ts'
import { demandSameWorkspace } from '../workspaces/same-workspace.ts'
import { visibleOnPage } from '../workspaces/visible-content.ts'
import { demandWritable, enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'
import { copyTasks } from './copy-tasks.ts'
import { findTasklist, presentTasklist, tasklists, tasklistsInOrder } from './tasklist.ts'

const query = {
  templateOnly: {
    sentence: 'Whether to list only templates; `1` or `true` is the same as the filter `template=true`.',
    schema: { type: 'boolean', default: false },
  },
} as const

const listing = { query, answer: { list: tasklists } } as const
const inOrder = { query, answer: { list: tasklistsInOrder } } as const

function page(ctx: ReadContext, list: List, parts: readonly Restriction[]): Promise<Answer> {
  return ctx.page<TasklistRow>(
    list,
    parts,
    (found) => found.map((row) => presentTasklist(ctx.site, row)),
    ctx.flag('templateOnly') ? [{ field: 'template', operator: '=', value: true }] : [],
  )
}

async function createTasklist(
  { actor, tx, site }: WriteContext,
  workspace: FoundWorkspace,
  { tasklistTemplate, ...values }: NewValues<(typeof newTasklist)['fields']>,
): Promise<Answer> {
  demandWritable(workspace)
  await demandSameWorkspace(tx, { companyNo: actor.companyNo, ...values })
  const row = await tx.insert(tasklist, values)
  tx.log({ verb: 'created', kind: 'tasklist', recordId: row.id, workspaceId: row.workspaceId })
  if (tasklistTemplate !== null) {
    const from = await findRow(tx, 'tasklists', actor.companyNo, tasklistTemplate)
    if (from !== undefined) await copyTasks(tx, actor, from, row)
  }
  return created(presentTasklist(site, row), `/v1/tasklists/${row.id}`)
}

const placement = placeFields('tasklist')

const mayNotAdd = 'Readers of a workspace may not add task lists to it.'

export function tasklistRoutes(api: Api): void {
  api.get(
    '/v1/tasklists',
    {
      ...listing,
      summary: 'Lists the task lists of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows their workspaces only.',
    },
    async (ctx) => page(ctx, tasklists, await visibleOnPage(ctx.db, ctx.actor, tasklists)),
  )

  api.get(
    '/v1/workspaces/:workspaceId/tasklists',
    { ...inOrder, summary: 'Lists the task lists of a workspace.', needs: 'A member of the workspace.' },
    async (ctx) => {
      const { id } = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return page(ctx, tasklistsInOrder, [tasklists.where(ctx.actor, 'workspaceId', id)])
    },
  )

  api.get(
    '/v1/milestones/:milestoneId/tasklists',
    { ...inOrder, summary: 'Lists the task lists of a milestone.', needs: 'A member of its workspace.' },
    async (ctx) => {
      const { row, workspace } = await findMilestone(ctx.db, ctx.actor, ctx.params.milestoneId)
      const parts = [tasklists.where(ctx.actor, 'milestoneId', row.id), isInWorkspace(workspace)]
      return page(ctx, tasklistsInOrder, parts)
    },
  )

  api.get(
    '/v1/tasklists/:tasklistId',
    { summary: 'Shows one task list.', needs: 'A member of its workspace.', answer: { one: tasklist } },
    async ({ actor, db, site, params }) =>
      one(presentTasklist(site, (await findTasklist(db, actor, params.tasklistId)).row)),
  )

  const creating = {
    answer: { created: tasklist },
    problems: ['archived', 'duplicate', 'conflict'],
  } as const

  api.post(
    '/v1/tasklists',
    {
      ...creating,
      summary: 'Creates a task list, with the tasks of the one `tasklistTemplate` names, if given.',
      needs: 'A Contributor of the workspace that `workspaceId` names.',
      body: { new: newTasklist },
      problems: ['forbidden', ...creating.problems],
    },
    async (ctx) => {
      const values = await ctx.newRecord(newTasklist)
      const workspace = await enterWorkspace(ctx.tx, ctx.actor, values.workspaceId)
      demand(mayContribute(workspace.role), mayNotAdd)
      return createTasklist(ctx, workspace, values)
    },
  )

  api.post(
    '/v1/workspaces/:workspaceId/tasklists',
    {
      ...creating,
      summary: 'Creates a task list in a workspace.',
      needs: 'A Contributor of the workspace.',
      body: { new: newTasklist, given: ['workspaceId'] },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.tx, ctx.actor, ctx.params.workspaceId)
      demand(mayContribute(workspace.role), mayNotAdd)
      const values = await ctx.newRecord(newTasklist, { workspaceId: workspace.id })
      return createTasklist(ctx, workspace, values)
    },
  )

  api.post(
    '/v1/milestones/:milestoneId/tasklists',
    {
      ...creating,
      summary: 'Creates a task list for a milestone, in its workspace.',
      needs: 'A Contributor of its workspace.',
      body: { new: newTasklist, given: ['workspaceId', 'milestoneId'] },
    },
    async (ctx) => {
      const { row, workspace } = await findMilestone(ctx.tx, ctx.actor, ctx.params.milestoneId)
      demand(mayContribute(workspace.role), mayNotAdd)
      const given = { workspaceId: workspace.id, milestoneId: row.id }
      return createTasklist(ctx, workspace, await ctx.newRecord(newTasklist, given))
    },
  )

  api.change(
    '/v1/tasklists/:tasklistId',
    {
      summary: 'Changes a task list.',
      needs: 'A Contributor of its workspace.',
      body: { change: tasklist },
      answer: { changed: tasklist },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findTasklist(tx, actor, params.tasklistId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its task lists.')
      const changes = await ctx.changes(tasklist, presentTasklist(site, before))
      demandWritable(workspace)
      const { row, fields, previous } = await tx.update(tasklist, before, changes)
      if (fields.includes('milestoneId')) await demandSameWorkspace(tx, row)
      if (fields.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'tasklist',
          recordId: row.id,
          workspaceId: row.workspaceId,
          fields,
          previous,
        })
      return changed(presentTasklist(site, row))
    },
  )

  api.put(
    '/v1/tasklists/:tasklistId/place',
    {
      summary:
        'Puts a task list in its place in the order of its workspace, directly after or before another.',
      needs: 'A Contributor of its workspace.',
      body: { members: placement, optional: true },
      answer: { changed: tasklist },
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findTasklist(tx, actor, params.tasklistId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its task lists.')
      const place = await ctx.members(placement)
      ctx.match(presentTasklist(site, row))
      demandWritable(workspace)
      await putInPlace(tx, 'tasklists', 'tasklist', row, place)
      return changed(presentTasklist(site, row))
    },
  )
  historyRoute(api, '/v1/tasklists/:tasklistId', 'tasklist', findTasklist, seenByMembers)

  api.delete(
    '/v1/tasklists/:tasklistId',
    {
      summary: 'Deletes a task list without tasks.',
      needs: 'A Contributor of its workspace for their own lists, an Admin for all.',
      answer: 'nothing',
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findTasklist(tx, actor, params.tasklistId)
      demand(
        mayDelete(actor, workspace.role, row),
        'Only Admins of the workspace may delete task lists that others created.',
      )
      ctx.match(presentTasklist(site, row))
      demandWritable(workspace)
      await demandNoTasks(tx, row)
      await removeRecord(tx, 'tasklists', row)
      tx.log({ verb: 'deleted', kind: 'tasklist', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}

/** Tasks in the trash do not count: they are restored without a list. */
async function demandNoTasks(reader: Reader, row: TasklistRow): Promise<void> {
  if ((await tablesInTheWay(reader, 'tasklists', row)).length > 0)
    throw problem('conflict', 'The list still has tasks. Move or delete them first.')
}
