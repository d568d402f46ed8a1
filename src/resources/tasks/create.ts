import { clock } from '../../base/clock.ts'
import { together } from '../../base/together.ts'
import { type Answer, created } from '../../http/answer.ts'
import type { WriteContext } from '../../http/context.ts'
import type { Field } from '../../schema/fields/fields.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import type { Values } from '../../schema/resource.ts'
import { agree, firstStage } from '../stages/tasks.ts'
import { tagIdsFor } from '../tags/names.ts'
import { demandSameWorkspace } from '../workspaces/same-workspace.ts'
import { demandWritable, type FoundWorkspace } from '../workspaces/workspace.ts'
import { demandParentFits } from './subtasks.ts'
import { presentTask } from './task.ts'

/** The values of a new task. */
type NewTask = Values<(typeof task)['fields'], 'create' | 'write'>

/** A task with this title and the default of every other field. */
export function newTask(title: string, workspaceId: string): NewTask {
  const defaults = Object.entries<Field<unknown>>(task.fields).flatMap(([name, { set, fallback }]) =>
    set === 'read' ? [] : [[name, fallback]],
  )
  return { ...(Object.fromEntries(defaults) as NewTask), title, workspaceId }
}

/** "Entering Completed sets `completedAt`, leaving clears it." */
export function completion(before: TaskRow | undefined, status: TaskRow['status']): string | null {
  if (status !== 'Completed') return null
  return before?.completedAt ?? clock.timestamp()
}

export async function createTask(
  ctx: WriteContext,
  workspace: FoundWorkspace,
  given: NewTask,
): Promise<Answer> {
  const { actor, tx, site } = ctx
  demandWritable(workspace)
  const values = { ...given, ...(await stageOf(ctx, workspace, given)) }
  const wanted = { companyNo: actor.companyNo, id: '', ...values }
  const [, , tagIds] = await together([
    demandSameWorkspace(tx, wanted),
    demandParentFits(tx, actor, wanted),
    tagIdsFor(tx, actor, values.tags),
  ])
  const row = await tx.insert(task, {
    ...values,
    completedAt: completion(undefined, values.status),
    tagIds,
  })
  tx.log({ verb: 'created', kind: 'task', recordId: row.id, workspaceId: row.workspaceId })
  return created(
    await presentTask(tx, site, actor, { ...row, spentMinutes: 0, commentCount: '0,0' }),
    `/v1/tasks/${row.id}`,
  )
}

/** The stage that is given sets the status; otherwise the status picks one, if the workspace has any. */
async function stageOf(
  { tx, actor: { companyNo }, gives }: WriteContext,
  { id: workspaceId, hasStages }: FoundWorkspace,
  { status, stageId }: NewTask,
): Promise<Partial<Pick<NewTask, 'status' | 'stageId'>>> {
  const place = { companyNo, workspaceId }
  if (stageId !== null) return agree(tx, place, { stageId, status: gives('status') ? status : undefined })
  return hasStages && !gives('stageId') ? { stageId: await firstStage(tx, place, status) } : {}
}
