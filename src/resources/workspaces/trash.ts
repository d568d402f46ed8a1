import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { sql } from '../../db/sql.ts'
import { trashReachesBackTo } from '../../db/trash.ts'
import type { Api } from '../../http/api.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { moment, readOnly } from '../../schema/fields/fields.ts'
import { optionalReference } from '../../schema/fields/reference.ts'
import { present } from '../../schema/present.ts'
import { type WorkspaceRow, workspace } from '../../schema/records/workspace.ts'
import { resource } from '../../schema/resource.ts'

const { workspaceName, urlShortName, description, workspaceType, accountId, workspaceGroupId } =
  workspace.fields

/** The fields that every record in the trash has in addition to its own. */
export const deletion = {
  deletedAt: moment('When it was deleted.'),
  deletedBy: readOnly(optionalReference('Who deleted it (a userHash).', 'user')),
}

const trashedWorkspace = resource(
  'trashedWorkspace',
  'A workspace in the trash; it can be restored for 30 days, with everything in it.',
  {
    workspaceName: readOnly(workspaceName),
    urlShortName: readOnly(urlShortName),
    description: readOnly(description),
    workspaceType: readOnly(workspaceType),
    accountId: readOnly(accountId),
    workspaceGroupId: readOnly(workspaceGroupId),
    ...deletion,
  },
)

const trashedWorkspaces = listOf(trashedWorkspace, {
  from: '"workspaces" t',
  below: true,
  sort: ['workspaceName', 'urlShortName', 'deletedAt'],
  filter: ['workspaceName', 'urlShortName', 'workspaceType', 'accountId', 'workspaceGroupId', 'deletedAt'],
  sortIndexes: [],
})

/** All of the company's workspaces in the trash that can still be restored. */
function inTrash({ companyNo }: Actor): Restriction {
  const condition = sql`t."deletedAt" IS NOT NULL AND t."deletedAt" >= ${trashReachesBackTo()}`
  const where = sql`t."companyNo" = ${companyNo} AND ${condition}`
  return { condition, indexRanges: [{ from: '"workspaces" t', id: 't."id"', where }] }
}

/** The workspaces that the caller may restore. */
function administered(actor: Actor): Restriction[] {
  if (isCompanyAdmin(actor)) return []
  const condition = sql`EXISTS (SELECT 1 FROM "members" m
    WHERE m."companyNo" = t."companyNo" AND m."workspaceId" = t."id" AND m."userId" = ${actor.userId}
    AND m."role" = 'Admin')`
  return [{ condition }]
}

export function workspaceTrashRoutes(api: Api): void {
  api.get(
    '/v1/trash/workspaces',
    {
      summary:
        'Lists the workspaces in the trash that you are an Admin of; for company admins, all. They can be restored.',
      needs: 'Anyone who is signed in.',
      answer: { list: trashedWorkspaces },
    },
    (ctx) =>
      ctx.page<WorkspaceRow>(trashedWorkspaces, [inTrash(ctx.actor), ...administered(ctx.actor)], (found) =>
        found.map((row) => present(trashedWorkspace, ctx.site.publicUrl, row.id, row)),
      ),
  )
}
