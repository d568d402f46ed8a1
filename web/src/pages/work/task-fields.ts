import type { Task } from '../../api/types.ts'

/** What the form of a task holds. */
export interface TaskFields {
  title: string
  description: string
  status: Task['details']['status']
  priority: number
  startDate: string
  dueDate: string
  assignees: string[]
  tags: string[]
  tasklistId: string | null
  milestoneId: string | null
}

export const statuses: readonly Task['details']['status'][] = [
  'Open',
  'In Progress',
  'On Hold',
  'Completed',
  'Cancelled',
]

export function fieldsOf(details: Partial<Task['details']>): TaskFields {
  return {
    title: details.title ?? '',
    description: details.description ?? '',
    status: details.status ?? 'Open',
    priority: details.priority ?? 3,
    startDate: details.startDate ?? '',
    dueDate: details.dueDate ?? '',
    assignees: details.assignees ?? [],
    tags: details.tags ?? [],
    tasklistId: details.tasklistId ?? null,
    milestoneId: details.milestoneId ?? null,
  }
}

/** The fields that differ from what is there, as the API takes them; an empty one is none. */
export function changesOf(before: TaskFields, after: TaskFields): Partial<Record<keyof TaskFields, unknown>> {
  const changed = (Object.keys(after) as (keyof TaskFields)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(
    changed.map((name) => [name, after[name] === '' && name !== 'title' ? null : after[name]]),
  )
}
