import type { Reader, Transaction } from './database.ts'

/** The entries of `installation`. No backup or move copies them. */
export const entries = {
  /** Distinguishes this installation from its copies, which have the same secret. */
  id: 'id',
  /** Identifies the secret without revealing it; see `demandOwnSecret`. */
  secretMark: 'secret mark',
  /** The backup or database that this one was restored or moved from. */
  copiedFrom: 'copied from',
  /** Set when the database was moved: the time and the target. From then on no version serves it. */
  movedTo: 'moved to',
  /** The restore or move that is loading this database. No version serves a database with this entry. */
  copySource: 'copy source',
} as const

/** The prefix of the entries of an unfinished restore or move: its source and its progress. */
export const copyPrefix = 'copy '

export async function readEntry(reader: Reader, name: string): Promise<string | undefined> {
  const row = await reader.query
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export async function writeEntry(tx: Transaction, name: string, value: string): Promise<void> {
  await tx.query
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

export async function removeEntries(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.query.deleteFrom('installation').where('name', 'in', names).execute()
}

/** All entries with names that begin with this prefix, sorted by name. */
export async function readEntries(
  reader: Reader,
  prefix: string,
): Promise<{ name: string; value: string }[]> {
  return reader.query
    .selectFrom('installation')
    .selectAll()
    .where('name', '>=', prefix)
    .where('name', '<', `${prefix}~`)
    .orderBy('name')
    .execute()
}
