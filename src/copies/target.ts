import type { DatabaseAddress } from '../config/storage-settings.ts'
import { readShapes } from '../db/catalogue.ts'
import { type Database, rows } from '../db/database.ts'
import { migrate, migrations, pendingMigrations } from '../db/migrate.ts'
import { openPatiently } from '../db/open.ts'
import { unfinishedCopy } from '../db/unfinished-copy.ts'
import { CopyRefused } from './damage.ts'
import { leftOut } from './rows.ts'

/** A database that a copy is being loaded into. Until the copy is whole, nobody serves it. */
export interface Target {
  db: Database
  /** Whether a copy of the same was begun before. */
  resumed: boolean
}

/**
 * Opens a database as the target of a copy: a new one, an empty one, or one into which the same copy was begun.
 * `source` tells which copy that is. `demandRoom` is asked before anything is written, unless it goes on.
 */
export async function openTarget(
  address: DatabaseAddress,
  source: string,
  names: readonly string[],
  demandRoom: () => Promise<void>,
): Promise<Target> {
  const all = [unfinishedCopy, ...migrations]
  const unknown = names.filter((name) => !migrations.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new CopyRefused(
      `The copy was made by a newer version of Atrium (it has ${unknown.join(', ')}). Use that version.`,
    )
  const pending = await pendingMigrations(address, all)
  const isNew = pending.length === all.length
  const isMarked = !pending.includes(unfinishedCopy.name)
  const plan = all.filter(({ name }) => name === unfinishedCopy.name || names.includes(name))
  if (isNew) {
    await demandRoom()
    await migrate(address, plan)
  }
  const db = openPatiently(address)
  try {
    if (!isNew && !isMarked) {
      await demandEmpty(db)
      if (pending.length !== all.length - names.length || names.some((name) => pending.includes(name)))
        throw new CopyRefused(
          'The database is empty, but of another version than the copy. Use a new database.',
        )
      await demandRoom()
      await mark(db)
    }
    return { db, resumed: await begin(db, source) }
  } catch (error) {
    await db.close()
    throw error
  }
}

async function demandEmpty(db: Database): Promise<void> {
  for (const { name } of await readShapes(db))
    if (!Object.hasOwn(leftOut, name)) {
      const found = await rows(db, { sql: `SELECT 1 AS "one" FROM "${name}" LIMIT 1`, values: [] })
      if (found.length > 0)
        throw new CopyRefused(
          `The database is not empty: it has rows in "${name}". Nothing was changed. Name a new or an empty database.`,
        )
    }
}

async function mark(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const sql of unfinishedCopy.statements) await rows(tx, { sql, values: [] })
    await rows(tx, {
      sql: 'INSERT INTO "migrations" ("name", "appliedAt") VALUES (?, ?)',
      values: [unfinishedCopy.name, new Date().toISOString()],
    })
  })
}

/** True where the same copy was begun before. */
async function begin(db: Database, source: string): Promise<boolean> {
  const known = await readState(db, 'source')
  if (known !== undefined && known !== source)
    throw new CopyRefused(
      'The database is the target of another restore or move that has not ended. Finish that one, or name a new or an empty database.',
    )
  if (known === undefined) await db.transaction((tx) => keepState(tx, 'source', source))
  return known !== undefined
}

/** What is known of how far the copy has come. */
export async function readState(
  reader: Parameters<typeof rows>[0],
  name: string,
): Promise<string | undefined> {
  const [found] = await rows<{ state: string }>(reader, {
    sql: 'SELECT "state" FROM "unfinishedCopy" WHERE "name" = ?',
    values: [name],
  })
  return found?.state
}

export async function keepState(tx: Parameters<typeof rows>[0], name: string, state: string): Promise<void> {
  await rows(tx, {
    sql: `INSERT INTO "unfinishedCopy" ("name", "state") VALUES (?, ?)
      ON CONFLICT ("name") DO UPDATE SET "state" = excluded."state"`,
    values: [name, state],
  })
}

/** The copy is whole: from now on the database can be served. */
export async function finish({ db }: Target): Promise<void> {
  await db.transaction(async (tx) => {
    await rows(tx, { sql: 'DROP TABLE "unfinishedCopy"', values: [] })
    await rows(tx, { sql: 'DELETE FROM "migrations" WHERE "name" = ?', values: [unfinishedCopy.name] })
  })
}
