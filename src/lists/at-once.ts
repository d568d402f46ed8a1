import type { Reader, Sql } from '../db/database.ts'
import { plannedEachTime, sql } from '../db/sql.ts'
import type { Position } from '../query/cursor.ts'
import { isBeyondInOrder } from './best-of-batch.ts'
import { isOneWay, type Ranked, type SortOrder } from './order.ts'
import {
  allOf,
  type IndexRange,
  type KeyedRow,
  keyColumns,
  type ListSource,
  type PageRequest,
  type Restriction,
  ranked,
} from './plans.ts'
import { pageOf } from './try-plans.ts'

/** Milliseconds. Nearly all pages take less, even among a million records. */
const patience = 150

/** Finds a page with one statement that the engine plans. Undefined if that takes too long, or if the engine cannot. */
export async function readAtOnce(
  reader: Reader,
  request: PageRequest,
  order: SortOrder,
): Promise<{ ranked: Ranked[]; more: Position | undefined } | undefined> {
  const { source, keys, restrictions, position, limit } = request
  const columns = [
    ...keys.map((key, n) => ({ name: key.sql, down: order.keys[n] === true })),
    { name: source.all.id, down: order.id },
  ]
  const by = columns.map(({ name, down }) => name + (down ? ' DESC' : '')).join(', ')
  const conditions = [
    ...conditionsOf(source.all),
    ...restrictions.map((each) => plainly(source, each)),
    ...(position === undefined
      ? []
      : [isOneWay(order) ? after(columns, position) : isBeyondInOrder(columns, position)]),
  ]
  const found = await reader.runWithin?.(
    patience,
    sql`SELECT ${sql.raw(`${source.all.id} AS "id"${keyColumns(keys)} FROM ${source.all.from}`)}
      WHERE ${allOf(conditions)} ${sql.raw(`ORDER BY ${by} LIMIT ${limit + 1}`)} ${plannedEachTime}`,
  )
  if (found === undefined) return undefined
  const best = (found as KeyedRow[]).map((row) => ranked(row, keys.length))
  return pageOf(best, limit)
}

/** The condition in a form for which the engine finds the index. */
function plainly({ all }: ListSource, { condition, indexRanges }: Restriction): Sql {
  if (indexRanges === undefined) return condition
  const [first, ...others] = indexRanges
  if (first === undefined) return sql`1 = 0`
  if (first.from === all.from)
    return others.length > 0 ? condition : allOf([...conditionsOf(first), condition])
  const ids = indexRanges.map(
    ({ id, from, where, entries = { from, where } }) =>
      sql`SELECT ${sql.raw(`${id} FROM ${entries.from}`)} WHERE ${entries.where}`,
  )
  const checks = indexRanges.flatMap(({ entries }) => entries?.check ?? [])
  return allOf([sql`${sql.raw(all.id)} IN (${sql.join(ids, ' UNION ALL ')})`, ...checks])
}

const conditionsOf = ({ where, range }: IndexRange): Sql[] => [
  where,
  ...(range?.low ?? []),
  ...(range?.high ?? []),
]

/** An order in one direction, which one comparison expresses. */
function after(columns: readonly { name: string; down: boolean }[], { keys, id, inclusive }: Position): Sql {
  const operator = (columns[0]?.down ? '<' : '>') + (inclusive ? '=' : '')
  const names = columns.map(({ name }) => name).join(', ')
  return sql`(${sql.raw(names)}) ${sql.raw(operator)} (${sql.join([...keys, id].map((value) => sql`${value}`))})`
}
