import { clock } from '../base/clock.ts'
import { purgedBefore } from '../base/deleted-company.ts'
import type { Transaction } from '../db/database.ts'
import { deleteCompanyRows } from '../file-store/company-rows.ts'
import type { Job } from './runner.ts'

/** Milliseconds per run, so that a large company does not keep mail and other jobs waiting. */
const slice = 5_000

/** Purges companies that can no longer be restored. A long purge continues with the next run. */
export const purgeCompanies: Job = {
  name: 'purge-companies',
  everySeconds: 60,
  async run(db, signal) {
    const before = purgedBefore()
    const end = clock.now() + slice
    const old = await db.query
      .selectFrom('companies')
      .select(['companyNo', 'id', 'companyName', 'deletedAt'])
      .where('deletedAt', '<', before)
      .execute()
    const purged: string[] = []
    for (const { companyNo, id, companyName, deletedAt } of old) {
      const isDue = async (tx: Transaction): Promise<boolean> => {
        if (signal.aborted || clock.now() > end) return false
        const found = await tx.query
          .selectFrom('companies')
          .select('companyNo')
          .where('companyNo', '=', companyNo)
          .where('deletedAt', '<', before)
          .executeTakeFirst()
        return found !== undefined
      }
      if (await deleteCompanyRows(db, companyNo, isDue))
        purged.push(`Purged the company "${companyName}" (${id}), which was deleted at ${deletedAt}.`)
    }
    return purged.length === 0 ? undefined : purged.join(' ')
  },
}
