import { setImmediate } from 'node:timers/promises'
import type { Position } from '../query/cursor.ts'
import { type Reader, rows } from './database.ts'
import { Pace, piece } from './pace.ts'
import { place, race } from './race.ts'
import { isOneWay, type Ranked } from './ranking.ts'
import {
  boundAfter,
  keyColumns,
  type Lane,
  orderOf,
  type PageRequest,
  type Placed,
  ranked,
  startOf,
  step,
  type Walk,
  walkAlong,
  walkThrough,
} from './walks.ts'

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
  const walks = [walkAlong(request), ...request.parts.flatMap((part) => walkThrough(request, part))]
  for (const walk of walks) {
    const [lane, ...others] = walk.lanes
    const direct = walk.inOrder && isOneWay(order) && walk.conditions.length === 0 && others.length === 0
    if (direct && lane !== undefined)
      return finish(request, await readDirectly<R>(reader, request, walk, lane))
  }
  const found = await race(reader, request, order, walks, patience)
  return finish(request, { ...found, rows: await fetchRows<R>(reader, request, found.ranked) })
}

interface Found<R> {
  ranked: Ranked[]
  rows: R[]
  more: Position | undefined
}

/** The page as its index gives it: in one statement, unless it is long or its rows are large. */
async function readDirectly<R>(
  reader: Reader,
  request: PageRequest,
  walk: Walk,
  lane: Lane,
): Promise<Found<R>> {
  const { source, keys, limit } = request
  const columns = source.select + keyColumns(keys)
  const pace = new Pace(piece.smallest)
  const read: (R & Placed)[] = []
  const places: Ranked[] = []
  for (let bound = startOf(request, walk); ; bound = boundAfter(walk, read.at(-1))) {
    const size = Math.min(pace.size, limit + 1 - read.length)
    const next = await pace.keep(() => rows<R & Placed>(reader, step(lane, walk, bound, size, columns)))
    read.push(...next)
    places.push(...next.map((row) => ranked(row, keys.length)))
    if (next.length < size || read.length > limit) break
    await setImmediate()
  }
  return { ranked: places.slice(0, limit), rows: read.slice(0, limit), more: place(places, limit) }
}

/** The rows themselves, asked again whether they match: they may have changed since the walk met them. */
async function fetchRows<R>(reader: Reader, request: PageRequest, places: Ranked[]): Promise<R[]> {
  const { source, parts } = request
  const where = [source.all.where, ...parts.map(({ condition }) => condition)]
  const values = where.flatMap((condition) => [...condition.values])
  const byId = new Map<string, R>()
  const pace = new Pace(piece.smallest)
  for (let rest = places; rest.length > 0; ) {
    const ids = rest.slice(0, pace.size).map(({ id }) => id)
    const read = await pace.keep(() =>
      rows<R & { id: string }>(reader, {
        sql: `SELECT ${source.select} FROM ${source.all.from} WHERE ${where.map(({ sql }) => `(${sql})`).join(' AND ')}
          AND ${source.all.id} IN (${ids.map(() => '?').join(', ')})`,
        values: [...values, ...ids],
      }),
    )
    for (const row of read) byId.set(row.id, row)
    rest = rest.slice(ids.length)
    if (rest.length > 0) await setImmediate()
  }
  return places.flatMap(({ id }) => byId.get(id) ?? [])
}

function finish<R>({ backwards }: PageRequest, { ranked: places, rows: found, more }: Found<R>): Page<R> {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return { rows: [], ends: undefined, more }
  const [start, end] = backwards ? [last, first] : [first, last]
  return {
    rows: backwards ? found.reverse() : found,
    ends: { first: { ...start, inclusive: false }, last: { ...end, inclusive: false } },
    more,
  }
}
