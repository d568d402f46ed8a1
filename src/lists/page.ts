import { clock } from '../base/clock.ts'
import { type Reader, rows, type Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import type { Position } from '../query/cursor.ts'
import { readAtOnce } from './at-once.ts'
import { mergedBatch, nextBatch } from './batches.ts'
import { compare, isOneWay, type Ranked, type SortOrder } from './order.ts'
import { rowPace } from './pace.ts'
import { PageBudget } from './page-budget.ts'
import {
  allOf,
  boundAfter,
  type KeyedRow,
  keyColumns,
  type ListSource,
  orderOf,
  type PageRequest,
  type Plan,
  planInOrder,
  plansBy,
  ranked,
  startOf,
} from './plans.ts'
import { tryPlans } from './try-plans.ts'

/** How many index ranges one statement may merge. */
const mostMerged = 100

/** How many rows that do not match may be read, per row of the page and at the start, before other plans are tried. */
const mostMissed = { each: 3, first: 100 }

export interface Page<R> {
  rows: R[]
  /** The positions of the first and the last row. */
  ends: { first: Position; last: Position } | undefined
  /** Where to continue in the direction of reading; undefined at the end of the list. */
  more: Position | undefined
  /** The names that were read with the rows, by id, if the source has `names`. */
  names?: Record<string, string> | undefined
}

/** Adds the names of `source` to one of the rows. The order of the rows is lost. */
const withNames = ({ names }: ListSource, statement: Sql): Sql =>
  names === undefined
    ? statement
    : sql`WITH "page" AS MATERIALIZED (${statement}) SELECT p.*,
        CASE WHEN row_number() OVER () = 1 THEN (${names}) END AS "names" FROM "page" p`

type Naming = { names?: Page<unknown>['names'] | null }

const namesIn = (read: readonly Naming[]): Page<unknown>['names'] =>
  read.find(({ names }) => names)?.names ?? {}

/**
 * "No statement holds the process for more than 20 ms: what no index serves is read in short pieces, others are served
 * between them, and after 5 s the page found so far is returned with its `next`."
 *
 * Without conditions, an index gives the page immediately. With conditions there are several plans: read in the order
 * of the list and skip rows that do not match, or read everything that one condition selects and keep the best. Which
 * one is fast depends on the data. PostgreSQL knows the data well enough to choose in most cases, so it gets a moment to
 * find the page with one statement. Otherwise the plans run in turn, a batch each, and the first to finish wins.
 */
export async function readPage<R>(reader: Reader, request: PageRequest, patience = 5_000): Promise<Page<R>> {
  const order = orderOf(request)
  const plans = [planInOrder(request), ...request.restrictions.flatMap((each) => plansBy(request, each))]
  for (const plan of isOneWay(order) ? plans : []) {
    if (!isDirect(plan)) continue
    const found = await readDirectly<R>(reader, request, order, plan)
    if (found !== undefined) return finish(request, found)
  }
  if (request.restrictions.some(({ resolve }) => resolve !== undefined)) {
    const restrictions = await Promise.all(request.restrictions.map((each) => each.resolve?.() ?? each))
    return readPage(reader, { ...request, restrictions }, patience)
  }
  const started = clock.ticks()
  const { ranked: best, more } =
    (await readAtOnce(reader, request, order)) ??
    (await tryPlans(reader, request, order, plans, patience - (clock.ticks() - started)))
  const { until, ...found } = await fetchRows<R>(reader, request, best)
  if (until === undefined) return finish(request, { first: best[0], last: best.at(-1), ...found, more })
  return finish(request, { first: best[0], last: until, ...found, more: { ...until, inclusive: false } })
}

/** Rows in the order of reading, and the positions of the first and the last. */
interface Found<R> {
  first: Ranked | undefined
  last: Ranked | undefined
  rows: R[]
  names: Page<R>['names']
  more: Position | undefined
}

/** Whether a plan finds its rows in order and skips few of them or none. */
const isDirect = ({ inOrder, likely, indexRanges }: Plan): boolean =>
  inOrder && likely && indexRanges.length > 0 && indexRanges.length <= mostMerged

/**
 * Reads a page straight from one or several indexes, in one statement unless the page is long or its rows are large.
 * Undefined if too many rows do not belong to the page.
 */
async function readDirectly<R>(
  reader: Reader,
  request: PageRequest,
  order: SortOrder,
  plan: Plan,
): Promise<Found<R> | undefined> {
  const { source, keys, limit } = request
  const isChecked = plan.conditions.length > 0
  const selected = sql.raw(source.select + keyColumns(keys))
  const columns = isChecked ? sql`${selected}, (${allOf(plan.conditions)}) AS "hit"` : selected
  const [range, ...further] = plan.indexRanges
  const isMerged = further.length > 0 || range?.each !== undefined
  const pace = rowPace()
  const budget = new PageBudget(source)
  const found: (R & KeyedRow)[] = []
  const names: Page<R>['names'] = source.names && {}
  let missed = 0
  let isFull = false
  for (let bound = startOf(request, plan); range !== undefined; ) {
    const size = Math.min(pace.size, budget.rows, limit + 1 - found.length)
    const batch = isMerged
      ? mergedBatch(reader.engine, source, plan, bound, size, columns)
      : nextBatch(range, plan, bound, size, columns)
    const read = await pace.keep(() => rows<R & KeyedRow & Naming>(reader, withNames(source, batch)))
    const next = isMerged || names !== undefined ? sorted(read, keys.length, order) : read
    if (names !== undefined) Object.assign(names, namesIn(read))
    // Two index ranges can lead to the same row.
    for (const [n, row] of next.entries())
      if (n > 0 && row.id === next[n - 1]?.id) continue
      else if (isChecked && !row.hit) missed += 1
      else if (!budget.takes(row)) {
        isFull = true
        break
      } else found.push(row)
    budget.learn()
    if (isFull || next.length < size || found.length > limit) break
    if (missed > mostMissed.first + mostMissed.each * found.length) return undefined
    bound = boundAfter(plan, next.at(-1))
    await yieldNow()
  }
  const page = found.slice(0, limit)
  const positionOf = (row: KeyedRow | undefined): Ranked | undefined => row && ranked(row, keys.length)
  const last = positionOf(page.at(-1))
  const isMore = isFull || found.length > limit
  const more = isMore && last !== undefined ? { ...last, inclusive: false } : undefined
  return { first: positionOf(page[0]), last, rows: page, names, more }
}

/** The rows of several index ranges, in the order of the list. */
function sorted<T extends KeyedRow>(read: readonly T[], keys: number, order: SortOrder): T[] {
  return read
    .map((row) => ({ row, position: ranked(row, keys) }))
    .sort((a, b) => compare(a.position, b.position, order))
    .map(({ row }) => row)
}

/**
 * Reads the rows themselves and checks them again: they may have changed since the plan found them. `until`: the
 * position of the last one that fits on the page, if not all do.
 */
async function fetchRows<R>(
  reader: Reader,
  request: PageRequest,
  wanted: Ranked[],
): Promise<Pick<Found<R>, 'rows' | 'names'> & { until?: Ranked }> {
  const { source, restrictions } = request
  const { from, where, id, byId } = source.all
  const conditions = restrictions.map(({ condition }) => condition)
  const matches = allOf(byId === undefined ? conditions : [where, ...conditions])
  const found: R[] = []
  const names: Page<R>['names'] = source.names && {}
  const budget = new PageBudget(source)
  const pace = rowPace()
  let until: Ranked | undefined
  for (let rest = wanted; rest.length > 0; ) {
    const some = rest.slice(0, Math.min(pace.size, budget.rows))
    const ids = some.map(({ id }) => id)
    // Within CASE, so that the engine does not choose an index for the conditions: it might read a year of days.
    const read = await pace.keep(() =>
      rows<R & { id: string } & Naming>(
        reader,
        withNames(
          source,
          sql`SELECT ${sql.raw(source.select)} FROM ${sql.raw(from)} WHERE ${byId ?? where}
            AND ${sql.raw(id)} IN ${sql.list(ids)} AND CASE WHEN ${matches} THEN 1 ELSE 0 END = 1`,
        ),
      ),
    )
    if (names !== undefined) Object.assign(names, namesIn(read))
    const readById = new Map(read.map((row) => [row.id, row]))
    for (const position of some) {
      const row = readById.get(position.id)
      if (row !== undefined && !budget.takes(row)) return { rows: found, names, ...(until && { until }) }
      if (row !== undefined) found.push(row)
      until = position
    }
    budget.learn()
    rest = rest.slice(ids.length)
    if (rest.length > 0) await yieldNow()
  }
  return { rows: found, names }
}

function finish<R>({ backwards }: PageRequest, { first, last, rows: found, names, more }: Found<R>): Page<R> {
  if (first === undefined || last === undefined) return { rows: [], ends: undefined, more, names }
  const [start, end] = backwards ? [last, first] : [first, last]
  return {
    rows: backwards ? found.reverse() : found,
    ends: { first: { ...start, inclusive: false }, last: { ...end, inclusive: false } },
    more,
    names,
  }
}
