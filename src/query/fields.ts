import type { Operator } from './condition.ts'

export type FilterType = 'text' | 'id' | 'boolean' | 'date' | 'timestamp' | 'number' | 'tags'

/** `tags` is text compared case-insensitively; `startsWith` is only set for `tags` at /search/tags. */
export interface FilterField {
  type: FilterType
  startsWith?: boolean
  /** Whether `contains` looks for words in it: titles and names. */
  contains?: boolean
  /** Whether it names people: `"me"` stands for the caller. */
  isPerson?: boolean
  /** Whether a boolean depends on the day. */
  isDaily?: boolean
  /** Its description, if it is not a field of the record. */
  note?: string
  /** An example value, for the description. */
  sample?: string | undefined
  /** All values, if they are fixed: any other is refused. */
  choices?: readonly string[] | undefined
}

export type FilterFields = Readonly<Record<string, FilterField>>

/** The same fields without fixed values: a value that no record has finds nothing. */
export function withoutChoices(fields: FilterFields): FilterFields {
  return Object.fromEntries(Object.entries(fields).map(([name, { choices: _, ...field }]) => [name, field]))
}

const equality: readonly Operator[] = ['=']
const equalityAndPrefix: readonly Operator[] = ['=', 'startsWith']
const equalityAndWords: readonly Operator[] = ['=', 'contains']
const comparison: readonly Operator[] = ['=', '>', '<', '>=', '<=']

interface TypeRules {
  operators: readonly Operator[]
  noun: string
  format: string
  example: string
}

const relativeDays =
  'or a day in your time zone (`today`, `today+7`, `today-7`, or `monday` of this ISO week)'

const rules: Readonly<Record<FilterType, TypeRules>> = {
  text: { operators: equality, noun: 'a text', format: 'in double quotation marks', example: '"Draft"' },
  id: {
    operators: equality,
    noun: 'an id',
    format: 'in double quotation marks',
    example: '"0Gm2vYbJx7T4cQ9dKe5RwA"',
  },
  tags: {
    operators: equality,
    noun: 'a tag name',
    format: 'in double quotation marks, compared without regard to case',
    example: '"urgent"',
  },
  boolean: {
    operators: equality,
    noun: 'a boolean',
    format: '`true` or `false`, not quoted',
    example: 'true',
  },
  number: { operators: comparison, noun: 'a number', format: 'not quoted', example: '3' },
  date: {
    operators: comparison,
    noun: 'a date',
    format: `\`YYYY-MM-DD\` ${relativeDays}, in double quotation marks`,
    example: '"2026-01-31"',
  },
  timestamp: {
    operators: comparison,
    noun: 'a timestamp',
    format: `\`YYYY-MM-DD\` (a whole day in UTC), an RFC 3339 timestamp such as \`2026-01-31T09:30:00Z\`, ${relativeDays}, in double quotation marks`,
    example: '"2026-01-31"',
  },
}

export function operatorsOf(field: FilterField): readonly Operator[] {
  if (field.startsWith === true) return equalityAndPrefix
  return field.contains === true ? equalityAndWords : rules[field.type].operators
}

export function nounOf(type: FilterType): string {
  return rules[type].noun
}

export function exampleOf(type: FilterType): string {
  return rules[type].example
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** A filter that can be sent as it is. */
export function exampleFilter(fields: FilterFields): string {
  return Object.entries(fields)
    .slice(0, 2)
    .map(([name, { type, sample }]) => `${name}=${sample === undefined ? exampleOf(type) : quoted(sample)}`)
    .join(' AND ')
}

/** Generated from the declaration that the parser uses, so that the two cannot disagree. */
export function describeFilter(fields: FilterFields): string {
  const names = Object.keys(fields)
  if (names.length === 0) return 'This list has no fields to filter by.'
  const lines = Object.entries(fields).map(([name, field]) => {
    const operators = operatorsOf(field).map((operator) => `\`${operator}\``)
    const choices = field.choices === undefined ? '' : ` (${field.choices.map(quoted).join(', ')})`
    const me = field.isPerson === true ? ', or `"me"`' : ''
    const note = field.note === undefined ? '' : ` (${field.note})`
    return `- \`${name}\`: ${nounOf(field.type)}${note}, ${rules[field.type].format}${choices}${me}; ${operators.join(', ')}`
  })
  return [
    `Conditions that must all hold: \`<name><operator><value>\`, joined by \` AND \` (only AND is supported; the order does not matter; at most 50), URL encoded. Example: \`${exampleFilter(fields)}\`. Inside quotation marks \`\\"\` and \`\\\\\` stand for a quotation mark and a backslash.${words(fields)}`,
    '',
    ...lines,
  ].join('\n')
}

function words(fields: FilterFields): string {
  const isUsed = Object.values(fields).some((field) => field.contains)
  return isUsed
    ? ' `contains` finds words and beginnings of words, in any order, without regard to case and accents.'
    : ''
}

export function describeSort(fields: readonly string[]): string {
  if (fields.length === 0) return 'This list has no fields to sort by.'
  const names = fields.map((name) => `\`${name}\``).join(', ')
  return `The field to sort by, ascending; with a minus sign before it (\`-${fields[0]}\`), descending. Up to 3 fields, joined by commas. Fields: ${names}.`
}

/** The number of characters: a surrogate pair counts as one. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let n = 0; n < text.length; n += 1) if ((text.codePointAt(n) ?? 0) > 0xffff) count -= 1
  return count
}

/**
 * How many UTF-16 code units from the start of the text fit into this many bytes of UTF-8, without splitting
 * a code point.
 */
export function fittingLength(text: string, bytes: number): number {
  let used = 0
  let length = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    used += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (used > bytes) break
    length += character.length
  }
  return length
}

const sortKeyBytes = 1024

/**
 * The sort key of a text: "Text sorts by its case-folded form", short enough for an index on every engine.
 */
export function foldText(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  return folded.slice(0, fittingLength(folded, sortKeyBytes))
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** `YYYY-MM-DD`, a day of the (proleptic) Gregorian calendar in the years 0001 to 9999. */
export function isRealDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number)
  if (year === undefined || month === undefined || day === undefined || year === 0) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0)
  return day >= 1 && day <= last
}

/** The first character that no text may contain, and why, as a clause that follows the name of the text. */
export function findTextFault(text: string): { index: number; detail: string } | undefined {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    // Almost every character of almost every text.
    if (code >= 0x20 && code < 0x7f) continue
    if (code === 0) return { index, detail: 'contains a NUL character (U+0000)' }
    if ((code < 0x20 && code !== 0x0a && code !== 0x09) || (code >= 0x7f && code <= 0x9f)) {
      return {
        index,
        detail: `contains the control character ${unicodeName(code)}; only newline and tab are allowed`,
      }
    }
    if (code < 0xd800 || code > 0xdfff) continue
    if ((text.codePointAt(index) ?? 0) === code) {
      return {
        index,
        detail: `contains ${unicodeName(code)}, one half of a surrogate pair without the other`,
      }
    }
    // Skip the other half.
    index += 1
  }
  return undefined
}

const unicodeName = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`

export function textFault(text: string): string | undefined {
  return findTextFault(text)?.detail
}
