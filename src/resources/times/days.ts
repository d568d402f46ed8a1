import type { Actor } from '../../base/actor.ts'
import type { Sql } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { Condition } from '../../query/condition.ts'
import type { ListRequest } from '../../query/paging.ts'
import { absoluteOnly } from '../../query/relative.ts'
import { times } from './time.ts'

const key = 't."date"'

const compared = (conditions: readonly Condition[], operator: '>' | '<'): Sql[] =>
  conditions
    .filter((condition) => condition.operator === '=' || condition.operator.startsWith(operator))
    .map((condition) => {
      const bound = condition.operator === '=' ? `${operator}=` : condition.operator
      return sql`${sql.raw(`${key} ${bound}`)} ${condition.value}`
    })

/** Limits restrictions by workspace to the filtered dates, which are adjacent in the index. */
export function throughDays(parts: readonly Restriction[], filter: readonly Condition[]): Restriction[] {
  const days = filter.filter(({ field }) => field === 'date')
  const range = { key, low: compared(days, '>'), high: compared(days, '<') }
  return parts.map((part) =>
    part.indexRanges === undefined
      ? part
      : { ...part, indexRanges: part.indexRanges.map((indexRange) => ({ ...indexRange, range })) },
  )
}

/** Chooses the index for `places`: by date if the request filters or sorts by date. */
export function partsFor(
  actor: Actor,
  places: readonly Restriction[],
  { filter: terms, sort }: Pick<ListRequest, 'filter' | 'sort'>,
): Restriction[] {
  // The range must hold the days of later pages too, so relative days do not limit it.
  const filter = absoluteOnly(terms)
  const named = filter
    .filter(({ field }) => field === 'workspaceId')
    .map(({ value }) => times.where(actor, 'workspaceId', value))
  const aboutDays = sort[0]?.field === 'date' || filter.some(({ field }) => field === 'date')
  return aboutDays ? throughDays([...places, ...named], filter) : [...places]
}
