import type { Sql, SqlValue } from '../db/database.ts'
import type { Position } from '../query/cursor.ts'
import { isOneWay, type Order, type Ranked } from './order.ts'

/** A way to rows: an index whose first columns are fixed by `where` and that goes on by `key`, if any, and the id. */
export interface IndexRange {
  from: string
  where: Sql
  id: string
  /** SQL of the same in the row itself, where the lane comes to it by another table. */
  own?: string
  /** The same or more, without a look at the rows: enough to tell how long it is at most. */
  entries?: Pick<IndexRange, 'from' | 'where'>
  range?: Range
}

/** A stretch of an index: of the key between its bounds. */
export interface Range {
  key: string
  low: readonly Sql[]
  high: readonly Sql[]
}

/** What a list reads. Names are SQL texts, such as `t."titleKey"`. */
export interface Source {
  select: string
  all: IndexRange
  /** The keys that an index of `all` goes on by, before the id. */
  indexedKeys: ReadonlySet<string>
  /** The columns that may hold long texts. */
  wide: readonly string[]
}

/** A condition and, where indexes serve it, the lanes that together hold just the rows that meet it. */
export interface Restriction {
  condition: Sql
  lanes?: readonly IndexRange[]
  /** Most rows meet it, so that a walk which leaves out those that do not is short. */
  likely?: boolean
}

export interface PageRequest {
  source: Source
  /** SQL of what is sorted by, never null; empty: by id alone. */
  keys: readonly { sql: string; descending: boolean }[]
  idDescending: boolean
  /** All of them must hold. */
  parts: readonly Restriction[]
  position: Position | undefined
  backwards: boolean
  limit: number
}

export interface Plan {
  lanes: readonly IndexRange[]
  /** What the lanes do not see to. */
  conditions: readonly Sql[]
  /** Whether most rows meet the conditions. */
  likely: boolean
  key: string | undefined
  descending: boolean
  /** Whether the walk meets the rows in the order asked for (by the first key at least). */
  inOrder: boolean
}

export function planAlong({ source, keys, idDescending, backwards, parts }: PageRequest): Plan {
  const [first] = keys
  const way = { lanes: [source.all], ...leftTo(parts) }
  if (first === undefined)
    return { ...way, key: undefined, descending: idDescending !== backwards, inOrder: true }
  if (!source.indexedKeys.has(first.sql)) return { ...way, key: undefined, descending: false, inOrder: false }
  return { ...way, key: first.sql, descending: first.descending !== backwards, inOrder: true }
}

export function planThrough(
  { source, keys, idDescending, backwards, parts }: PageRequest,
  through: Restriction,
): Plan[] {
  if (through.lanes === undefined) return []
  const left = leftTo(parts.filter((part) => part !== through))
  const [first] = keys
  const key = through.lanes[0]?.range?.key
  // A stretch of the ids themselves is a stretch of the order without a key.
  const laneKey = key === source.all.id ? undefined : key
  const inOrder = first?.sql === laneKey
  const descending = inOrder && (first?.descending ?? idDescending) !== backwards
  return [{ lanes: through.lanes, ...left, key: laneKey, descending, inOrder }]
}

const leftTo = (parts: readonly Restriction[]): Pick<Plan, 'conditions' | 'likely'> => ({
  conditions: parts.map(({ condition }) => condition),
  likely: parts.every(({ likely }) => likely === true),
})

/** Whether a row that a walk meets belongs to the page. */
export function hitOf({ conditions }: Plan): Sql {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1 = 1',
    values: conditions.flatMap(({ values }) => [...values]),
  }
}

export function orderOf({ keys, idDescending, backwards }: PageRequest): Order {
  return {
    keys: keys.map(({ descending }) => descending !== backwards),
    id: idDescending !== backwards,
  }
}

/** Rows with the keys of their place beside their columns; `at`: where they stand in the index that is walked. */
export type Placed = {
  id: string
  k0?: SqlValue
  k1?: SqlValue
  k2?: SqlValue
  at?: string | number
  hit?: boolean
}

export function ranked(row: Placed, keys: number): Ranked {
  return { id: row.id, keys: [row.k0, row.k1, row.k2].slice(0, keys) as (string | number)[] }
}

export const keyColumns = (keys: PageRequest['keys']): string =>
  keys.map(({ sql }, n) => `, ${sql} AS "k${n}"`).join('')

