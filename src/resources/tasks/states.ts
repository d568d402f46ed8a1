import { demand, mayDelete } from '../../auth/permissions.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { together } from '../../base/together.ts'
import { changeMany } from '../../db/change-many.ts'
import type { Reader } from '../../db/database.ts'
import { demandFreeExternalId, findRow } from '../../db/records.ts'
import { changed, nothing } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import { restoreAttached, trashAttached } from '../attached.ts'
import { withTimes } from '../times/attached-times.ts'
import { clearMisplaced } from '../workspaces/same-workspace.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import { demandParentFits, readSubtasks } from './subtasks.ts'
import { findTask, findTaskEvenInTrash, presentTask } from './task.ts'

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
      const { companyNo } = actor
      const [{ row, workspace }, subtasks] = await together([
        findTask(tx, actor, params.taskId),
        readSubtasks(tx, { companyNo, id: params.taskId }, null),
      ])
      const all = [row, ...subtasks]
      demand(
        all.every((each) => mayDelete(actor, workspace.role, each)),
        'Only Admins of the workspace may delete tasks that others created.',
      )
      ctx.match(await presentTask(tx, site, actor, row))
      demandWritable(workspace)
      const state = { deletedAt: clock.timestamp(), deletedBy: actor.userId }
      await changeMany(tx, 'tasks', all, state)
      for (const { id, workspaceId } of all)
        tx.log({ verb: 'deleted', kind: 'task', recordId: id, workspaceId })
      const act = { tx, actor, workspace, withTimes: ctx.flag('withTimes') }
      await trashAttached(act, 'tasks', idsOf(all), state)
      return nothing()
    },
  )

  api.post(
    '/v1/tasks/:taskId/restore',
    {
      summary: 'Restores a task from the trash, with the subtasks and files that were deleted with it.',
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
        'Only Admins of the workspace may restore tasks that others created.',
      )
      ctx.match(await presentTask(tx, site, actor, row))
      demandWritable(workspace)
      const parting = await leaveParent(tx, row)
      for (const each of all) {
        await demandFreeExternalId(tx, task, each, each.externalId)
        const alive = { deletedAt: null, deletedBy: null, ...(each === row && parting) }
        const { fields, previous } = await tx.update(task, each, {
          ...alive,
          ...(await clearMisplaced(tx, each)),
        })
        // The trash columns are not fields of the resource.
        const known = fields.filter((name) => name in task.fields)
        const change = { recordId: each.id, workspaceId: each.workspaceId, fields: known, previous }
        if (fields.length > 0) tx.log({ verb: 'restored', kind: 'task', ...change })
      }
      if (row.deletedAt !== null)
        await restoreAttached({ tx, actor, workspace }, 'tasks', idsOf(all), row.deletedAt)
      const { row: restored } = await findTask(tx, actor, row.id)
      // The parent may have moved deeper in the meantime.
      await demandParentFits(tx, actor, restored)
      return changed(await presentTask(tx, site, actor, restored))
    },
  )
}

const idsOf = (all: readonly TaskRow[]): string[] => all.map(({ id }) => id)

/**
 * Detaches the task from a parent that has moved to another workspace. A parent in the trash must be restored
 * first.
 */
async function leaveParent(
  reader: Reader,
  { companyNo, parentTaskId, workspaceId }: TaskRow,
): Promise<{ parentTaskId?: null }> {
  if (parentTaskId === null) return {}
  const parent = await findRow(reader, 'tasks', companyNo, parentTaskId)
  if (parent !== undefined && parent.workspaceId !== workspaceId) return { parentTaskId: null }
  if (parent === undefined || parent.deletedAt !== null)
    throw problem('conflict', 'The parent task is in the trash. Restore it first.')
  return {}
}
