import type { Engine, Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { IndexRange, KeyBound, ListSource, Plan } from './plans.ts'

/** The next `size` rows of an index range after `bound`. */
export function nextBatch(
  range: IndexRange,
  plan: Plan,
  bound: KeyBound | undefined,
  size: number,
  columns: Sql,
): Sql {
  const by = plan.key === undefined ? [range.id] : [plan.key, range.id]
  return sql`${rowsAfter(range, plan, bound, columns)}${firstBy(by, plan, size)}`
}

/** The next `size` rows of all ranges of a plan together: first their ids, and then the rows, in any order. */
export function mergedBatch(
  engine: Engine,
  { all }: ListSource,
  plan: Plan,
  bound: KeyBound | undefined,
  size: number,
  columns: Sql,
): Sql {
  const ranges = plan.indexRanges.map((range, n) => {
    const id = sql.raw(`${range.id} AS "id"`)
    const own = sql.id(`range${n}`)
    if (range.each !== undefined)
      return sql`SELECT ${own}.* FROM (${range.each}) e
        CROSS JOIN LATERAL (${nextBatch(range, plan, bound, size, id)}) ${own}`
    // SQLite reads no more of each index than the page needs. Without a limit of its own, PostgreSQL would read and sort
    // all rows of a range, and SQLite all rows of a join.
    if (engine === 'sqlite' && range.from === all.from) return rowsAfter(range, plan, bound, id)
    return sql`SELECT * FROM (${nextBatch(range, plan, bound, size, id)}) ${own}`
  })
  const first = firstBy(plan.key === undefined ? ['"id"'] : ['"at"', '"id"'], plan, size)
  const at = plan.key === undefined ? '' : ', p."at"'
  // A cross join is read in this order: first the ids, then their rows. PostgreSQL may reverse it while it has no
  // statistics of a table, and would then look for the ids again for each row, were they not materialized.
  return sql`WITH p AS MATERIALIZED (${sql.join(ranges, ' UNION ALL ')}${first})
    SELECT ${columns}${sql.raw(at)} FROM p CROSS JOIN ${sql.raw(all.from)}
    WHERE ${all.where} AND ${sql.raw(all.id)} = p."id"`
}

function firstBy(columns: readonly string[], { descending }: Plan, size: number): Sql {
  const direction = descending ? ' DESC' : ''
  const order = columns.map((column) => column + direction).join(', ')
  return sql.raw(` ORDER BY ${order} LIMIT ${size}`)
}

/** The rows of an index range after `bound`, in any order. */
function rowsAfter(range: IndexRange, plan: Plan, bound: KeyBound | undefined, columns: Sql): Sql {
  const at = plan.key === undefined ? '' : `, ${plan.key} AS "at"`
  const conditions = [range.where, ...boundsOf(range, plan, bound), ...isBeyond(range, plan, bound)]
  return sql`SELECT ${columns}${sql.raw(`${at} FROM ${range.from}`)} WHERE ${sql.join(conditions, ' AND ')}`
}

/** The rows of an index range after `bound`, up to and including `end`, in any order. */
export function rowsBetween(
  range: IndexRange,
  plan: Plan,
  bound: KeyBound | undefined,
  end: KeyBound | undefined,
  columns: Sql,
): Sql {
  const until = isBeyond(range, { ...plan, descending: true }, end && { ...end, inclusive: true })
  const bounds =
    end === undefined ? boundsOf(range, plan, bound) : bound === undefined ? (range.range?.low ?? []) : []
  const conditions = [range.where, ...bounds, ...isBeyond(range, plan, bound), ...until]
  return sql`SELECT ${columns} ${sql.raw(`FROM ${range.from}`)} WHERE ${sql.join(conditions, ' AND ')}`
}

/** A position is within the range, so its bound replaces the range's; otherwise the query would compare both. */
function boundsOf({ range }: IndexRange, { descending }: Plan, bound: KeyBound | undefined): readonly Sql[] {
  if (range === undefined) return []
  const { low, high } = range
  if (bound === undefined) return [...low, ...high]
  return descending ? low : high
}

function isBeyond({ id, rowId }: IndexRange, { key, descending }: Plan, bound: KeyBound | undefined): Sql[] {
  if (bound === undefined) return []
  const operator = sql.raw((descending ? '<' : '>') + (bound.inclusive ? '=' : ''))
  if (key !== undefined && bound.key !== undefined)
    return bound.id === undefined
      ? [sql`(${sql.raw(key)}) ${operator} (${bound.key})`]
      : [sql`(${sql.raw(`${key}, ${id}`)}) ${operator} (${bound.key}, ${bound.id})`]
  if (bound.id === undefined) return []
  const beyond = sql`(${sql.raw(id)}) ${operator} (${bound.id})`
  // The same bound on the row itself: PostgreSQL may read both indexes at once, and would start at the first row.
  const same = rowId !== undefined && key === undefined
  return same ? [beyond, sql`${sql.raw(rowId)} ${operator} ${bound.id}`] : [beyond]
}
