import type { Sql } from '../../db/database.ts'
import type { ReadContext } from '../../http/context.ts'
import { compared } from '../../lists/compared.ts'
import type { List } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { Condition } from '../../query/condition.ts'
import { parseListRequest } from '../../query/paging.ts'
import { absoluteOnly } from '../../query/relative.ts'

/** A field, and SQL of the key by which an index of each workspace continues. */
interface KeyedField {
  field: string
  key: string
}

const bounds = (key: string, conditions: readonly Condition[], side: '>' | '<'): Sql[] =>
  conditions
    .filter(({ operator }) => operator === '=' || operator.startsWith(side))
    .map(({ operator, value }) =>
      compared(key, { operator: operator === '=' ? `${side}=` : operator, value }),
    )

/** Limits restrictions by workspace to the filtered values of a field, which are adjacent in the index by its key. */
export function throughKey(
  parts: readonly Restriction[],
  filter: readonly Condition[],
  { field, key }: KeyedField,
): Restriction[] {
  const own = filter.filter((each) => each.field === field)
  const range = { key, low: bounds(key, own, '>'), high: bounds(key, own, '<') }
  return parts.map((part) =>
    part.indexRanges === undefined
      ? part
      : { ...part, indexRanges: part.indexRanges.map((indexRange) => ({ ...indexRange, range })) },
  )
}

/** Chooses the index for `places`: by one of these dates (the field, and SQL of its key) if the request sorts or filters by it. */
export function byKey(
  { actor, query }: ReadContext,
  list: List,
  keys: Readonly<Record<string, string>>,
  places: readonly Restriction[],
): Restriction[] {
  const { filter: terms, sort } = parseListRequest(
    query,
    list.sort,
    list.filter,
    Object.keys(list.resource.fields),
  )
  // The range must hold the days of later pages too, so relative days do not limit it.
  const filter = absoluteOnly(terms)
  const named = filter
    .filter(({ field }) => field === 'workspaceId')
    .map(({ value }) => list.where(actor, 'workspaceId', value))
  const asked = [...sort.slice(0, 1), ...filter].find(({ field }) => Object.hasOwn(keys, field))
  const key = asked && keys[asked.field]
  if (asked === undefined || key === undefined) return [...places]
  return throughKey([...places, ...named], filter, { field: asked.field, key })
}
