import type { Actor } from '../base/actor.ts'
import { type Reader, rows, type Sql } from './database.ts'

interface Cache {
  version: number
  entries: Map<string, unknown>
}

const caches = new WeakMap<Reader, Cache>()
const mostEntries = 10_000
/** Characters. Longer rows are not cached: thousands of long descriptions would fill the memory. */
const longestEntry = 4_096

/**
 * A cache that is cleared when any process commits, so it never returns stale data. Undefined inside a transaction, and
 * on PostgreSQL, which does not report commits.
 */
export function readCache(reader: Reader): Map<string, unknown> | undefined {
  const version = reader.version?.()
  if (version === undefined) return undefined
  const known = caches.get(reader)
  if (known !== undefined && known.version === version && known.entries.size < mostEntries)
    return known.entries
  const entries = new Map<string, unknown>()
  caches.set(reader, { version, entries })
  return entries
}

/**
 * The same as `rows`, for a few rows that many requests need. `name` identifies the statement and must be unique.
 * Callers share the rows, and must not change them.
 */
export async function cachedRows<R extends object>(
  reader: Reader,
  name: string,
  sql: Sql,
): Promise<readonly Readonly<R>[]> {
  const cache = readCache(reader)
  const key = cache === undefined ? '' : `${name} ${JSON.stringify(sql.values)}`
  const known = cache?.get(key) as R[] | undefined
  if (known !== undefined) return known
  const found = await rows<R>(reader, sql)
  if (lengthOf(found) + key.length <= longestEntry) cache?.set(key, found)
  return found
}

/**
 * Reads a fact about workspaces, members or users that many writes need, at most once while it stays true. It may depend
 * on the caller and `key` only, and must not be undefined.
 */
export async function lookUpOnce<T>(
  { lookups }: Reader,
  { companyNo, userId, userType, permissions }: Actor,
  key: readonly unknown[],
  read: () => Promise<T>,
): Promise<T> {
  if (lookups === undefined) return read()
  const name = JSON.stringify([companyNo, userId, userType, permissions, ...key])
  const known = lookups.get(name)
  if (known !== undefined) return known as T
  const found = await read()
  lookups.set(name, found)
  return found
}

function lengthOf(found: readonly object[]): number {
  let length = 0
  for (const row of found)
    for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 8
  return length
}
