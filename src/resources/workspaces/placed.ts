import type { WorkspaceRow } from '../../db/rows/places.ts'
import type { Part } from '../../db/walks.ts'
import type { Answer } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import { findAccount } from '../accounts/account.ts'
import { findGroup } from '../workspace-groups.ts'
import { createWorkspace } from './make.ts'
import { mine, showWorkspace, workspace, workspaces } from './workspace.ts'

const pageOf = (ask: ReadContext, parts: readonly Part[]): Promise<Answer> =>
  ask.page<WorkspaceRow>(workspaces, parts, (found) => found.map((row) => showWorkspace(ask.site, row)))

/** Workspaces by the account or the group that they are in. */
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
    async (ask) => {
      const { id } = await findAccount(ask.db, ask.actor, ask.params.accountId)
      return pageOf(ask, [workspaces.where(ask.actor, 'accountId', id), ...mine(ask.actor)])
    },
  )

  api.get(
    '/v1/accounts/:accountId/companyWorkspaces',
    {
      ...list,
      summary: 'Lists all workspaces of an account, whether you are a member of them or not.',
      needs: `Internal people, ${byAccounts}`,
    },
    async (ask) => {
      const { id } = await findAccount(ask.db, ask.actor, ask.params.accountId)
      return pageOf(ask, [workspaces.where(ask.actor, 'accountId', id)])
    },
  )

  api.post(
    '/v1/accounts/:accountId/workspaces',
    {
      summary: 'Creates a workspace in an account; you become its Admin.',
      needs: `The permission createWorkspaces, ${byAccounts}`,
      body: { new: workspace, given: ['accountId'] },
      answer: { created: workspace },
      problems: ['not_for_this_account_type', 'duplicate'],
    },
    async (ask) => {
      const { id } = await findAccount(ask.tx, ask.actor, ask.params.accountId)
      return createWorkspace(ask, { accountId: id })
    },
  )

  api.get(
    '/v1/workspaceGroups/:groupId/workspaces',
    {
      ...list,
      summary: 'Lists the workspaces of a group that you are a member of; for company admins, all.',
      needs: `Internal people, ${byGroups}`,
    },
    async (ask) => {
      const { id } = await findGroup(ask.db, ask.actor, ask.params.groupId)
      return pageOf(ask, [workspaces.where(ask.actor, 'workspaceGroupId', id), ...mine(ask.actor)])
    },
  )

  api.get(
    '/v1/workspaceGroups/:groupId/companyWorkspaces',
    {
      ...list,
      summary: 'Lists all workspaces of a group, whether you are a member of them or not.',
      needs: `Internal people, ${byGroups}`,
    },
    async (ask) => {
      const { id } = await findGroup(ask.db, ask.actor, ask.params.groupId)
      return pageOf(ask, [workspaces.where(ask.actor, 'workspaceGroupId', id)])
    },
  )

  api.post(
    '/v1/workspaceGroups/:groupId/workspaces',
    {
      summary: 'Creates a workspace in a group; you become its Admin.',
      needs: `The permission createWorkspaces, ${byGroups}`,
      body: { new: workspace, given: ['workspaceGroupId'] },
      answer: { created: workspace },
      problems: ['not_for_this_account_type', 'duplicate'],
    },
    async (ask) => {
      const { id } = await findGroup(ask.tx, ask.actor, ask.params.groupId)
      return createWorkspace(ask, { workspaceGroupId: id })
    },
  )
}
