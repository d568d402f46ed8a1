import type { Actor } from '../base/actor.ts'
import { markOf } from '../base/rank.ts'
import { type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Position } from '../query/cursor.ts'

/**
 * The position of a cursor with the current rank of its row, if making room for others has changed it. The rank is the
 * sort key `n`; -1: the list is not sorted by rank. If somebody has placed the row elsewhere, the position stays.
 */
export async function currentPosition(
  reader: Reader,
  { companyNo }: Actor,
  table: string,
  n: number,
  position: Position | undefined,
): Promise<Position | undefined> {
  if (position === undefined || n === -1) return position
  const [row] = await rows<{ rankKey: string }>(
    reader,
    sql`SELECT "rankKey" FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND "id" = ${position.id}`,
  )
  if (row === undefined || markOf(row.rankKey) !== markOf(String(position.keys[n]))) return position
  return { ...position, keys: position.keys.with(n, row.rankKey) }
}
