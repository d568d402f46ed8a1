import type { Fault } from '../base/errors.ts'
import type { FilterTerm } from './condition.ts'
import { type FilterFields, findTextFault } from './fields.ts'
import { checkName, checkOperator, type Finding, isOperator } from './left-side.ts'
import { noParentheses, onlyAnd } from './only-and.ts'
import { filterFault, quote } from './refusal.ts'
import { type ScannedTerm, scanTerm } from './scan.ts'
import { isEscape, type TextSpan } from './terms.ts'
import { type Comparison, missingValue, readQuoted, readUnquoted } from './values.ts'

export interface TermReading {
  conditions: FilterTerm[]
  faults: Fault[]
}

/** Parses one term, `<name><operator><value>`, and finds all its faults. */
export function readTerm(text: string, stretch: TextSpan, fields: FilterFields): TermReading {
  const term = scanTerm(text, stretch)
  const { name, operator, value, rest } = term
  const field = Object.hasOwn(fields, name.text) ? fields[name.text] : undefined
  const faults: Fault[] = []
  const stopsAt = (found: Finding | undefined): boolean => {
    if (found !== undefined) faults.push(filterFault(found.detail, found.index))
    return found?.stops ?? false
  }

  if (stopsAt(checkName(term, fields))) return { conditions: [], faults }
  if (stopsAt(checkOperator(term, field)) || !isOperator(operator.text)) return { conditions: [], faults }
  const comparison = field && { ...field, field: name.text, operator: operator.text }
  const read = readValue(value, comparison)
  if (!Array.isArray(read) && stopsAt(read)) return { conditions: [], faults }
  // What follows the unquoted `title=Two words` belongs to the value, unless it is clearly an OR.
  const ended = value.quoted || (comparison !== undefined && Array.isArray(read))
  stopsAt(checkRest(rest, ended))
  return { conditions: Array.isArray(read) ? read : [], faults }
}

/** Without a comparison, because the name is unknown, any value that can be delimited is accepted. */
function readValue(value: ScannedTerm['value'], comparison: Comparison | undefined): FilterTerm[] | Finding {
  const { text, index, quoted, closed } = value
  if (text === '') {
    return { detail: comparison ? missingValue(comparison) : 'The value is missing', index, stops: true }
  }
  if (!closed) {
    const hint = text.endsWith('\\"') ? '; \\" does not close it: a backslash is written \\\\' : ''
    return { detail: `The quotation mark is never closed${hint}`, index, stops: true }
  }
  const parenthesis = quoted ? -1 : text.search(/[()]/)
  if (parenthesis !== -1) return { detail: noParentheses, index: index + parenthesis, stops: true }
  const character = quoted ? findTextFault(text) : undefined
  if (character !== undefined) {
    return { detail: `The value ${character.detail}`, index: index + character.index, stops: false }
  }
  if (comparison === undefined) return []
  const read = quoted ? readQuoted(comparison, unescaped(text)) : readUnquoted(comparison, text)
  return typeof read === 'string' ? { detail: read, index, stops: false } : read
}

function unescaped(quotation: string): string {
  let text = ''
  for (let index = 1; index < quotation.length - 1; index += 1) {
    if (isEscape(quotation, index)) index += 1
    text += quotation[index]
  }
  return text
}

/** Nothing may follow the value; `ended`: the end of the value is certain. */
function checkRest({ text, index }: ScannedTerm['rest'], ended: boolean): Finding | undefined {
  const detail = text === '' ? undefined : (onlyAnd(text) ?? (ended ? trailing(text) : undefined))
  return detail === undefined ? undefined : { detail, index, stops: false }
}

function trailing(word: string): string {
  if (word.startsWith('AND')) return 'AND needs a space on either side'
  const expected = 'After the value comes the end or " AND " and the next term'
  if (word.startsWith('"')) return `${expected}; a quotation mark inside the value is written \\"`
  return `${expected}, not ${quote(word)}`
}
