import type { FilterTerm, Operator } from './condition.ts'
import { isRelativeDay } from './days.ts'
import { exampleOf, type FilterType, isRealDate, nounOf, textFault } from './fields.ts'
import { invalidRequest, quote } from './refusal.ts'
import { timestampBounds } from './timestamps.ts'
import { parseSearch } from './words.ts'

/** The left side of a term. */
export interface Comparison {
  field: string
  type: FilterType
  operator: Operator
  /** The only values it can have. */
  choices?: readonly string[] | undefined
  /** Whether it names people: `"me"` stands for the caller. */
  isPerson?: boolean
  /** Whether a boolean depends on the day. */
  isDaily?: boolean
}

/** The words that `contains` looks for. */
const mostWords = 16

// The number syntax of JSON. The first character of each part decides what it is, so matching never
// backtracks.
const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** The conditions for a quoted value; returns a string if it is invalid. */
export function readQuoted(comparison: Comparison, value: string): FilterTerm[] | string {
  const { field, type, operator, choices } = comparison
  if (choices !== undefined && !choices.includes(value))
    return `${field} is never ${quote(value)}; it is one of ${choices.map(quote).join(', ')}`
  if (operator === 'contains') {
    const { length } = parseSearch(value, mostWords + 1)
    if (length === 0) return `${quote(value)} has no word to look for; ${expectation(comparison)}`
    if (length > mostWords) return `${field} contains looks for at most ${mostWords} words`
  }
  if (comparison.isPerson && value === 'me') return [{ field, operator, kind: 'person', written: value }]
  if ((type === 'date' || type === 'timestamp') && isRelativeDay(value))
    return [{ field, operator, kind: type, written: value }]
  switch (type) {
    case 'text':
    case 'id':
    case 'tags':
      return [{ field, operator, value: value.normalize('NFC') }]
    case 'date':
      if (isRealDate(value)) return [{ field, operator, value }]
      return `${quote(value)} is not ${/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) ? 'a day that exists' : 'a day (YYYY-MM-DD)'}; ${misspeltDay(value)}${expectation(comparison)}`
    case 'timestamp': {
      const bounds = timestampBounds(operator, value)
      if (typeof bounds === 'string')
        return `${quote(value)} ${bounds}; ${misspeltDay(value)}${expectation(comparison)}`
      return bounds.map((bound) => ({ field, ...bound }))
    }
    case 'boolean':
      return notBoolean(field, `${quote(value)} in quotation marks`)
    case 'number': {
      const example = numberPattern.test(value) && value.length <= 40 ? value : exampleOf(type)
      return `${field} is a number, and a number has no quotation marks: write ${written(comparison, example)}`
    }
  }
}

/** For values such as `"today 7"`, where a plus sign was sent as it is, and `"Today"`. */
function misspeltDay(value: string): string {
  if (/^(?:today|monday) [0-9]+$/.test(value)) return 'a plus sign must be sent as %2B; '
  return /^(?:today|monday)/i.test(value)
    ? 'relative days are "today", "today+7", "today-7" and "monday"; '
    : ''
}

/** The same for an unquoted value. */
export function readUnquoted(comparison: Comparison, word: string): FilterTerm[] | string {
  const { field, type, operator } = comparison
  switch (type) {
    case 'boolean':
      if (word !== 'true' && word !== 'false') return notBoolean(field, quote(word))
      return comparison.isDaily
        ? [{ field, operator, kind: 'flag', written: word }]
        : [{ field, operator, value: word === 'true' }]
    case 'number': {
      if (!numberPattern.test(word)) return `${quote(word)} is not a number; ${expectation(comparison)}`
      const value = Number(word)
      if (!Number.isFinite(value)) return `${quote(word)} is too large a number`
      // Engines differ on minus zero, and nobody means it.
      return [{ field, operator, value: value === 0 ? 0 : value }]
    }
    default: {
      const quotable = /^[^"\\]{1,40}$/.test(word) && textFault(word) === undefined
      const readable = quotable && typeof readQuoted(comparison, word) !== 'string'
      const example = readable ? `"${word}"` : exampleFor(comparison)
      return `${field} is ${nounOf(type)}, and its value must be in double quotation marks: write ${written(comparison, example)}`
    }
  }
}

export function missingValue(comparison: Comparison): string {
  if (comparison.type === 'boolean') return notBoolean(comparison.field, 'nothing')
  return `There is no value after ${comparison.operator}; ${expectation(comparison)}`
}

const exampleFor = ({ type, choices: [choice] = [] }: Comparison): string =>
  choice === undefined ? exampleOf(type) : quote(choice)

function notBoolean(field: string, found: string): string {
  return `${invalidRequest}: ${field} must be true or false, not ${found}`
}

function expectation(comparison: Comparison): string {
  return `${comparison.field} is ${nounOf(comparison.type)}, for example ${written(comparison, exampleFor(comparison))}`
}

function written({ field, operator }: Comparison, value: string): string {
  const isWord = operator === 'startsWith' || operator === 'contains'
  return isWord ? `${field} ${operator} ${value}` : `${field}${operator}${value}`
}
