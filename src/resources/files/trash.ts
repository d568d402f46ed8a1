import { demand, mayDelete } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import type { Transaction } from '../../db/database.ts'
import { demandFreeExternalId, findRow } from '../../db/records.ts'
import { changed } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { listOf } from '../../lists/list.ts'
import { readOnly } from '../../schema/fields/fields.ts'
import { fileName } from '../../schema/fields/file-name.ts'
import { optionalReference, reference } from '../../schema/fields/reference.ts'
import { present } from '../../schema/present.ts'
import { contentFields, type FileRow, file } from '../../schema/records/file.ts'
import { resource } from '../../schema/resource.ts'
import { restoreAttached } from '../attached.ts'
import { deletion } from '../workspaces/trash.ts'
import { trashedIn } from '../workspaces/trashed-content.ts'
import { demandWritable, enterWorkspace } from '../workspaces/workspace.ts'
import { findFileEvenInTrash, presentFile } from './file.ts'
import { demandFreeName, type FileLocation } from './places.ts'

const trashedFile = resource('trashedFile', 'A file in the trash; it can be restored for 30 days.', {
  fileName: readOnly(fileName('Its name.')),
  ...contentFields,
  workspaceId: readOnly(reference('The workspace it was in.', 'workspace')),
  folderId: readOnly(optionalReference('The folder it was in.', 'folder')),
  taskId: readOnly(optionalReference('The task it was attached to.', 'task')),
  milestoneId: readOnly(optionalReference('The milestone it was attached to.', 'milestone')),
  ...deletion,
})

const trashedFiles = listOf(trashedFile, {
  from: '"files" t',
  below: true,
  sort: ['fileName', 'size', 'deletedAt'],
  filter: ['fileName', 'size', 'mimeType', 'deletedAt'],
  sortIndexes: [],
})

/**
 * The place that the file was in. If that is in the trash, it must be restored first; if it was purged or moved
 * to another workspace, the file returns to its own workspace.
 */
async function formerPlace(tx: Transaction, row: FileRow): Promise<FileLocation> {
  const { workspaceId, folderId, taskId, milestoneId, placeId } = row
  const place = { workspaceId, folderId, taskId, milestoneId, placeId }
  const table = folderId !== null ? 'folders' : taskId !== null ? 'tasks' : 'milestones'
  if (placeId === workspaceId) return place
  const hook = await findRow(tx, table, row.companyNo, placeId)
  if (hook === undefined || hook.workspaceId !== workspaceId)
    return { workspaceId, folderId: null, taskId: null, milestoneId: null, placeId: workspaceId }
  if ('deletedAt' in hook && hook.deletedAt !== null)
    throw problem('conflict', `The ${table.slice(0, -1)} of the file is in the trash. Restore it first.`)
  return place
}

export function fileTrashRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/trash',
    {
      summary: 'Lists the files of a workspace that are in the trash.',
      needs: 'A member of the workspace.',
      answer: { list: trashedFiles },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<FileRow>(trashedFiles, [trashedIn(workspace, 'files')], (found) =>
        found.map((row) => present(trashedFile, ctx.site.publicUrl, row.id, row)),
      )
    },
  )

  api.post(
    '/v1/files/:fileId/restore',
    {
      summary: 'Restores a file from the trash.',
      needs: 'A Contributor of its workspace for their own files, an Admin for all.',
      answer: { changed: file },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findFileEvenInTrash(tx, actor, params.fileId)
      demand(
        mayDelete(actor, workspace.role, before),
        'Only Admins of the workspace may restore files that others created.',
      )
      ctx.match(await presentFile(tx, site, actor, before))
      demandWritable(workspace)
      if (before.deletedAt === null) return changed(await presentFile(tx, site, actor, before))
      const place = await formerPlace(tx, before)
      await demandFreeExternalId(tx, file, before, before.externalId)
      await demandFreeName(tx, { ...before, ...place })
      const { row } = await tx.update(file, before, { ...place, deletedAt: null, deletedBy: null })
      tx.log({ verb: 'restored', kind: 'file', recordId: row.id, workspaceId: row.workspaceId })
      await restoreAttached({ tx, actor, workspace }, 'files', [row.id], before.deletedAt)
      return changed(await presentFile(tx, site, actor, row))
    },
  )
}
