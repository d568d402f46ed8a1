import { addDays, mondayOf } from './days.ts'

const dayLength = 86_400_000

/** The ISO 8601 week of a date: it begins on Monday and belongs to the year of its Thursday. */
export function isoWeek(date: string): string {
  const thursday = addDays(mondayOf(date), 3)
  const year = thursday.slice(0, 4)
  const days = (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${year}-01-01T00:00:00Z`)) / dayLength
  return `${year}-W${String(1 + Math.floor(days / 7)).padStart(2, '0')}`
}
