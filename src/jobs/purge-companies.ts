import { purgedBefore } from '../base/deleted-company.ts'
import type { Database, Transaction } from '../db/database.ts'
import { deleteCompanyRows } from '../file-store/company-rows.ts'

/** Purges companies that can no longer be restored. Returns a sentence about each, for the log. */
export async function purgeCompanies(db: Database, signal: AbortSignal): Promise<string[]> {
  const before = purgedBefore()
  const old = await db.query
    .selectFrom('companies')
    .select(['companyNo', 'id', 'companyName', 'deletedAt'])
    .where('deletedAt', 'is not', null)
    .where('deletedAt', '<', before)
    .execute()
  const purged: string[] = []
  for (const { companyNo, id, companyName, deletedAt } of old) {
    const isStillOld = async (tx: Transaction): Promise<boolean> => {
      if (signal.aborted) return false
      const found = await tx.query
        .selectFrom('companies')
        .select('deletedAt')
        .where('companyNo', '=', companyNo)
        .executeTakeFirst()
      return found !== undefined && found.deletedAt !== null && found.deletedAt < before
    }
    if (await deleteCompanyRows(db, companyNo, isStillOld))
      purged.push(`Purged the company "${companyName}" (${id}), which was deleted at ${deletedAt}.`)
  }
  return purged
}
