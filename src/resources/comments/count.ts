import { type Actor, seesInternal } from '../../base/actor.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** The columns of a comment that name a record with a `commentCount`. */
type Counted = 'taskId' | 'fileId'

const counts = `CAST(count(*) AS text) || ',' ||
  CAST(coalesce(sum(CASE WHEN c."internalOnly" THEN 1 ELSE 0 END), 0) AS text)`

/** SQL for the comments on the record `t`: how many, and how many of them are for internal people only. */
export const commentCounts = (column: Counted): string => `(SELECT ${counts} FROM "comments" c
  WHERE c."companyNo" = t."companyNo" AND c."${column}" = t."id" AND c."deletedAt" IS NULL)`

/** A row with the counts, if they were read with it; null if they are not shown. */
interface WithCounts {
  companyNo: number
  id: string
  commentCount?: string | null
}

/** How many comments the actor can see on each of these records. */
export async function commentCountsFor(
  reader: Reader,
  actor: Actor,
  column: Counted,
  found: readonly WithCounts[],
): Promise<number[]> {
  const bare = found.filter(({ commentCount }) => commentCount === undefined)
  const read = new Map<string, string>()
  for (const some of inChunks(bare)) {
    const ids = sql.list(some.map(({ id }) => id))
    const counted = await rows<{ id: string; counts: string }>(
      reader,
      sql`SELECT c.${sql.id(column)} AS "id", ${sql.raw(counts)} AS "counts" FROM "comments" c
        WHERE c."companyNo" = ${actor.companyNo} AND c.${sql.id(column)} IN ${ids} AND c."deletedAt" IS NULL
        GROUP BY c.${sql.id(column)}`,
    )
    for (const each of counted) read.set(each.id, each.counts)
  }
  return found.map(({ id, commentCount }) => {
    const [all = 0, internal = 0] = (commentCount ?? read.get(id) ?? '0,0').split(',').map(Number)
    return seesInternal(actor) ? all : all - internal
  })
}
