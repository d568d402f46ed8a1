import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readShapes } from '../../src/db/catalogue.ts'
import { rows } from '../../src/db/database.ts'
import { withDatabase } from '../../test/support/seed.ts'
import type { Settings } from '../service.ts'

/** How many rows each table has. */
export function countRows(settings: Settings): Promise<Map<string, number>> {
  return withDatabase({ ...settings }, async (db) => {
    const counts = new Map<string, number>()
    for (const { name } of await readShapes(db)) {
      const [found] = await rows<{ count: number | string }>(db, {
        sql: `SELECT COUNT(*) AS "count" FROM "${name}"`,
        values: [],
      })
      counts.set(name, Number(found?.count))
    }
    return counts
  })
}

/** Rows that come and go by themselves. */
const passing = [
  'leases',
  'allowances',
  'mails',
  'throttles',
  'deferredAssets',
  'uploadPieces',
  'doomedBlobs',
  'calendarFeeds',
]

export function* lostRows(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Generator<string> {
  for (const [table, count] of before)
    if (!passing.includes(table) && (after.get(table) ?? -1) < count)
      yield `The table ${table} had ${count} rows and has ${after.get(table) ?? 'gone'}`
}

/** Files of a folder, by their paths in it. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** What the service makes itself: contents by names of its own, and its database. */
export const isOurs = (path: string): boolean =>
  /^blobs\/[\w/.-]+$/.test(path)
    ? !/evil|passwd|\.\./.test(path)
    : /^(atrium\d*\.db(\.serving)?(-wal|-shm|-journal)?|secret)$/.test(path)
