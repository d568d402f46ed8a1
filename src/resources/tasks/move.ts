import { demand, mayAdministerWorkspace, mayDelete, type Role } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { inChunks, rows } from '../../db/database.ts'
import type { TaskRow } from '../../db/rows/work.ts'
import { indexTasks } from '../../db/task-index.ts'
import type { Write } from '../../db/write.ts'
import { moveFilesOf } from '../files/with-place.ts'
import { moveTimesOf } from '../times/with-tasks.ts'
import { readSubtasks } from './subtasks.ts'

/** Tasks in one statement, so that it is short. */
const atOnce = 50

/**
 * Takes what belongs to a task along to another workspace: its subtasks at every depth, and what hangs on any of
 * them. The task itself has been changed already; `before` is what it was. What is in the trash stays.
 */
export async function moveTasks(
  tx: Write,
  actor: Actor,
  role: Role,
  before: TaskRow,
  workspaceId: string,
): Promise<void> {
  const subtasks = await readSubtasks(tx, before, null)
  // Whoever takes a task away takes it from those who stay: that is for those who could delete it there.
  demand(
    [before, ...subtasks].every((each) => mayDelete(actor, role, each)),
    'Only Admins of the workspace may move tasks that others made to another one.',
  )
  await demandOwnTimes(tx, actor, role, before.companyNo, [before, ...subtasks])
  await moveSubtasks(tx, subtasks, workspaceId)
  // What hangs on tasks follows them: a line here for each kind.
  const ids = [before, ...subtasks].map(({ id }) => id)
  await moveTimesOf(tx, before.companyNo, ids, workspaceId)
  await moveFilesOf(tx, actor, ids, workspaceId)
  for (const { id, workspaceId: otherWorkspaceId, tasklistId, milestoneId } of subtasks) {
    const fields = ['workspaceId']
    if (tasklistId !== null) fields.push('tasklistId')
    if (milestoneId !== null) fields.push('milestoneId')
    tx.log({ verb: 'updated', kind: 'task', recordId: id, workspaceId, otherWorkspaceId, fields })
  }
}

/** The same of the time that was entered on them. */
async function demandOwnTimes(
  tx: Write,
  actor: Actor,
  role: Role,
  companyNo: number,
  tasks: readonly TaskRow[],
): Promise<void> {
  if (mayAdministerWorkspace(role)) return
  for (const some of inChunks(tasks)) {
    const others = await rows(tx, {
      sql: `SELECT 1 AS "one" FROM "times" WHERE "companyNo" = ? AND "taskId" IN (${some.map(() => '?').join(', ')})
        AND "userHash" <> ? LIMIT 1`,
      values: [companyNo, ...some.map(({ id }) => id), actor.userId],
    })
    demand(others.length === 0, 'Only Admins of the workspace may move tasks on which others entered time.')
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
  await indexTasks(
    tx,
    subtasks.map((before) => ({ before, row: { ...before, ...moved } })),
  )
}
