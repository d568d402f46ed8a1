import { markTexts as words } from '../texts/marks.ts'
import { dateFormat } from './date-formats.ts'
import { preferences } from './preferences.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** A day as the API writes it. */
export function dayText(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

export const today = (): string => dayText(new Date())

/** Days are counted in UTC, so that no day has 23 or 25 hours. */
const numberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)

export function addDays(day: string, count: number): string {
  return new Date((numberOf(day) + count) * 86_400_000).toISOString().slice(0, 10)
}

/** How many days lie between two days. */
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** 0 is Monday. */
export const weekday = (day: string): number => (numberOf(day) + 3) % 7

const offsets = { monday: 0, saturday: 5, sunday: 6 }

/** 0 is the first day of the week, as the person counts. */
export const dayOfWeek = (day: string): number => (weekday(day) - offsets[preferences().weekStart] + 7) % 7

export const startOfWeek = (day: string): string => addDays(day, -dayOfWeek(day))

/** The number of the week of a day, as ISO 8601 counts: the first one has the first Thursday. */
export function weekNumber(day: string): number {
  const thursday = addDays(day, 3 - weekday(day))
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}

/** The day with numbers only, as the person writes it; undefined if the language of the browser decides. */
function ownFormat(day: string): string | undefined {
  const { dateFormat } = preferences()
  if (dateFormat === 'automatic') return undefined
  const [year = '', month = '', date = ''] = day.split('-')
  return dateFormat.replace('YYYY', year).replace('MM', month).replace('DD', date)
}

/** "27 Nov 2026" */
export const mediumDay = (day: string): string => ownFormat(day) ?? format(day, { dateStyle: 'medium' })

/** The exact time in a time zone, by default that of the browser. */
export function exactly(moment: string, timeZone?: string): string {
  const zone = timeZone !== undefined && { timeZone }
  const date = new Date(moment)
  if (preferences().dateFormat === 'automatic')
    return dateFormat({ dateStyle: 'medium', timeStyle: 'short', ...zone }).format(date)
  // Swedish writes a day as the API does.
  const day = dateFormat({ dateStyle: 'short', ...zone }, 'sv-SE').format(date)
  return `${mediumDay(day)} ${dateFormat({ timeStyle: 'short', ...zone }).format(date)}`
}

/** Weeks of timesheets start on Monday, whatever the calendar does. */
export const mondayOf = (day: string): string => addDays(day, -weekday(day))

/** Whether a text is a day of the calendar, as the API writes it. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) || !Number.isFinite(Date.parse(text))) return false
  // Browsers take 31 February for a day in March.
  return new Date(text).toISOString().startsWith(text)
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** "Today", "Fri", "Fri 27 Nov", "12 Mar 2027" */
export function dayWords(day: string, now = today()): string {
  const away = daysBetween(now, day)
  return away > 1 && away < 6 ? format(day, { weekday: 'short' }) : dateWords(day, now)
}

/** The same for a history, where a weekday alone would be ambiguous: "Today", "Fri 27 Nov", "12 Mar 2027" */
export function dateWords(day: string, now = today()): string {
  const away = daysBetween(now, day)
  if (away === 0) return words.today
  if (away === 1) return words.tomorrow
  if (away === -1) return words.yesterday
  const own = ownFormat(day)
  if (own !== undefined) return own
  if (day.slice(0, 4) !== now.slice(0, 4))
    return format(day, { day: 'numeric', month: 'short', year: 'numeric' })
  return format(day, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '')
}

