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
