import { type Reader, rows, type Sql } from './database.ts'
import { lengthOf, longestKept, mostValues } from './sqlite/kept-rows.ts'

interface Kept {
  version: number
  /** By a name of each reader's own choosing. */
  found: Map<string, unknown>
}

const kept = new WeakMap<Reader, Kept>()
const mostKept = 10_000

/**
 * A place for what was read of a database, empty again as soon as anybody has written: "renaming a tag is seen at
 * once", by all processes. Undefined where that cannot be known, and inside a transaction. What is read after
 * asking for the place, and put there, is at least as new as the place.
 */
export function recall(reader: Reader): Map<string, unknown> | undefined {
  const version = reader.version?.()
  if (version === undefined) return undefined
  const known = kept.get(reader)
  if (known !== undefined && known.version === version && known.found.size < mostKept) return known.found
  const found = new Map<string, unknown>()
  kept.set(reader, { version, found })
  return found
}

/** The same as `rows`, for a few rows that many requests need, kept if they are small; they are shared, so nobody may change them. */
export async function recalled<R extends object>(reader: Reader, sql: Sql): Promise<readonly Readonly<R>[]> {
  if (reader.runKept !== undefined) return (await reader.runKept(sql)) as R[]
  const place = sql.values.length > mostValues ? undefined : recall(reader)
  const name = place === undefined ? '' : `${sql.sql}\n${JSON.stringify(sql.values)}`
  const known = place?.get(name) as R[] | undefined
  if (known !== undefined) return known
  const found = await rows<R>(reader, sql)
  if (place !== undefined && lengthOf(found) <= longestKept) place.set(name, found)
  return found
}
