import { clockTime, daysBetween, dayText, dayWords } from '../../parts/days.ts'
import { timeTexts as words } from '../../texts/time.ts'

/** The time of day of a moment: `10:12`. */
export function timeOfDay(moment: number | string): string {
  const date = new Date(moment)
  return clockTime(date.getHours() * 60 + date.getMinutes()).padStart(5, '0')
}

/** A moment in the past, with its day unless that is today: `23:30 yesterday`. */
export function timeAndDay(moment: number | string, now = Date.now()): string {
  const time = timeOfDay(moment)
  const [day, current] = [dayText(new Date(moment)), dayText(new Date(now))]
  if (day === current) return time
  return daysBetween(day, current) === 1 ? words.yesterday(time) : words.onDay(time, dayWords(day, current))
}

/** The moment nearest to another, up to now, at which it was this time of day: a timer may have started days ago. */
export function nearestTime(time: string, to: string, now = Date.now()): Date | undefined {
  const [hours = '', minutes = ''] = time.split(':')
  if (hours === '' || minutes === '') return undefined
  const distance = (date: Date): number => Math.abs(date.getTime() - Date.parse(to))
  return [-1, 0, 1]
    .map((days) => {
      const date = new Date(to)
      date.setDate(date.getDate() + days)
      date.setHours(Number(hours), Number(minutes), 0, 0)
      return date
    })
    .filter((date) => date.getTime() <= now)
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

/** The first moment after a start at which it was this time of day; undefined if it has not come yet. */
export function firstTime(time: string, startedAt: string, now = Date.now()): Date | undefined {
  const [hours = '', minutes = ''] = time.split(':')
  if (hours === '' || minutes === '') return undefined
  const date = new Date(startedAt)
  date.setHours(Number(hours), Number(minutes), 0, 0)
  if (date.getTime() <= Date.parse(startedAt)) date.setDate(date.getDate() + 1)
  return date.getTime() > now ? undefined : date
}
