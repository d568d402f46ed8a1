import type { Actor } from '../base/actor.ts'
import type { Sql, SqlValue } from '../db/database.ts'
import type { ValueIndex } from '../schema/resource.ts'
import type { Restriction } from './plans.ts'

/** What has one of these values, by which a lane each leads to it. */
export function amongValues(
  actor: Actor,
  from: string,
  { table, owner, value: column }: ValueIndex,
  wanted: readonly SqlValue[],
  alive: string,
): Restriction {
  if (wanted.length === 0) return { condition: { sql: '1 = 0', values: [] }, lanes: [] }
  const found = `v."companyNo" = ? AND v."${column}" = ?`
  const lanes = wanted.map((value) => ({
    // A cross join is read in this order: first the values, then their owners.
    from: `"${table}" v CROSS JOIN ${from}`,
    id: `v."${owner}"`,
    own: 't."id"',
    where: {
      sql: `${found} AND t."companyNo" = v."companyNo" AND t."id" = v."${owner}"${alive}`,
      values: [actor.companyNo, value],
    },
    entries: { from: `"${table}" v`, where: { sql: found, values: [actor.companyNo, value] } },
  }))
  const marks = wanted.map(() => '?').join(', ')
  const condition: Sql = {
    // Not EXISTS: of that PostgreSQL would read all that has the value, for each piece of a walk anew.
    sql: `(SELECT 1 FROM "${table}" v WHERE v."companyNo" = t."companyNo" AND v."${column}" IN (${marks}) AND v."${owner}" = t."id" LIMIT 1) IS NOT NULL`,
    values: wanted,
  }
  return { condition, lanes }
}

/** What has this value in a column of its own. */
export function withValue(
  actor: Actor,
  from: string,
  table: ValueIndex,
  column: string,
  value: SqlValue,
  alive: string,
): Restriction {
  const condition: Sql = { sql: `${column} = ?`, values: [value] }
  const { lanes = [] } = amongValues(actor, from, table, [value], alive)
  const own = lanes.map((lane) => ({
    ...lane,
    where: { sql: `${lane.where.sql} AND ${condition.sql}`, values: [...lane.where.values, value] },
  }))
  return { condition, lanes: own }
}
