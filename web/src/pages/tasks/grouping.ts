import type { Group } from './sections.ts'
import type { TaskDetails } from './task-data.ts'

export interface Nested {
  id: string
  depth: number
}

/** Adds an id to the list of a key. The list may be long, so it is not copied. */
function addTo<Key>(lists: Map<Key, string[]>, key: Key, id: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [id])
  else list.push(id)
}

/** Puts subtasks below their parents, if both are in the list. */
export function nest(ids: readonly string[], tasks: ReadonlyMap<string, TaskDetails>): Nested[] {
  const known = new Set(ids)
  const children = new Map<string, string[]>()
  const roots: string[] = []
  for (const id of ids) {
    const parent = tasks.get(id)?.parentTaskId
    if (parent && known.has(parent)) addTo(children, parent, id)
    else roots.push(id)
  }
  const placed: Nested[] = []
  const place = (id: string, depth: number): void => {
    placed.push({ id, depth })
    for (const child of children.get(id) ?? []) place(child, depth + 1)
  }
  for (const id of roots) place(id, 0)
  return placed
}

/** What a group is about: a milestone, a list, a person; null for tasks without one. */
function keyIn(group: Group, task: TaskDetails): string | null {
  if (group === 'milestone') return task.milestoneId
  if (group === 'tasklist') return task.tasklistId
  return group === 'assignee' ? (task.assignees[0] ?? null) : null
}

/** Groups loaded tasks in the order in which they appear; those without come last. */
export function groupTasks(
  ids: readonly string[],
  tasks: ReadonlyMap<string, TaskDetails>,
  group: Group,
): Map<string | null, string[]> {
  const groups = new Map<string | null, string[]>()
  for (const id of ids) {
    const task = tasks.get(id)
    if (task === undefined) continue
    addTo(groups, keyIn(group, task), id)
  }
  const without = groups.get(null)
  groups.delete(null)
  if (without !== undefined) groups.set(null, without)
  return groups
}

/** The sum of a figure of some tasks. */
export function sumOf(
  ids: readonly string[],
  tasks: ReadonlyMap<string, TaskDetails>,
  field: 'estimateMinutes' | 'spentMinutes',
): number {
  return ids.reduce((sum, id) => sum + (tasks.get(id)?.[field] ?? 0), 0)
}
