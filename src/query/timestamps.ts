import type { Operator } from './condition.ts'
import { isRealDate } from './fields.ts'

/** A comparison with a stored timestamp, a text `YYYY-MM-DDTHH:MM:SS.sssZ` that compares as text. */
interface TimestampComparison {
  operator: Exclude<Operator, 'startsWith' | 'contains'>
  value: string
}

const dayMilliseconds = 86_400_000
const firstInstant = Date.parse('0001-01-01T00:00:00.000Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Rewrites a comparison with a day or an instant into bounds on stored texts; returns a string if it is
 * invalid.
 */
export function timestampBounds(operator: Operator, value: string): TimestampComparison[] | string {
  const comparison = comparisonBy(operator)
  if (isRealDate(value)) return dayBounds(comparison, Date.parse(`${value}T00:00:00.000Z`))
  const instant = parseInstant(value)
  return typeof instant === 'string' ? instant : instantBounds(comparison, instant)
}

/** Operators for texts only get here if they are wrong, which is reported elsewhere. */
const comparisonBy = (operator: Operator): TimestampComparison['operator'] =>
  operator === 'startsWith' || operator === 'contains' ? '=' : operator

/** Rewrites a comparison with a day that has these bounds: its first instant, and that of the next day. */
export function boundsBetween(operator: Operator, start: string, next: string): TimestampComparison[] {
  const comparison = comparisonBy(operator)
  switch (comparison) {
    case '=':
      return [
        { operator: '>=', value: start },
        { operator: '<', value: next },
      ]
    case '>':
      return [{ operator: '>=', value: next }]
    case '<=':
      return [{ operator: '<', value: next }]
    case '>=':
    case '<':
      return [{ operator: comparison, value: start }]
  }
}

/** "A date filter on a timestamp field compares whole days in UTC." */
function dayBounds(operator: TimestampComparison['operator'], midnight: number): TimestampComparison[] {
  const start = stored(midnight)
  const next = midnight + dayMilliseconds
  // The day after 9999-12-31 has no comparable text, but nothing is stored after it either.
  const within: TimestampComparison =
    next > lastInstant
      ? { operator: '<=', value: stored(lastInstant) }
      : { operator: '<', value: stored(next) }
  const after: TimestampComparison =
    next > lastInstant
      ? { operator: '>', value: stored(lastInstant) }
      : { operator: '>=', value: stored(next) }
  switch (operator) {
    case '=':
      return [{ operator: '>=', value: start }, within]
    case '>':
      return [after]
    case '<=':
      return [within]
    case '>=':
    case '<':
      return [{ operator, value: start }]
  }
}

/** A day or an instant in its stored form, truncated to milliseconds; undefined if the text is neither. */
export function storedInstant(text: string): string | undefined {
  if (isRealDate(text)) return `${text}T00:00:00.000Z`
  const instant = parseInstant(text)
  return typeof instant === 'string' ? undefined : stored(instant.milliseconds)
}

interface Instant {
  /** Truncated to milliseconds. */
  milliseconds: number
  /** Whether non-zero digits were truncated. */
  beyond: boolean
}

function instantBounds(
  operator: TimestampComparison['operator'],
  { milliseconds, beyond }: Instant,
): TimestampComparison[] {
  const value = stored(milliseconds)
  if (!beyond) return [{ operator, value }]
  // The instant lies between two storable ones: it equals neither, and is after the first.
  switch (operator) {
    case '=':
      return [
        { operator: '>', value },
        { operator: '<', value },
      ]
    case '>':
    case '>=':
      return [{ operator: '>', value }]
    case '<':
    case '<=':
      return [{ operator: '<=', value }]
  }
}

function stored(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

// The first character of each part decides what it is, so matching never backtracks.
const timestampPattern =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))$/

function parseInstant(text: string): Instant | string {
  const match = timestampPattern.exec(text)
  if (match === null) return unreadable(text)
  const [
    ,
    day = '',
    hour = '',
    minute = '',
    second = '',
    fraction = '',
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match
  if (!isRealDate(day)) return 'is on a day that does not exist'
  if (second === '60')
    return 'names a leap second, which is not supported; the last second of a minute is :59'
  if (hour > '23' || minute > '59' || second > '59') return 'has a time of day that does not exist'
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return 'has an offset that does not exist'
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000 * (sign === '-' ? -1 : 1)
  const local = Date.parse(`${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  const milliseconds = local - offset
  if (milliseconds < firstInstant || milliseconds > lastInstant)
    return 'is outside the years 0001 to 9999 in UTC'
  return { milliseconds, beyond: /[1-9]/.test(fraction.slice(3)) }
}

function unreadable(text: string): string {
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return 'is not a day that exists'
  const time = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?/.exec(text)
  const rest = time === null ? undefined : text.slice(time[0].length)
  if (rest === '') return 'has no offset; end it with Z or, for example, +02:00'
  if (rest !== undefined && /^ [0-9]{2}:[0-9]{2}$/.test(rest)) {
    return 'has a space before its offset; a plus sign must be sent as %2B'
  }
  return 'is neither a day (YYYY-MM-DD) nor an RFC 3339 timestamp (such as 2026-01-31T09:30:00Z)'
}
