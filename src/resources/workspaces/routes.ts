import type { Actor } from '../../actor.ts'
import { demand, mayAdministerWorkspace, mayCreateWorkspaces } from '../../auth/permissions.ts'
import { rows, type Transaction } from '../../db/database.ts'
import { demandFreeExternalId, findTaken, insertRow, newRow, updateRow } from '../../db/records.ts'
import type { WorkspaceRow } from '../../db/rows/places.ts'
import { problem } from '../../errors.ts'
import { type Answer, changed, created, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { foldText } from '../../query/fields.ts'
import { demandOrganization } from '../company.ts'
import { findGroup, notGroupedId } from '../workspace-groups.ts'
import { demandWritable, findWorkspace, mine, showWorkspace, workspace, workspaces } from './workspace.ts'

/** Made from the name when absent: plain letters and digits, with a number behind it where it is taken. */
async function freeShortName(
  tx: Transaction,
  row: Pick<WorkspaceRow, 'companyNo' | 'id'>,
  fullName: string,
): Promise<string> {
  const plain = fullName
    .normalize('NFKD')
    // Accents go, their letters stay.
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  const base = plain === '' ? 'workspace' : plain
  const taken = await rows<{ key: string }>(tx, {
    sql: `SELECT "urlShortNameKey" AS "key" FROM "workspaces" WHERE "companyNo" = ? AND "deletedAt" IS NULL
      AND "urlShortNameKey" >= ? AND "urlShortNameKey" < ? AND "id" <> ?`,
    values: [row.companyNo, base, `${base}-:`, row.id],
  })
  const keys = new Set(taken.map(({ key }) => key))
  if (!keys.has(base)) return base
  for (let n = 2; ; n += 1) if (!keys.has(`${base}-${n}`)) return `${base}-${n}`
}

export async function demandFreeShortName(tx: Transaction, row: WorkspaceRow): Promise<void> {
  const other = await findTaken(tx, 'workspaces', row, 'urlShortNameKey', row.urlShortNameKey)
  if (other !== undefined)
    throw problem(
      'duplicate',
      `The urlShortName "${row.urlShortName}" belongs to the workspace ${other} already.`,
      {
        faults: [{ pointer: '/urlShortName', detail: `belongs to the workspace ${other} already.` }],
      },
    )
}

/** Makes a workspace; "whoever creates a workspace becomes its Admin in the same transaction". */
async function createWorkspace(
  ask: WriteContext,
  given: { workspaceGroupId?: string } = {},
): Promise<Answer> {
  const { actor, tx, site } = ask
  demand(mayCreateWorkspaces(actor), 'Creating a workspace needs the permission createWorkspaces.')
  const fields = await ask.newRecord(workspace, given)
  const { customFields: custom, urlShortName, workspaceGroupId, ...values } = fields
  const place = newRow(actor.companyNo, actor.userId)
  const shortName = urlShortName ?? (await freeShortName(tx, place, values.workspaceName))
  const row: WorkspaceRow = {
    ...place,
    ...values,
    workspaceNameKey: foldText(values.workspaceName),
    urlShortName: shortName,
    urlShortNameKey: foldText(shortName),
    archived: false,
    accountId: null,
    workspaceGroupId: await groupFor(tx, actor, workspaceGroupId),
    customFields: JSON.stringify(custom),
    deletedAt: null,
    deletedBy: null,
  }
  if (urlShortName !== undefined) await demandFreeShortName(tx, row)
  await demandFreeExternalId(tx, 'workspaces', row, row.externalId)
  await insertRow(tx, 'workspaces', row)
  tx.log({ verb: 'created', kind: 'workspace', recordId: row.id, workspaceId: row.id })
  await insertRow(tx, 'members', {
    companyNo: row.companyNo,
    workspaceId: row.id,
    userId: actor.userId,
    role: 'Admin',
    externalId: null,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    createdBy: actor.userId,
  })
  tx.log({ verb: 'created', kind: 'member', recordId: actor.userId, workspaceId: row.id, fields: ['role'] })
  return created(showWorkspace(site, row), `/v1/workspaces/${row.id}`)
}

async function groupFor(tx: Transaction, actor: Actor, wanted: string | null): Promise<string | null> {
  if (actor.organization === 'workspaceGroups') return wanted ?? (await notGroupedId(tx, actor))
  if (wanted !== null) demandOrganization(actor, 'workspaceGroups')
  return null
}

export function workspaceRoutes(api: Api): void {
  api.get(
    '/v1/workspaces',
    {
      summary: 'Lists the workspaces that you are a member of; for company admins, all.',
      needs: 'Anyone who is signed in.',
      answer: { list: workspaces },
    },
    (ask) =>
      ask.page<WorkspaceRow>(workspaces, mine(ask.actor), (found) =>
        found.map((row) => showWorkspace(ask.site, row)),
      ),
  )

  api.get(
    '/v1/workspaceGroups/:groupId/workspaces',
    {
      summary: 'Lists the workspaces of a group that you are a member of; for company admins, all.',
      needs: 'Internal people, in a company that organizes by workspace groups.',
      answer: { list: workspaces },
      problems: ['not_for_this_account_type'],
    },
    async (ask) => {
      const group = await findGroup(ask.db, ask.actor, ask.params.groupId)
      const parts = [workspaces.where(ask.actor, 'workspaceGroupId', group.id), ...mine(ask.actor)]
      return ask.page<WorkspaceRow>(workspaces, parts, (found) =>
        found.map((row) => showWorkspace(ask.site, row)),
      )
    },
  )

  api.get(
    '/v1/workspaces/:workspaceId',
    {
      summary: 'Shows one workspace.',
      needs: 'Internal people, and external members.',
      answer: { one: workspace },
    },
    async ({ actor, db, site, params }) =>
      one(showWorkspace(site, await findWorkspace(db, actor, params.workspaceId))),
  )

  api.post(
    '/v1/workspaces',
    {
      summary: 'Creates a workspace; you become its Admin.',
      needs: 'The permission createWorkspaces.',
      body: { new: workspace },
      answer: { created: workspace },
      problems: ['forbidden', 'not_for_this_account_type', 'duplicate'],
    },
    (ask) => createWorkspace(ask),
  )

  api.post(
    '/v1/workspaceGroups/:groupId/workspaces',
    {
      summary: 'Creates a workspace in a group; you become its Admin.',
      needs: 'The permission createWorkspaces, in a company that organizes by workspace groups.',
      body: { new: workspace, given: ['workspaceGroupId'] },
      answer: { created: workspace },
      problems: ['not_for_this_account_type', 'duplicate'],
    },
    async (ask) => {
      const group = await findGroup(ask.tx, ask.actor, ask.params.groupId)
      return createWorkspace(ask, { workspaceGroupId: group.id })
    },
  )

  api.change(
    '/v1/workspaces/:workspaceId',
    {
      summary: 'Changes a workspace.',
      needs: 'An Admin of the workspace.',
      body: { change: workspace },
      answer: { changed: workspace },
      problems: ['archived', 'not_for_this_account_type', 'duplicate'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const { role, ...before } = await findWorkspace(tx, actor, params.workspaceId)
      demand(mayAdministerWorkspace(role), 'Only Admins of the workspace may change it.')
      const {
        customFields: custom,
        workspaceGroupId,
        ...changes
      } = await ask.changes(workspace, showWorkspace(site, before))
      demandWritable(before)
      const { urlShortName } = changes
      if (urlShortName !== undefined)
        await demandFreeShortName(tx, { ...before, urlShortName, urlShortNameKey: foldText(urlShortName) })
      const { row, fields } = await updateRow(tx, 'workspaces', before, {
        ...changes,
        ...(changes.workspaceName !== undefined && { workspaceNameKey: foldText(changes.workspaceName) }),
        ...(urlShortName !== undefined && { urlShortNameKey: foldText(urlShortName) }),
        ...(workspaceGroupId !== undefined && {
          workspaceGroupId: await groupFor(tx, actor, workspaceGroupId),
        }),
        ...(custom !== undefined && { customFields: JSON.stringify(custom) }),
      })
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'workspace', recordId: row.id, workspaceId: row.id, fields })
      return changed(showWorkspace(site, row))
    },
  )
}
