import { demand, mayContribute } from '../../auth/permissions.ts'
import type { TaskRow } from '../../db/rows/work.ts'
import type { Part } from '../../db/walks.ts'
import { type Answer, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import { findTasklist } from '../tasklists/tasklist.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { enterWorkspace } from '../workspaces/workspace.ts'
import { createTask } from './create.ts'
import { findTask, showTask, showTasks, task, tasks } from './task.ts'

function page(ask: ReadContext, parts: readonly Part[]): Promise<Answer> {
  return ask.lastingPage<TaskRow>(tasks, parts, (found) => showTasks(ask.db, ask.site, found))
}

const mayNotAdd = 'Readers of a workspace may not add tasks to it.'

export function taskRoutes(api: Api): void {
  api.get(
    '/v1/tasks',
    {
      summary: 'Lists the tasks of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows what is in their workspaces.',
      answer: { list: tasks },
    },
    async (ask) => page(ask, await visibleContent(ask.db, ask.actor, tasks)),
  )

  api.get(
    '/v1/workspaces/:workspaceId/tasks',
    {
      summary: 'Lists the tasks of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: tasks },
    },
    async (ask) => {
      const workspace = await enterWorkspace(ask.db, ask.actor, ask.params.workspaceId)
      return page(ask, [tasks.where(ask.actor, 'workspaceId', workspace.id)])
    },
  )

  api.get(
    '/v1/tasklists/:tasklistId/tasks',
    {
      summary: 'Lists the tasks of a task list.',
      needs: 'A member of its workspace.',
      answer: { list: tasks },
    },
    async (ask) => {
      const { row } = await findTasklist(ask.db, ask.actor, ask.params.tasklistId)
      return page(ask, [tasks.where(ask.actor, 'tasklistId', row.id)])
    },
  )

  api.get(
    '/v1/tasks/:taskId',
    { summary: 'Shows one task.', needs: 'A member of its workspace.', answer: { one: task } },
    async (ask) =>
      ask.lastingRecord(async () => {
        const { row } = await findTask(ask.db, ask.actor, ask.params.taskId)
        return one(await showTask(ask.db, ask.site, row))
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
    async (ask) => {
      const values = await ask.newRecord(task)
      const workspace = await enterWorkspace(ask.tx, ask.actor, values.workspaceId)
      demand(mayContribute(workspace.role), mayNotAdd)
      return createTask(ask, workspace, values)
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
    async (ask) => {
      const workspace = await enterWorkspace(ask.tx, ask.actor, ask.params.workspaceId)
      demand(mayContribute(workspace.role), mayNotAdd)
      return createTask(ask, workspace, await ask.newRecord(task, { workspaceId: workspace.id }))
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
    async (ask) => {
      const { row, workspace } = await findTasklist(ask.tx, ask.actor, ask.params.tasklistId)
      demand(mayContribute(workspace.role), mayNotAdd)
      const given = { workspaceId: workspace.id, tasklistId: row.id }
      return createTask(ask, workspace, await ask.newRecord(task, given))
    },
  )
}
