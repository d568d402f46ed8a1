import { type Reader, rows, type Sql } from '../db/database.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import type { Position } from '../query/cursor.ts'
import { compare, isOneWay, type Order, type Ranked } from './order.ts'
import { rowPace } from './pace.ts'
import { PageBudget } from './page-budget.ts'
import {
  type Bound,
  boundAfter,
  hitOf,
  type IndexRange,
  keyColumns,
  mergedStep,
  orderOf,
  type PageRequest,
  type Placed,
  type Plan,
  planAlong,
  planThrough,
  ranked,
  startOf,
  step,
} from './plans.ts'
import { tryPlans } from './try-plans.ts'

/** How many lanes one statement may merge. */
const mostMerged = 100

/** How many rows that do not belong to a page are read whole, for each that does and at first, before other ways are tried. */
const mostMissed = { each: 3, first: 100 }

export interface Page<R> {
  rows: R[]
  /** Where the first and the last row stand. */
  ends: { first: Position; last: Position } | undefined
  /** Where to go on in the direction of the walk; undefined at the end of the list. */
  more: Position | undefined
}

/**
 * "No statement holds the process for more than 20 ms: what no index serves is read in short pieces,
 * others are served between them, and after 5 s the page found so far is returned with its `next`."
 *
 * Without conditions an index gives the page at once. With them there may be several ways (along the
 * order, leaving out what does not match; or through everything that one condition selects, keeping the
 * best), and which is short depends on data that nobody knows beforehand. So they race, piece by piece.
 */
export async function readPage<R>(reader: Reader, request: PageRequest, patience = 5_000): Promise<Page<R>> {
  const order = orderOf(request)
  const walks = [planAlong(request), ...request.parts.flatMap((part) => planThrough(request, part))]
  for (const walk of isOneWay(order) ? walks : []) {
    const found = await readAtOnce<R>(reader, request, order, walk)
    if (found !== undefined) return finish(request, found)
  }
  const { ranked: places, more } = await tryPlans(reader, request, order, walks, patience)
  const { rows: found, until } = await fetchRows<R>(reader, request, places)
  if (until === undefined)
    return finish(request, { first: places[0], last: places.at(-1), rows: found, more })
  return finish(request, { first: places[0], last: until, rows: found, more: { ...until, inclusive: false } })
}

/** The rows in the order of the walk, and where the first and the last of them stand. */
interface Found<R> {
  first: Ranked | undefined
  last: Ranked | undefined
  rows: R[]
  more: Position | undefined
}

/** The page of a walk that meets its rows in their order and leaves out few of them or none, if this is one. */
async function readAtOnce<R>(
  reader: Reader,
  request: PageRequest,
  order: Order,
  walk: Plan,
): Promise<Found<R> | undefined> {
  const isOne = walk.inOrder && walk.likely && walk.lanes.length > 0 && walk.lanes.length <= mostMerged
  return isOne ? readDirectly(reader, request, order, walk) : undefined
}

/**
 * The page as its index gives it, or its indexes: in one statement, unless it is long or its rows are large;
 * undefined when too many rows are left out.
 */
