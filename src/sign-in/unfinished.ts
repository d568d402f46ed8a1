import { newId } from '../base/ids.ts'
import { type Database, type Reader, rows, type Transaction } from '../db/database.ts'
import { holdLease, takeOverLease, unfinishedCompany } from '../db/lease.ts'
import { sql } from '../db/sql.ts'
import { deleteCompanyRows } from '../file-store/company-rows.ts'

/**
 * A company that is being created. Nobody can sign in to it yet, and it ends up complete or deleted. The
 * process that creates it holds a lease, stored with the company and released in the last step; if the process
 * dies, the lease expires.
 */
const prefix = unfinishedCompany
const seconds = 30

/** Call in the transaction that creates the company. */
export function markUnfinished(tx: Transaction, companyNo: number, owner: string): Promise<boolean> {
  return holdLease(tx, `${prefix}${companyNo}`, owner, seconds)
}

/** Renews the lease. Returns false if another process has declared the company abandoned. */
export async function stillMaking(db: Database, companyNo: number, owner: string): Promise<boolean> {
  return db.transaction(
    async (tx) => (await holds(tx, companyNo, owner)) && markUnfinished(tx, companyNo, owner),
  )
}

/** The last step: makes the company available. */
export async function finish(tx: Transaction, companyNo: number, owner: string): Promise<void> {
  if (!(await holds(tx, companyNo, owner))) throw new Error('The company was treated as abandoned')
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

/** Whether there is a complete company. */
export async function hasCompany(reader: Reader): Promise<boolean> {
  const found = await rows(
    reader,
    sql`SELECT 1 AS "one" FROM "companies" c WHERE NOT EXISTS
      (SELECT 1 FROM "leases" l WHERE l."name" = ${prefix} || c."companyNo") LIMIT 1`,
  )
  return found.length > 0
}

/** Companies that are being created, or were when their process died. */
export async function unfinishedCompanies(reader: Reader): Promise<number[]> {
  const held = await reader.query
    .selectFrom('leases')
    .select('name')
    .where('name', '>=', prefix)
    .where('name', '<', `${prefix}~`)
    .execute()
  return held.map(({ name }) => Number(name.slice(prefix.length)))
}

/** Deletes companies whose process died. */
export async function removeLeftBehind(db: Database): Promise<void> {
  for (const companyNo of await unfinishedCompanies(db)) {
    const owner = newId()
    if (await takeOverLease(db, `${prefix}${companyNo}`, owner, seconds))
      await removeUnfinished(db, companyNo, owner)
  }
}

/** Deletes a company whose creation failed. If the last step was committed after all, there is nothing to delete. */
export async function removeUnfinished(db: Database, companyNo: number, owner: string): Promise<void> {
  await deleteCompanyRows(db, companyNo, (tx) => holds(tx, companyNo, owner))
  await db.transaction(async (tx) => {
    if (await holds(tx, companyNo, owner)) await finish(tx, companyNo, owner)
  })
}
