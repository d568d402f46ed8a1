import { demandFreeExternalId, insertRow, newRow } from '../../db/records.ts'
import type { TaskRow } from '../../db/rows/work.ts'
import { indexTask } from '../../db/task-index.ts'
import { type Answer, created } from '../../http/answer.ts'
import type { WriteContext } from '../../http/context.ts'
import { foldText } from '../../query/fields.ts'
import type { Values } from '../../schema/resource.ts'
import { tagIdsFor } from '../tags/names.ts'
import { demandSameWorkspace } from '../workspaces/same-workspace.ts'
import { demandWritable, type FoundWorkspace } from '../workspaces/workspace.ts'
import { demandParentFits } from './subtasks.ts'
import { presentTask, type task } from './task.ts'

/** The values of a new task. */
type NewTask = Values<(typeof task)['fields'], 'create' | 'write'>

/** "Entering Completed sets `completedAt`, leaving clears it." */
export function completion(before: TaskRow | undefined, status: TaskRow['status']): string | null {
  if (status !== 'Completed') return null
  return before?.completedAt ?? new Date().toISOString()
}

export async function createTask(
  { actor, tx, site }: WriteContext,
  workspace: FoundWorkspace,
  { assignees, tags, customFields, ...plain }: NewTask,
): Promise<Answer> {
  demandWritable(workspace)
  const row: TaskRow = {
    ...newRow(actor.companyNo, actor.userId),
    ...plain,
    titleKey: foldText(plain.title),
    completedAt: completion(undefined, plain.status),
    assignees: JSON.stringify(assignees),
    tagIds: JSON.stringify(await tagIdsFor(tx, actor, tags)),
    customFields: JSON.stringify(customFields),
    deletedAt: null,
    deletedBy: null,
  }
  await demandFreeExternalId(tx, 'tasks', row, row.externalId)
  await demandSameWorkspace(tx, row)
  await demandParentFits(tx, actor, row)
  await insertRow(tx, 'tasks', row)
  await indexTask(tx, undefined, row)
  tx.log({ verb: 'created', kind: 'task', recordId: row.id, workspaceId: row.workspaceId })
  return created(await presentTask(tx, site, { ...row, spentMinutes: 0 }), `/v1/tasks/${row.id}`)
}
