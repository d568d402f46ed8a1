import { type KnownField, type ListPath, lists, type Operator, records } from '../api/records.ts'

/** One condition of a filter. */
export interface Term {
  field: string
  operator: Operator
  /** As the person typed it, without quotation marks. */
  value: string
}

export const is = (field: string, value: string): Term => ({ field, operator: '=', value })

export interface Listing {
  /** `title` or `-title`; without one the service chooses the order. */
  sort?: string | undefined
  terms: readonly Term[]
  limit?: number
}

/** A field of the records in a list. */
export function fieldIn(path: ListPath, field: string): KnownField | undefined {
  return records[lists[path].of]?.fields[field]
}

export function isSortable(path: ListPath, field: string): boolean {
  return lists[path].sort.includes(field)
}

/** The condition in the filter language of the API: numbers and booleans are bare, everything else is quoted. */
function expressionOf(path: ListPath, { field, operator, value }: Term): string {
  const type = fieldIn(path, field)?.type
  const isBare = type === 'number' || type === 'boolean'
  const text = isBare ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return operator === 'startsWith' ? `${field} startsWith ${text}` : `${field}${operator}${text}`
}

/** The address of the first page of a list; `below` is the path with its ids filled in. */
export function addressOf(path: ListPath, { sort, terms, limit }: Listing, below: string = path): string {
  const query = new URLSearchParams()
  if (limit !== undefined) query.set('limit', String(limit))
  if (sort !== undefined) query.set('sort', sort)
  if (terms.length > 0) query.set('filter', terms.map((term) => expressionOf(path, term)).join(' AND '))
  const text = query.toString()
  return text === '' ? below : `${below}?${text}`
}