async function readDirectly<R>(
  reader: Reader,
  request: PageRequest,
  order: Order,
  walk: Plan,
): Promise<Found<R> | undefined> {
  const { source, keys, limit } = request
  const hit = walk.conditions.length === 0 ? undefined : hitOf(walk)
  const shown = source.select + keyColumns(keys) + (hit === undefined ? '' : `, (${hit.sql}) AS "hit"`)
  const columns = { sql: shown, values: hit?.values ?? [] }
  const [lane, ...further] = walk.lanes
  const pace = rowPace()
  const room = new PageBudget(source)
  const found: (R & Placed)[] = []
  let missed = 0
  let isFull = false
  for (let bound = startOf(request, walk); lane !== undefined; ) {
    const size = Math.min(pace.size, room.rows, limit + 1 - found.length)
    const sql =
      further.length === 0
        ? directStep(lane, walk, bound, size, columns)
        : mergedStep(source, walk, bound, size, columns)
    const read = await pace.keep(() => rows<R & Placed>(reader, sql))
    const next = further.length === 0 ? read : sorted(read, keys.length, order)
    // Two lanes can lead to the same row.
    for (const [n, row] of next.entries())
      if (n > 0 && row.id === next[n - 1]?.id) continue
      else if (hit !== undefined && !row.hit) missed += 1
      else if (!room.takes(row)) {
        isFull = true
        break
      } else found.push(row)
    room.learn()
    if (isFull || next.length < size || found.length > limit) break
    if (missed > mostMissed.first + mostMissed.each * found.length) return undefined
    bound = boundAfter(walk, next.at(-1))
    await yieldNow()
  }
  const shownRows = found.slice(0, limit)
  const placeOf = (row: Placed | undefined): Ranked | undefined => row && ranked(row, keys.length)
  const last = placeOf(shownRows.at(-1))
  const isMore = isFull || found.length > limit
  const more = isMore && last !== undefined ? { ...last, inclusive: false } : undefined
  return { first: placeOf(shownRows[0]), last, rows: shownRows, more }
}

/** The rows of several lanes in the order of the list. */
function sorted<T extends Placed>(read: readonly T[], keys: number, order: Order): T[] {
  return read
    .map((row) => ({ row, place: ranked(row, keys) }))
    .sort((a, b) => compare(a.place, b.place, order))
    .map(({ row }) => row)
}

function directStep(lane: IndexRange, walk: Plan, bound: Bound | undefined, size: number, columns: Sql): Sql {
  const { sql, values } = step(lane, walk, bound, size, columns.sql)
  return { sql, values: [...columns.values, ...values] }
}

/**
 * The rows themselves, asked again whether they match: they may have changed since the walk met them. `until`: the last
 * place of those that fit, where not all do.
 */
async function fetchRows<R>(
  reader: Reader,
  request: PageRequest,
  places: Ranked[],
): Promise<{ rows: R[]; until?: Ranked }> {
  const { source, parts } = request
  const { where } = source.all
  // An engine must not take an index of theirs for the shorter way to a few ids: it would read a whole stretch of days.
  const matches = `CASE WHEN ${parts.map(({ condition }) => `(${condition.sql})`).join(' AND ') || '1 = 1'} THEN 1 ELSE 0 END = 1`
  const values = parts.flatMap(({ condition }) => [...condition.values])
  const found: R[] = []
  const room = new PageBudget(source)
  const pace = rowPace()
  let until: Ranked | undefined
  for (let rest = places; rest.length > 0; ) {
    const some = rest.slice(0, Math.min(pace.size, room.rows))
    const ids = some.map(({ id }) => id)
    const read = await pace.keep(() =>
      rows<R & { id: string }>(reader, {
        sql: `SELECT ${source.select} FROM ${source.all.from} WHERE ${where.sql}
          AND ${source.all.id} IN (${ids.map(() => '?').join(', ')}) AND ${matches}`,
        values: [...where.values, ...ids, ...values],
      }),
    )
    const byId = new Map(read.map((row) => [row.id, row]))
    for (const place of some) {
      const row = byId.get(place.id)
      if (row !== undefined && !room.takes(row)) return { rows: found, ...(until && { until }) }
      if (row !== undefined) found.push(row)
      until = place
    }
    room.learn()
    rest = rest.slice(ids.length)
    if (rest.length > 0) await yieldNow()
  }
  return { rows: found }
}

function finish<R>({ backwards }: PageRequest, { first, last, rows: found, more }: Found<R>): Page<R> {
  if (first === undefined || last === undefined) return { rows: [], ends: undefined, more }
  const [start, end] = backwards ? [last, first] : [first, last]
  return {
    rows: backwards ? found.reverse() : found,
    ends: { first: { ...start, inclusive: false }, last: { ...end, inclusive: false } },
    more,
  }
}
