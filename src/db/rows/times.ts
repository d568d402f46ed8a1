/** The sum of a task's entries, a row for each person, so that two who enter time do not meet. */
export interface TaskMinutesRow {
  companyNo: number
  taskId: string
  userHash: string
  minutes: number
}
