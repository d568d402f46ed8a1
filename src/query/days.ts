import { isRealDate } from './fields.ts'

const dayMilliseconds = 86_400_000

/** `today`, `monday` (of the current ISO week), and a number of days before or after. */
const relativeDay = /^(today|monday)(?:([+-])([0-9]{1,4}))?$/

export const isRelativeDay = (text: string): boolean => relativeDay.test(text)

/** The day that a relative day means on `today`. */
export function resolveDay(text: string, today: string): string {
  const [, name, sign = '+', days = '0'] = relativeDay.exec(text) ?? []
  return addDays(name === 'monday' ? mondayOf(today) : today, Number(`${sign}${days}`))
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10)
}

/** The Monday of the ISO 8601 week of a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** There are about 600 time zones. */
const mostFormats = 1_000

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timeZone, known)
  return known
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function localDay(timeZone: string, moment: number): string {
  const day = formatOf(timeZone).format(moment)
  return isRealDate(day) ? day : new Date(moment).toISOString().slice(0, 10)
}

const knownStarts = new Map<string, readonly string[]>()

/** The years whose days are divided exactly. */
const [firstYear, lastYear] = [2000, 2040]

/** The times in UTC at which days begin in a time zone, `HH:MM`, the latest first. */
export function dayStarts(timeZone: string): readonly string[] {
  const known = knownStarts.get(timeZone)
  if (known !== undefined) return known
  const times = new Set<string>()
  for (let year = firstYear; year <= lastYear; year += 1)
    for (let month = 1; month <= 12; month += 1)
      times.add(startOfDay(`${year}-${String(month).padStart(2, '0')}-15`, timeZone).slice(11, 16))
  const found = [...times].sort().reverse()
  if (knownStarts.size >= mostFormats) knownStarts.clear()
  knownStarts.set(timeZone, found)
  return found
}

/** More than any offset from UTC, in minutes. */
const farthest = 16 * 60

/** The first moment of a day in a time zone. It is not always midnight: clocks may go forward then. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let [before, after] = [-farthest, farthest]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if (localDay(timeZone, midnight + middle * 60_000) < day) before = middle
    else after = middle
  }
  return new Date(midnight + after * 60_000).toISOString()
}
