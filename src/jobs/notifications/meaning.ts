import type { NumberedChange } from '../../db/change-log/feed.ts'
import type { NextValues } from '../../db/change-log/next-values.ts'
import type { CommentRow } from '../../schema/records/comment.ts'
import type { EventRow } from '../../schema/records/event.ts'
import type { FileRow } from '../../schema/records/file.ts'
import type { MilestoneRow } from '../../schema/records/milestone.ts'
import type { NotificationReason } from '../../schema/records/notification.ts'
import type { TaskRow } from '../../schema/records/task.ts'
import type { TimesheetRow } from '../../schema/records/timesheet.ts'
import type { Subject } from './store.ts'

/** The current rows of the records that some changes are about. */
export interface Rows {
  comments: ReadonlyMap<string, CommentRow>
  tasks: ReadonlyMap<string, TaskRow>
  files: ReadonlyMap<string, FileRow>
  milestones: ReadonlyMap<string, MilestoneRow>
  events: ReadonlyMap<string, EventRow>
  timesheets: ReadonlyMap<string, TimesheetRow>
}

/** Why the people who follow the record, and some others, are notified of a change. */
export interface Meaning {
  subject: Subject
  commentId: string | null
  /** The reason for everybody who follows the record; undefined: it does not concern them. */
  followers?: NotificationReason
  /** The reason for everybody who may approve time; undefined: it does not concern them. */
  approvers?: NotificationReason
  others: readonly Concerned[]
  /** People who start to follow a record. */
  joining: readonly { subject: Subject; userId: string | null }[]
}

interface Concerned {
  reason: NotificationReason
  userId: string | null
  /** The log does not have the long list of people before the change: those who follow the record were on it. */
  unlessFollowing?: boolean
}

/** Determines why a change concerns people; undefined if it concerns nobody. */
export function meaningOf(rows: Rows, next: NextValues, change: NumberedChange): Meaning | undefined {
  switch (change.type) {
    case 'comment.created':
    case 'comment.updated':
      return commentMeaning(rows, next, change)
    case 'task.created':
    case 'task.updated':
      return taskMeaning(rows, next, change)
    case 'file.created':
    case 'file.updated':
      return fileMeaning(rows, change)
    case 'milestone.created':
    case 'milestone.updated':
      return milestoneMeaning(rows, change)
    case 'timesheet.updated':
      return timesheetMeaning(rows, next, change)
    default:
      return undefined
  }
}

const kinds = ['task', 'file', 'milestone', 'event'] as const

function subjectOf(row: CommentRow): Subject | undefined {
  for (const kind of kinds) {
    const id = row[`${kind}Id`]
    if (id !== null) return { kind, id, workspaceId: row.workspaceId }
  }
  return undefined
}

/** The people that a change has added to a field of its record. */
function addedTo(
  field: string,
  current: string,
  reason: NotificationReason,
  next: NextValues,
  change: NumberedChange,
): Concerned[] {
  const { [field]: before = [] } = JSON.parse(change.previous ?? '{}') as Record<string, unknown>
  const after = next.get(change.id, field)?.value
  const people = Array.isArray(after) ? (after as string[]) : (JSON.parse(current) as string[])
  const unlessFollowing = !Array.isArray(before) || (after !== undefined && !Array.isArray(after))
  const known = new Set(Array.isArray(before) ? (before as string[]) : [])
  return people.filter((id) => !known.has(id)).map((userId) => ({ reason, userId, unlessFollowing }))
}

function commentMeaning({ comments, events }: Rows, next: NextValues, change: NumberedChange) {
  const row = comments.get(change.recordId)
  const subject = row && subjectOf(row)
  if (row === undefined || row.deletedAt !== null || subject === undefined) return undefined
  const mentioned = addedTo('mentions', row.mentions, 'mention', next, change)
  const joining = mentioned.map(({ userId }) => ({ subject, userId }))
  const meaning: Meaning = { subject, commentId: row.id, others: mentioned, joining }
  if (change.type === 'comment.updated') return fieldsOf(change).includes('mentions') ? meaning : undefined
  const author = comments.get(row.parentCommentId ?? '')?.createdBy ?? null
  // Nobody follows an event, but its creator is notified.
  const creator = events.get(subject.id)?.createdBy ?? null
  return {
    ...meaning,
    followers: 'comment' as const,
    others: [
      ...mentioned,
      { reason: 'reply' as const, userId: author },
      { reason: 'comment' as const, userId: creator },
    ],
    joining: [...joining, { subject, userId: change.userId }],
  }
}

