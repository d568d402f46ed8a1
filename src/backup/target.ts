import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import type { Kept } from '../db/alone.ts'
import { readShapes } from '../db/catalogue.ts'
import { type Database, rows } from '../db/database.ts'
import { migrate, migrations, pendingMigrations } from '../db/migrate.ts'
import { openPatiently } from '../db/open.ts'
import { sql } from '../db/sql.ts'
import { unfinishedCopy } from '../db/unfinished-copy.ts'
import { CopyBroken, CopyDiffers, CopyDone, CopyRefused } from './damage.ts'
import { tellOfRoom } from './durable.ts'
import { becomeCopy, originOf } from './identity.ts'
import type { Tell } from './progress.ts'
import { copiedRows, leftOut } from './rows.ts'

/**
 * Opens a database as the target of a restore or a move: a new or empty one, or one where the same operation was begun
 * (`source` identifies it). Until it is complete, no process serves the database. `demandRoom` runs before anything is
 * written, unless the operation is resumed.
 */
export async function openTarget(
  address: DatabaseAddress,
  source: string,
  names: readonly string[],
  demandRoom: () => Promise<void>,
): Promise<Database> {
  const all = [unfinishedCopy, ...migrations]
  demandKnown(names)
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
      await demandEmpty(db, source)
      if (pending.length !== all.length - names.length || names.some((name) => pending.includes(name)))
        throw new CopyRefused(
          'The database is empty, but of another version than the copy. Use a new database.',
        )
      await demandRoom()
      await mark(db)
    }
    await begin(db, source)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** This version cannot use what a newer one wrote. */
export function demandKnown(names: readonly string[]): void {
  const unknown = names.filter((name) => !migrations.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new CopyRefused(
      `The copy was made by a newer version of Atrium (it has ${unknown.join(', ')}). Use that version.`,
    )
}

/** The same order, which stops at its next step if the exclusive lock is lost. */
export function whileKept<O extends { tell: Tell }>(order: O, kept: Kept): O {
  const tell: Tell = (share, words) => {
    kept.demand()
    order.tell(share, words)
  }
  return { ...order, tell }
}

/** The error that interrupted an operation, with what is left and how to resume it. */
export function brokenOff(error: unknown, done: string, where: string): unknown {
  // A refusal cannot be resumed, and says so itself.
  if (error instanceof CopyDiffers) return error
  const room = tellOfRoom(error, 'the target', 'Make room.')
  return new CopyBroken(
    room,
    `What was ${done} so far stays ${where}. Give the same command again, and it goes on where it was; or begin anew with a new or an empty database and file store.`,
  )
}

async function demandEmpty(db: Database, source: string): Promise<void> {
  for (const { name } of await readShapes(db))
    if (!Object.hasOwn(leftOut, name)) {
      const found = await rows(db, sql`SELECT 1 AS "one" FROM ${copiedRows(name)} LIMIT 1`)
      if (found.length > 0 && (await originOf(db)) === source) throw new CopyDone()
      if (found.length > 0)
        throw new CopyRefused(
          `The database is not empty: it has rows in "${name}". Nothing was changed. Name a new or an empty database.`,
        )
    }
}

async function mark(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const statement of unfinishedCopy.statements) await rows(tx, sql.raw(statement))
    await rows(
      tx,
      sql`INSERT INTO "migrations" ("name", "appliedAt") VALUES (${unfinishedCopy.name}, ${new Date().toISOString()})`,
    )
  })
}

async function begin(db: Database, source: string): Promise<void> {
  const known = await readState(db, 'source')
  if (known !== undefined && known !== source)
    throw new CopyRefused(
      'The database is the target of another restore or move that has not ended. Finish that one, or name a new or an empty database.',
    )
  if (known === undefined) await db.transaction((tx) => keepState(tx, 'source', source))
}

/** A value of the recorded progress. */
export async function readState(
  reader: Parameters<typeof rows>[0],
  name: string,
): Promise<string | undefined> {
  const [found] = await rows<{ state: string }>(
    reader,
    sql`SELECT "state" FROM "unfinishedCopy" WHERE "name" = ${name}`,
  )
  return found?.state
}

export async function keepState(tx: Parameters<typeof rows>[0], name: string, state: string): Promise<void> {
  await rows(
    tx,
    sql`INSERT INTO "unfinishedCopy" ("name", "state") VALUES (${name}, ${state})
      ON CONFLICT ("name") DO UPDATE SET "state" = excluded."state"`,
  )
}

/** Everything is there: from now on the database can be served, as an installation of its own. */
export async function finish(db: Database, source: string): Promise<void> {
  await db.transaction(async (tx) => {
    await becomeCopy(tx, source)
    await rows(tx, sql`DROP TABLE "unfinishedCopy"`)
    await rows(tx, sql`DELETE FROM "migrations" WHERE "name" = ${unfinishedCopy.name}`)
  })
}
