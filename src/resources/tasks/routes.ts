import { demand, mayContribute, mayDelete } from '../../auth/permissions.ts'
import type { Transaction } from '../../db/database.ts'
import { demandFreeExternalId, insertRow, newRow, updateRow } from '../../db/records.ts'
import type { TaskRow } from '../../db/rows/work.ts'
import { indexTask } from '../../db/task-index.ts'
import type { Write } from '../../db/write.ts'
import { problem } from '../../errors.ts'
import { type Answer, changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import type { Values } from '../../http/resource.ts'
import { foldText } from '../../query/fields.ts'
import { tagIdsAfter, tagIdsFor } from '../tags/names.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { demandWritable, enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'
import { demandParentFits, readSubtasks } from './subtasks.ts'
import { findTask, findTaskEvenInTrash, showTask, showTasks, task, tasks } from './task.ts'

/** "Entering Completed sets `completedAt`, leaving clears it." */
function completion(before: TaskRow | undefined, status: TaskRow['status']): string | null {
  if (status !== 'Completed') return null
  return before?.completedAt ?? new Date().toISOString()
}

async function createTask(ask: WriteContext, workspace: FoundWorkspace, values: NewTask): Promise<Answer> {
  const { actor, tx, site } = ask
  const { assignees, tags, customFields, ...plain } = values
  demandWritable(workspace)
  const row: TaskRow = {
    ...newRow(actor.companyNo, actor.userId),
    ...plain,
    titleKey: foldText(plain.title),
    tasklistId: null,
    milestoneId: null,
    completedAt: completion(undefined, plain.status),
    assignees: JSON.stringify(assignees),
    tagIds: JSON.stringify(await tagIdsFor(tx, actor, tags)),
    customFields: JSON.stringify(customFields),
    deletedAt: null,
    deletedBy: null,
  }
  await demandFreeExternalId(tx, 'tasks', row, row.externalId)
  await demandParentFits(tx, actor, row)
  await insertRow(tx, 'tasks', row)
  await indexTask(tx, undefined, row)
  tx.log({ verb: 'created', kind: 'task', recordId: row.id, workspaceId: row.workspaceId })
  return created(await showTask(tx, site, row), `/v1/tasks/${row.id}`)
}

/** The values of a new task. */
type NewTask = Values<(typeof task)['fields'], 'create' | 'write'>

export function taskRoutes(api: Api): void {
  api.get(
    '/v1/tasks',
    {
      summary: 'Lists the tasks of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows what is in their workspaces.',
      answer: { list: tasks },
    },
    async (ask) =>
      ask.page<TaskRow>(tasks, await visibleContent(ask.db, ask.actor, tasks), (found) =>
        showTasks(ask.db, ask.site, found),
      ),
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
      const part = tasks.where(ask.actor, 'workspaceId', workspace.id)
      return ask.page<TaskRow>(tasks, [part], (found) => showTasks(ask.db, ask.site, found))
    },
  )

  api.get(
    '/v1/tasks/:taskId',
    { summary: 'Shows one task.', needs: 'A member of its workspace.', answer: { one: task } },
    async ({ actor, db, site, params }) =>
      one(await showTask(db, site, (await findTask(db, actor, params.taskId)).row)),
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
      demand(mayContribute(workspace.role), 'Readers of a workspace may not add tasks to it.')
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
      demand(mayContribute(workspace.role), 'Readers of a workspace may not add tasks to it.')
      return createTask(ask, workspace, await ask.newRecord(task, { workspaceId: workspace.id }))
    },
  )

  api.change(
    '/v1/tasks/:taskId',
    {
      summary: 'Changes a task.',
      needs: 'A Contributor of its workspace.',
      body: { change: task },
      answer: { changed: task },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const { row: before, workspace } = await findTask(tx, actor, params.taskId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its tasks.')
      const changes = await ask.changes(task, await showTask(tx, site, before))
      const { assignees, tags, customFields: custom, ...plain } = changes
      demandWritable(workspace)
      const { row, fields } = await updateRow(tx, 'tasks', before, {
        ...plain,
        ...(plain.title !== undefined && { titleKey: foldText(plain.title) }),
        ...(plain.status !== undefined && { completedAt: completion(before, plain.status) }),
        ...(assignees !== undefined && { assignees: JSON.stringify(assignees) }),
        ...(tags !== undefined && { tagIds: await tagIdsAfter(tx, actor, before.tagIds, tags) }),
        ...(custom !== undefined && { customFields: JSON.stringify(custom) }),
      })
      if (fields.includes('parentTaskId')) await demandParentFits(tx, actor, row)
      await indexTask(tx, before, row)
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'task', recordId: row.id, workspaceId: row.workspaceId, fields })
      return changed(await showTask(tx, site, row))
    },
  )

  api.delete(
    '/v1/tasks/:taskId',
    {
      summary: 'Moves a task and its subtasks to the trash, for 30 days.',
      needs: 'A Contributor of its workspace for their own tasks, an Admin for all.',
      answer: 'nothing',
      problems: ['archived', 'conflict'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const { row, workspace } = await findTask(tx, actor, params.taskId)
      const all = [row, ...(await readSubtasks(tx, row, null))]
      demand(
        all.every((each) => mayDelete(actor, workspace.role, each)),
        'Only Admins of the workspace may delete tasks that others made.',
      )
      ask.match(await showTask(tx, site, row))
      demandWritable(workspace)
      const state = { deletedAt: new Date().toISOString(), deletedBy: actor.userId }
      for (const each of all) await enterState(tx, each, state, 'deleted')
      return nothing()
    },
  )

  api.post(
    '/v1/tasks/:taskId/restore',
    {
      summary: 'Takes a task, and the subtasks that went with it, out of the trash.',
      needs: 'A Contributor of its workspace for their own tasks, an Admin for all.',
      answer: { changed: task },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const { row, workspace } = await findTaskEvenInTrash(tx, actor, params.taskId)
      const all = [row, ...(row.deletedAt === null ? [] : await readSubtasks(tx, row, row.deletedAt))]
      demand(
        all.every((each) => mayDelete(actor, workspace.role, each)),
        'Only Admins of the workspace may restore tasks that others made.',
      )
      ask.match(await showTask(tx, site, row))
      demandWritable(workspace)
      await demandLivingParent(tx, row)
      for (const each of all) {
        await demandFreeExternalId(tx, 'tasks', each, each.externalId)
        await enterState(tx, each, { deletedAt: null, deletedBy: null }, 'restored')
      }
      // The parent may have moved deeper meanwhile.
      await demandParentFits(tx, actor, row)
      return changed(await showTask(tx, site, (await findTask(tx, actor, row.id)).row))
    },
  )
}

async function enterState(tx: Write, before: TaskRow, state: Partial<TaskRow>, verb: string): Promise<void> {
  const { row, fields } = await updateRow(tx, 'tasks', before, state)
  await indexTask(tx, before, row)
  if (fields.length > 0) tx.log({ verb, kind: 'task', recordId: row.id, workspaceId: row.workspaceId })
}

async function demandLivingParent(tx: Transaction, { companyNo, parentTaskId }: TaskRow): Promise<void> {
  if (parentTaskId === null) return
  const parent = await tx.query
    .selectFrom('tasks')
    .select('deletedAt')
    .where('companyNo', '=', companyNo)
    .where('id', '=', parentTaskId)
    .executeTakeFirst()
  if (parent === undefined || parent.deletedAt !== null)
    throw problem('conflict', 'The task that this one is a part of is in the trash; restore that one.')
}
