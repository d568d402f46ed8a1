import { demand, mayAdministerWorkspace } from '../../auth/permissions.ts'
import { changed, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { type WorkspaceRow, workspace } from '../../schema/records/workspace.ts'
import { historyRoute } from '../history.ts'
import { createWorkspace, demandFreeShortName, groupFor } from './make.ts'
import { demandWritable, findWorkspace, mine, presentWorkspace, workspaces } from './workspace.ts'

export function workspaceRoutes(api: Api): void {
  api.get(
    '/v1/workspaces',
    {
      summary: 'Lists the workspaces that you are a member of; for company admins, all.',
      needs: 'Anyone who is signed in.',
      answer: { list: workspaces },
    },
    (ctx) =>
      ctx.lastingPage<WorkspaceRow>(workspaces, mine(ctx.actor), (found) =>
        found.map((row) => presentWorkspace(ctx.site, row)),
      ),
  )

  api.get(
    '/v1/workspaces/:workspaceId',
    {
      summary: 'Shows one workspace.',
      needs: 'Internal people, and external members.',
      answer: { one: workspace },
    },
    async (ctx) =>
      ctx.lastingRecord(async () =>
        one(presentWorkspace(ctx.site, await findWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId))),
      ),
  )

  api.post(
    '/v1/workspaces',
    {
      summary: 'Creates a workspace; you become its Admin.',
      needs: 'The permission createWorkspaces.',
      body: { new: workspace },
      answer: { created: workspace },
      problems: ['forbidden', 'not_for_this_account_type', 'duplicate', 'conflict'],
    },
    (ctx) => createWorkspace(ctx),
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
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { role, ...before } = await findWorkspace(tx, actor, params.workspaceId)
      demand(mayAdministerWorkspace(role), 'Only Admins of the workspace may change it.')
      const changes = await ctx.changes(workspace, presentWorkspace(site, before))
      demandWritable(before)
      const { urlShortName, workspaceGroupId } = changes
      if (urlShortName !== undefined) await demandFreeShortName(tx, { ...before, urlShortName })
      const { row, fields, previous } = await tx.update(workspace, before, {
        ...changes,
        ...(workspaceGroupId !== undefined && {
          workspaceGroupId: await groupFor(tx, actor, workspaceGroupId),
        }),
      })
      if (fields.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'workspace',
          recordId: row.id,
          workspaceId: row.id,
          fields,
          previous,
        })
      return changed(presentWorkspace(site, row))
    },
  )
  historyRoute(
    api,
    '/v1/workspaces/:workspaceId',
    'workspace',
    findWorkspace,
    'A member, or internal people.',
  )
}
