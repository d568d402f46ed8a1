import type { RecordRow, Trashable } from './record.ts'

export interface MilestoneRow extends RecordRow {
  workspaceId: string
  title: string
  titleKey: string
  description: string | null
  status: TaskStatus
  startDate: string | null
  dueDate: string | null
  /** JSON list. */
  reminders: string
  /** JSON list. */
  customFields: string
}

export interface EventRow extends RecordRow {
  workspaceId: string
  title: string
  titleKey: string
  description: string | null
  location: string | null
  startsAt: string
  endsAt: string
  allDay: boolean
}

export interface TasklistRow extends RecordRow {
  workspaceId: string
  tasklistName: string
  tasklistNameKey: string
  startDate: string | null
  milestoneId: string | null
  template: boolean
}

export const taskStatuses = ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'] as const
type TaskStatus = (typeof taskStatuses)[number]

export interface TaskRow extends RecordRow, Trashable {
  workspaceId: string
  parentTaskId: string | null
  tasklistId: string | null
  milestoneId: string | null
  title: string
  titleKey: string
  description: string | null
  status: TaskStatus
  priority: number
  startDate: string | null
  dueDate: string | null
  completedAt: string | null
  estimateMinutes: number | null
  /** JSON list of user ids; `taskAssignees` is its index. */
  assignees: string
  /** JSON list of tag ids; `taskTags` is its index. */
  tagIds: string
  /** JSON list. */
  customFields: string
}

export interface TaskAssigneeRow {
  companyNo: number
  userId: string
  taskId: string
}

export interface TaskTagRow {
  companyNo: number
  tagId: string
  taskId: string
}

/** What a task belongs to: its parent, its list and its milestone, a row for each. */
export interface TaskLinkRow {
  companyNo: number
  targetId: string
  taskId: string
}
