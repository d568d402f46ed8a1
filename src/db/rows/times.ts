import type { RecordRow, Trashable } from './record.ts'

/** Time that somebody worked. It is in the trash only together with its task. */
export interface TimeRow extends RecordRow, Trashable {
  workspaceId: string
  taskId: string | null
  userHash: string
  date: string
  minutes: number
  billable: boolean
  note: string | null
}

/** The sum of a task's entries, a row for each person, so that two who enter time do not meet. */
export interface TaskMinutesRow {
  companyNo: number
  taskId: string
  userHash: string
  minutes: number
}

/** The timer that a person has running. */
export interface TimerRow extends RecordRow {
  userHash: string
  startedAt: string
  workspaceId: string
  taskId: string | null
  billable: boolean
  note: string | null
}

/** A saved list. */
export interface ReportRow extends RecordRow {
  reportName: string
  reportNameKey: string
  source: string
  shared: boolean
  /** JSON list of the names of its columns. */
  columns: string
  filter: string | null
  sort: string | null
}

/** The secret address of a person's calendar; of the secret only a hash is kept. */
export interface CalendarFeedRow extends RecordRow {
  userHash: string
  hash: string
  lastUsedAt: string | null
}
