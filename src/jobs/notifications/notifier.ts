import { clock } from '../../base/clock.ts'
import { readNumbered } from '../../db/change-log/feed.ts'
import { type Database, inChunks, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { activeCompanies, eachCompany } from '../active-companies.ts'
import { storeUnmailed } from '../notification-mail/queue.ts'
import type { Job } from '../runner.ts'
import { readNews } from './news.ts'
import { hideTrashed } from './reconcile.ts'
import { storeNews } from './store.ts'

/** Changes per transaction. */
const atOnce = 100
/** Milliseconds between scans of all companies, for changes that were not announced. */
const lookMilliseconds = 15_000

export const notificationJobName = 'notifications'

/** In seconds. After a kill, another process takes over sooner than for work that nobody waits for. */
export const notificationLease = { lasts: 15, renewed: 5 }

/** Notifies people of changes, in the one process that holds the lease of its queue. */
export class Notifier {
  readonly #isMailed: boolean
  readonly #announced = new Set<number>()
  #lookedAt = Number.NEGATIVE_INFINITY

  /** `isMailed`: whether the news is also mailed. */
  constructor(isMailed = false) {
    this.#isMailed = isMailed
  }

  /** These companies have new changes. */
  add(companies: readonly number[]): void {
    for (const companyNo of companies) this.#announced.add(companyNo)
  }

  readonly job: Job = {
    name: notificationJobName,
    everySeconds: 15,
    run: async (db, signal) => {
      const isLook = clock.ticks() - this.#lookedAt >= lookMilliseconds
      const announced = [...this.#announced]
      this.#announced.clear()
      if (isLook) this.#lookedAt = clock.ticks()
      await eachCompany(isLook ? await companiesWithNews(db) : announced, async (companyNo) => {
        while (!signal.aborted && (await notifyBatch(db, companyNo, this.#isMailed)));
      })
      return undefined
    },
  }
}

async function companiesWithNews(db: Database): Promise<number[]> {
  const companies = await activeCompanies(db)
  const upToDate = new Set<number>()
  for (const some of inChunks(companies))
    for (const { companyNo, next } of await rows<{ companyNo: number; next: number | null }>(
      db,
      sql`SELECT n."companyNo", (SELECT f."seq" FROM "feed" f WHERE f."companyNo" = n."companyNo"
          AND f."seq" > n."seq" ORDER BY f."seq" LIMIT 1) AS "next" FROM "notified" n WHERE n."companyNo" IN ${sql.list(some)}`,
    ))
      if (next === null) upToDate.add(companyNo)
  return companies.filter((companyNo) => !upToDate.has(companyNo))
}

/**
 * Notifies of the next changes of a company; false if there are no more. The notifications and the number of the last
 * change are committed together, so that a change is neither lost nor notified of twice.
 */
function notifyBatch(db: Database, companyNo: number, isMailed: boolean): Promise<boolean> {
  // Not serializable: it would conflict with the requests that write.
  return db.load(async (tx) => {
    // A process that has lost the lease without knowing waits here, and then finds the new number.
    const [position] = await rows<{ seq: number }>(
      tx,
      sql`INSERT INTO "notified" ("companyNo", "seq") VALUES (${companyNo}, 0)
        ON CONFLICT ("companyNo") DO UPDATE SET "seq" = "notified"."seq" RETURNING "seq"`,
    )
    const changes = await readNumbered(tx, companyNo, Number(position?.seq ?? 0), atOnce)
    if (changes.length === 0) return false
    const { news, taken } = await readNews(tx, companyNo, changes)
    const stored = await storeNews(tx, companyNo, news)
    if (isMailed) await storeUnmailed(tx, companyNo, stored)
    const done = changes.slice(0, taken)
    await hideTrashed(tx, companyNo, done)
    await rows(
      tx,
      sql`UPDATE "notified" SET "seq" = ${done.at(-1)?.seq ?? 0} WHERE "companyNo" = ${companyNo}`,
    )
    return taken < changes.length || changes.length === atOnce
  })
}