/** From where a walk starts: at the position, as far as its index can tell. */
export function startOf(request: PageRequest, { key, inOrder }: Plan): Bound | undefined {
  const { position } = request
  if (position === undefined || !inOrder) return undefined
  const [first] = position.keys
  if (key === undefined || first === undefined) return { id: position.id, inclusive: position.inclusive }
  return isOneWay(orderOf(request))
    ? { key: first, id: position.id, inclusive: position.inclusive }
    : { key: first, inclusive: true }
}

export interface Bound {
  key?: string | number
  id?: string
  inclusive: boolean
}

export function boundAfter({ key }: Plan, row: Placed | undefined): Bound | undefined {
  if (row === undefined) return undefined
  if (key === undefined || row.at === undefined) return { id: row.id, inclusive: false }
  return { key: row.at, id: row.id, inclusive: false }
}

/** One statement: the next `size` rows of a lane after `bound`. */
export function step(
  lane: IndexRange,
  walk: Plan,
  bound: Bound | undefined,
  size: number,
  columns: string,
): Sql {
  const { sql, values } = stretch(lane, walk, bound, columns)
  const by = walk.key === undefined ? [lane.id] : [walk.key, lane.id]
  return {
    sql: `${sql} ORDER BY ${by.map((each) => each + direction(walk)).join(', ')} LIMIT ${size}`,
    values,
  }
}

/** The same of all lanes of a walk together: the first of their ids, and then the rows, in any order. */
export function mergedStep(
  { all }: Source,
  walk: Plan,
  bound: Bound | undefined,
  size: number,
  columns: Sql,
): Sql {
  const pieces = walk.lanes.map((lane, n) => {
    const id = `${lane.id} AS "id"`
    if (lane.from === all.from) return stretch(lane, walk, bound, id)
    // Of joins PostgreSQL would read and sort everything, unless told of each how much is wanted.
    const { sql, values } = step(lane, walk, bound, size, id)
    return { sql: `SELECT * FROM (${sql}) "lane${n}"`, values }
  })
  const by = walk.key === undefined ? ['"id"'] : ['"at"', '"id"']
  const union = pieces.map(({ sql }) => sql).join(' UNION ALL ')
  const first = `${union} ORDER BY ${by.map((name) => name + direction(walk)).join(', ')} LIMIT ${size}`
  const at = walk.key === undefined ? '' : ', p."at"'
  return {
    // A cross join is read in this order: first the ids, then their rows. PostgreSQL may turn it round while it
    // knows nothing of a table, and would then find the ids again for each row, were they not kept.
    sql: `WITH p AS MATERIALIZED (${first}) SELECT ${columns.sql}${at} FROM p CROSS JOIN ${all.from} WHERE ${all.where.sql} AND ${all.id} = p."id"`,
    values: [...pieces.flatMap(({ values }) => [...values]), ...columns.values, ...all.where.values],
  }
}

const direction = ({ descending }: Plan): string => (descending ? ' DESC' : '')

/** What a lane holds after `bound`. */
function stretch(lane: IndexRange, walk: Plan, bound: Bound | undefined, columns: string): Sql {
  const conditions = [lane.where, ...rangeOf(lane, walk, bound)]
  const values: SqlValue[] = conditions.flatMap((condition) => [...condition.values])
  let where = conditions.map(({ sql }) => sql).join(' AND ')
  if (bound !== undefined) {
    const operator = (walk.descending ? '<' : '>') + (bound.inclusive ? '=' : '')
    const parts: [string, SqlValue][] = []
    if (walk.key !== undefined && bound.key !== undefined) parts.push([walk.key, bound.key])
    if (bound.id !== undefined) parts.push([lane.id, bound.id])
    where += ` AND (${parts.map(([sql]) => sql).join(', ')}) ${operator} (${parts.map(() => '?').join(', ')})`
    values.push(...parts.map(([, value]) => value))
    // The same of the row itself: PostgreSQL may go along both at once, and would begin with the first row of all.
    if (lane.own !== undefined && walk.key === undefined && bound.id !== undefined) {
      where += ` AND ${lane.own} ${operator} ?`
      values.push(bound.id)
    }
  }
  const at = walk.key === undefined ? '' : `, ${walk.key} AS "at"`
  return { sql: `SELECT ${columns}${at} FROM ${lane.from} WHERE ${where}`, values }
}

/** A position stands within the range already: its bound takes the place of the range's, or both would be looked at. */
function rangeOf({ range }: IndexRange, { descending }: Plan, bound: Bound | undefined): readonly Sql[] {
  if (range === undefined) return []
  const { low, high } = range
  if (bound === undefined) return [...low, ...high]
  return descending ? low : high
}
