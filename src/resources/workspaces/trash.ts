import { type Actor, isCompanyAdmin } from '../../actor.ts'
import type { WorkspaceRow } from '../../db/rows/places.ts'
import { trashReachesBackTo } from '../../db/trash.ts'
import type { Part } from '../../db/walks.ts'
import type { Api } from '../../http/api.ts'
import { moment, readOnly } from '../../http/fields.ts'
import { listOf } from '../../http/list.ts'
import { optionalReference } from '../../http/reference-fields.ts'
import { resource } from '../../http/resource.ts'
import { show } from '../../http/shown.ts'
import { workspace } from './workspace.ts'

const { workspaceName, urlShortName, description, workspaceType, accountId, workspaceGroupId } =
  workspace.fields

/** What of every record in the trash is told beside itself. */
export const deletion = {
  deletedAt: moment('When it was deleted.'),
  deletedBy: readOnly(optionalReference('Who deleted it (a userHash).', 'user')),
}

const trashedWorkspace = resource(
  'trashedWorkspace',
  'A workspace in the trash; it can be restored for 30 days, with all that is in it.',
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

/** The whole trash of the company, as far as it can still be restored. */
function inTrash({ companyNo }: Actor): Part {
  const condition = {
    sql: 't."deletedAt" IS NOT NULL AND t."deletedAt" >= ?',
    values: [trashReachesBackTo()],
  }
  const where = { sql: `t."companyNo" = ? AND ${condition.sql}`, values: [companyNo, ...condition.values] }
  return { condition, lanes: [{ from: '"workspaces" t', id: 't."id"', where }] }
}

/** Those that one may restore. */
function administered(actor: Actor): Part[] {
  if (isCompanyAdmin(actor)) return []
  const sql = `EXISTS (SELECT 1 FROM "members" m WHERE m."companyNo" = t."companyNo" AND m."workspaceId" = t."id"
    AND m."userId" = ? AND m."role" = 'Admin')`
  return [{ condition: { sql, values: [actor.userId] } }]
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
    (ask) =>
      ask.page<WorkspaceRow>(trashedWorkspaces, [inTrash(ask.actor), ...administered(ask.actor)], (found) =>
        found.map((row) => show(trashedWorkspace, ask.site.publicUrl, row.id, row)),
      ),
  )
}
