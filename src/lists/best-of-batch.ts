import type { Sql, SqlValue } from '../db/database.ts'
import type { Position } from '../query/cursor.ts'
import type { Order } from './order.ts'
import { type IndexRange, keyColumns, type PageRequest, type Plan } from './plans.ts'

/**
 * What a piece tells of each row: its place, and whether it belongs to the page. Where a row stands that does not is of
 * interest only along the order; elsewhere it is not asked, because its table would have to be looked at.
 */
export function batchColumns(
  lane: IndexRange,
  { inOrder, conditions }: Plan,
  hit: Sql,
  keys: PageRequest['keys'],
): Sql & { belongs: string } {
  const asked = (sql: string): string => `CASE WHEN ${hit.sql} THEN ${sql} END`
  if (inOrder || conditions.length === 0 || keys.length === 0)
    return {
      sql: `${lane.id} AS "id"${keyColumns(keys)}, (${hit.sql}) AS "hit"`,
      values: hit.values,
      belongs: '"hit"',
    }
  return {
    sql: `${lane.id} AS "id"${keyColumns(keys.map((key) => ({ ...key, sql: asked(key.sql) })))}`,
    values: keys.flatMap(() => [...hit.values]),
    // A sort key is never missing, so nothing is asked of the row twice.
    belongs: '"k0" IS NOT NULL',
  }
}

/**
 * Of the rows that `piece` reads only those that can be on a page of `size`, best first, and after them the one
 * where the walk goes on, with the number of all that were `read`. The engine sorts out the others: handing each of
 * thousands over costs several times what reading it does.
 */
export function bestOfBatch(
  piece: Sql & { belongs: string },
  { key, descending }: Plan,
  order: Order,
  size: number,
  position: Position | undefined,
): Sql {
  const names = [
    ...order.keys.map((down, n) => ({ name: `"k${n}"`, down })),
    { name: '"id"', down: order.id },
  ]
  const behind = position === undefined ? undefined : isBehind(names, position)
  const best = names.map(({ name, down }) => name + (down ? ' DESC' : '')).join(', ')
  const back = (key === undefined ? ['"id"'] : ['"at"', '"id"'])
    .map((name) => name + (descending ? '' : ' DESC'))
    .join(', ')
  return {
    sql: `WITH p AS MATERIALIZED (${piece.sql})
      SELECT b.*, 0 AS "read" FROM (SELECT * FROM p WHERE ${piece.belongs}${behind === undefined ? '' : ` AND (${behind.sql})`} ORDER BY ${best} LIMIT ${size}) b
      UNION ALL SELECT e.*, (SELECT COUNT(*) FROM p) AS "read" FROM (SELECT * FROM p ORDER BY ${back} LIMIT 1) e`,
    values: [...piece.values, ...(behind?.values ?? [])],
  }
}

/** Key after key: equal so far, and then beyond. */
function isBehind(names: readonly { name: string; down: boolean }[], position: Position): Sql {
  const place = [...position.keys, position.id]
  const values: SqlValue[] = []
  const ways = names.map(({ name, down }, n) => {
    const isLast = n === names.length - 1
    values.push(...place.slice(0, n + 1))
    const equal = names.slice(0, n).map((before) => `${before.name} = ? AND `)
    return `${equal.join('')}${name} ${down ? '<' : '>'}${isLast && position.inclusive ? '=' : ''} ?`
  })
  return { sql: ways.map((way) => `(${way})`).join(' OR '), values }
}
