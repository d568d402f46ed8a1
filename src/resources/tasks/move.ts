import { demand, mayDelete } from '../../auth/permissions.ts'
import { inChunks, rows } from '../../db/database.ts'
import { indexRecords } from '../../db/value-index.ts'
import type { Write } from '../../db/write.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import { type Act, moveAttached } from '../attached.ts'
import { readSubtasks } from './subtasks.ts'

/** Tasks in one statement, so that it is short. */
const atOnce = 50

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
  await moveSubtasks(tx, subtasks, workspaceId)
  const ids = [before, ...subtasks].map(({ id }) => id)
  await moveAttached(act, 'tasks', ids, workspaceId)
  for (const { id, workspaceId: otherWorkspaceId, tasklistId, milestoneId } of subtasks) {
    const fields = ['workspaceId']
    if (tasklistId !== null) fields.push('tasklistId')
    if (milestoneId !== null) fields.push('milestoneId')
    tx.log({ verb: 'updated', kind: 'task', recordId: id, workspaceId, otherWorkspaceId, fields })
  }
}

/** Their lists and milestones are the old workspace's: they stay behind. */
async function moveSubtasks(tx: Write, subtasks: readonly TaskRow[], workspaceId: string): Promise<void> {
  const moved = { workspaceId, tasklistId: null, milestoneId: null, updatedAt: new Date().toISOString() }
  const set = Object.entries(moved)
  for (const some of inChunks(subtasks, atOnce))
    await rows(tx, {
      sql: `UPDATE "tasks" SET ${set.map(([name]) => `"${name}" = ?`).join(', ')}
        WHERE "companyNo" = ? AND "id" IN (${some.map(() => '?').join(', ')})`,
      values: [...set.map(([, value]) => value), some[0]?.companyNo ?? null, ...some.map(({ id }) => id)],
    })
  await indexRecords(
    tx,
    task,
    subtasks.map((before) => ({ before, row: { ...before, ...moved } })),
  )
}
