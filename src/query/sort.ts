import type { QueryRefusal } from './refusal.ts'

export interface SortKey {
  field: string
  descending: boolean
}

const mostKeys = 3

/** Parses a sort. It does not throw, so that its caller can report the faults of all parameters together. */
export function readSort(
  text: string | undefined,
  sortable: readonly string[],
  /** The field within which the records have an order. Only a filter that fixes it makes `rank` sortable. */
  orderedWithin?: string,
): { keys: SortKey[]; refused: QueryRefusal[] } {
  // "An empty … `sort=` counts as absent." Spaces around a name are accepted: `sort=a, b`, and `sort=+a`,
  // which decodes to one.
  if (text === undefined || text.trim() === '') return { keys: [], refused: [] }
  const keys = text.split(',').map(readKey)
  const named = new Set<string>()
  const unfit = new Set<string>()
  for (const { field } of keys) {
    if (field !== '' && (!sortable.includes(field) || named.has(field))) unfit.add(field)
    named.add(field)
  }
  const refused: QueryRefusal[] = []
  if (named.has('')) refused.push(refuse('invalid_sorter', emptyName))
  if (keys.length > mostKeys) {
    refused.push(
      refuse('invalid_request', `You can sort by at most ${mostKeys} fields; sort names ${keys.length}.`),
    )
  }
  if (orderedWithin !== undefined && unfit.has('rank') && !sortable.includes('rank'))
    refused.push(refuse('invalid_sorter', rankWithin(orderedWithin)))
  // Last, because it may not end with a full stop: "400, message `Invalid sorter(s): x`, the bad ones alone".
  if (unfit.size > 0)
    refused.push(refuse('invalid_sorter', `Invalid sorter(s): ${[...unfit].join(',').toWellFormed()}`))
  return { keys, refused }
}

const emptyName =
  'sort has an empty field name; write, for example, sort=-createdAt or sort=createdAt,updatedAt.'

const rankWithin = (field: string): string =>
  `Each ${field.replace(/Id$/, '')} has its own order. To sort by rank, filter by one: ${field}="…".`

function readKey(entry: string): SortKey {
  const trimmed = entry.trim()
  const descending = trimmed.startsWith('-')
  return { field: descending ? trimmed.slice(1).trim() : trimmed, descending }
}

function refuse(code: QueryRefusal['code'], detail: string): QueryRefusal {
  return { code, fault: { parameter: 'sort', detail } }
}

export function canonicalSort(keys: readonly SortKey[]): string {
  return keys.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',')
}
