import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readShapes } from '../../src/db/catalogue.ts'
import { rows } from '../../src/db/database.ts'
import { withDatabase } from '../../test/support/seed.ts'
import type { Settings } from '../service.ts'

/** The number of rows in each table. */
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

/** Tables with rows that come and go on their own. */
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

/** The files of a folder, by relative path. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Files that the service creates: content under generated names, and its database. */
export const isOurs = (path: string): boolean =>
  /^blobs\/[\w/.-]+$/.test(path)
    ? !/evil|passwd|\.\./.test(path)
    : /^(atrium\d*\.db(\.serving)?(-wal|-shm|-journal)?|secret)$/.test(path)
