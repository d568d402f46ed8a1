import { clock } from '../base/clock.ts'
import type { Condition, FilterTerm, RelativeTerm } from './condition.ts'
import { addDays, localDay, resolveDay, startOfDay } from './days.ts'
import { boundsBetween } from './timestamps.ts'

/** The day and the time zone by which relative terms are resolved: "on the first page and kept in the paginationhash". */
export interface AsOf {
  today: string
  timeZone: string
}

interface Viewer {
  userId: string
  timeZone: string
}

export const asOfNow = ({ timeZone }: Pick<Viewer, 'timeZone'>): AsOf => ({
  today: localDay(timeZone, clock.now()),
  timeZone,
})

const isRelative = (term: FilterTerm): term is RelativeTerm => 'kind' in term

export const hasRelative = (terms: readonly FilterTerm[]): boolean => terms.some(isRelative)

/** The caller and day that relative filters depend on; empty if no filter is relative. */
export const viewerFor = (viewer: Viewer, filters: readonly string[] = []): readonly unknown[] =>
  filters.some((filter) => /"(?:me|today|monday)|overdue/.test(filter))
    ? [viewer.userId, asOfNow(viewer)]
    : []

/** The terms that mean the same to everybody. */
export const absoluteOnly = (terms: readonly FilterTerm[]): Condition[] =>
  terms.flatMap((term) => (isRelative(term) ? [] : [term]))

/** The conditions that a filter means to this caller on this day. */
export function resolveTerms(
  terms: readonly FilterTerm[],
  { userId }: Pick<Viewer, 'userId'>,
  asOf: AsOf,
): Condition[] {
  return terms.flatMap((term) => (isRelative(term) ? resolve(term, userId, asOf) : [term]))
}

function resolve(term: RelativeTerm, userId: string, { today, timeZone }: AsOf): Condition[] {
  const { field, operator, kind, written } = term
  switch (kind) {
    case 'person':
      return [{ field, operator, value: userId }]
    case 'flag':
      return [{ field, operator, value: written === 'true', today }]
    case 'date':
      return [{ field, operator, value: resolveDay(written, today) }]
    case 'timestamp': {
      const day = resolveDay(written, today)
      const [start, next] = [startOfDay(day, timeZone), startOfDay(addDays(day, 1), timeZone)]
      return boundsBetween(operator, start, next).map((bound) => ({ field, ...bound }))
    }
  }
}
