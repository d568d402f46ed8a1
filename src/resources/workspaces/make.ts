import { demand, mayCreateWorkspaces } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import { rows, type Transaction } from '../../db/database.ts'
import { findTaken } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { type Answer, created } from '../../http/answer.ts'
import type { WriteContext } from '../../http/context.ts'
import { foldText } from '../../query/fields.ts'
import { type WorkspaceRow, workspace } from '../../schema/records/workspace.ts'
import { addMember } from '../members/membership.ts'
import { notGroupedId } from '../workspace-groups.ts'
import { copyPlan } from './copy-plan.ts'
import { presentWorkspace } from './workspace.ts'

/**
 * Derives a short name from the workspace's name: plain letters and digits, with a number appended if it is
 * taken.
 */
async function freeShortName(tx: Transaction, companyNo: number, fullName: string): Promise<string> {
  const plain = fullName
    .normalize('NFKD')
    // Strip accents but keep their letters.
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
  const base = plain === '' ? 'workspace' : plain
  const taken = await rows<{ key: string }>(
    tx,
    sql`SELECT "urlShortNameKey" AS "key" FROM "workspaces" WHERE "companyNo" = ${companyNo} AND "deletedAt" IS NULL
      AND "urlShortNameKey" >= ${base} AND "urlShortNameKey" < ${`${base}-:`}`,
  )
  const keys = new Set(taken.map(({ key }) => key))
  if (!keys.has(base)) return base
  for (let n = 2; ; n += 1) if (!keys.has(`${base}-${n}`)) return `${base}-${n}`
}

export async function demandFreeShortName(
  tx: Transaction,
  row: Pick<WorkspaceRow, 'companyNo' | 'id' | 'urlShortName'>,
): Promise<void> {
  const other = await findTaken(tx, 'workspaces', row, 'urlShortNameKey', foldText(row.urlShortName))
  if (other !== undefined)
    throw problem(
      'duplicate',
      `The urlShortName "${row.urlShortName}" already belongs to the workspace ${other}.`,
      {
        faults: [{ pointer: '/urlShortName', detail: `already belongs to the workspace ${other}.` }],
      },
    )
}

/** Creates a workspace; "whoever creates a workspace becomes its Admin in the same transaction". */
export async function createWorkspace(
  ctx: WriteContext,
  given: { accountId?: string } | { workspaceGroupId?: string } = {},
): Promise<Answer> {
  const { actor, tx, site } = ctx
  demand(mayCreateWorkspaces(actor), 'Creating a workspace requires the permission createWorkspaces.')
  const { companyNo } = actor
  const values = await ctx.newRecord(workspace, given)
  const { urlShortName } = values as Partial<typeof values>
  if (urlShortName !== undefined) await demandFreeShortName(tx, { companyNo, id: '', urlShortName })
  const row = await tx.insert(workspace, {
    ...values,
    urlShortName: urlShortName ?? (await freeShortName(tx, companyNo, values.workspaceName)),
    archived: false,
    workspaceGroupId: await groupFor(tx, actor, values.workspaceGroupId),
  })
  tx.log({ verb: 'created', kind: 'workspace', recordId: row.id, workspaceId: row.id })
  // There are no members yet. Looking for existing ones would make concurrent requests conflict.
  await addMember(tx, row, actor, actor.userId, 'Admin')
  if (actor.compatibility) await copyPlan(ctx, row)
  return created(presentWorkspace(site, row), `/v1/workspaces/${row.id}`)
}

/** In a company that organizes by groups, every workspace is in one. */
export async function groupFor(tx: Transaction, actor: Actor, wanted: string | null): Promise<string | null> {
  return actor.organization === 'workspaceGroups' ? (wanted ?? (await notGroupedId(tx, actor))) : null
}