const fieldsOf = ({ fields }: NumberedChange): string[] => JSON.parse(fields)

function taskMeaning({ tasks }: Rows, next: NextValues, change: NumberedChange): Meaning | undefined {
  const row = tasks.get(change.recordId)
  if (row === undefined || row.deletedAt !== null) return undefined
  const isNew = change.type === 'task.created'
  const fields = fieldsOf(change)
  const subject: Subject = { kind: 'task', id: row.id, workspaceId: row.workspaceId }
  const assigned =
    isNew || fields.includes('assignees') ? addedTo('assignees', row.assignees, 'assigned', next, change) : []
  return {
    subject,
    commentId: null,
    ...(fields.includes('status') && { followers: 'status' }),
    others: assigned,
    joining: [...assigned.map(({ userId }) => userId), ...(isNew ? [change.userId] : [])].map((userId) => ({
      subject,
      userId,
    })),
  }
}

function fileMeaning({ files }: Rows, change: NumberedChange): Meaning | undefined {
  const row = files.get(change.recordId)
  if (row === undefined || row.deletedAt !== null) return undefined
  const fields = fieldsOf(change)
  const { workspaceId, taskId, milestoneId } = row
  const subject: Subject = { kind: 'file', id: row.id, workspaceId }
  const none = { subject, commentId: null, others: [], joining: [] }
  if (change.type === 'file.updated') {
    if (fields.includes('version')) return { ...none, followers: 'file' }
    return fields.includes('status') ? { ...none, followers: 'status' } : undefined
  }
  // The creator follows the file; the news is about the task or milestone that it was added to.
  const joining = [{ subject, userId: change.userId }]
  if (taskId !== null)
    return { ...none, joining, followers: 'file', subject: { kind: 'task', id: taskId, workspaceId } }
  if (milestoneId !== null)
    return {
      ...none,
      joining,
      followers: 'file',
      subject: { kind: 'milestone', id: milestoneId, workspaceId },
    }
  return { ...none, joining, followers: 'file' }
}

function milestoneMeaning({ milestones }: Rows, change: NumberedChange): Meaning | undefined {
  const row = milestones.get(change.recordId)
  if (row === undefined) return undefined
  const subject: Subject = { kind: 'milestone', id: row.id, workspaceId: row.workspaceId }
  const none = { subject, commentId: null, others: [], joining: [] }
  if (change.type === 'milestone.created') return { ...none, joining: [{ subject, userId: change.userId }] }
  return fieldsOf(change).includes('status') ? { ...none, followers: 'status' } : undefined
}

/** Submitting a week requests approval; every other change of its state concerns its owner. */
function timesheetMeaning(
  { timesheets }: Rows,
  next: NextValues,
  change: NumberedChange,
): Meaning | undefined {
  const row = timesheets.get(change.recordId)
  const fields = fieldsOf(change)
  // A week that is returned again, with another note, stays in its state.
  if (row === undefined || !(fields.includes('state') || fields.includes('decidedAt'))) return undefined
  const { state: before } = JSON.parse(change.previous ?? '{}') as Partial<TimesheetRow>
  const state = next.get(change.id, 'state')?.value ?? row.state
  const isAsked = state === 'submitted' && (before === 'open' || before === 'returned')
  return {
    subject: { kind: 'timesheet', id: row.id, workspaceId: null },
    commentId: null,
    ...(isAsked && { approvers: 'review' }),
    others: [{ reason: 'status', userId: row.userHash }],
    joining: [],
  }
}
