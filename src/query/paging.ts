import type { ProblemCode } from '../base/errors.ts'
import type { FilterTerm } from './condition.ts'
import type { FilterFields } from './fields.ts'
import { readFilter } from './filter.ts'
import { type QueryRefusal, quote, refusal } from './refusal.ts'
import { readShape, type Shape } from './shape.ts'
import { readSort, type SortKey } from './sort.ts'

type Paging = 'first' | 'last' | 'prev' | 'next'

export interface ListRequest {
  limit: number
  paging: Paging
  /** Set only if paging is `prev` or `next`. */
  paginationhash: string | undefined
  sort: SortKey[]
  filter: FilterTerm[]
  shape: Shape
}

type Query = Readonly<Record<string, readonly string[]>>

const defaultLimit = 25
const greatestLimit = 500
const pagings: readonly string[] = ['first', 'last', 'prev', 'next'] satisfies Paging[]

/** Parses the parameters that every list has, and reports all faults at once. */
export function parseListRequest(
  query: Query,
  sortable: readonly string[] | ((filter: readonly FilterTerm[]) => readonly string[]),
  fields: FilterFields,
  members: readonly string[] = [],
  orderedWithin?: string,
): ListRequest {
  const refused: QueryRefusal[] = []
  const refuse = (code: ProblemCode, parameter: string, detail: string): void => {
    refused.push({ code, fault: { parameter, detail } })
  }
  const single = (name: string): string | undefined => {
    const values = query[name] ?? []
    if (values.length <= 1) return values[0]
    refuse('invalid_request', name, `${name} was given ${values.length} times. Give it once.`)
    return undefined
  }

  const limitText = single('limit')
  const limit = limitText === undefined ? defaultLimit : readLimit(limitText)
  if (limit === undefined) {
    const found = quote(limitText ?? '')
    refuse(
      'invalid_request',
      'limit',
      `limit must be a whole number from 1 to ${greatestLimit}, not ${found}.`,
    )
  }
  const pagingText = single('paging')
  const paging = pagingText === undefined ? 'first' : pagingText
  if (!isPaging(paging)) {
    refuse('invalid_request', 'paging', `paging must be first, last, prev or next, not ${quote(paging)}.`)
  }
  const hash = single('paginationhash')
  const needed = paging === 'prev' || paging === 'next'
  if (needed && !hash && (query['paginationhash'] ?? []).length <= 1) {
    const detail = `paging=${paging} needs the paginationhash from the same link. To start, use paging=first.`
    refuse('invalid_pagination_hash', 'paginationhash', detail)
  }
  // Links carry `paging`; a first request does not need it.
  const filter = readFilter(single('filter'), fields, pagingText !== undefined)
  for (const fault of filter.faults) refused.push({ code: 'invalid_filter', fault })
  const { shape, refused: misshapen } = readShape(single('fields'), single('expand'), members)
  refused.push(...misshapen)
  // The sort comes last because its message has no full stop to separate it from the next.
  const sort = readSort(
    single('sort'),
    typeof sortable === 'function' ? sortable(filter.conditions) : sortable,
    orderedWithin,
  )
  refused.push(...sort.refused)

  if (refused.length > 0 || limit === undefined || !isPaging(paging)) throw refusal(refused)
  const paginationhash = needed ? hash : undefined
  return { limit, paging, paginationhash, sort: sort.keys, filter: filter.conditions, shape }
}

function isPaging(text: string): text is Paging {
  return pagings.includes(text)
}

/** The largest number of records requested; 0 for an invalid limit. */
export function limitAsked(query: Query): number {
  const [text] = query['limit'] ?? []
  return text === undefined ? defaultLimit : (readLimit(text) ?? 0)
}

/** "`limit` 1 to 500 …; anything else is a 400, never silently cut." */
function readLimit(text: string): number | undefined {
  const limit = /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= greatestLimit ? limit : undefined
}
