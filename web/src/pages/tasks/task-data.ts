import { useCallback, useSyncExternalStore } from 'react'
import { useShownRecords } from '../../api/shown.ts'
import { shownRecord, subscribeTo } from '../../api/store.ts'
import type { Task } from '../../api/types.ts'

export type TaskDetails = Task['details']

/** The fields of a task in a list. Descriptions may be long, so they are only read with the task itself. */
const rowFields =
  'title,status,priority,startDate,dueDate,assignees,tags,parentTaskId,tasklistId,milestoneId,stageId,workspaceId,estimateMinutes,spentMinutes,completedAt,updatedAt'

export const isFinished = (status: TaskDetails['status']): boolean =>
  status === 'Completed' || status === 'Cancelled'

export type Dates = Pick<TaskDetails, 'startDate' | 'dueDate'>

/** The service accepts such dates, so the pages point them out. */
export const isDueBeforeStart = (task: Dates): task is { startDate: string; dueDate: string } =>
  task.startDate !== null && task.dueDate !== null && task.dueDate < task.startDate

export type DatesOfTask = Dates & Pick<TaskDetails, 'status'>

/** Nobody has to correct the dates of a finished task. */
export const isDateWarned = (
  task: DatesOfTask,
): task is DatesOfTask & { startDate: string; dueDate: string } =>
  !isFinished(task.status) && isDueBeforeStart(task)

/** A task as it is shown: null while it is being deleted, undefined if it is not loaded. */
export function shownTask(id: string): TaskDetails | null | undefined {
  // The store holds what the service returned for this id.
  return shownRecord(id) as TaskDetails | null | undefined
}

export function useTask(id: string): TaskDetails | null | undefined {
  const subscribe = useCallback((listener: () => void) => subscribeTo(id, listener), [id])
  return useSyncExternalStore(subscribe, () => shownTask(id))
}

export interface TaskQuery {
  /** The path of the list. */
  path: string
  filter?: string
  sort?: string
  limit?: number
  fields?: string
}

export function addressOf({ path, filter = '', sort, limit = 50, fields = rowFields }: TaskQuery): string {
  const query = new URLSearchParams({ limit: String(limit), fields, expand: 'names' })
  if (sort !== undefined) query.set('sort', sort)
  if (filter !== '') query.set('filter', filter)
  return `${path}?${query}`
}

/** Conditions that must all hold, as the API writes them. */
export const allOf = (...conditions: (string | undefined)[]): string =>
  conditions.filter((condition) => condition !== undefined && condition !== '').join(' AND ')

/** The tasks with these ids as they are shown. Those that are gone are left out. */
export function useTasks(ids: readonly string[]): ReadonlyMap<string, TaskDetails> {
  return useShownRecords<TaskDetails>(ids)
}

/** The stages of a workspace. */
export const stagesOf = (workspaceId: string): string =>
  `/v1/workspaces/${workspaceId}/stages?sort=rank&limit=100`
