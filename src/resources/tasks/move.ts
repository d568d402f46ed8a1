import { inChunks, rows } from '../../db/database.ts'
import type { TaskRow } from '../../db/rows/work.ts'
import type { Write } from '../../db/write.ts'
import { readSubtasks } from './subtasks.ts'

/** Tasks in one statement, so that it is short. */
const atOnce = 100

/**
 * Takes what belongs to a task along to another workspace: its subtasks at every depth, and what hangs on any of
 * them. The task itself has been changed already; `before` is what it was. What is in the trash stays.
 */
export async function moveTasks(tx: Write, before: TaskRow, workspaceId: string): Promise<void> {
  const subtasks = await readSubtasks(tx, before, null)
  await moveSubtasks(tx, subtasks, workspaceId)
  for (const { id, workspaceId: otherWorkspaceId, tasklistId, milestoneId } of subtasks) {
    const fields = ['workspaceId']
    if (tasklistId !== null) fields.push('tasklistId')
    if (milestoneId !== null) fields.push('milestoneId')
    tx.log({ verb: 'updated', kind: 'task', recordId: id, workspaceId, otherWorkspaceId, fields })
  }
}

/** Their lists and milestones are the old workspace's: they stay behind. */
async function moveSubtasks(tx: Write, subtasks: readonly TaskRow[], workspaceId: string): Promise<void> {
  const updatedAt = new Date().toISOString()
  for (const some of inChunks(subtasks, atOnce)) {
    const { companyNo } = some[0] as TaskRow
    const ids = some.map(({ id }) => id)
    await rows(tx, {
      sql: `UPDATE "tasks" SET "workspaceId" = ?, "tasklistId" = NULL, "milestoneId" = NULL, "updatedAt" = ?
        WHERE "companyNo" = ? AND "id" IN (${marksFor(ids)})`,
      values: [workspaceId, updatedAt, companyNo, ...ids],
    })
    const places = new Set(some.flatMap(({ tasklistId, milestoneId }) => [tasklistId, milestoneId]))
    const left = [...places].filter((id) => id !== null)
    if (left.length > 0)
      await rows(tx, {
        sql: `DELETE FROM "taskLinks" WHERE "companyNo" = ? AND "targetId" IN (${marksFor(left)}) AND "taskId" IN (${marksFor(ids)})`,
        values: [companyNo, ...left, ...ids],
      })
  }
}

const marksFor = (values: readonly unknown[]): string => values.map(() => '?').join(', ')
