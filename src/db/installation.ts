import type { Reader, Transaction } from './database.ts'

/** The entries of `installation`. No backup or move copies them. */
export const entries = {
  /** Tells this installation from copies of it, which have the same secret. */
  id: 'id',
  /** The backup or database that this one was restored or moved from. */
  copiedFrom: 'copied from',
  /** Set when the database was moved: the moment and the target. From then on no version serves it. */
  movedTo: 'moved to',
  /** The restore or move that is loading this database. As long as it is there, no version serves it. */
  copySource: 'copy source',
} as const

/** Begins the entries of an unfinished restore or move: its source, and how far it has come. */
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

/** All entries whose names begin like this, in the order of their names. */
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
