import type { Actor } from '../../base/actor.ts'
import { addedColumns } from '../../db/content-rows.ts'
import type { Engine, Reader } from '../../db/database.ts'
import { readNamesOf, type Tagged, tagNames } from '../../db/tag-names.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import { commentCounts, commentCountsFor } from '../comments/count.ts'
import { readSpent, spentMinutes } from '../times/spent.ts'
import { type Found, findInside, findInsideEvenInTrash } from '../workspaces/inside.ts'
import { derivedFilters } from './derived-filters.ts'

/** SQL of what is shown of a task besides its columns. */
const added = (engine: Engine): Record<string, string> => ({
  spentMinutes,
  ...tagNames(engine),
  commentCount: commentCounts('taskId'),
})

const taskList = (inOrder: boolean) =>
  listOf(task, {
    added,
    derived: derivedFilters,
    // "Entering Completed sets `completedAt`, leaving clears it."
    implied: (field, value) =>
      field === 'status' ? { field: 'completedAt', hasValue: value === 'Completed' } : undefined,
    inOrder,
  })

export const tasks = taskList(false)

/** The tasks of one workspace, which have an order. */
export const tasksInOrder = taskList(true)

/** A row, and the values that are read with it. */
type Listed = TaskRow & Pick<Tagged, 'tagNames'> & { spentMinutes?: number; commentCount?: string | null }

export function findTask(reader: Reader, actor: Actor, id: string): Promise<Found<Listed>> {
  return findInside(reader, actor, 'tasks', id, 'task', addedColumns(added(reader.engine)))
}

export function findTaskEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<Found<Listed>> {
  return findInsideEvenInTrash(reader, actor, 'tasks', id, 'task', addedColumns(added(reader.engine)))
}

export async function presentTasks(
  reader: Reader,
  site: Site,
  actor: Actor,
  found: readonly Listed[],
): Promise<Representation[]> {
  const [first] = found
  if (first === undefined) return []
  const bare = found.filter((row) => row.spentMinutes === undefined).map(({ id }) => id)
  const spent = await readSpent(reader, first.companyNo, bare)
  const names = await readNamesOf(reader, found)
  const counts = await commentCountsFor(reader, actor, 'taskId', found)
  return found.map((row, n) =>
    present(
      task,
      site.publicUrl,
      row.id,
      { ...row, commentCount: counts[n] },
      {
        spentMinutes: row.spentMinutes ?? spent.get(row.id) ?? 0,
        tags: names[n] ?? [],
      },
    ),
  )
}

export async function presentTask(
  reader: Reader,
  site: Site,
  actor: Actor,
  row: Listed,
): Promise<Representation> {
  const [shown] = await presentTasks(reader, site, actor, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}
