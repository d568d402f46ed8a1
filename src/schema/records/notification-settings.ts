import { boolean, choice, computed, field, optional, readOnly } from '../fields/fields.ts'
import { choices, reference } from '../fields/reference.ts'
import { type RowOf, resource } from '../resource.ts'

/** When news is mailed. */
const mailTimes = ['now', 'hourly', 'daily', 'never'] as const
type MailTime = (typeof mailTimes)[number]

/** In the order of `Date.getUTCDay`. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

const mail = (about: string, fallback: MailTime) =>
  choice(`When you get mail about ${about}.`, mailTimes, { fallback })

const timeOfDay = (sentence: string, example: string) =>
  optional(
    field<string>(
      sentence,
      {
        schema: { type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' },
        filterType: undefined,
        example,
        parse(value, complain) {
          if (typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)) return value
          complain('must be a time of day such as 22:00.')
          return '00:00'
        },
      },
      {},
    ),
  )

/**
 * One record for each person; its id, for callers, is that of the person. People who have not changed anything have
 * none. There is a field for each reason of a notification.
 */
export const notificationSettings = resource(
  'notificationSettings',
  'When a person gets mail about their notifications. `hourly` and `daily` send digests: on the hour, and at 08:00 in the person’s time zone.',
  {
    mention: mail('comments that mention you', 'now'),
    assigned: mail('tasks that are assigned to you', 'now'),
    reply: mail('replies to your comments', 'now'),
    comment: mail('comments on what you follow', 'hourly'),
    due: mail('tasks that are due', 'daily'),
    review: mail('timesheets that wait for your approval', 'now'),
    status: mail('the status of what you follow', 'daily'),
    file: mail('files of what you follow', 'daily'),
    quietFrom: timeOfDay('When quiet hours begin, in your time zone; null if there are none.', '22:00'),
    quietUntil: timeOfDay(
      'When quiet hours end; on the next day if this is earlier than `quietFrom`. Mail from quiet hours is sent then.',
      '07:00',
    ),
    quietDays: choices('Days without mail, at most six; it is sent on the next day.', weekdays),
    mailAvailable: computed(boolean('Whether this service can send mail.')),
  },
  {
    table: 'notificationSettings',
    hidden: { userHash: readOnly(reference('Whose settings they are.', 'user')) },
  },
)

export type NotificationSettingsRow = RowOf<typeof notificationSettings>

export type QuietHours = Pick<NotificationSettingsRow, 'quietFrom' | 'quietUntil' | 'quietDays'>

/** The first reason why quiet hours are invalid, and its field. */
export function quietFault({
  quietFrom,
  quietUntil,
  quietDays,
}: QuietHours): { field: keyof QuietHours; detail: string } | undefined {
  if (quietFrom === null && quietUntil !== null)
    return { field: 'quietFrom', detail: '"quietFrom" must be given with "quietUntil".' }
  if (quietFrom !== null && quietUntil === null)
    return { field: 'quietUntil', detail: '"quietUntil" must be given with "quietFrom".' }
  if (quietFrom !== null && quietFrom === quietUntil)
    return { field: 'quietUntil', detail: '"quietUntil" must differ from "quietFrom".' }
  if ((JSON.parse(quietDays) as string[]).length === weekdays.length)
    return {
      field: 'quietDays',
      detail: '"quietDays" must leave out a day. To get no mail, choose "never" for each reason.',
    }
  return undefined
}
