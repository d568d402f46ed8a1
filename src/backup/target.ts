import { isDeepStrictEqual } from 'node:util'
import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import { readShapes } from '../db/catalogue.ts'
import { numberCopied } from '../db/change-log/feed.ts'
import { type Database, type Reader, rows, type Transaction } from '../db/database.ts'
import type { ExclusiveAccess } from '../db/exclusive-access.ts'
import { copyPrefix, entries, readEntries, readEntry, removeEntries, writeEntry } from '../db/installation.ts'
import { demandKnown, lookAt, migrate, migrations } from '../db/migrate.ts'
import { migration as installation } from '../db/migrations/0011-installation.ts'
import type { Migration } from '../db/migrations/migration.ts'
import { openPatiently } from '../db/open.ts'
import { sql } from '../db/sql.ts'
import { copySourceOf, demandNoEarlierCopy } from '../db/unfinished-copy.ts'
import { CopyDiffers, CopyDone, CopyInterrupted, CopyRefused } from './damage.ts'
import { explainDiskFull } from './durable.ts'
import { becomeCopy, originOf } from './identity.ts'
import type { ReportProgress } from './progress.ts'
import { copiedRows, leftOut } from './rows.ts'

/**
 * Opens a database as the target of a copy: a new one, an empty one, or one where the same copy was interrupted. Until
 * the copy is complete, nobody can serve it: earlier versions refuse it because of `0011-installation`, this one and
 * later ones because of the entry `copy source`. `source` identifies the copy. `demandRoom` runs before anything is
 * written, unless the copy resumes.
 */
export async function openTarget(
  address: DatabaseAddress,
  source: string,
  names: readonly string[],
  demandRoom: () => Promise<void>,
): Promise<Database> {
  demandMigrationsKnown(names)
  const state = await lookAt(address)
  demandNoEarlierCopy(state)
  demandKnown(state)
  const isNew = state.applied.length === 0
  const plan = migrations.filter(({ name }) => name === installation.name || names.includes(name))
  if (isNew) {
    await demandRoom()
    await migrate(address, plan.map(marking))
  }
  const db = openPatiently(address, { foreignKeys: false })
  try {
    if (!isNew && copySourceOf(state) === undefined) {
      await demandEmpty(db, state.applied.includes(installation.name) ? source : undefined)
      if (!isDeepStrictEqual(new Set(state.applied), new Set(plan.map(({ name }) => name))))
        throw new CopyRefused(
          'The database is empty, but its version differs from that of the copy. Use a new database.',
        )
      await demandRoom()
    }
    await begin(db, source)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** The migration that marks the database in the transaction that creates its tables. */
const marking = (migration: Migration): Migration =>
  migration.name === installation.name
    ? {
        ...migration,
        statements: [
          ...migration.statements,
          `INSERT INTO "installation" VALUES ('${entries.copySource}', '')`,
        ],
      }
    : migration

/** Throws for migrations that only a newer version knows. */
export function demandMigrationsKnown(names: readonly string[]): void {
  const unknown = names.filter((name) => !migrations.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new CopyRefused(
      `The copy was created by a newer version of Atrium (it has ${unknown.join(', ')}). Use that version.`,
    )
}

/** The same order, but it stops at its next step if the exclusive lock is lost. */
export function whileKept<O extends { onProgress: ReportProgress }>(order: O, kept: ExclusiveAccess): O {
  const onProgress: ReportProgress = (share, words) => {
    kept.demand()
    order.onProgress(share, words)
  }
  return { ...order, onProgress }
}

/** The error that interrupted an operation, with what it left behind and how to resume it. */
export function interrupted(error: unknown, done: string, where: string): unknown {
  // A refusal cannot be resumed, and its message says so.
  if (error instanceof CopyDiffers) return error
  const room = explainDiskFull(error, 'the target', 'Free some space.')
  return new CopyInterrupted(
    room,
    `Everything ${done} so far stays ${where}. Run the same command again to continue, or start over with a new or empty database and file store.`,
  )
}

async function demandEmpty(db: Database, source: string | undefined): Promise<void> {
  for (const { name } of await readShapes(db))
    if (!Object.hasOwn(leftOut, name)) {
      const found = await rows(db, sql`SELECT 1 AS "one" FROM ${copiedRows(name)} LIMIT 1`)
      if (found.length === 0) continue
      if (source !== undefined && (await originOf(db)) === source) throw new CopyDone()
      throw new CopyRefused(
        `The database is not empty: it has rows in "${name}". Nothing was changed. Use a new or empty database.`,
      )
    }
}

async function begin(db: Database, source: string): Promise<void> {
  const known = await readProgress(db, 'source')
  if (known === source) return
  if (known !== undefined && known !== '')
    throw new CopyRefused(
      'The database is the target of another restore or move that is not complete. Finish that one, or use a new or empty database.',
    )
  await db.transaction((tx) => keepProgress(tx, 'source', source))
}

/** Reads an entry of the copy's progress. */
export function readProgress(reader: Reader, name: string): Promise<string | undefined> {
  return readEntry(reader, copyPrefix + name)
}

export async function keepProgress(tx: Transaction, name: string, value: string): Promise<void> {
  await writeEntry(tx, copyPrefix + name, value)
}

/** The original may still be sending, and receivers must not get everything twice. */
async function pauseCopied(tx: Transaction): Promise<void> {
  await rows(
    tx,
    sql`UPDATE "webhooks" SET "status" = 'Paused', "statusReason" = 'copied' WHERE "status" = 'Active'`,
  )
}

/**
 * The copy is complete: from now on the database can be served, as a separate installation. `secretMark`: of the secret
 * that its data is encrypted with, so that the first start does not accept another one.
 */
export async function finish(db: Database, source: string, secretMark: string | undefined): Promise<void> {
  const names = new Set((await readShapes(db)).map(({ name }) => name))
  await db.transaction(async (tx) => {
    // An older backup has no numbers yet: the migration assigns them.
    if (names.has('feed')) await numberCopied(tx)
    if (names.has('webhooks')) await pauseCopied(tx)
    await becomeCopy(tx, source)
    if (secretMark !== undefined) await writeEntry(tx, entries.secretMark, secretMark)
    const progress = await readEntries(tx, copyPrefix)
    await removeEntries(
      tx,
      progress.map(({ name }) => name),
    )
  })
}
