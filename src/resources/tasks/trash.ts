import type { Api } from '../../http/api.ts'
import { listOf } from '../../lists/list.ts'
import { readOnly } from '../../schema/fields/fields.ts'
import { present } from '../../schema/present.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import { resource } from '../../schema/resource.ts'
import { deletion } from '../workspaces/trash.ts'
import { restorableIn } from '../workspaces/trashed-content.ts'
import { enterWorkspace } from '../workspaces/workspace.ts'

const { title, description, status, priority, dueDate, parentTaskId, workspaceId } = task.fields

const trashedTask = resource('trashedTask', 'A task in the trash; it can be restored for 30 days.', {
  title: readOnly(title),
  description: readOnly(description),
  status: readOnly(status),
  priority: readOnly(priority),
  dueDate: readOnly(dueDate),
  parentTaskId: readOnly(parentTaskId),
  workspaceId: readOnly(workspaceId),
  ...deletion,
})

const trashedTasks = listOf(trashedTask, {
  from: '"tasks" t',
  below: true,
  sort: ['title', 'status', 'priority', 'dueDate', 'deletedAt'],
  filter: ['title', 'status', 'priority', 'dueDate', 'parentTaskId', 'deletedAt'],
  sortIndexes: [],
})

export function taskTrashRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/trash/tasks',
    {
      summary: 'Lists the tasks of a workspace that are in the trash, and that you may restore.',
      needs: 'A Contributor of the workspace, for their own tasks; an Admin for all.',
      answer: { list: trashedTasks },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<TaskRow>(trashedTasks, restorableIn(ctx.actor, workspace, 'tasks'), (found) =>
        found.map((row) => present(trashedTask, ctx.site.publicUrl, row.id, row)),
      )
    },
  )
}
