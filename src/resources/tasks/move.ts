import { demand, mayDelete } from '../../auth/permissions.ts'
import { rankBetween } from '../../base/rank.ts'
import { changeMany } from '../../db/change-many.ts'
import type { Transaction } from '../../db/database.ts'
import { rankOf, storeRanks } from '../../db/ranks.ts'
import type { TaskRow } from '../../schema/records/task.ts'
import { moveAttached } from '../attached.ts'
import type { Act } from '../attached-special.ts'
import { firstStage } from '../stages/tasks.ts'
import { leaveBlockers } from './blockers.ts'
import { readSubtasks } from './subtasks.ts'

/**
 * Moves everything that belongs to a task to another workspace: its subtasks at every depth and their attached
 * records. The task itself has been changed already; `before` is its previous row. Records in the trash stay
 * where they are.
 */
export async function moveTasks(act: Act, before: TaskRow, workspaceId: string): Promise<void> {
  const { tx, actor, workspace } = act
  const subtasks = await readSubtasks(tx, before, null)
  // Moving a task takes it away from the members of the old workspace, so it requires permission to delete it
  // there.
  demand(
    [before, ...subtasks].every((each) => mayDelete(actor, workspace.role, each)),
    'Only Admins of the workspace may move tasks that others created to another one.',
  )
  // Task lists and milestones belong to the old workspace.
  for (const [status, some] of Map.groupBy(subtasks, (each) => each.status)) {
    const stageId = await firstStage(tx, { companyNo: before.companyNo, workspaceId }, status)
    await changeMany(tx, 'tasks', some, { workspaceId, stageId, tasklistId: null, milestoneId: null })
  }
  const moved = [before, ...subtasks]
  const ids = moved.map(({ id }) => id)
  await placeLast(tx, moved)
  await leaveBlockers(tx, before.companyNo, ids, workspaceId)
  await moveAttached(act, 'tasks', ids, workspaceId)
  for (const { id, workspaceId: otherWorkspaceId, tasklistId, milestoneId } of subtasks) {
    const fields = ['workspaceId']
    const previous = { workspaceId: otherWorkspaceId, tasklistId, milestoneId }
    if (tasklistId !== null) fields.push('tasklistId')
    if (milestoneId !== null) fields.push('milestoneId')
    tx.log({ verb: 'updated', kind: 'task', recordId: id, workspaceId, otherWorkspaceId, fields, previous })
  }
}

/** In the same order, after all tasks of their new workspace. */
async function placeLast(tx: Transaction, moved: readonly TaskRow[]): Promise<void> {
  const ranks = moved.map(() => rankBetween(undefined, undefined) ?? '').sort()
  const inOrder = moved.toSorted((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))
  const all = inOrder.map(({ id }, n) => ({ id, rank: ranks[n] ?? '' }))
  await storeRanks(tx, 'tasks', moved[0]?.companyNo ?? 0, all)
}
