import { records } from '../../api/records.ts'
import type { Task } from '../../api/types.ts'

const names = [
  'title',
  'status',
  'priority',
  'assignees',
  'startDate',
  'dueDate',
  'tasklistId',
  'milestoneId',
  'tags',
  'description',
] as const satisfies (keyof Task['details'])[]

export type TaskField = (typeof names)[number]

/** The fields of a task that its form has. */
export type TaskFields = Pick<Task['details'], TaskField>

export const taskFieldNames: readonly TaskField[] = names

const pick = (read: (name: TaskField) => unknown): TaskFields =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as TaskFields

const described = records['task']?.fields ?? {}

/** A new task, as the service would create it. */
export const newTask: TaskFields = {
  ...pick((name) => described[name]?.fallback ?? (described[name]?.many ? [] : null)),
  title: '',
}

export const fieldsOf = (details: Task['details']): TaskFields => pick((name) => details[name])

/** The fields that differ, as the API takes them. */
export function changesOf(before: TaskFields, after: TaskFields): Partial<TaskFields> {
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, after[name]]),
  )
}
