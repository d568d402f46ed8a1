import { demand, mayAdministerWorkspace, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { sql } from '../../db/sql.ts'
import { trashReachesBackTo } from '../../db/trash.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { ContentTable } from './inside.ts'
import type { FoundWorkspace } from './workspace.ts'

/** The first restriction of a list of a workspace's records in the trash that can still be restored. */
export function trashedIn({ companyNo, id }: FoundWorkspace, table: ContentTable): Restriction {
  const condition = sql`t."workspaceId" = ${id} AND t."deletedAt" IS NOT NULL AND t."deletedAt" >= ${trashReachesBackTo()}`
  const where = sql`t."companyNo" = ${companyNo} AND ${condition}`
  return { condition, indexRanges: [{ from: `"${table}" t`, id: 't."id"', where }] }
}

/** The records in the trash that the caller may restore: "Contributors one's own", Admins all. */
export function restorableIn(actor: Actor, workspace: FoundWorkspace, table: ContentTable): Restriction[] {
  demand(mayContribute(workspace.role), 'Readers of a workspace may not see what is in its trash.')
  const own = sql`t."createdBy" = ${actor.userId}`
  const all = mayAdministerWorkspace(workspace.role)
  return [trashedIn(workspace, table), ...(all ? [] : [{ condition: own }])]
}
