import type { Actor } from '../base/actor.ts'
import type { Sql, SqlValue } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { ValueIndex } from '../schema/resource.ts'
import type { Restriction } from './plans.ts'

/** The records with any of these values: one index range for each. */
export function withAnyOf(
  actor: Actor,
  from: string,
  { table, owner, value: column }: ValueIndex,
  wanted: readonly SqlValue[],
  alive: Sql,
): Restriction {
  if (wanted.length === 0) return { condition: sql`1 = 0`, indexRanges: [] }
  const [values, ownerId] = [sql`${sql.id(table)} v`, sql`v.${sql.id(owner)}`]
  const indexRanges = wanted.map((value) => {
    const found = sql`v."companyNo" = ${actor.companyNo} AND v.${sql.id(column)} = ${value}`
    return {
      // A cross join is read in this order: first the values, then their owners.
      from: `${values.sql} CROSS JOIN ${from}`,
      id: ownerId.sql,
      rowId: 't."id"',
      where: sql`${found} AND t."companyNo" = v."companyNo" AND t."id" = ${ownerId}${alive}`,
      entries: { from: values.sql, where: found },
    }
  })
  // Not EXISTS: PostgreSQL would read every row with the value, once for each batch.
  const condition = sql`(SELECT 1 FROM ${values} WHERE v."companyNo" = t."companyNo"
    AND v.${sql.id(column)} IN ${sql.list(wanted)} AND ${ownerId} = t."id" LIMIT 1) IS NOT NULL`
  return { condition, indexRanges }
}

/** The records with this value in a column of their own. */
export function withValue(
  actor: Actor,
  from: string,
  table: ValueIndex,
  column: string,
  value: SqlValue,
  alive: Sql,
): Restriction {
  const condition = sql`${sql.raw(column)} = ${value}`
  const { indexRanges = [] } = withAnyOf(actor, from, table, [value], alive)
  return {
    condition,
    // The table also holds the values of other columns.
    indexRanges: indexRanges.map((range) => ({
      ...range,
      where: sql`${range.where} AND ${condition}`,
      ...(range.entries && { entries: { ...range.entries, check: condition } }),
    })),
  }
}
