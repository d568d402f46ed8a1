import { demand, mayManageAccounts, maySeeDirectory } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import { tablesInTheWay } from '../db/attached-rows.ts'
import type { Reader } from '../db/database.ts'
import { existingIds, findRow } from '../db/records.ts'
import type { Write } from '../db/write.ts'
import { changed, created, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { removeRecord } from '../jobs/purge-attached.ts'
import { listOf } from '../lists/list.ts'
import { foldText } from '../query/fields.ts'
import { present, type Representation } from '../schema/present.ts'
import { type WorkspaceGroupRow, workspaceGroup } from '../schema/records/workspace-group.ts'
import { demandOrganization } from './company.ts'
import { historyRoute, seenByDirectory } from './history.ts'

const notGroupedName = 'Not Grouped'

export const workspaceGroups = listOf(workspaceGroup, {
  oldestFirst: true,
})

const presentGroup = (site: Site, row: WorkspaceGroupRow): Representation =>
  present(workspaceGroup, site.publicUrl, row.id, row)

/** External people see only their workspaces, not the groups they are in. */
export async function visibleGroupIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  demandOrganization(actor, 'workspaceGroups')
  return maySeeDirectory(actor) ? existingIds(reader, 'workspaceGroups', actor.companyNo, ids) : new Set()
}

export async function findGroup(reader: Reader, actor: Actor, id: string): Promise<WorkspaceGroupRow> {
  demandOrganization(actor, 'workspaceGroups')
  const row = await findRow(reader, 'workspaceGroups', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such workspace group.')
  demand(maySeeDirectory(actor), 'External people may not see workspace groups.')
  return row
}

/** "A group `Not Grouped` always exists, made with the company." */
export async function insertNotGrouped(tx: Write, companyNo: number): Promise<void> {
  const row = await tx.insert(workspaceGroup, {
    companyNo,
    createdBy: null,
    workspaceGroupName: notGroupedName,
    notGrouped: true,
  })
  tx.log({ verb: 'created', kind: 'workspaceGroup', recordId: row.id })
}

export async function notGroupedId(reader: Reader, actor: Actor): Promise<string> {
  const row = await reader.query
    .selectFrom('workspaceGroups')
    .select('id')
    .where('companyNo', '=', actor.companyNo)
    .where('notGrouped', '=', true)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Existing clients find the group by its name. */
function demandOrdinaryName(name: string | undefined): void {
  if (name !== undefined && foldText(name) === foldText(notGroupedName))
    throw problem('duplicate', `The group ${notGroupedName} already exists.`, {
      faults: [{ pointer: '/workspaceGroupName', detail: `${notGroupedName} already exists.` }],
    })
}

function demandOrdinary({ notGrouped }: WorkspaceGroupRow): void {
  if (notGrouped) throw problem('conflict', `The group ${notGroupedName} always exists and keeps its name.`)
}

export function workspaceGroupRoutes(api: Api): void {
  api.get(
    '/v1/workspaceGroups',
    {
      summary: 'Lists the workspace groups.',
      needs: 'Internal people, in a company that organizes by workspace groups.',
      answer: { list: workspaceGroups },
      problems: ['not_for_this_account_type', 'forbidden'],
    },
    (ctx) => {
      demandOrganization(ctx.actor, 'workspaceGroups')
      demand(maySeeDirectory(ctx.actor), 'External people may not see workspace groups.')
      return ctx.page<WorkspaceGroupRow>(workspaceGroups, [], (found) =>
        found.map((row) => presentGroup(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/workspaceGroups/:groupId',
    {
      summary: 'Shows one workspace group.',
      needs: 'Internal people, in a company that organizes by workspace groups.',
      answer: { one: workspaceGroup },
      problems: ['not_for_this_account_type'],
    },
    async ({ actor, db, site, params }) =>
      one(presentGroup(site, await findGroup(db, actor, params.groupId))),
  )

  api.post(
    '/v1/workspaceGroups',
    {
      summary: 'Creates a workspace group.',
      needs: 'The permission manageAccounts, in a company that organizes by workspace groups.',
      body: { new: workspaceGroup },
      answer: { created: workspaceGroup },
      problems: ['not_for_this_account_type', 'forbidden', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      demandOrganization(actor, 'workspaceGroups')
      demand(mayManageAccounts(actor), 'Creating a workspace group requires the permission manageAccounts.')
      const values = await ctx.newRecord(workspaceGroup)
      demandOrdinaryName(values.workspaceGroupName)
      const row = await tx.insert(workspaceGroup, { ...values, notGrouped: false })
      tx.log({ verb: 'created', kind: 'workspaceGroup', recordId: row.id })
      return created(presentGroup(site, row), `/v1/workspaceGroups/${row.id}`)
    },
  )

  api.change(
    '/v1/workspaceGroups/:groupId',
    {
      summary: 'Changes a workspace group.',
      needs: 'The permission manageAccounts, in a company that organizes by workspace groups.',
      body: { change: workspaceGroup },
      answer: { changed: workspaceGroup },
      problems: ['not_for_this_account_type', 'conflict', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findGroup(tx, actor, params.groupId)
      demand(mayManageAccounts(actor), 'Changing a workspace group requires the permission manageAccounts.')
      const changes = await ctx.changes(workspaceGroup, presentGroup(site, before))
      const { row, fields, previous } = await tx.update(workspaceGroup, before, changes)
      if (fields.includes('workspaceGroupName')) demandOrdinary(before)
      if (!before.notGrouped) demandOrdinaryName(changes.workspaceGroupName)
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'workspaceGroup', recordId: row.id, fields, previous })
      return changed(presentGroup(site, row))
    },
  )
  historyRoute(api, '/v1/workspaceGroups/:groupId', 'workspaceGroup', findGroup, seenByDirectory)

  api.delete(
    '/v1/workspaceGroups/:groupId',
    {
      summary: 'Deletes an empty workspace group.',
      needs: 'The permission manageAccounts, in a company that organizes by workspace groups.',
      answer: 'nothing',
      problems: ['not_for_this_account_type', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findGroup(tx, actor, params.groupId)
      demand(mayManageAccounts(actor), 'Deleting a workspace group requires the permission manageAccounts.')
      ctx.match(presentGroup(site, row))
      demandOrdinary(row)
      if ((await tablesInTheWay(tx, 'workspaceGroups', row)).length > 0)
        throw problem(
          'conflict',
          'The group still contains workspaces. Move them to another group first. To move workspaces in the trash, restore them; otherwise they are purged after 30 days.',
        )
      await removeRecord(tx, 'workspaceGroups', row)
      tx.log({ verb: 'deleted', kind: 'workspaceGroup', recordId: row.id })
      return nothing()
    },
  )
}
