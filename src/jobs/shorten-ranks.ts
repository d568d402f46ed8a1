import { longRank } from '../base/rank.ts'
import { type Database, rows } from '../db/database.ts'
import { makeRoom, type OrderedTable, orders } from '../db/ranks.ts'
import { sql } from '../db/sql.ts'
import type { Job } from './runner.ts'

/** How many places are cleared up in one run. */
const most = 100

interface LongRank {
  companyNo: number
  id: string
}

/**
 * Records that are placed at the same spot again and again get longer and longer ranks. This job moves the records
 * there apart, before a request has to.
 */
export const shortenRanks: Job = {
  name: 'shorten-ranks',
  everySeconds: 5,
  async run(db, signal) {
    let places = 0
    for (const table of Object.keys(orders) as OrderedTable[])
      for (const each of await longRanks(db, table))
        if (!signal.aborted && (await shorten(db, table, each))) places += 1
    return places === 0 ? undefined : `Made room at ${places} places where records are put in order.`
  },
}

function longRanks(db: Database, table: OrderedTable): Promise<LongRank[]> {
  return rows<LongRank>(
    db,
    sql`SELECT t."companyNo", t."id" FROM "companies" CROSS JOIN ${sql.id(table)} t
      WHERE t."companyNo" = "companies"."companyNo" AND "companies"."deletedAt" IS NULL
      AND length(t."rank") > ${sql.raw(String(longRank))} LIMIT ${most}`,
  )
}

/** False if making room for another record has already shortened this one. */
async function shorten(db: Database, table: OrderedTable, { companyNo, id }: LongRank): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await rows<{ parentId: string; rankKey: string }>(
      tx,
      sql`SELECT ${sql.id(orders[table])} AS "parentId", "rankKey" FROM ${sql.id(table)}
        WHERE "companyNo" = ${companyNo} AND "id" = ${id}`,
    )
    if (found === undefined || found.rankKey.length <= longRank) return false
    await makeRoom(tx, table, { companyNo, parentId: found.parentId }, found.rankKey)
    return true
  })
}
