import { purgedByAge } from '../db/attached.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { trashReachesBackTo } from '../db/trash.ts'
import { write } from '../db/write.ts'
import { activeCompanies } from './active-companies.ts'
import { purgeBatch } from './purge-attached.ts'
import type { Job } from './runner.ts'

/** "30 days in the trash, … then purged in the background." */
export const purgeTrash: Job = {
  name: 'purge-trash',
  everySeconds: 3_600,
  async run(db, signal) {
    const before = trashReachesBackTo()
    // What a deleted company has in its trash is still there when the company is restored.
    const counts = new Map<string, number>()
    for (const companyNo of await activeCompanies(db))
      for (const records of purgedByAge)
        for (let done = false; !done && !signal.aborted; ) {
          const purged = await purgeOld(db, companyNo, records, before)
          for (const kind of purged.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
          done = purged.done
        }
    const purged = purgedByAge.flatMap(({ table, kind }) =>
      counts.has(kind) ? `${counts.get(kind)} ${table}` : [],
    )
    return purged.length === 0 ? undefined : `Purged ${new Intl.ListFormat('en-GB').format(purged)}.`
  },
}

/**
 * Purges one transaction's worth of records that have been in the trash for too long, and returns the kind of
 * each. Every transaction selects them again, so a workspace restored in the meantime keeps what is left of it.
 */
function purgeOld(
  db: Database,
  companyNo: number,
  records: (typeof purgedByAge)[number],
  before: string,
): Promise<{ done: boolean; kinds: string[] }> {
  const author = { companyNo, userId: null, clientId: undefined, requestId: 'job:purge-trash' }
  const where = sql`t."companyNo" = ${companyNo} AND t."deletedAt" IS NOT NULL AND t."deletedAt" < ${before}`
  return write(db, author, async (tx) => {
    const kinds: string[] = []
    const log: typeof tx.log = (change) => {
      kinds.push(change.kind)
      tx.log(change)
    }
    return { done: await purgeBatch({ ...tx, log }, companyNo, records, where), kinds }
  })
}
