import type { ListPath } from '../api/queries.ts'
import { lists } from '../api/types.ts'

/** One condition of a filter, as a chip shows it. */
export interface Term {
  field: string
  operator: string
  /** As the person wrote it, without quotation marks. */
  value: string
}

export interface Listing {
  /** `title` or `-title`; none: as the service orders it. */
  sort?: string | undefined
  terms: readonly Term[]
  limit?: number
}

/** The fields and operators that a list takes, by field. */
export function operatorsOf(path: ListPath): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const each of lists[path].filter) {
    const at = each.indexOf(' ')
    const field = each.slice(0, at)
    fields.set(field, [...(fields.get(field) ?? []), each.slice(at + 1)])
  }
  return fields
}

export function sortable(path: ListPath, field: string): boolean {
  return (lists[path].sort as readonly string[]).includes(field)
}

const bare = /^(?:true|false|-?\d+(?:\.\d+)?)$/

/** The API's own expression: texts in quotation marks, numbers and booleans as they are. */
export function expressionOf({ field, operator, value }: Term, quoted: boolean): string {
  const text =
    quoted || !bare.test(value) ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : value
  return operator === 'startsWith' ? `${field} startsWith ${text}` : `${field}${operator}${text}`
}

/** Fields whose values are numbers or booleans: their values stand without quotation marks. */
const unquoted =
  /^(priority|minutes|size|estimateMinutes|archived|template|allDay|billable|locked|compatibility)$/

export function filterOf(terms: readonly Term[]): string {
  return terms.map((term) => expressionOf(term, !unquoted.test(term.field))).join(' AND ')
}

/** The address of the first page of a listing; `below`: the path with its ids filled in. */
export function addressOf(below: string, { sort, terms, limit }: Listing): string {
  const query = new URLSearchParams()
  if (limit !== undefined) query.set('limit', String(limit))
  if (sort !== undefined) query.set('sort', sort)
  if (terms.length > 0) query.set('filter', filterOf(terms))
  const text = query.toString()
  return text === '' ? below : `${below}?${text}`
}

/** What a developer would send for the same list. */
export function asRequest(address: string): string {
  return `curl -H "Authorization: Bearer $ACCESS_TOKEN" "${window.location.origin}${address}"`
}
