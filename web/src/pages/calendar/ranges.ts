import { addDays, monthName, startOfWeek } from '../../parts/days.ts'

export const layouts = ['month', 'week', 'agenda'] as const
export type CalendarLayout = (typeof layouts)[number]

/** The days that a view shows around a day. */
export function rangeOf(view: CalendarLayout, day: string): { from: string; to: string; title: string } {
  const start = startOfWeek(day)
  if (view === 'month') {
    const first = `${day.slice(0, 8)}01`
    const from = startOfWeek(first)
    return { from, to: addDays(from, 41), title: monthName(first) }
  }
  if (view === 'week') return { from: start, to: addDays(start, 6), title: monthName(addDays(start, 3)) }
  return { from: day, to: addDays(day, 27), title: monthName(day) }
}

/** The day that the next or the previous page of a view is around. */
export function stepped(view: CalendarLayout, day: string, by: number): string {
  if (view === 'week') return addDays(day, 7 * by)
  if (view === 'agenda') return addDays(day, 28 * by)
  const first = `${day.slice(0, 8)}01`
  return by > 0 ? `${addDays(first, 31).slice(0, 8)}01` : `${addDays(first, -1).slice(0, 8)}01`
}
