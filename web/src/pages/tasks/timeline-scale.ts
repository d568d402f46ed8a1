import {
  addDays,
  daysBetween,
  dayWords,
  fullDay,
  monthName,
  shortMonth,
  startOfWeek,
  weekday,
  weekNumber,
} from '../../parts/days.ts'
import { timelineTexts as words } from '../../texts/timeline.ts'
import { type Dates, type DatesOfTask, isDateWarned, isDueBeforeStart } from './task-data.ts'
import type { Zoom } from './view-state.ts'

/** The width of a day in pixels. */
const dayWidths: Readonly<Record<Zoom, number>> = { week: 20, month: 8, quarter: 3 }

/** How far one can scroll; bars beyond end at the edge. */
const weeksBefore = 156
const weeksAfter = 260

/** Days as pixels from the first day, which is a Monday. */
export interface Scale {
  zoom: Zoom
  first: string
  dayWidth: number
  width: number
  /** The left edge of a day, within the width. */
  at: (day: string) => number
  dayAt: (x: number) => string
}

export function scaleOf(zoom: Zoom, now: string): Scale {
  const first = addDays(now, -weekday(now) - weeksBefore * 7)
  const dayWidth = dayWidths[zoom]
  const width = (weeksBefore + weeksAfter) * 7 * dayWidth
  return {
    ...{ zoom, first, dayWidth, width },
    at: (day) => Math.max(0, Math.min(daysBetween(first, day) * dayWidth, width)),
    dayAt: (x) => addDays(first, Math.floor(x / dayWidth)),
  }
}

export interface Tick {
  day: string
  label: string
  /** The number of the week. */
  week?: number
}

const monthOf = (day: string): string => `${day.slice(0, 8)}01`
const nextMonth = (first: string): string => monthOf(addDays(first, 31))
const monthNumber = (day: string): number => Number(day.slice(5, 7))
const quarterOf = (day: string): number => Math.ceil(monthNumber(day) / 3)

/** "9–15 November", "30 Nov–6 Dec" */
function weekLabel(monday: string): string {
  const sunday = addDays(monday, 6)
  const [from, to] = [Number(monday.slice(8)), Number(sunday.slice(8))]
  if (monthNumber(monday) !== monthNumber(sunday))
    return `${from} ${shortMonth(monday)}–${to} ${shortMonth(sunday)}`
  return `${from}–${to} ${monthName(monday).split(' ')[0]}`
}

function each(first: string, end: string, next: (day: string) => string): string[] {
  const days: string[] = []
  for (let day = first; day < end; day = next(day)) days.push(day)
  return days
}

/** The two lines of labels above the days from one to another. */
export function ticksOf(zoom: Zoom, from: string, to: string): { major: Tick[]; minor: Tick[] } {
  const firstDay = startOfWeek(from)
  const weeks = (): string[] => each(firstDay, to, (day) => addDays(day, 7))
  const months = each(monthOf(from), to, nextMonth)
  if (zoom === 'week')
    return {
      major: weeks().map((day) => ({ day, label: weekLabel(day), week: weekNumber(addDays(day, 3)) })),
      minor: each(firstDay, to, (day) => addDays(day, 1)).map((day) => ({
        day,
        label: String(Number(day.slice(8))),
      })),
    }
  if (zoom === 'month')
    return {
      major: months.map((day) => ({ day, label: monthName(day) })),
      minor: weeks().map((day) => ({ day, label: String(Number(day.slice(8))) })),
    }
  const startOfQuarter = each(`${from.slice(0, 4)}-01-01`, to, nextMonth).filter(
    (day) => monthNumber(day) % 3 === 1,
  )
  return {
    major: startOfQuarter
      .filter((day) => addDays(day, 95) > from)
      .map((day) => ({ day, label: words.quarter(quarterOf(day), day.slice(0, 4)) })),
    minor: months.map((day) => ({ day, label: shortMonth(day) })),
  }
}

/**
 * The first and the last day of a bar; undefined for a task without dates. A task with one date takes a day, and so does
 * one that is due before it starts.
 */
export function spanOf(task: Dates): { start: string; end: string } | undefined {
  const end = task.dueDate ?? task.startDate
  const start = isDueBeforeStart(task) ? end : (task.startDate ?? end)
  return start === null || end === null ? undefined : { start, end }
}

export type Grip = 'move' | 'start' | 'end'

/** The dates of a task whose bar is moved, or one end of it, by some days; undefined if that changes nothing. */
export function draggedDates(task: Dates, grip: Grip, days: number): Partial<Dates> | undefined {
  const span = spanOf(task)
  if (span === undefined || days === 0) return undefined
  if (grip === 'move')
    return {
      ...(task.startDate !== null && { startDate: addDays(task.startDate, days) }),
      ...(task.dueDate !== null && { dueDate: addDays(task.dueDate, days) }),
    }
  const start = grip === 'start' ? addDays(span.start, days) : span.start
  const end = grip === 'end' ? addDays(span.end, days) : span.end
  // Its bar does not begin at its start date.
  if (grip === 'end' && isDueBeforeStart(task)) return { dueDate: end }
  if (start > end) {
    const only = grip === 'start' ? span.end : span.start
    return span.start === span.end ? undefined : { startDate: only, dueDate: only }
  }
  return { startDate: start, dueDate: end }
}

export const lengthOf = ({ start, end }: { start: string; end: string }): number =>
  daysBetween(start, end) + 1

/** "Wed 11 Nov – Wed 18 Nov" */
export function spanWords(task: DatesOfTask): string {
  const span = spanOf(task)
  if (span === undefined) return words.noDates
  if (isDateWarned(task)) return words.warning(dayWords(span.end), dayWords(task.startDate))
  if (span.start === span.end) return dayWords(span.start)
  return words.range(dayWords(span.start), dayWords(span.end))
}

/** The dates in full, for screen readers. */
export function spokenSpan(task: DatesOfTask): string {
  const span = spanOf(task)
  if (span === undefined) return words.noDates
  if (isDateWarned(task)) return words.spokenWarning(fullDay(span.end), fullDay(task.startDate))
  if (span.start === span.end) return fullDay(span.start)
  return words.spokenRange(fullDay(span.start), fullDay(span.end), lengthOf(span))
}
