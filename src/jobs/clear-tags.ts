import { type Database, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { clearTag, type RetiredTag } from '../db/tag-clearing.ts'
import type { Job } from './runner.ts'

/** How many records are cleared at a time: a few milliseconds on either engine. */
const piece = 500

/**
 * Deleted and merged tags disappear from the API immediately. This job removes them from the records that use them.
 */
export const clearTags: Job = {
  name: 'clear-tags',
  everySeconds: 5,
  async run(db, signal) {
    let cleared = 0
    for (const tag of await retiredTags(db)) {
      for (let after: string | undefined = ''; after !== undefined && !signal.aborted; )
        after = await clearPiece(db, tag, after)
      if (signal.aborted) break
      cleared += 1
    }
    return cleared === 0 ? undefined : `Cleared ${cleared} tags that were deleted or merged.`
  },
}

function retiredTags(db: Database): Promise<RetiredTag[]> {
  return rows<RetiredTag>(
    db,
    sql`SELECT g."companyNo", g."id" FROM "companies" CROSS JOIN "tags" g
      WHERE g."companyNo" = "companies"."companyNo" AND "companies"."deletedAt" IS NULL
      AND g."deletedAt" IS NOT NULL LIMIT 1000`,
  )
}

function clearPiece(db: Database, { companyNo, id }: RetiredTag, after: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    // The tag it was merged into may itself have been merged or deleted since.
    const tag = await tx.query
      .selectFrom('tags')
      .select(['companyNo', 'id', 'mergedInto'])
      .where('companyNo', '=', companyNo)
      .where('id', '=', id)
      .where('deletedAt', 'is not', null)
      .executeTakeFirst()
    return tag === undefined ? undefined : await clearTag(tx, tag, piece, after)
  })
}
