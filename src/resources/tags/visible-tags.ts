import type { Actor } from '../../actor.ts'
import { maySeeDirectory } from '../../auth/permissions.ts'
import { type Reader, rows, type Sql } from '../../db/database.ts'
import type { Lane, Part } from '../../db/walks.ts'

/** How many workspaces are walked one by one; for more, the company's tags are walked and filtered. */
const fewWorkspaces = 64

/** Whether somebody's workspaces hold what bears the tag whose id stands in `column`. */
const usedBy = (column: string): string => `EXISTS (SELECT 1 FROM "members" m CROSS JOIN "workspaces" w
  CROSS JOIN "tagUses" u WHERE m."companyNo" = t."companyNo" AND m."userId" = ?
  AND w."companyNo" = m."companyNo" AND w."id" = m."workspaceId" AND w."deletedAt" IS NULL
  AND u."companyNo" = w."companyNo" AND u."workspaceId" = w."id" AND u."tagId" = ${column}
  GROUP BY w."id" HAVING sum(u."taskCount" + u."fileCount") > 0)`

/** "External people see tag names used there": borne by what is in their workspaces, by an old id too. */
export function usedInMyWorkspaces({ userId }: Actor): Sql {
  return {
    sql: `${usedBy('t."id"')} OR EXISTS (SELECT 1 FROM "tags" a WHERE a."companyNo" = t."companyNo"
      AND a."mergedInto" = t."id" AND ${usedBy('a."id"')})`,
    values: [userId, userId],
  }
}

/** What the caller may see of the tags. */
export async function visibleTags(reader: Reader, actor: Actor): Promise<Part[]> {
  if (maySeeDirectory(actor)) return []
  const { companyNo, userId } = actor
  const condition = usedInMyWorkspaces(actor)
  const memberships = await rows<{ id: string }>(reader, {
    sql: `SELECT "workspaceId" AS "id" FROM "members" WHERE "companyNo" = ? AND "userId" = ? LIMIT ?`,
    values: [companyNo, userId, fewWorkspaces + 1],
  })
  if (memberships.length > fewWorkspaces) return [{ condition }]
  const targets = await rows<{ id: string }>(reader, {
    sql: `SELECT DISTINCT "mergedInto" AS "id" FROM "tags" WHERE "companyNo" = ? AND "mergedInto" IS NOT NULL LIMIT ?`,
    values: [companyNo, fewWorkspaces + 1],
  })
  if (targets.length > fewWorkspaces) return [{ condition }]
  const lane = (from: string, id: string, sql: string, value: string): Lane => ({
    from,
    id,
    where: {
      sql: `${sql} AND t."deletedAt" IS NULL AND (${condition.sql})`,
      values: [companyNo, value, ...condition.values],
    },
  })
  const inWorkspace = `v."companyNo" = ? AND v."workspaceId" = ? AND t."companyNo" = v."companyNo" AND t."id" = v."tagId"`
  return [
    {
      condition,
      lanes: [
        ...memberships.map(({ id }) => lane('"tagUses" v CROSS JOIN "tags" t', 'v."tagId"', inWorkspace, id)),
        ...targets.map(({ id }) => lane('"tags" t', 't."id"', 't."companyNo" = ? AND t."id" = ?', id)),
      ],
    },
  ]
}