export function fullDay(day: string): string {
  const own = ownFormat(day)
  if (own !== undefined) return `${weekdayName(day)} ${own}`
  return format(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
}

/** "Wednesday 18 November" */
export const dayAndMonth = (day: string): string =>
  format(day, { weekday: 'long', day: 'numeric', month: 'long' })

/** "16 Nov" */
export const shortDay = (day: string): string => format(day, { day: 'numeric', month: 'short' })

/** "Friday" */
export const weekdayName = (day: string): string => format(day, { weekday: 'long' })

/** "Nov" */
export const shortMonth = (day: string): string => format(day, { month: 'short' })

export const monthName = (day: string): string => format(day, { month: 'long', year: 'numeric' })

/** The short names of the days of a week, from its first. */
export const weekdayNames = (first = startOfWeek('2026-01-05')): string[] =>
  Array.from({ length: 7 }, (_, n) => format(addDays(first, n), { weekday: 'short' }))

/** A due date as people say it, and whether it is late or today; finished tasks are neither. */
export function dueWords(
  day: string,
  isFinished: boolean,
): { text: string; state: 'late' | 'today' | 'later' } {
  const away = daysBetween(today(), day)
  if (isFinished || away > 0) return { text: dayWords(day), state: 'later' }
  return away === 0 ? { text: words.today, state: 'today' } : { text: words.late(-away), state: 'late' }
}

const dayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

/** The place of a name that begins with the typed text, of which three letters are enough; -1 if there is none. */
const placeOf = (names: readonly string[], typed: string): number =>
  typed.length > 2 ? names.findIndex((name) => name.startsWith(typed)) : -1

/** The day with this number in a month of a year; without a year, the next one. */
function inMonth(date: number, month: number, now: string, year = ''): string | undefined {
  const inYear = (each: number): string => `${each}-${pad(month + 1)}-${pad(date)}`
  const first = inYear(Number(year || now.slice(0, 4)))
  const day = year !== '' || first >= now ? first : inYear(Number(now.slice(0, 4)) + 1)
  return isDay(day) ? day : undefined
}

/** "24.12.", "24.12.2026", or "24/12/2026" with day and month as the person writes them. */
function numericDay(text: string, now: string): string | undefined {
  const [, first = '', sign, second = '', year] = /^(\d{1,2})([./]) ?(\d{1,2})\2 ?(\d{4})?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const written = ownFormat('2026-12-24') ?? format('2026-12-24', { dateStyle: 'short' })
  const [date, month] = sign === '/' && written.startsWith('12') ? [second, first] : [first, second]
  return inMonth(Number(date), Number(month) - 1, now, year)
}

/**
 * Understands "today", "tomorrow", "next week", "fri", "next fri", "+3", "in 2 weeks", "12 dec", "12 dec 2027", "24.12."
 * and "2026-12-24".
 */
export function parseDay(typed: string, now = today()): string | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  if (isDay(text)) return text
  if ('today'.startsWith(text) && text.length > 2) return now
  if ('tomorrow'.startsWith(text) && text.length > 2) return addDays(now, 1)
  if ('yesterday'.startsWith(text) && text.length > 2) return addDays(now, -1)
  if (text === 'next week') return addDays(mondayOf(now), 7)
  const inNextWeek = placeOf(dayNames, /^next (.+)$/.exec(text)?.[1] ?? '')
  if (inNextWeek !== -1) return addDays(mondayOf(now), 7 + inNextWeek)
  const ahead = /^(?:\+(\d{1,3})|in (\d{1,3}) (day|week)s?)$/.exec(text)
  if (ahead !== null) return addDays(now, Number(ahead[1] ?? ahead[2]) * (ahead[3] === 'week' ? 7 : 1))
  const numeric = numericDay(text, now)
  if (numeric !== undefined) return numeric
  const [first = '', second = '', year = ''] = text.split(/[ .]+/)
  const named = placeOf(dayNames, text)
  if (named !== -1) return addDays(now, (named - weekday(now) + 7) % 7 || 7)
  const [date, month] = /^\d{1,2}$/.test(first) ? [first, second] : [second, first]
  const at = placeOf(monthNames, month)
  if (at === -1 || !/^\d{1,2}$/.test(date) || !/^(\d{4})?$/.test(year)) return undefined
  return inMonth(Number(date), at, now, year)
}

/** Minutes as on a clock: `1:30`. */
export function clockTime(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}`
}

/** A duration as the person writes it: `1:30` or `1.5`. */
export function clock(minutes: number): string {
  if (preferences().durationFormat !== 'clock') return String(Math.round((minutes / 60) * 100) / 100)
  const hours = Math.floor(minutes / 60)
  return hours < 1_000 ? clockTime(minutes) : `${hours.toLocaleString()}:${pad(minutes % 60)}`
}

/** The time of a moment if it is today, otherwise also its day. */
export function timeAndDay(at: string, now = today()): string {
  const moment = new Date(at)
  const day = dayText(moment)
  if (day === now) return moment.toLocaleTimeString(undefined, { timeStyle: 'medium' })
  return `${shortDay(day)}, ${moment.toLocaleTimeString(undefined, { timeStyle: 'short' })}`
}
