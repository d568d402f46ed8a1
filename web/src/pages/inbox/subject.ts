import { useKnownName } from '../../api/names.ts'
import { useRecord } from '../../api/queries.ts'
import type { Change, Notification } from '../../api/types.ts'
import { plainText } from '../../parts/plain-text.ts'
import { inboxTexts as words } from '../../texts/inbox.ts'
import { weekWords } from '../time/week-data.ts'

/** The page that a notification opens: a timesheet is approved in a list, and one's own is a week of the time page. */
export function hrefOf(
  { reason, recordKind, recordId, commentId }: Notification['details'],
  name?: string,
): string {
  if (recordKind !== 'timesheet')
    return `/p/${recordKind}/${recordId}${commentId === null ? '' : `?comment=${commentId}`}`
  if (reason === 'review') return '/time/approvals'
  return name === undefined ? '/time' : `/time?week=${name}`
}

/** What a notification is about, given the name of its record: that of a timesheet is its Monday. */
export function titleFor({ recordKind }: Notification['details'], name: string | undefined): string {
  if (name === undefined) return words.gone
  return recordKind === 'timesheet' ? words.timesheet(weekWords(name)) : name
}

/** The title and the page of a notification. */
export function useSubject(details: Notification['details']): { title: string; href: string } {
  const name = useKnownName(details.recordId)
  return { title: titleFor(details, name), href: hrefOf(details, name) }
}

/** The first line of the newest comment that a notification includes. */
export function quoteIn(
  names: Readonly<Record<string, string>>,
  { commentId }: Notification['details'],
): string | undefined {
  const [line = ''] = plainText(names[commentId ?? ''] ?? '')
    .trim()
    .split('\n', 1)
  return line === '' ? undefined : line
}

/** Whether the timesheet was last approved or returned, read from its history. */
export function useDecision({
  reason,
  recordKind,
  recordId,
  actors,
}: Notification['details']): string | undefined {
  const isDecision = recordKind === 'timesheet' && reason === 'status'
  const history = `/v1/timesheets/${recordId}/history?limit=20`
  const { data } = useRecord<{ items: Change[] }>(isDecision ? history : undefined)
  const change = data?.items.find(
    ({ details: { userHash, fields } }) => userHash === actors[0] && fields.includes('state'),
  )
  const state = change?.details.after['state']
  return state === 'approved' || state === 'returned' ? words.decided[state] : undefined
}
