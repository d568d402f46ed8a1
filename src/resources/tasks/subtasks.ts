import type { Actor } from '../../base/actor.ts'
import { invalid, problem } from '../../base/errors.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { deepestTask as deepest, type TaskRow } from '../../schema/records/task.ts'

/** The most subtasks that can be moved, deleted or restored with a task. */
const mostSubtasks = 1_000

/** Reads the subtasks at every depth: those deleted at `deletedAt`, or those not in the trash if it is null. */
export async function readSubtasks(
  reader: Reader,
  root: Pick<TaskRow, 'companyNo' | 'id'>,
  deletedAt: string | null,
): Promise<TaskRow[]> {
  const found: TaskRow[] = []
  const state = deletedAt === null ? sql`t."deletedAt" IS NULL` : sql`t."deletedAt" = ${deletedAt}`
  let level = [root.id]
  for (let depth = 1; level.length > 0 && depth <= deepest; depth += 1) {
    const children: TaskRow[] = []
    for (const ids of inChunks(level))
      children.push(
        ...(await rows<TaskRow>(
          reader,
          sql`SELECT t.* FROM "taskLinks" v JOIN "tasks" t ON t."companyNo" = v."companyNo" AND t."id" = v."taskId"
            WHERE v."companyNo" = ${root.companyNo} AND v."targetId" IN ${sql.list(ids)} AND ${state}
            LIMIT ${mostSubtasks + 1}`,
        )),
      )
    found.push(...children)
    if (found.length > mostSubtasks)
      throw problem(
        'conflict',
        `The task has more than ${mostSubtasks.toLocaleString('en')} subtasks. Move or delete some of them first.`,
      )
    level = children.map(({ id }) => id)
  }
  return found
}

/** The number of levels of subtasks below a task. */
async function depthBelow(reader: Reader, root: TaskPlace): Promise<number> {
  const below = await readSubtasks(reader, root, null)
  const parents = new Map(below.map((row) => [row.id, row.parentTaskId]))
  let depth = 0
  for (const { id } of below) {
    let n = 0
    for (let at: string | null | undefined = id; at != null && at !== root.id; at = parents.get(at)) n += 1
    depth = Math.max(depth, n)
  }
  return depth
}

/** The place of a task, now or after a change. A new task has no id yet. */
type TaskPlace = Pick<TaskRow, 'companyNo' | 'id' | 'workspaceId' | 'parentTaskId'>

/** The parent must be in the same workspace, and the tree must have no cycles and at most eight levels. */
export async function demandParentFits(reader: Reader, actor: Actor, child: TaskPlace): Promise<void> {
  if (child.parentTaskId === null) return
  const ancestors: TaskRow[] = []
  for (let id: string | null = child.parentTaskId; id !== null; ) {
    if (id === child.id) throw problem('conflict', 'A task cannot be a subtask of itself.')
    const row: TaskRow | undefined = await findRow(reader, 'tasks', actor.companyNo, id)
    if (row === undefined) break
    ancestors.push(row)
    id = row.parentTaskId
  }
  if (ancestors[0]?.workspaceId !== child.workspaceId)
    throw invalid([
      { pointer: '/parentTaskId', detail: '"parentTaskId" must name a task of the same workspace.' },
    ])
  if (ancestors.length + 1 + (await depthBelow(reader, child)) > deepest)
    throw problem('conflict', `Tasks can be nested at most ${deepest} deep.`)
}
