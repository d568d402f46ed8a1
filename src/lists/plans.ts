import type { Sql, SqlValue } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Position } from '../query/cursor.ts'
import { isOneWay, type Ranked, type SortOrder } from './order.ts'

/** Index entries with the first columns fixed by `where`; the index continues with `key`, if any, and the id. */
export interface IndexRange {
  from: string
  where: Sql
  id: string
  /** SQL of the id in the row's own table, if the range is in another table. */
  rowId?: string
  /** The part of `where` that finds a row by its id; all of it if absent. */
  byId?: Sql
  /** The same entries without reading rows; if they may be more, only the rows that meet `check` belong to the range. */
  entries?: Pick<IndexRange, 'from' | 'where'> & { check?: Sql }
  range?: KeyRange
  /** The range repeats for each row, `e`, of this query; `where` refers to it. Only for a restriction with `resolve`. */
  each?: Sql
}

/** The entries with a key between these bounds. */
export interface KeyRange {
  key: string
  low: readonly Sql[]
  high: readonly Sql[]
}

/** The key by which the entries of a range are sorted before their ids; undefined: by id alone. */
export const keyOf = ({ id, range }: IndexRange): string | undefined =>
  range?.key === id ? undefined : range?.key

/** The source of a list. Names are SQL, such as `t."titleKey"`. */
export interface ListSource {
  select: string
  all: IndexRange
  /** The keys by which an index of `all` continues, before the id. */
  indexedKeys: ReadonlySet<string>
  /** The columns that may contain long texts. */
  wide: readonly string[]
  /** SQL of the names of the records that the rows of the query `page` refer to, to be read with the rows. */
  names?: Sql
}

/** A condition and, if indexes serve it, the ranges that together hold exactly the rows that meet it. */
export interface Restriction {
  condition: Sql
  indexRanges?: readonly IndexRange[]
  /** Most rows meet it, so reading all of them and skipping the others is quick. */
  likely?: boolean
  /** The field and the value that it fixes, if it does. */
  fixes?: { field: string; value: string | number | boolean }
  /** The same restriction with a range for each row that `each` finds, for plans other than a page by id. */
  resolve?: () => Promise<Restriction>
}

/** The other restrictions, limited to rows that meet `order`, which the request itself no longer checks. */
export function alsoMeeting(order: Restriction, all: readonly Restriction[]): Restriction[] {
  const limited = ({ indexRanges, resolve, ...rest }: Restriction): Restriction => ({
    ...rest,
    ...(indexRanges !== undefined && {
      indexRanges: indexRanges.map((range) => ({
        ...range,
        where: sql`${range.where} AND ${order.condition}`,
      })),
    }),
    ...(resolve !== undefined && { resolve: async () => limited(await resolve()) }),
  })
  return all.filter((each) => each !== order).map(limited)
}

export interface PageRequest {
  source: ListSource
  /** SQL of the sort keys, never null; empty: by id alone. */
  keys: readonly { sql: string; descending: boolean }[]
  idDescending: boolean
  /** Rows must meet all of them. */
  restrictions: readonly Restriction[]
  position: Position | undefined
  backwards: boolean
  limit: number
}

/** One way to read a page: index ranges, and the conditions to check on the rows found there. */
export interface Plan {
  indexRanges: readonly IndexRange[]
  conditions: readonly Sql[]
  /** Whether most rows meet the conditions. */
  likely: boolean
  key: string | undefined
  descending: boolean
  /** Whether rows come in the requested order, at least by the first key. */
  inOrder: boolean
}

/** Reads the whole list in its order, or in any order if no index has it. */
export function planInOrder({ source, keys, idDescending, backwards, restrictions }: PageRequest): Plan {
  const [first] = keys
  const plan = { indexRanges: [source.all], ...checksFor(restrictions) }
  if (first === undefined)
    return { ...plan, key: undefined, descending: idDescending !== backwards, inOrder: true }
  if (!source.indexedKeys.has(first.sql))
    return { ...plan, key: undefined, descending: false, inOrder: false }
  return { ...plan, key: first.sql, descending: first.descending !== backwards, inOrder: true }
}

/** Reads the rows that an index finds for one of the restrictions. */
export function plansBy(
  { source, keys, idDescending, backwards, restrictions }: PageRequest,
  restriction: Restriction,
): Plan[] {
  const { indexRanges } = restriction
  if (indexRanges === undefined) return []
  const checks = checksFor(restrictions.filter((other) => other !== restriction))
  const [first] = keys
  const rangeKey = indexRanges[0]?.range?.key
  // A range of ids is in the order of a list without a key.
  const key = rangeKey === source.all.id ? undefined : rangeKey
  const inOrder = first?.sql === key
  const descending = inOrder && (first?.descending ?? idDescending) !== backwards
  return [{ indexRanges, ...checks, key, descending, inOrder }]
}

const checksFor = (restrictions: readonly Restriction[]): Pick<Plan, 'conditions' | 'likely'> => ({
  conditions: restrictions.map(({ condition }) => condition),
  likely: restrictions.every(({ likely }) => likely === true),
})

/** All conditions combined with AND. */
export function allOf(conditions: readonly Sql[]): Sql {
  if (conditions.length === 0) return sql`1 = 1`
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    ' AND ',
  )
}

export function orderOf({ keys, idDescending, backwards }: PageRequest): SortOrder {
  return {
    keys: keys.map(({ descending }) => descending !== backwards),
    id: idDescending !== backwards,
  }
}

/** A row with its sort keys; `at`: its key in the index that is read; `hit`: whether it belongs to the page. */
export type KeyedRow = {
  id: string
  k0?: SqlValue
  k1?: SqlValue
  k2?: SqlValue
  at?: string | number
  hit?: boolean
}

export function ranked(row: KeyedRow, keys: number): Ranked {
  return { id: row.id, keys: [row.k0, row.k1, row.k2].slice(0, keys) as (string | number)[] }
}

export const keyColumns = (keys: PageRequest['keys']): string =>
  keys.map(({ sql: key }, n) => `, ${key} AS "k${n}"`).join('')

/** Where a plan starts: at the position, as far as its index can express it. */
export function startOf(request: PageRequest, { key, inOrder }: Plan): KeyBound | undefined {
  const { position } = request
  if (position === undefined || !inOrder) return undefined
  const [first] = position.keys
  if (key === undefined || first === undefined) return { id: position.id, inclusive: position.inclusive }
  return isOneWay(orderOf(request))
    ? { key: first, id: position.id, inclusive: position.inclusive }
    : { key: first, inclusive: true }
}

export interface KeyBound {
  key?: string | number
  id?: string
  inclusive: boolean
}

export function boundAfter({ key }: Plan, row: KeyedRow | undefined): KeyBound | undefined {
  if (row === undefined) return undefined
  if (key === undefined || row.at === undefined) return { id: row.id, inclusive: false }
  return { key: row.at, id: row.id, inclusive: false }
}
