import type { Actor } from '../../base/actor.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import type { Representation } from '../../schema/present.ts'
import type { CommentRow, Reaction } from '../../schema/records/comment.ts'
import { presentComment } from './comment.ts'

interface Reacted {
  commentId: string
  emoji: string
  count: number
  own: number
}

/** The reactions to some comments, the oldest first, with those of the actor. */
export async function readReactions(
  reader: Reader,
  { companyNo, userId }: Actor,
  commentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Reaction[]>> {
  const found: Reacted[] = []
  for (const ids of inChunks(commentIds))
    found.push(
      ...(await rows<Reacted>(
        reader,
        sql`SELECT "commentId", "emoji", CAST(count(*) AS integer) AS "count",
          CAST(max(CASE WHEN "userId" = ${userId} THEN 1 ELSE 0 END) AS integer) AS "own"
          FROM "commentReactions" WHERE "companyNo" = ${companyNo} AND "commentId" IN ${sql.list(ids)}
          GROUP BY "commentId", "emoji" ORDER BY min("createdAt"), "emoji"`,
      )),
    )
  const groups = Map.groupBy(found, ({ commentId }) => commentId)
  return new Map(
    [...groups].map(([id, all]) => [
      id,
      all.map(({ emoji, count, own }) => ({ emoji, count, own: own === 1 })),
    ]),
  )
}

/** A comment with its reactions. */
export async function presented(
  reader: Reader,
  site: Site,
  actor: Actor,
  row: CommentRow,
): Promise<Representation> {
  const reactions = await readReactions(reader, actor, [row.id])
  return presentComment(site, row, reactions.get(row.id))
}
