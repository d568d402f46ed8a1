import { demand, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { invalid } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { type Answer, changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext, WriteContext } from '../../http/context.ts'
import type { Restriction } from '../../lists/plans.ts'
import { type TimeRow, time } from '../../schema/records/time.ts'
import type { Values } from '../../schema/resource.ts'
import { historyRoute, seenByMembers } from '../history.ts'
import { findTask } from '../tasks/task.ts'
import { demandNotApproved } from '../timesheets/timesheet.ts'
import { byKey } from '../workspaces/by-key.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { demandWritable, enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'
import { insertTime } from './create.ts'
import { dateKey } from './days.ts'
import { countMinutes } from './spent.ts'
import { findTime, mayEnterTime, presentTime, presentTimes, times } from './time.ts'

const notYours = 'You may log and change your own time. Only Admins of the workspace may do so for others.'

type NewTime = Values<(typeof time)['fields'], 'create' | 'write'>

async function createTime(ctx: WriteContext, workspace: FoundWorkspace, values: NewTime): Promise<Answer> {
  const { actor, tx, site } = ctx
  const userHash = values.userHash ?? actor.userId
  demand(mayContribute(workspace.role), 'Readers of a workspace may not log time.')
  demand(mayEnterTime(actor, workspace.role, userHash), notYours)
  demandWritable(workspace)
  await demandNotApproved(tx, actor, userHash, [values.date])
  const row = await insertTime(tx, { ...values, userHash, workspaceId: workspace.id })
  return created(presentTime(site, row), `/v1/times/${row.id}`)
}

/** The workspace of an entry: that of its task, or else the one in the body. */
async function placeOf(reader: Reader, actor: Actor, given: NewTime): Promise<FoundWorkspace> {
  const { taskId, workspaceId } = given as Partial<NewTime>
  if (typeof taskId === 'string') {
    const { row, workspace } = await findTask(reader, actor, taskId)
    if (workspaceId !== undefined && row.workspaceId !== workspaceId) throw elsewhere()
    return workspace
  }
  if (workspaceId === undefined)
    throw invalid([{ pointer: '/workspaceId', detail: '"workspaceId" is required without "taskId".' }])
  return enterWorkspace(reader, actor, workspaceId)
}

const elsewhere = (): Error =>
  invalid([{ pointer: '/taskId', detail: '"taskId" must name a task of the same workspace.' }])

/** A page of the entries in these places. */
function page(ctx: ReadContext, places: readonly Restriction[]): Promise<Answer> {
  const parts = byKey(ctx, times, dateKey, places)
  return ctx.lastingPage<TimeRow>(times, parts, (found) => presentTimes(ctx.site, found))
}

const problems = ['forbidden', 'archived', 'duplicate', 'conflict'] as const

export function timeRoutes(api: Api): void {
  api.get(
    '/v1/times',
    {
      summary: 'Lists the time entries of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows their workspaces only.',
      answer: { list: times },
    },
    async (ctx) => page(ctx, await visibleContent(ctx.db, ctx.actor, times)),
  )

  api.get(
    '/v1/workspaces/:workspaceId/times',
    {
      summary: 'Lists the time entries of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: times },
    },
    async (ctx) => {
      const { id } = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return page(ctx, [times.where(ctx.actor, 'workspaceId', id)])
    },
  )

  api.get(
    '/v1/tasks/:taskId/times',
    {
      summary: 'Lists the time entries of a task.',
      needs: 'A member of its workspace.',
      answer: { list: times },
    },
    async (ctx) => {
      const { row } = await findTask(ctx.db, ctx.actor, ctx.params.taskId)
      const part = times.where(ctx.actor, 'taskId', row.id)
      return ctx.lastingPage<TimeRow>(times, [part], (found) => presentTimes(ctx.site, found))
    },
  )

  api.get(
    '/v1/times/:timeId',
    { summary: 'Shows one time entry.', needs: 'A member of its workspace.', answer: { one: time } },
    async (ctx) =>
      ctx.lastingRecord(async () =>
        one(presentTime(ctx.site, (await findTime(ctx.db, ctx.actor, ctx.params.timeId)).row)),
      ),
  )

  api.post(
    '/v1/times',
    {
      summary: 'Logs time.',
      needs: 'A Contributor of the workspace for their own time, an Admin for anybody’s.',
      body: { new: time, shown: ['workspaceId'] },
      answer: { created: time },
      problems,
    },
    async (ctx) => {
      const values = await ctx.newRecord(time)
      return createTime(ctx, await placeOf(ctx.tx, ctx.actor, values), values)
    },
  )

  api.post(
    '/v1/workspaces/:workspaceId/times',
    {
      summary: 'Logs time in a workspace.',
      needs: 'A Contributor of the workspace for their own time, an Admin for anybody’s.',
      body: { new: time, given: ['workspaceId'] },
      answer: { created: time },
      problems,
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.tx, ctx.actor, ctx.params.workspaceId)
      const values = await ctx.newRecord(time, { workspaceId: workspace.id })
      await placeOf(ctx.tx, ctx.actor, values)
      return createTime(ctx, workspace, values)
    },
  )

  api.post(
    '/v1/tasks/:taskId/times',
    {
      summary: 'Logs time on a task.',
      needs: 'A Contributor of its workspace for their own time, an Admin for anybody’s.',
      body: { new: time, given: ['taskId', 'workspaceId'] },
      answer: { created: time },
      problems,
    },
    async (ctx) => {
      const { row, workspace } = await findTask(ctx.tx, ctx.actor, ctx.params.taskId)
      const given = { taskId: row.id, workspaceId: workspace.id }
      return createTime(ctx, workspace, await ctx.newRecord(time, given))
    },
  )

  api.change(
    '/v1/times/:timeId',
    {
      summary: 'Changes a time entry.',
      needs: 'A Contributor of its workspace for their own time, an Admin for anybody’s.',
      body: { change: time },
      answer: { changed: time },
      problems,
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findTime(tx, actor, params.timeId)
      demand(mayEnterTime(actor, workspace.role, before.userHash), notYours)
      const changes = await ctx.changes(time, presentTime(site, before))
      demandWritable(workspace)
      await demandNotApproved(tx, actor, before.userHash, [before.date, changes.date ?? before.date])
      if (typeof changes.taskId === 'string' && changes.taskId !== before.taskId) {
        const { row: task } = await findTask(tx, actor, changes.taskId)
        if (task.workspaceId !== before.workspaceId) throw elsewhere()
      }
      const { row, fields, previous } = await tx.update(time, before, changes)
      await countMinutes(tx, before, row)
      if (fields.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'time',
          recordId: row.id,
          workspaceId: row.workspaceId,
          fields,
          previous,
        })
      return changed(presentTime(site, row))
    },
  )
  historyRoute(api, '/v1/times/:timeId', 'time', findTime, seenByMembers)

  api.delete(
    '/v1/times/:timeId',
    {
      summary: 'Deletes a time entry permanently.',
      needs: 'A Contributor of its workspace for their own time, an Admin for anybody’s.',
      answer: 'nothing',
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findTime(tx, actor, params.timeId)
      demand(mayEnterTime(actor, workspace.role, row.userHash), notYours)
      ctx.match(presentTime(site, row))
      demandWritable(workspace)
      await demandNotApproved(tx, actor, row.userHash, [row.date])
      await tx.query
        .deleteFrom('times')
        .where('companyNo', '=', row.companyNo)
        .where('id', '=', row.id)
        .execute()
      await countMinutes(tx, row, undefined)
      tx.log({ verb: 'deleted', kind: 'time', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}
