import { demand, mayContribute } from '../../auth/permissions.ts'
import { together } from '../../base/together.ts'
import { type Answer, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import type { List } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import { historyRoute, seenByMembers } from '../history.ts'
import { findTasklist } from '../tasklists/tasklist.ts'
import { isInWorkspace } from '../workspaces/inside.ts'
import { visibleOnPage } from '../workspaces/visible-content.ts'
import { enterWorkspace } from '../workspaces/workspace.ts'
import { createTask } from './create.ts'
import { findTask, presentTask, presentTasks, tasks, tasksInOrder } from './task.ts'

function page(ctx: ReadContext, list: List, parts: readonly Restriction[]): Promise<Answer> {
  return ctx.lastingPage<TaskRow>(list, parts, (found) => presentTasks(ctx.db, ctx.site, ctx.actor, found))
}

const mayNotAdd = 'Readers of a workspace may not add tasks to it.'

export function taskRoutes(api: Api): void {
  api.get(
    '/v1/tasks',
    {
      summary: 'Lists the tasks of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows their workspaces only.',
      answer: { list: tasks },
    },
    async (ctx) => page(ctx, tasks, await visibleOnPage(ctx.db, ctx.actor, tasks)),
  )

  api.get(
    '/v1/workspaces/:workspaceId/tasks',
    {
      summary: 'Lists the tasks of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: tasksInOrder },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return page(ctx, tasksInOrder, [tasks.where(ctx.actor, 'workspaceId', workspace.id)])
    },
  )

  api.get(
    '/v1/tasklists/:tasklistId/tasks',
    {
      summary: 'Lists the tasks of a task list.',
      needs: 'A member of its workspace.',
      answer: { list: tasksInOrder },
    },
    async (ctx) => {
      const { row, workspace } = await findTasklist(ctx.db, ctx.actor, ctx.params.tasklistId)
      const parts = [tasks.where(ctx.actor, 'tasklistId', row.id), isInWorkspace(workspace)]
      return page(ctx, tasksInOrder, parts)
    },
  )

  api.get(
    '/v1/tasks/:taskId',
    { summary: 'Shows one task.', needs: 'A member of its workspace.', answer: { one: task } },
    async (ctx) =>
      ctx.lastingRecord(async () => {
        const { row } = await findTask(ctx.db, ctx.actor, ctx.params.taskId)
        return one(await presentTask(ctx.db, ctx.site, ctx.actor, row))
      }),
  )

  api.post(
    '/v1/tasks',
    {
      summary: 'Creates a task.',
      needs: 'A Contributor of the workspace that `workspaceId` names.',
      body: { new: task },
      answer: { created: task },
      problems: ['forbidden', 'archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const values = await ctx.newRecord(task)
      const workspace = await enterWorkspace(ctx.tx, ctx.actor, values.workspaceId)
      demand(mayContribute(workspace.role), mayNotAdd)
      return createTask(ctx, workspace, values)
    },
  )

  api.post(
    '/v1/workspaces/:workspaceId/tasks',
    {
      summary: 'Creates a task in a workspace.',
      needs: 'A Contributor of the workspace.',
      body: { new: task, given: ['workspaceId'] },
      answer: { created: task },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { workspaceId } = ctx.params
      const [workspace, values] = await together([
        enterWorkspace(ctx.tx, ctx.actor, workspaceId).then((found) => {
          demand(mayContribute(found.role), mayNotAdd)
          return found
        }),
        ctx.newRecord(task, { workspaceId }),
      ])
      return createTask(ctx, workspace, values)
    },
  )

  api.post(
    '/v1/tasklists/:tasklistId/tasks',
    {
      summary: 'Creates a task in a task list, in its workspace.',
      needs: 'A Contributor of its workspace.',
      body: { new: task, given: ['workspaceId', 'tasklistId'] },
      answer: { created: task },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { row, workspace } = await findTasklist(ctx.tx, ctx.actor, ctx.params.tasklistId)
      demand(mayContribute(workspace.role), mayNotAdd)
      const given = { workspaceId: workspace.id, tasklistId: row.id }
      return createTask(ctx, workspace, await ctx.newRecord(task, given))
    },
  )
  historyRoute(api, '/v1/tasks/:taskId', 'task', findTask, seenByMembers)
}
