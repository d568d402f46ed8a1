import { addDays, shortDay, today, weekday, weekNumber } from '../../parts/days.ts'
import { weekWords } from '../time/week-data.ts'
import type { Point } from './chart-data.ts'

export interface Week extends Point {
  monday: string
  sunday: string
}

/** The week of a Monday as the API names it, `2026-W47`. Its year is that of its Thursday. */
const keyOf = (monday: string): string =>
  `${addDays(monday, 3).slice(0, 4)}-W${String(weekNumber(monday)).padStart(2, '0')}`

/** The last weeks, up to the current one. */
export function lastWeeks(count: number): Week[] {
  const now = today()
  const current = addDays(now, -weekday(now))
  return Array.from({ length: count }, (_, n) => {
    const monday = addDays(current, 7 * (n + 1 - count))
    return {
      ...{ monday, sunday: addDays(monday, 6), key: keyOf(monday) },
      ...{ label: shortDay(monday), name: weekWords(monday) },
    }
  })
}
