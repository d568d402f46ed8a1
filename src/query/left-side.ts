import type { Operator } from './condition.ts'
import { type FilterField, type FilterFields, nounOf, operatorsOf } from './fields.ts'
import { onlyAnd } from './only-and.ts'
import { quote } from './refusal.ts'
import type { ScannedTerm } from './scan.ts'

/** A fault in a term; `stops` if the rest of the term can only be guessed. */
export interface Finding {
  detail: string
  index: number
  stops: boolean
}

const operators: readonly string[] = [
  '=',
  '>',
  '<',
  '>=',
  '<=',
  'startsWith',
  'contains',
] satisfies Operator[]

export function isOperator(text: string): text is Operator {
  return operators.includes(text)
}

export function checkName(term: ScannedTerm, fields: FilterFields): Finding | undefined {
  const { text, index } = term.name
  if (Object.hasOwn(fields, text)) return undefined
  const misplaced = misplacedName(term)
  if (misplaced !== undefined) return { detail: misplaced, index, stops: true }
  return { detail: unknownField(text, fields), index, stops: false }
}

/** The fault if this cannot be the name of a field. */
function misplacedName({ name, operator }: ScannedTerm): string | undefined {
  if (name.text === '') {
    if (operator.text.startsWith('"')) return 'Expected the name of a field, without quotation marks'
    return onlyAnd(operator.text) ?? `The name of a field is missing before ${quote(operator.text)}`
  }
  return isOperator(operator.text) ? undefined : onlyAnd(name.text)
}

function unknownField(name: string, fields: FilterFields): string {
  const names = Object.keys(fields)
  const meant = names.find((known) => known.toLowerCase() === name.toLowerCase())
  const hint = meant === undefined ? `the fields are ${names.join(', ') || 'none'}` : `write ${meant}`
  return `The field ${quote(name)} does not exist or cannot be filtered by; ${hint}`
}

/** `field` is undefined if the name is unknown; then every operator is accepted. */
export function checkOperator(term: ScannedTerm, field: FilterField | undefined): Finding | undefined {
  const { text, index } = term.operator
  const allowed = field === undefined ? operators : operatorsOf(field)
  if (!isOperator(text)) return { detail: unreadableOperator(term, allowed), index, stops: true }
  if (field === undefined || allowed.includes(text)) return undefined
  const name = term.name.text
  const detail =
    text === 'startsWith'
      ? `startsWith works only for tags at /search/tags; ${name} allows ${allowed.join(' ')}`
      : `${text} cannot be used with ${name}, ${nounOf(field.type)}; allowed: ${allowed.join(' ')}`
  return { detail, index, stops: false }
}

const similar: Readonly<Record<string, Operator>> = {
  '==': '=',
  '===': '=',
  '=>': '>=',
  '=<': '<=',
  ':': '=',
  startswith: 'startsWith',
  contains: 'contains',
  '~': 'contains',
}

function unreadableOperator({ name, operator }: ScannedTerm, allowed: readonly string[]): string {
  const expected = allowed.length === 1 ? `expected ${allowed[0]}` : `expected one of ${allowed.join(' ')}`
  if (operator.text === '') return `There is no operator after ${quote(name.text)}; ${expected}`
  const refused = onlyAnd(operator.text)
  if (refused !== undefined) return refused
  const symbol = operator.text.toLowerCase()
  const meant = Object.hasOwn(similar, symbol) ? similar[symbol] : undefined
  const hint = meant !== undefined && allowed.includes(meant) ? `write ${meant}` : expected
  return `${quote(operator.text)} is not an operator; ${hint}`
}
