import type { Condition, Operator } from './condition.ts'
import { exampleOf, type FilterType, isRealDate, nounOf, textFault } from './fields.ts'
import { invalidRequest, quote } from './refusal.ts'
import { timestampBounds } from './timestamps.ts'

/** The left side of a term. */
export interface Comparison {
  field: string
  type: FilterType
  operator: Operator
  /** The only values it can have. */
  choices?: readonly string[] | undefined
}

// The number syntax of JSON. The first character of each part decides what it is, so matching never
// backtracks.
const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

/** The conditions for a quoted value; returns a string if it is invalid. */
export function readQuoted(comparison: Comparison, value: string): Condition[] | string {
  const { field, type, operator, choices } = comparison
  if (choices !== undefined && !choices.includes(value))
    return `${field} is never ${quote(value)}; it is one of ${choices.map(quote).join(', ')}`
  switch (type) {
    case 'text':
    case 'id':
    case 'tags':
      return [{ field, operator, value: value.normalize('NFC') }]
    case 'date':
      if (isRealDate(value)) return [{ field, operator, value }]
      return `${quote(value)} is not ${/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) ? 'a day that exists' : 'a day (YYYY-MM-DD)'}; ${expectation(comparison)}`
    case 'timestamp': {
      const bounds = timestampBounds(operator, value)
      if (typeof bounds === 'string') return `${quote(value)} ${bounds}; ${expectation(comparison)}`
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

/** The same for an unquoted value. */
export function readUnquoted(comparison: Comparison, word: string): Condition[] | string {
  const { field, type, operator } = comparison
  switch (type) {
    case 'boolean':
      if (word === 'true' || word === 'false') return [{ field, operator, value: word === 'true' }]
      return notBoolean(field, quote(word))
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
  return operator === 'startsWith' ? `${field} startsWith ${value}` : `${field}${operator}${value}`
}
