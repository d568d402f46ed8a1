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

/** The parent, list and milestone of a task, one row for each. */
export interface TaskLinkRow {
  companyNo: number
  targetId: string
  taskId: string
}

export interface CommentReactionRow {
  companyNo: number
  commentId: string
  emoji: string
  userId: string
  createdAt: string
}

/** Somebody was notified that a task is due. */
export interface DueNoticeRow {
  companyNo: number
  taskId: string
  userId: string
  dueDate: string
}

/** The task is to be done after its blocker. */
export interface TaskBlockerRow {
  companyNo: number
  taskId: string
  blockerId: string
  createdAt: string
}
