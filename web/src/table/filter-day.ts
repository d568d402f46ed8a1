import { addDays, exactly, isDay, mediumDay, weekdayName } from '../parts/days.ts'
import { texts } from '../texts/texts.ts'

const { table: words } = texts

/** A date or time of a filter in words: "27 Nov 2026", "7 days from today" for `today+7`. Undefined for other values. */
export function dayInFilter(value: string): string | undefined {
  if (isDay(value)) return mediumDay(value)
  if (isDay(value.slice(0, 10)) && Number.isFinite(Date.parse(value))) return exactly(value)
  const [, from, days = '0'] = /^(today|monday)([+-]\d{1,4})?$/.exec(value) ?? []
  const away = Number(days)
  if (from === 'monday') {
    const weeks = Math.floor(away / 7)
    // The fifth of January 2026 is a Monday.
    return words.dayOfWeek(weekdayName(addDays('2026-01-05', away)), weeks)
  }
  if (from === undefined) return undefined
  if (away === 0) return words.today
  if (away === 1) return words.tomorrow
  return away === -1 ? words.yesterday : words.daysAway(away)
}
