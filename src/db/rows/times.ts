/** The sum of a task's entries, with one row per person, so that two people who log time do not conflict. */
export interface TaskMinutesRow {
  companyNo: number
  taskId: string
  userHash: string
  minutes: number
}
