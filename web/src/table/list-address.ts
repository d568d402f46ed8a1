import { type KnownField, type ListPath, lists, type Operator, records } from '../api/records.ts'
import { filterLabels } from '../texts/records.ts'

/** One condition of a filter. */
export interface Term {
  field: string
  operator: Operator
  /** As the person typed it, without quotation marks. */
  value: string
  /** As an address has it. A condition that cannot be read has nothing else, and no field. */
  written?: string
}

export const is = (field: string, value: string): Term => ({ field, operator: '=', value })

export interface Listing {
  /** `title` or `-title`; without one the service chooses the order. */
  sort?: string | undefined
  terms: readonly Term[]
  limit?: number
  /** Whether the response names the records that the listed ones mention. */
  names?: boolean
}

/** A field of the records in a list. */
export function fieldIn(path: ListPath, field: string): KnownField | undefined {
  const label = lists[path].filter[field] === undefined ? undefined : filterLabels[field]
  const derived = label === undefined ? undefined : ({ label, about: label, type: 'boolean' } as const)
  return records[lists[path].of]?.fields[field] ?? derived
}

export function isSortable(path: ListPath, field: string): boolean {
  return lists[path].sort.includes(field)
}

/** The condition in the filter language of the API: numbers and booleans are bare, everything else is quoted. */
function expressionOf(path: ListPath, { field, operator, value, written }: Term): string {
  if (written !== undefined) return written
  const type = fieldIn(path, field)?.type
  const isBare = type === 'number' || type === 'boolean'
  const text = isBare ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const isWord = operator === 'startsWith' || operator === 'contains'
  return isWord ? `${field} ${operator} ${text}` : `${field}${operator}${text}`
}

/** The address of the first page of a list; `below` is the path with its ids filled in. */
export function addressOf(
  path: ListPath,
  { sort, terms, limit, names }: Listing,
  below: string = path,
): string {
  const query = new URLSearchParams()
  if (limit !== undefined) query.set('limit', String(limit))
  if (names) query.set('expand', 'names')
  if (sort !== undefined) query.set('sort', sort)
  if (terms.length > 0) query.set('filter', filterOf(path, terms))
  const text = query.toString()
  return text === '' ? below : `${below}?${text}`
}

const operators = ['>=', '<=', '=', '>', '<', 'startsWith', 'contains'] as const

/** The conditions of a filter. Those that the application does not understand stay as they are. */
export function termsOf(filter: string): Term[] {
  return conditionsOf(filter)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ ...(termOf(text) ?? { field: '', operator: '=', value: text }), written: text }))
}

/** Splits at `AND`, except within quotation marks. */
function conditionsOf(filter: string): string[] {
  const found: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < filter.length; at += 1) {
    if (filter[at] === '"') isQuoted = !isQuoted
    else if (isQuoted && filter[at] === '\\') at += 1
    else if (!isQuoted && filter.startsWith(' AND ', at)) {
      found.push(filter.slice(from, at))
      from = at + ' AND '.length
    }
  }
  return [...found, filter.slice(from)]
}

function termOf(text: string): Term | undefined {
  const [field = ''] = /^\w+/.exec(text) ?? []
  const rest = text.slice(field.length).trimStart()
  const operator = operators.find((each) => rest.startsWith(each))
  if (field === '' || operator === undefined) return undefined
  const value = readValue(rest.slice(operator.length).trimStart())
  return value === undefined ? undefined : { field, operator, value }
}

/** A quoted value without its marks, or a bare one. */
function readValue(text: string): string | undefined {
  if (!text.startsWith('"')) return text === '' || /\s/.test(text) ? undefined : text
  let value = ''
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '"') return at === text.length - 1 ? value : undefined
    if (text[at] === '\\') at += 1
    value += text[at] ?? ''
  }
  return undefined
}

/** The conditions as the API writes them. */
export const filterOf = (path: ListPath, terms: readonly Term[]): string =>
  terms.map((term) => expressionOf(path, term)).join(' AND ')
