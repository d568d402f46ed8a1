import type { NotificationReason } from '../schema/records/notification.ts'

/** Something that happened to a record. */
export interface MailNews {
  reason: NotificationReason
  actor: string
  at: string
  /** The text of the comment that it is about. */
  quote: string | undefined
}

export interface MailRecord {
  id: string
  kind: string
  title: string
  status: string | null
  dueDate: string | null
  address: string
  news: readonly MailNews[]
  /** How many more things happened to it. */
  more: number
}

/** The records of a workspace, or those outside any workspace. */
interface MailGroup {
  name: string
  isWorkspace: boolean
  records: readonly MailRecord[]
}

export interface MailContents {
  companyName: string
  timeZone: string
  groups: readonly MailGroup[]
  /** How many more records there are. */
  moreRecords: number
  /** How many things happened. */
  count: number
}

export interface MailLinks {
  inbox: string
  settings: string
  unsubscribe: string
}

/** A sentence about something that happened. */
export function sentenceOf(
  { kind, status, dueDate }: Pick<MailRecord, 'kind' | 'status' | 'dueDate'>,
  { reason, actor }: MailNews,
): string {
  switch (reason) {
    case 'mention':
      return `${actor} mentioned you`
    case 'assigned':
      return `${actor} assigned this task to you`
    case 'reply':
      return `${actor} replied to your comment`
    case 'comment':
      return `${actor} commented`
    case 'due':
      return dueDate === null ? 'This task is due' : `This task is due on ${dayOf(dueDate)}`
    case 'review':
      return `${actor} submitted it for your approval`
    case 'status':
      return status === null
        ? `${actor} changed the status`
        : `${actor} changed the status: it is now ${status}`
    case 'file':
      return kind === 'file' ? `${actor} added this file or a new version of it` : `${actor} added a file`
  }
}

export const dayOf = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(Date.parse(`${day}T00:00:00Z`))

/** A moment where the person is, such as `31 Mar, 11:30`. */
export function momentIn(timeZone: string, at: string): string {
  const style = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...style }).format(Date.parse(at))
}

export const whyText = (companyName: string): string =>
  `You receive this mail because of your notification settings at ${companyName}. Replies are not read.`

export const moreText = (count: number): string => (count === 1 ? 'One more update' : `${count} more updates`)

export const moreRecordsText = (count: number): string =>
  count === 1 ? 'One more record is in your inbox' : `${count} more records are in your inbox`
