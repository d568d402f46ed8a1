import type { Answer } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import type { Restriction } from '../../lists/plans.ts'
import { type WorkspaceRow, workspace } from '../../schema/records/workspace.ts'
import { findAccount } from '../accounts/account.ts'
import { findGroup } from '../workspace-groups.ts'
import { createWorkspace } from './make.ts'
import { mine, presentWorkspace, workspaces } from './workspace.ts'

const pageOf = (ctx: ReadContext, parts: readonly Restriction[]): Promise<Answer> =>
  ctx.page<WorkspaceRow>(workspaces, parts, (found) => found.map((row) => presentWorkspace(ctx.site, row)))

/** Lists workspaces by their account or group. */
export function placedWorkspaceRoutes(api: Api): void {
  const byAccounts = 'in a company that organizes by accounts.'
  const byGroups = 'in a company that organizes by workspace groups.'
  const list = { answer: { list: workspaces }, problems: ['not_for_this_account_type'] } as const

  api.get(
    '/v1/accounts/:accountId/workspaces',
    {
      ...list,
      summary: 'Lists the workspaces of an account that you are a member of; for company admins, all.',
      needs: `Internal people, ${byAccounts}`,
    },
    async (ctx) => {
      const { id } = await findAccount(ctx.db, ctx.actor, ctx.params.accountId)
      return pageOf(ctx, [workspaces.where(ctx.actor, 'accountId', id), ...mine(ctx.actor)])
    },
  )

  api.get(
    '/v1/accounts/:accountId/companyWorkspaces',
    {
      ...list,
      summary: 'Lists all workspaces of an account, whether you are a member of them or not.',
      needs: `Internal people, ${byAccounts}`,
    },
    async (ctx) => {
      const { id } = await findAccount(ctx.db, ctx.actor, ctx.params.accountId)
      return pageOf(ctx, [workspaces.where(ctx.actor, 'accountId', id)])
    },
  )

  api.post(
    '/v1/accounts/:accountId/workspaces',
    {
      summary: 'Creates a workspace in an account; you become its Admin.',
      needs: `The permission createWorkspaces, ${byAccounts}`,
      body: { new: workspace, given: ['accountId'] },
      answer: { created: workspace },
      problems: ['not_for_this_account_type', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { id } = await findAccount(ctx.tx, ctx.actor, ctx.params.accountId)
      return createWorkspace(ctx, { accountId: id })
    },
  )

  api.get(
    '/v1/workspaceGroups/:groupId/workspaces',
    {
      ...list,
      summary: 'Lists the workspaces of a group that you are a member of; for company admins, all.',
      needs: `Internal people, ${byGroups}`,
    },
    async (ctx) => {
      const { id } = await findGroup(ctx.db, ctx.actor, ctx.params.groupId)
      return pageOf(ctx, [workspaces.where(ctx.actor, 'workspaceGroupId', id), ...mine(ctx.actor)])
    },
  )

  api.get(
    '/v1/workspaceGroups/:groupId/companyWorkspaces',
    {
      ...list,
      summary: 'Lists all workspaces of a group, whether you are a member of them or not.',
      needs: `Internal people, ${byGroups}`,
    },
    async (ctx) => {
      const { id } = await findGroup(ctx.db, ctx.actor, ctx.params.groupId)
      return pageOf(ctx, [workspaces.where(ctx.actor, 'workspaceGroupId', id)])
    },
  )

  api.post(
    '/v1/workspaceGroups/:groupId/workspaces',
    {
      summary: 'Creates a workspace in a group; you become its Admin.',
      needs: `The permission createWorkspaces, ${byGroups}`,
      body: { new: workspace, given: ['workspaceGroupId'] },
      answer: { created: workspace },
      problems: ['not_for_this_account_type', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { id } = await findGroup(ctx.tx, ctx.actor, ctx.params.groupId)
      return createWorkspace(ctx, { workspaceGroupId: id })
    },
  )
}
