import { addDays, localDay } from '../../query/days.ts'
import type { NotificationReason } from '../../schema/records/notification.ts'
import { type NotificationSettingsRow, weekdays } from '../../schema/records/notification-settings.ts'

/** When a person gets their mail. */
export type MailWishes = Pick<
  NotificationSettingsRow,
  NotificationReason | 'quietFrom' | 'quietUntil' | 'quietDays'
> & { timeZone: string }

const minute = 60_000
const hour = 60 * minute

/** The daily mail has the tasks that are due on the day: people are notified of those at 08:00. */
const dailyTime = '08:02'

/**
 * When to mail news that came at a moment, in milliseconds; undefined: never. It is not before `now`, nor within quiet
 * hours.
 */
export function timeToMail(
  wishes: MailWishes,
  { reason, at }: { reason: NotificationReason; at: number },
  now: number,
): number | undefined {
  const { timeZone } = wishes
  switch (wishes[reason]) {
    case 'never':
      return undefined
    case 'now':
      return afterQuiet(wishes, now)
    case 'hourly':
      return afterQuiet(wishes, Math.max(now, nextHour(timeZone, at)))
    case 'daily': {
      const today = momentOf(timeZone, localDay(timeZone, at), dailyTime)
      // News of a task that is due today comes too late tomorrow.
      const isToday = today > at || reason === 'due'
      const due = isToday ? today : momentOf(timeZone, addDays(localDay(timeZone, at), 1), dailyTime)
      return afterQuiet(wishes, Math.max(now, due))
    }
  }
}

/** The next full hour in a time zone: some are half an hour off. */
function nextHour(timeZone: string, at: number): number {
  const [, minutes] = localTime(timeZone, at).split(':')
  return Math.floor(at / minute) * minute + (60 - Number(minutes)) * minute
}

/** The first moment from `at` on that is not in quiet hours. */
function afterQuiet({ timeZone, quietFrom, quietUntil, quietDays }: MailWishes, at: number): number {
  const days: readonly string[] = JSON.parse(quietDays)
  let moment = at
  // Each day can be quiet, and so can the hours after it.
  for (let n = 0; n < 2 * weekdays.length; n += 1) {
    const [day, time] = [localDay(timeZone, moment), localTime(timeZone, moment)]
    const tomorrow = addDays(day, 1)
    const crosses = quietFrom !== null && quietUntil !== null && quietFrom > quietUntil
    let end: number | undefined
    if (days.includes(weekdayOf(day))) end = momentOf(timeZone, tomorrow, dailyTime)
    else if (quietFrom === null || quietUntil === null) return moment
    else if (crosses && time >= quietFrom) end = momentOf(timeZone, tomorrow, quietUntil)
    else if (crosses ? time < quietUntil : time >= quietFrom && time < quietUntil)
      end = momentOf(timeZone, day, quietUntil)
    if (end === undefined) return moment
    // When clocks go back, an hour happens twice.
    moment = end > moment ? end : moment + hour
  }
  return moment
}

const weekdayOf = (day: string): string => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

/** The time of day of a moment in a time zone, `HH:MM`. */
function localTime(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)
}

/** The moment at which it is a time of a day in a time zone. */
function momentOf(timeZone: string, day: string, time: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (moment: number): number =>
    Date.parse(`${localDay(timeZone, moment)}T${localTime(timeZone, moment)}:00Z`) -
    Math.floor(moment / minute) * minute
  const guess = asUtc - offsetAt(asUtc)
  // The offset may change between the two.
  return asUtc - offsetAt(guess)
}
