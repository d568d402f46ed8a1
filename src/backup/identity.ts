import { newId } from '../base/ids.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'

/**
 * Who an installation is to a folder of backups. The secret does not tell: a restore and a move copy it. Both are leases
 * that never run out, which no copy takes along.
 */
const names = { id: 'installation', origin: 'copied from' } as const
const forEver = '9999-12-31T23:59:59.999Z'

export interface Identity {
  id: string
  /** Whether it was restored, or moved here. */
  isCopy: boolean
}

/** Draws an id where there is none yet. */
export async function readIdentity(db: Database): Promise<Identity> {
  const id = await db.transaction(async (tx) => {
    await tx.query
      .insertInto('leases')
      .values({ name: names.id, owner: newId(), expiresAt: forEver })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return find(tx, names.id)
  })
  return { id: id ?? '', isCopy: (await originOf(db)) !== undefined }
}

/** Which copy made the database, if one did. */
export function originOf(reader: Reader): Promise<string | undefined> {
  return find(reader, names.origin)
}

/** From now on the database is an installation of its own. */
export async function becomeCopy(tx: Transaction, origin: string): Promise<void> {
  await tx.query.deleteFrom('leases').where('name', 'in', Object.values(names)).execute()
  await tx.query
    .insertInto('leases')
    .values({ name: names.origin, owner: origin, expiresAt: forEver })
    .execute()
}

async function find(reader: Reader, name: string): Promise<string | undefined> {
  const row = await reader.query
    .selectFrom('leases')
    .select('owner')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.owner
}
