import { demand, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import { changed } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import { type ChangedValues, resource } from '../../schema/resource.ts'
import { placeFields, putInPlace } from '../placement.ts'
import { agree } from '../stages/tasks.ts'
import { tagIdsAfter, withTagNames } from '../tags/names.ts'
import type { Found } from '../workspaces/inside.ts'
import { demandSameWorkspace } from '../workspaces/same-workspace.ts'
import { demandWritable, enterWorkspace } from '../workspaces/workspace.ts'
import { completion } from './create.ts'
import { moveTasks } from './move.ts'
import { demandParentFits } from './subtasks.ts'
import { findTask, presentTask } from './task.ts'

/** "Moving to another workspace with permission in both." */
async function demandMayMoveTo(reader: Reader, actor: Actor, workspaceId: string): Promise<void> {
  const target = await enterWorkspace(reader, actor, workspaceId)
  demand(mayContribute(target.role), 'Readers of a workspace may not move tasks to it.')
  demandWritable(target)
}

/** References to records of the old workspace are cleared, unless the change sets new ones. */
const leftBehind = { parentTaskId: null, tasklistId: null, milestoneId: null }

const placeNames = ['workspaceId', 'tasklistId', 'milestoneId', 'stageId']

/** Stores changes of a task, for people who may change it, and returns its row. */
async function changeTask(
  { actor, tx }: WriteContext,
  { row: before, workspace }: Found<TaskRow>,
  changes: ChangedValues<(typeof task)['fields']>,
): Promise<TaskRow> {
  const { workspaceId = before.workspaceId, tags } = changes
  const moves = workspaceId !== before.workspaceId
  if (moves) await demandMayMoveTo(tx, actor, workspaceId)
  demandWritable(workspace)
  const stage = await stageAfter(tx, before, changes, workspaceId)
  const { status } = stage
  const { row, fields, previous } = await tx.update(task, before, {
    ...(moves && leftBehind),
    ...changes,
    ...stage,
    ...(status !== undefined && { completedAt: completion(before, status) }),
    ...(tags !== undefined && { tagIds: await tagIdsAfter(tx, actor, before.tagIds, tags) }),
  })
  if (placeNames.some((name) => fields.includes(name))) await demandSameWorkspace(tx, row)
  if (moves || fields.includes('parentTaskId')) await demandParentFits(tx, actor, row)
  if (fields.length > 0)
    tx.log({
      ...{ verb: 'updated', kind: 'task', recordId: row.id, fields, ...placesOf(before, row) },
      previous: await withTagNames(tx, actor, previous),
    })
  if (moves) await moveTasks({ tx, actor, workspace }, before, workspaceId)
  return row
}

/** A move to another workspace counts as a change of the status: it picks a stage there. */
async function stageAfter(
  tx: Reader,
  before: TaskRow,
  { status, ...given }: Pick<ChangedValues<(typeof task)['fields']>, 'status' | 'stageId'>,
  workspaceId: string,
): Promise<{ status?: TaskRow['status']; stageId?: string | null }> {
  const moves = workspaceId !== before.workspaceId
  const isNewStatus = status !== undefined && status !== before.status
  // Callers may send back what they read, with another status: the stage then follows it.
  const stageId = given.stageId === before.stageId && (isNewStatus || moves) ? undefined : given.stageId
  // A status that stays keeps its stage.
  if (stageId === undefined && status === before.status && !moves) return { status }
  const wanted = moves && stageId === undefined ? (status ?? before.status) : status
  return agree(tx, { companyNo: before.companyNo, workspaceId }, { status: wanted, stageId })
}

/** A place among the tasks of the workspace, and the fields that a board changes with it. */
const placement = {
  ...placeFields('task'),
  status: { ...task.fields.status, fallback: undefined },
  stageId: task.fields.stageId,
  tasklistId: task.fields.tasklistId,
  parentTaskId: task.fields.parentTaskId,
}
const settable = Object.keys(placement) as (keyof typeof placement)[]
const taskPlace = resource('task', 'The place of a task.', placement)

export function taskChangeRoutes(api: Api): void {
  api.change(
    '/v1/tasks/:taskId',
    {
      summary: 'Changes a task; another `workspaceId` moves it there with its subtasks and files.',
      needs:
        'A Contributor of its workspace; for a move, also of the target workspace, and an Admin of the current one if others created the task.',
      body: { change: task },
      answer: { changed: task },
      problems: ['archived', 'duplicate', 'conflict', 'locked'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findTask(tx, actor, params.taskId)
      demand(mayContribute(found.workspace.role), mayNotChange)
      const changes = await ctx.changes(task, await presentTask(tx, site, actor, found.row))
      return changed(await presentTask(tx, site, actor, await changeTask(ctx, found, changes)))
    },
  )

  api.put(
    '/v1/tasks/:taskId/place',
    {
      summary: 'Puts a task in its place in the order of its workspace, directly after or before another.',
      needs: 'A Contributor of its workspace.',
      body: { members: placement, optional: true },
      answer: { changed: task },
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findTask(tx, actor, params.taskId)
      demand(mayContribute(found.workspace.role), mayNotChange)
      const before = await presentTask(tx, site, actor, found.row)
      ctx.match(before)
      const { after, before: next, ...changes } = await ctx.state(taskPlace, settable, before)
      const { status = found.row.status, stageId } = changes
      // Nobody reads a place and sends it back, so a new status must agree even with a stage that stays the same.
      if (status !== found.row.status && stageId === found.row.stageId)
        await agree(tx, found.row, { status, stageId })
      const row = await changeTask(ctx, found, changes)
      await putInPlace(tx, 'tasks', 'task', row, { after, before: next })
      return changed(await presentTask(tx, site, actor, row))
    },
  )
}

const mayNotChange = 'Readers of a workspace may not change its tasks.'

function placesOf(
  before: TaskRow,
  { workspaceId }: TaskRow,
): { workspaceId: string; otherWorkspaceId?: string } {
  return before.workspaceId === workspaceId
    ? { workspaceId }
    : { workspaceId, otherWorkspaceId: before.workspaceId }
}
