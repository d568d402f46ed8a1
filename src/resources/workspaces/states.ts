import { demand, mayAdministerCompany, mayAdministerWorkspace } from '../../auth/permissions.ts'
import { clock } from '../../base/clock.ts'
import { demandFreeExternalId } from '../../db/records.ts'
import type { Write } from '../../db/write.ts'
import { changed, nothing } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { type WorkspaceRow, workspace } from '../../schema/records/workspace.ts'
import { restoreAttached, trashAttached } from '../attached.ts'
import { demandFreeShortName } from './make.ts'
import { demandWritable, findEvenInTrash, findWorkspace, presentWorkspace } from './workspace.ts'

/** Changes the state of a workspace. Doing it twice is not an error and changes nothing. */
async function enterState(
  tx: Write,
  before: WorkspaceRow,
  state: Partial<Pick<WorkspaceRow, 'archived' | 'deletedAt' | 'deletedBy'>>,
  verb: 'archived' | 'unarchived' | 'deleted' | 'restored',
): Promise<WorkspaceRow> {
  const { row, fields, previous } = await tx.update(workspace, before, state)
  if (fields.length === 0) return row
  // The trash columns are not fields of the resource.
  const known = fields.filter((name) => name in workspace.fields)
  tx.log({ verb, kind: 'workspace', recordId: row.id, workspaceId: row.id, fields: known, previous })
  return row
}

type WorkspaceContext = WriteContext<{ workspaceId: string }>

async function archive(ctx: WorkspaceContext): Promise<ReturnType<typeof nothing>> {
  const { actor, tx, site, params } = ctx
  const { role, ...before } = await findWorkspace(tx, actor, params.workspaceId)
  demand(mayAdministerWorkspace(role), 'Only Admins of the workspace may archive it.')
  ctx.match(presentWorkspace(site, before))
  await enterState(tx, before, { archived: true }, 'archived')
  return nothing()
}

export function workspaceStateRoutes(api: Api): void {
  const archiving = {
    summary: 'Archives a workspace, which makes it read-only.',
    needs: 'An Admin of the workspace.',
    answer: 'nothing',
  } as const
  api.put('/v1/workspaces/:workspaceId/archive', archiving, archive)
  api.post(
    '/v1/workspaces/:workspaceId/archive',
    { ...archiving, summary: `${archiving.summary} The same as PUT.` },
    archive,
  )

  api.delete(
    '/v1/workspaces/:workspaceId/archive',
    { summary: 'Makes an archived workspace active again.', needs: 'A company admin.', answer: 'nothing' },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { role: _, ...before } = await findWorkspace(tx, actor, params.workspaceId)
      demand(mayAdministerCompany(actor), 'Only company admins may unarchive a workspace.')
      ctx.match(presentWorkspace(site, before))
      await enterState(tx, before, { archived: false }, 'unarchived')
      return nothing()
    },
  )

  api.delete(
    '/v1/workspaces/:workspaceId',
    {
      summary: 'Moves a workspace with everything in it to the trash, for 30 days.',
      needs: 'An Admin of the workspace.',
      answer: 'nothing',
      problems: ['archived'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findWorkspace(tx, actor, params.workspaceId)
      const { role, ...before } = found
      demand(mayAdministerWorkspace(role), 'Only Admins of the workspace may delete it.')
      ctx.match(presentWorkspace(site, before))
      demandWritable(before)
      const state = { deletedAt: clock.timestamp(), deletedBy: actor.userId }
      await enterState(tx, before, state, 'deleted')
      await trashAttached({ tx, actor, workspace: found }, 'workspaces', [before.id], state)
      return nothing()
    },
  )

  api.post(
    '/v1/workspaces/:workspaceId/restore',
    {
      summary: 'Restores a workspace from the trash.',
      needs: 'An Admin of the workspace.',
      answer: { changed: workspace },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findEvenInTrash(tx, actor, params.workspaceId)
      const { role, ...before } = found
      demand(mayAdministerWorkspace(role), 'Only Admins of the workspace may restore it.')
      ctx.match(presentWorkspace(site, before))
      await demandFreeShortName(tx, before)
      await demandFreeExternalId(tx, workspace, before, before.externalId)
      const row = await enterState(tx, before, { deletedAt: null, deletedBy: null }, 'restored')
      if (before.deletedAt !== null)
        await restoreAttached({ tx, actor, workspace: found }, 'workspaces', [row.id], before.deletedAt)
      return changed(presentWorkspace(site, row))
    },
  )
}
