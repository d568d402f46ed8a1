import { demand, mayDelete } from '../../auth/permissions.ts'
import { changeMany } from '../../db/change-many.ts'
import type { TaskRow } from '../../schema/records/task.ts'
import { moveAttached } from '../attached.ts'
import type { Act } from '../attached-special.ts'
import { readSubtasks } from './subtasks.ts'

/**
 * Takes what belongs to a task along to another workspace: its subtasks at every depth, and what is attached to any of
 * them. The task itself has been changed already; `before` is what it was. What is in the trash stays.
 */
export async function moveTasks(act: Act, before: TaskRow, workspaceId: string): Promise<void> {
  const { tx, actor, workspace } = act
  const subtasks = await readSubtasks(tx, before, null)
  // Whoever takes a task away takes it from those who stay: that is for those who could delete it there.
  demand(
    [before, ...subtasks].every((each) => mayDelete(actor, workspace.role, each)),
    'Only Admins of the workspace may move tasks that others made to another one.',
  )
  // Their lists and milestones are those of the old workspace.
  await changeMany(tx, 'tasks', subtasks, { workspaceId, tasklistId: null, milestoneId: null })
  const ids = [before, ...subtasks].map(({ id }) => id)
  await moveAttached(act, 'tasks', ids, workspaceId)
  for (const { id, workspaceId: otherWorkspaceId, tasklistId, milestoneId } of subtasks) {
    const fields = ['workspaceId']
    if (tasklistId !== null) fields.push('tasklistId')
    if (milestoneId !== null) fields.push('milestoneId')
    tx.log({ verb: 'updated', kind: 'task', recordId: id, workspaceId, otherWorkspaceId, fields })
  }
}
