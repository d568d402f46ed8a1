import type { Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Position } from '../query/cursor.ts'
import type { SortOrder } from './order.ts'
import { type IndexRange, keyColumns, type PageRequest, type Plan } from './plans.ts'

/** The columns of a batch; `belongs`: SQL on its result that says whether a row is on the page. */
interface BatchColumns {
  columns: Sql
  belongs: string
}

/**
 * The id of each row, its sort keys, and whether it belongs to the page. The keys of a row that does not belong matter
 * only to a plan in order; other plans do not select them, because that would mean reading the row from its table.
 */
export function batchColumns(
  range: IndexRange,
  { inOrder, conditions }: Plan,
  hit: Sql,
  keys: PageRequest['keys'],
): BatchColumns {
  const id = sql.raw(`${range.id} AS "id"`)
  if (inOrder || conditions.length === 0 || keys.length === 0)
    return { columns: sql`${id}${sql.raw(keyColumns(keys))}, (${hit}) AS "hit"`, belongs: '"hit"' }
  const keysOfHits = keys.map(
    (key, n) => sql`CASE WHEN ${hit} THEN ${sql.raw(key.sql)} END AS ${sql.id(`k${n}`)}`,
  )
  // A sort key is never null, so its presence means that the row belongs to the page.
  return { columns: sql.join([id, ...keysOfHits]), belongs: '"k0" IS NOT NULL' }
}

/**
 * Of the rows in `batch`, only those that can be on a page of `size`, best first, followed by the row where the plan
 * continues, with the number of rows that were `read`. The engine drops the others: passing thousands of rows to the
 * process costs several times as much as reading them.
 */
export function bestOfBatch(
  batch: Sql,
  { belongs }: BatchColumns,
  { key, descending }: Plan,
  order: SortOrder,
  size: number,
  position: Position | undefined,
): Sql {
  const columns = [
    ...order.keys.map((down, n) => ({ name: `"k${n}"`, down })),
    { name: '"id"', down: order.id },
  ]
  const beyond = position === undefined ? sql`` : sql` AND (${isBeyondInOrder(columns, position)})`
  const best = columns.map(({ name, down }) => name + (down ? ' DESC' : '')).join(', ')
  const last = (key === undefined ? ['"id"'] : ['"at"', '"id"'])
    .map((name) => name + (descending ? '' : ' DESC'))
    .join(', ')
  return sql`WITH p AS MATERIALIZED (${batch})
    SELECT b.*, 0 AS "read" FROM (SELECT * FROM p WHERE ${sql.raw(belongs)}${beyond} ${sql.raw(`ORDER BY ${best} LIMIT ${size}`)}) b
    UNION ALL SELECT e.*, (SELECT COUNT(*) FROM p) AS "read" FROM (SELECT * FROM p ORDER BY ${sql.raw(last)} LIMIT 1) e`
}

/** Column after column: equal so far, and then beyond. */
export function isBeyondInOrder(
  columns: readonly { name: string; down: boolean }[],
  position: Position,
): Sql {
  const place = [...position.keys, position.id]
  const ways = columns.map(({ name, down }, n) => {
    const isLast = n === columns.length - 1
    const operator = (down ? '<' : '>') + (isLast && position.inclusive ? '=' : '')
    const equal = columns.slice(0, n).map((before, m) => sql`${sql.raw(before.name)} = ${place[m] ?? null}`)
    const beyond = sql`${sql.raw(`${name} ${operator}`)} ${place[n] ?? null}`
    return sql`(${sql.join([...equal, beyond], ' AND ')})`
  })
  return sql.join(ways, ' OR ')
}
