import { addDays, dayOfWeek, daysBetween, weekday } from '../../parts/days.ts'

export const dueGroups = ['overdue', 'today', 'week', 'later', 'none'] as const
export type DueGroup = (typeof dueGroups)[number]

/** Where a due date belongs. */
export function dueGroupOf(dueDate: string | null, now: string): DueGroup {
  if (dueDate === null) return 'none'
  const away = daysBetween(now, dueDate)
  if (away < 0) return 'overdue'
  if (away === 0) return 'today'
  return away <= 6 - dayOfWeek(now) ? 'week' : 'later'
}

/** The filter of each group. The API has no condition for tasks without a date. */
export function dueConditions(now: string): Readonly<Record<Exclude<DueGroup, 'none'>, string>> {
  const last = addDays(now, 6 - dayOfWeek(now))
  return {
    overdue: `dueDate<"${now}"`,
    today: `dueDate="${now}"`,
    week: `dueDate>"${now}" AND dueDate<="${last}"`,
    later: `dueDate>"${last}"`,
  }
}

/** The date of a task that is put into a group; undefined if nothing can be put there. */
export function dateIn(group: DueGroup, now: string): string | null | undefined {
  if (group === 'overdue') return undefined
  if (group === 'none') return null
  if (group === 'today') return now
  const last = addDays(now, 6 - dayOfWeek(now))
  // Friday, or the last day that is left of the week; on that day there is none.
  const friday = addDays(now, 4 - weekday(now))
  if (group === 'week') return friday > now && friday <= last ? friday : last > now ? last : undefined
  return addDays(last, 1)
}
