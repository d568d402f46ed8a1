import { demand, mayAdministerWorkspace, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { sql } from '../../db/sql.ts'
import { trashReachesBackTo } from '../../db/trash.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { ContentTable } from './inside.ts'
import type { FoundWorkspace } from './workspace.ts'

/** The first part of a page of what a workspace holds in the trash, as far as it can still be restored. */
export function trashedIn({ companyNo, id }: FoundWorkspace, table: ContentTable): Restriction {
  const condition = sql`t."workspaceId" = ${id} AND t."deletedAt" IS NOT NULL AND t."deletedAt" >= ${trashReachesBackTo()}`
  const where = sql`t."companyNo" = ${companyNo} AND ${condition}`
  return { condition, indexRanges: [{ from: `"${table}" t`, id: 't."id"', where }] }
}

/** The same, for those who may restore it: "Contributors one's own", Admins all. */
export function restorableIn(actor: Actor, workspace: FoundWorkspace, table: ContentTable): Restriction[] {
  demand(mayContribute(workspace.role), 'Readers of a workspace may not see what is in its trash.')
  const own = sql`t."createdBy" = ${actor.userId}`
  const all = mayAdministerWorkspace(workspace.role)
  return [trashedIn(workspace, table), ...(all ? [] : [{ condition: own }])]
}
