import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import { shownNames, tagIdsOf } from '../tags/names.ts'
import { readSpent, spentMinutes } from '../times/spent.ts'
import { type Found, findInside, findInsideEvenInTrash, visibleInside } from '../workspaces/inside.ts'

const taskList = (inOrder: boolean) =>
  listOf(task, {
    added: { spentMinutes },
    // "Entering Completed sets `completedAt`, leaving clears it."
    implied: (field, value) =>
      field === 'status' ? { field: 'completedAt', hasValue: value === 'Completed' } : undefined,
    inOrder,
  })

export const tasks = taskList(false)

/** The tasks of one workspace, which have an order. */
export const tasksInOrder = taskList(true)

export function visibleTaskIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  return visibleInside(reader, actor, 'tasks', tasks, ids)
}

export function findTask(reader: Reader, actor: Actor, id: string): Promise<Found<TaskRow>> {
  return findInside(reader, actor, 'tasks', id, 'task')
}

export function findTaskEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<Found<TaskRow>> {
  return findInsideEvenInTrash(reader, actor, 'tasks', id, 'task')
}

/** A row, and the values that the list query adds. */
type Listed = TaskRow & { spentMinutes?: number }

export async function presentTasks(
  reader: Reader,
  site: Site,
  found: readonly Listed[],
): Promise<Representation[]> {
  const [first] = found
  if (first === undefined) return []
  const bare = found.filter((row) => row.spentMinutes === undefined).map(({ id }) => id)
  const spent = await readSpent(reader, first.companyNo, bare)
  const tagIds = found.map(tagIdsOf)
  const names = await readTagNames(reader, first.companyNo, tagIds.flat())
  return found.map((row, n) =>
    present(task, site.publicUrl, row.id, row, {
      spentMinutes: row.spentMinutes ?? spent.get(row.id) ?? 0,
      tags: shownNames(tagIds[n] ?? [], names),
    }),
  )
}

export async function presentTask(reader: Reader, site: Site, row: Listed): Promise<Representation> {
  const [shown] = await presentTasks(reader, site, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}
