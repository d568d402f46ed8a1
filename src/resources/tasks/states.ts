import { demand, mayDelete } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { demandFreeExternalId, findRow, updateRow } from '../../db/records.ts'
import type { TaskRow } from '../../db/rows/work.ts'
import { indexTask } from '../../db/task-index.ts'
import type { Write } from '../../db/write.ts'
import { changed, nothing } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { restoreFilesOf, trashFilesOf } from '../files/with-place.ts'
import { restoreTimesOf, trashTimesOf, withTimes } from '../times/with-tasks.ts'
import { clearMisplaced } from '../workspaces/same-workspace.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import { demandParentFits, readSubtasks } from './subtasks.ts'
import { findTask, findTaskEvenInTrash, presentTask, task } from './task.ts'

export function taskStateRoutes(api: Api): void {
  api.delete(
    '/v1/tasks/:taskId',
    {
      summary: 'Moves a task, its subtasks and their files to the trash, for 30 days.',
      needs: 'A Contributor of its workspace for their own tasks, an Admin for all.',
      query: { withTimes },
      answer: 'nothing',
      problems: ['archived', 'conflict', 'locked', 'read_only'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findTask(tx, actor, params.taskId)
      const all = [row, ...(await readSubtasks(tx, row, null))]
      demand(
        all.every((each) => mayDelete(actor, workspace.role, each)),
        'Only Admins of the workspace may delete tasks that others made.',
      )
      ctx.match(await presentTask(tx, site, row))
      demandWritable(workspace)
      const state = { deletedAt: new Date().toISOString(), deletedBy: actor.userId }
      const ids = all.map(({ id }) => id)
      await trashTimesOf(tx, actor, workspace.role, ids, { ...state, wanted: ctx.flag('withTimes') })
      for (const each of all) await enterState(tx, each, state, 'deleted')
      await trashFilesOf(tx, actor, workspace, ids, state)
      return nothing()
    },
  )

  api.post(
    '/v1/tasks/:taskId/restore',
    {
      summary: 'Takes a task, and the subtasks and files that went with it, out of the trash.',
      needs: 'A Contributor of its workspace for their own tasks, an Admin for all.',
      answer: { changed: task },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findTaskEvenInTrash(tx, actor, params.taskId)
      const all = [row, ...(row.deletedAt === null ? [] : await readSubtasks(tx, row, row.deletedAt))]
      demand(
        all.every((each) => mayDelete(actor, workspace.role, each)),
        'Only Admins of the workspace may restore tasks that others made.',
      )
      ctx.match(await presentTask(tx, site, row))
      demandWritable(workspace)
      const parting = await leaveParent(tx, row)
      for (const each of all) {
        await demandFreeExternalId(tx, 'tasks', each, each.externalId)
        const alive = { deletedAt: null, deletedBy: null, ...(each === row && parting) }
        await enterState(tx, each, { ...alive, ...(await clearMisplaced(tx, each)) }, 'restored')
      }
      const ids = all.map(({ id }) => id)
      await restoreTimesOf(tx, actor, ids)
      if (row.deletedAt !== null) await restoreFilesOf(tx, actor, ids, row.deletedAt)
      const { row: restored } = await findTask(tx, actor, row.id)
      // The parent may have moved deeper meanwhile.
      await demandParentFits(tx, actor, restored)
      return changed(await presentTask(tx, site, restored))
    },
  )
}

async function enterState(tx: Write, before: TaskRow, state: Partial<TaskRow>, verb: string): Promise<void> {
  const { row, fields } = await updateRow(tx, 'tasks', before, state)
  if (fields.length === 0) return
  await indexTask(tx, before, row)
  // The trash is no field of the record.
  const known = fields.filter((name) => name in task.fields)
  tx.log({ verb, kind: 'task', recordId: row.id, workspaceId: row.workspaceId, fields: known })
}

/** A parent that has moved to another workspace meanwhile is let go; one in the trash is restored first. */
async function leaveParent(
  reader: Reader,
  { companyNo, parentTaskId, workspaceId }: TaskRow,
): Promise<Partial<TaskRow>> {
  if (parentTaskId === null) return {}
  const parent = await findRow(reader, 'tasks', companyNo, parentTaskId)
  if (parent !== undefined && parent.workspaceId !== workspaceId) return { parentTaskId: null }
  if (parent === undefined || parent.deletedAt !== null)
    throw problem('conflict', 'The task that this one is a part of is in the trash; restore that one.')
  return {}
}
