import { maySeeDirectory } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { type Reader, rows, type Sql } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { IndexRange, Restriction } from '../../lists/plans.ts'

/** Up to this many workspaces are read one by one; beyond that, the company's tags are read and filtered. */
const fewWorkspaces = 64

/** Whether any record of the workspace still has the tag: the counts in `tagUses`, summed over all slots. */
const isUsed = (row: Sql): Sql => sql`(SELECT sum(s."taskCount" + s."fileCount") FROM "tagUses" s
  WHERE s."companyNo" = ${row}."companyNo" AND s."workspaceId" = ${row}."workspaceId" AND s."tagId" = ${row}."tagId") > 0`

/** Whether any record in these workspaces has the tag `t` or one merged into it. */
function usedIn(workspaces: Sql, merging = true): Sql {
  const used = (tagId: Sql): Sql => sql`EXISTS (SELECT 1 FROM "tagUses" u
    WHERE u."companyNo" = t."companyNo" AND u."tagId" = ${tagId} AND ${workspaces} AND ${isUsed(sql`u`)})`
  if (!merging) return used(sql`t."id"`)
  return sql`${used(sql`t."id"`)} OR EXISTS (SELECT 1 FROM "tags" a
    WHERE a."companyNo" = t."companyNo" AND a."mergedInto" = t."id" AND ${used(sql`a."id"`)})`
}

/** "External people see tag names used there": tags of records in their workspaces. */
export function usedInMyWorkspaces({ userId }: Actor): Sql {
  return usedIn(sql`EXISTS (SELECT 1 FROM "members" m CROSS JOIN "workspaces" w WHERE m."companyNo" = u."companyNo"
      AND m."workspaceId" = u."workspaceId" AND m."userId" = ${userId} AND w."companyNo" = m."companyNo"
      AND w."id" = m."workspaceId" AND w."deletedAt" IS NULL)`)
}

/** The tags that the caller may see. */
export async function visibleTags(reader: Reader, actor: Actor): Promise<Restriction[]> {
  if (maySeeDirectory(actor)) return []
  const { companyNo, userId } = actor
  const memberships = await rows<{ id: string }>(
    reader,
    sql`SELECT m."workspaceId" AS "id" FROM "members" m CROSS JOIN "workspaces" w
      WHERE m."companyNo" = ${companyNo} AND m."userId" = ${userId}
      AND w."companyNo" = m."companyNo" AND w."id" = m."workspaceId" AND w."deletedAt" IS NULL LIMIT ${fewWorkspaces + 1}`,
  )
  const targets = await rows<{ id: string }>(
    reader,
    sql`SELECT DISTINCT "mergedInto" AS "id" FROM "tags" WHERE "companyNo" = ${companyNo} AND "mergedInto" IS NOT NULL
      LIMIT ${fewWorkspaces + 1}`,
  )
  if (memberships.length > fewWorkspaces || targets.length > fewWorkspaces)
    return [{ condition: usedInMyWorkspaces(actor) }]
  const ids = memberships.map(({ id }) => id)
  if (ids.length === 0) return [{ condition: sql`1 = 0`, indexRanges: [] }]
  const condition = usedIn(sql`u."workspaceId" IN ${sql.list(ids)}`, targets.length > 0)
  const places = ids.map(
    (id): IndexRange => ({
      from: '"tagUses" v CROSS JOIN "tags" t',
      id: 'v."tagId"',
      where: sql`v."companyNo" = ${companyNo} AND v."workspaceId" = ${id}
        AND t."companyNo" = v."companyNo" AND t."id" = v."tagId" AND t."deletedAt" IS NULL AND ${isUsed(sql`v`)}`,
    }),
  )
  const merging = targets.map(
    ({ id }): IndexRange => ({
      from: '"tags" t',
      id: 't."id"',
      where: sql`t."companyNo" = ${companyNo} AND t."id" = ${id} AND t."deletedAt" IS NULL AND (${condition})`,
    }),
  )
  return [{ condition, indexRanges: [...places, ...merging] }]
}
