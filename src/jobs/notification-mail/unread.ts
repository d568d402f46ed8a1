import type { Transaction } from '../../db/database.ts'
import { readByIds } from '../../db/records.ts'
import type { UnmailedRow } from '../../db/rows/running.ts'
import { localDay } from '../../query/days.ts'
import type { CommentRow } from '../../schema/records/comment.ts'
import { isClosed, type TaskRow } from '../../schema/records/task.ts'
import type { UserRow } from '../../schema/records/user.ts'
import { readPeople } from '../notifications/people.ts'
import type { Subject } from '../notifications/store.ts'

/** News that a person has not read yet, and may see now. */
export interface Unread {
  row: UnmailedRow
  subject: Subject
  comment: CommentRow | undefined
  snoozedUntil: string | null
}

const isDue = (task: TaskRow | undefined, day: string): boolean =>
  task !== undefined && !isClosed(task.status) && task.dueDate !== null && task.dueDate <= day

/**
 * Leaves out what the person has read, done or muted since, may no longer see, or what is deleted, due tasks that were
 * closed or postponed, and weeks that no longer wait for approval.
 */
export async function readUnread(
  tx: Transaction,
  { companyNo, id: userId, timeZone }: Pick<UserRow, 'companyNo' | 'id' | 'timeZone'>,
  waiting: readonly UnmailedRow[],
): Promise<Unread[]> {
  const notifications = await readByIds(
    tx,
    'notifications',
    companyNo,
    waiting.map(({ notificationId }) => notificationId),
  )
  const comments = await readByIds(
    tx,
    'comments',
    companyNo,
    waiting.flatMap(({ commentId }) => commentId ?? []),
  )
  const unread = waiting.flatMap((row): Unread[] => {
    const found = notifications.get(row.notificationId)
    // Another `firstAt`: the person has read it, and there was news since.
    if (found === undefined || found.readAt !== null || found.doneAt !== null || found.firstAt !== row.since)
      return []
    const comment = row.commentId === null ? undefined : comments.get(row.commentId)
    if (found.deletedAt !== null || (row.commentId !== null && comment?.deletedAt !== null)) return []
    const { recordKind: kind, recordId: id, workspaceId, snoozedUntil } = found
    return [{ row, subject: { kind, id, workspaceId }, comment, snoozedUntil }]
  })
  if (unread.length === 0) return []
  const subjects = unread.map(({ subject }) => subject)
  const people = await readPeople(tx, companyNo, subjects, [userId])
  const live = await readByIds(
    tx,
    'workspaces',
    companyNo,
    subjects.flatMap(({ workspaceId }) => workspaceId ?? []),
  )
  const weeks = await readByIds(
    tx,
    'timesheets',
    companyNo,
    subjects.flatMap(({ kind, id }) => (kind === 'timesheet' ? id : [])),
  )
  const tasks = await readByIds(
    tx,
    'tasks',
    companyNo,
    unread.flatMap(({ row, subject }) => (row.reason === 'due' ? subject.id : [])),
  )
  return unread.filter(
    ({ row, subject, comment }) =>
      (row.reason !== 'due' || isDue(tasks.get(subject.id), localDay(timeZone, Date.parse(row.at)))) &&
      (row.reason !== 'review' || (weeks.get(subject.id)?.state ?? 'submitted') === 'submitted') &&
      (subject.workspaceId === null || live.get(subject.workspaceId)?.deletedAt === null) &&
      people.maySee(userId, subject, comment?.internalOnly === true) &&
      (row.reason === 'mention' || !people.hasMuted(userId, subject)),
  )
}
