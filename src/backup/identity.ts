import { newId } from '../base/ids.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'

/**
 * The identity of an installation, for folders of backups. The secret does not identify it: restores and moves copy the
 * secret. Both values are leases that never expire, which backups do not contain.
 */
const names = { id: 'installation', origin: 'copied from' } as const
const forEver = '9999-12-31T23:59:59.999Z'

export interface Identity {
  id: string
  /** Whether it came from a restore or a move. */
  isCopy: boolean
}

/** Generates an id if there is none yet. */
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

/** The restore or move that created the database, if any. */
export function originOf(reader: Reader): Promise<string | undefined> {
  return find(reader, names.origin)
}

/** From now on, the database is an installation of its own. */
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
