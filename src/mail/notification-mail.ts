import type { NotificationReason } from '../schema/records/notification.ts'
import {
  dayOf,
  type MailContents,
  type MailLinks,
  type MailRecord,
  momentIn,
  moreRecordsText,
  moreText,
  sentenceOf,
  whyText,
} from './notification-contents.ts'
import { buildMailHtml } from './notification-html.ts'
import type { Mail } from './outbox.ts'

/** A mail about notifications: as plain text and as HTML, with a link that mail programs unsubscribe with (RFC 8058). */
export function buildNotificationMail(
  contents: MailContents,
  { publicUrl, unsubscribe }: { publicUrl: string; unsubscribe: string },
): Omit<Mail, 'to'> {
  const links = { inbox: `${publicUrl}/inbox`, settings: `${publicUrl}/account/notifications`, unsubscribe }
  const records = contents.groups.flatMap((group) => group.records)
  const [only] = records.length === 1 ? records : []
  const subject = oneLine(only === undefined ? digestSubject(contents) : subjectOf(only))
  return {
    subject,
    text: buildText(contents, links),
    html: buildMailHtml(contents, { subject, links, only }),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // RFC 3834: programs that answer mail do not answer this one.
      'Auto-Submitted': 'auto-generated',
      // Mail programs show mails about the same record together.
      ...(only && { References: `<${only.id}@${new URL(publicUrl).hostname}>` }),
    },
  }
}

/** A subject has no line breaks, and few programs show a long one. */
function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= 150 ? line : `${line.slice(0, 149)}…`
}

function subjectOf({ title, status, dueDate, news: [strongest] }: MailRecord): string {
  const { reason = 'comment', actor = '' } = strongest ?? {}
  const subjects: Readonly<Record<NotificationReason, string>> = {
    mention: `${actor} mentioned you: ${title}`,
    assigned: `${actor} assigned you: ${title}`,
    reply: `${actor} replied: ${title}`,
    comment: `${actor} commented: ${title}`,
    // Quiet hours and days delay mail.
    due: dueDate === null ? `Due: ${title}` : `Due on ${dayOf(dueDate)}: ${title}`,
    review: `${actor} asks for approval: ${title}`,
    status: status === null ? `New status: ${title}` : `${status}: ${title}`,
    file: `New file: ${title}`,
  }
  return subjects[reason]
}

function digestSubject({ groups, count }: MailContents): string {
  const workspaces = groups.filter(({ isWorkspace }) => isWorkspace)
  const places = [
    ...(workspaces.length > 1 ? [`${workspaces.length} workspaces`] : workspaces.map(({ name }) => name)),
    ...groups.filter(({ isWorkspace }) => !isWorkspace).map(({ name }) => name),
  ]
  return `${count} updates in ${places.join(' and ')}`
}

function buildText(
  { companyName, timeZone, groups, moreRecords }: MailContents,
  { inbox, settings, unsubscribe }: MailLinks,
): string {
  const lines: string[] = []
  for (const { name, records } of groups) {
    lines.push(name.toUpperCase(), '')
    for (const record of records) {
      lines.push(record.title, record.address, '')
      for (const news of record.news) {
        lines.push(`  ${sentenceOf(record, news)} (${momentIn(timeZone, news.at)})`)
        if (news.quote !== undefined)
          lines.push(...news.quote.split('\n').map((line) => `  > ${line}`.trimEnd()))
        lines.push('')
      }
      if (record.more > 0) lines.push(`  ${moreText(record.more)}`, '')
    }
  }
  if (moreRecords > 0) lines.push(`${moreRecordsText(moreRecords)}: ${inbox}`, '')
  // Mail programs treat what follows as a signature.
  lines.push(
    '-- ',
    whyText(companyName),
    `Change your settings: ${settings}`,
    `Unsubscribe: ${unsubscribe}`,
    '',
  )
  return lines.join('\n')
}
