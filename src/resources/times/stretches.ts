import { longestEntry } from '../../schema/records/time.ts'

/** A part of a timer's run that becomes one entry. */
interface TimerSpan {
  date: string
  minutes: number
}

const minute = 60_000

/**
 * Splits the time between two moments into local days. Minutes are rounded so that the parts add up to the
 * rounded total, which is at least one. A day of 25 hours, when clocks are set back, is too long for one entry
 * and becomes two.
 */
export function* stretchesOf(from: Date, to: Date, timeZone: string): Generator<TimerSpan> {
  const localDay = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const whole = Math.max(1, Math.round((to.getTime() - from.getTime()) / minute))
  let counted = 0
  for (let start = from.getTime(); counted < whole; ) {
    const date = localDay.format(start)
    const end = Math.min(endOfDay(start, date, localDay), to.getTime())
    const until = end >= to.getTime() ? whole : Math.round((end - from.getTime()) / minute)
    for (let minutes = until - counted; minutes > 0; minutes -= longestEntry)
      yield { date, minutes: Math.min(minutes, longestEntry) }
    counted = Math.max(counted, until)
    start = end
  }
}

/** The longest possible day, in minutes. */
const longestDay = 26 * 60

/** The start of the next day, which is a whole minute in every time zone. */
function endOfDay(moment: number, date: string, localDay: Intl.DateTimeFormat): number {
  let low = Math.floor(moment / minute)
  let high = low + longestDay
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (localDay.format(middle * minute) > date) high = middle
    else low = middle
  }
  return high * minute
}
