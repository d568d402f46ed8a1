import { newId } from '../base/ids.ts'
import { type Database, type Reader, rows, type Transaction } from '../db/database.ts'
import { holdLease, takeOverLease, unfinishedCompany } from '../db/lease.ts'
import { companyTables } from '../db/tables.ts'
import { doom } from '../file-store/keep.ts'

/**
 * A company that is being filled: nobody can sign in to it yet, and it is whole one day or gone. Whoever makes it
 * holds a lease that is stored with it, and given back with the last step; where they died, the lease runs out.
 */
const prefix = unfinishedCompany
const seconds = 30

/** Within the transaction that makes the company. */
export function markUnfinished(tx: Transaction, companyNo: number, owner: string): Promise<boolean> {
  return holdLease(tx, `${prefix}${companyNo}`, owner, seconds)
}

/** Says that it is still being made; false when somebody has taken it for left behind meanwhile. */
export async function stillMaking(db: Database, companyNo: number, owner: string): Promise<boolean> {
  return db.transaction(
    async (tx) => (await holds(tx, companyNo, owner)) && markUnfinished(tx, companyNo, owner),
  )
}

/** With the last step of its making: from here on it is a company like all others. */
export async function finish(tx: Transaction, companyNo: number, owner: string): Promise<void> {
  if (!(await holds(tx, companyNo, owner))) throw new Error('The company was taken for left behind')
  await tx.query.deleteFrom('leases').where('name', '=', `${prefix}${companyNo}`).execute()
}

async function holds(reader: Reader, companyNo: number, owner: string): Promise<boolean> {
  const held = await reader.query
    .selectFrom('leases')
    .select('owner')
    .where('name', '=', `${prefix}${companyNo}`)
    .executeTakeFirst()
  return held?.owner === owner
}

/** Whether there is a company here that is whole. */
export async function hasCompany(reader: Reader): Promise<boolean> {
  const found = await rows(reader, {
    sql: `SELECT 1 AS "one" FROM "companies" c WHERE NOT EXISTS
      (SELECT 1 FROM "leases" l WHERE l."name" = '${prefix}' || c."companyNo") LIMIT 1`,
    values: [],
  })
  return found.length > 0
}

/** The companies that are being made, or were when whoever made them died. */
export async function unfinishedCompanies(reader: Reader): Promise<number[]> {
  const held = await reader.query
    .selectFrom('leases')
    .select('name')
    .where('name', '>=', prefix)
    .where('name', '<', `${prefix}~`)
    .execute()
  return held.map(({ name }) => Number(name.slice(prefix.length)))
}

/** Removes what those left who died half-way. */
export async function removeLeftBehind(db: Database): Promise<void> {
  for (const companyNo of await unfinishedCompanies(db)) {
    const owner = newId()
    if (await takeOverLease(db, `${prefix}${companyNo}`, owner, seconds))
      await removeUnfinished(db, companyNo, owner)
  }
}

/** Removes a company whose making has failed: table by table, so that others are served between. */
export async function removeUnfinished(db: Database, companyNo: number, owner: string): Promise<void> {
  for (const table of companyTables)
    await db.transaction(async (tx) => {
      // Where the last step was stored after all, there is nothing to remove.
      if (!(await holds(tx, companyNo, owner))) return
      if (table === 'blobs') await doomContents(tx, companyNo)
      await rows(tx, { sql: `DELETE FROM "${table}" WHERE "companyNo" = ?`, values: [companyNo] })
    })
  await db.transaction(async (tx) => {
    if (await holds(tx, companyNo, owner)) await finish(tx, companyNo, owner)
  })
}

async function doomContents(tx: Transaction, companyNo: number): Promise<void> {
  const contents = await tx.query
    .selectFrom('blobs')
    .select(['blobKey', 'previewKey'])
    .where('companyNo', '=', companyNo)
    .execute()
  const keys = contents.flatMap(({ blobKey, previewKey }) => [blobKey, previewKey])
  await doom(
    tx,
    keys.filter((key) => key !== null),
  )
}
