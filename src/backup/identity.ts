import { newId } from '../base/ids.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import { entries, readEntry, removeEntries, writeEntry } from '../db/installation.ts'

/** The identity of an installation in a folder of backups. The secret is not enough: restores and moves copy it. */
export interface Identity {
  id: string
  /** Whether it came from a restore or a move. */
  isCopy: boolean
}

/** Generates an id if there is none yet. */
export async function readIdentity(db: Database): Promise<Identity> {
  const id = await db.transaction(async (tx) => {
    const known = await readEntry(tx, entries.id)
    if (known !== undefined) return known
    const drawn = newId()
    await writeEntry(tx, entries.id, drawn)
    return drawn
  })
  return { id, isCopy: (await originOf(db)) !== undefined }
}

/** The restore or move that created the database, if any. */
export function originOf(reader: Reader): Promise<string | undefined> {
  return readEntry(reader, entries.copiedFrom)
}

/** From now on, the database is a separate installation. */
export async function becomeCopy(tx: Transaction, origin: string): Promise<void> {
  await removeEntries(tx, [entries.id])
  await writeEntry(tx, entries.copiedFrom, origin)
}
