import { demand, mayContribute, mayDelete } from '../../auth/permissions.ts'
import { clock } from '../../base/clock.ts'
import { changeMany } from '../../db/change-many.ts'
import { demandFreeExternalId } from '../../db/records.ts'
import type { Write } from '../../db/write.ts'
import { changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { type FolderRow, folder } from '../../schema/records/folder.ts'
import { restoreAttached, trashAttached } from '../attached.ts'
import { historyRoute, seenByMembers } from '../history.ts'
import { inWorkspace } from '../workspaces/inside.ts'
import { demandWritable, enterWorkspace } from '../workspaces/workspace.ts'
import { findFolder, findFolderEvenInTrash, folders, presentFolder } from './folder.ts'
import { demandFreeName, demandLivingParent, demandParentFits, readSubfolders } from './tree.ts'

export function folderRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/folders',
    {
      summary: 'Lists the folders of a workspace, at every depth.',
      needs: 'A member of the workspace.',
      answer: { list: folders },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<FolderRow>(folders, [inWorkspace(workspace, 'folders')], (found) =>
        found.map((row) => presentFolder(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/folders/:folderId',
    { summary: 'Shows one folder.', needs: 'A member of its workspace.', answer: { one: folder } },
    async ({ actor, db, site, params }) =>
      one(presentFolder(site, (await findFolder(db, actor, params.folderId)).row)),
  )

  api.post(
    '/v1/workspaces/:workspaceId/folders',
    {
      summary: 'Creates a folder in a workspace.',
      needs: 'A Contributor of the workspace.',
      body: { new: folder, given: ['workspaceId'] },
      answer: { created: folder },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const workspace = await enterWorkspace(tx, actor, ctx.params.workspaceId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not add folders to it.')
      const values = await ctx.newRecord(folder, { workspaceId: workspace.id })
      demandWritable(workspace)
      const wanted = { companyNo: actor.companyNo, id: '', ...values }
      await demandParentFits(tx, wanted)
      await demandFreeName(tx, wanted)
      const row = await tx.insert(folder, values)
      tx.log({ verb: 'created', kind: 'folder', recordId: row.id, workspaceId: row.workspaceId })
      return created(presentFolder(site, row), `/v1/folders/${row.id}`)
    },
  )

  api.change(
    '/v1/folders/:folderId',
    {
      summary: 'Changes a folder, or moves it within its workspace.',
      needs: 'A Contributor of its workspace.',
      body: { change: folder },
      answer: { changed: folder },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findFolder(tx, actor, params.folderId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its folders.')
      const changes = await ctx.changes(folder, presentFolder(site, before))
      demandWritable(workspace)
      const after = { ...before, ...changes }
      if (after.parentFolderId !== before.parentFolderId) await demandParentFits(tx, after)
      await demandFreeName(tx, after)
      const { row, fields, previous } = await tx.update(folder, before, changes)
      if (fields.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'folder',
          recordId: row.id,
          workspaceId: row.workspaceId,
          fields,
          previous,
        })
      return changed(presentFolder(site, row))
    },
  )
  historyRoute(api, '/v1/folders/:folderId', 'folder', findFolder, seenByMembers)

  api.delete(
    '/v1/folders/:folderId',
    {
      summary: 'Moves a folder and everything in it to the trash, for 30 days.',
      needs: 'A Contributor of its workspace for their own folders, an Admin for all.',
      answer: 'nothing',
      problems: ['archived', 'conflict', 'locked', 'read_only'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findFolder(tx, actor, params.folderId)
      const all = [row, ...(await readSubfolders(tx, row, null))]
      demand(
        all.every((each) => mayDelete(actor, workspace.role, each)),
        'Only Admins of the workspace may delete folders that others created.',
      )
      ctx.match(presentFolder(site, row))
      demandWritable(workspace)
      const deletedAt = clock.timestamp()
      const state = { deletedAt, deletedBy: actor.userId }
      await enterState(tx, all, state, 'deleted')
      await trashAttached({ tx, actor, workspace }, 'folders', idsOf(all), state)
      return nothing()
    },
  )

  api.post(
    '/v1/folders/:folderId/restore',
    {
      summary: 'Restores a folder from the trash, with the folders and files that were deleted with it.',
      needs: 'A Contributor of its workspace for their own folders, an Admin for all.',
      answer: { changed: folder },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findFolderEvenInTrash(tx, actor, params.folderId)
      const all = [row, ...(row.deletedAt === null ? [] : await readSubfolders(tx, row, row.deletedAt))]
      demand(
        all.every((each) => mayDelete(actor, workspace.role, each)),
        'Only Admins of the workspace may restore folders that others created.',
      )
      ctx.match(presentFolder(site, row))
      demandWritable(workspace)
      if (row.deletedAt === null) return changed(presentFolder(site, row))
      await demandLivingParent(tx, row)
      await demandFreeName(tx, row)
      for (const each of all) await demandFreeExternalId(tx, folder, each, each.externalId)
      await enterState(tx, all, { deletedAt: null, deletedBy: null }, 'restored')
      await restoreAttached({ tx, actor, workspace }, 'folders', idsOf(all), row.deletedAt)
      // The parent folder may have moved deeper in the meantime.
      await demandParentFits(tx, row)
      return changed(presentFolder(site, (await findFolder(tx, actor, row.id)).row))
    },
  )
}

const idsOf = (all: readonly FolderRow[]): string[] => all.map(({ id }) => id)

async function enterState(
  tx: Write,
  all: readonly FolderRow[],
  state: Pick<FolderRow, 'deletedAt' | 'deletedBy'>,
  verb: 'deleted' | 'restored',
): Promise<void> {
  await changeMany(tx, 'folders', all, state)
  for (const { id, workspaceId } of all) tx.log({ verb, kind: 'folder', recordId: id, workspaceId })
}
