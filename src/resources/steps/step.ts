import type { Actor } from '../../base/actor.ts'
import { Problem, problem } from '../../base/errors.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type StepRow, step } from '../../schema/records/step.ts'
import type { TaskRow } from '../../schema/records/task.ts'
import { findTask } from '../tasks/task.ts'
import { visibleInside } from '../workspaces/inside.ts'
import type { FoundWorkspace } from '../workspaces/workspace.ts'

export const steps = listOf(step, { below: true, inOrder: true })

export const presentStep = (site: Site, row: StepRow): Representation =>
  present(step, site.publicUrl, row.id, row)

/** The first restriction of a list of one task's steps. */
export function ofTask({ companyNo, id }: TaskRow): Restriction {
  const where = sql`t."companyNo" = ${companyNo} AND t."taskId" = ${id}`
  return { condition: sql`t."taskId" = ${id}`, indexRanges: [{ from: '"steps" t', id: 't."id"', where }] }
}

/** A step, its task, and the workspace of both. */
export interface FoundStep {
  row: StepRow
  task: TaskRow
  workspace: FoundWorkspace
}

export async function findStep(reader: Reader, actor: Actor, id: string): Promise<FoundStep> {
  const row = await findRow(reader, 'steps', actor.companyNo, id)
  if (row === undefined) throw noStep()
  const { row: task, workspace } = await findTask(reader, actor, row.taskId).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? noStep() : error
  })
  return { row, task, workspace }
}

const noStep = (): Error => problem('not_found', 'There is no such step.')

export async function visibleStepIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of inChunks(ids)) {
    const found = await rows<{ id: string; taskId: string }>(
      reader,
      sql`SELECT "id", "taskId" FROM "steps" WHERE "companyNo" = ${actor.companyNo} AND "id" IN ${sql.list(some)}`,
    )
    const taskIds = new Set(found.map(({ taskId }) => taskId))
    const visible = await visibleInside(reader, actor, 'tasks', [...taskIds])
    for (const { id, taskId } of found) if (visible.has(taskId)) known.add(id)
  }
  return known
}
