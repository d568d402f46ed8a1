import type { Api } from '../../http/api.ts'
import { listOf } from '../../lists/list.ts'
import { readOnly } from '../../schema/fields/fields.ts'
import { present } from '../../schema/present.ts'
import { type FolderRow, folder } from '../../schema/records/folder.ts'
import { resource } from '../../schema/resource.ts'
import { deletion } from '../workspaces/trash.ts'
import { restorableIn } from '../workspaces/trashed-content.ts'
import { enterWorkspace } from '../workspaces/workspace.ts'

const { folderName, parentFolderId, workspaceId } = folder.fields

const trashedFolder = resource('trashedFolder', 'A folder in the trash; it can be restored for 30 days.', {
  folderName: readOnly(folderName),
  parentFolderId: readOnly(parentFolderId),
  workspaceId: readOnly(workspaceId),
  ...deletion,
})

const trashedFolders = listOf(trashedFolder, {
  from: '"folders" t',
  below: true,
  sort: ['folderName', 'deletedAt'],
  filter: ['folderName', 'parentFolderId', 'deletedAt'],
  sortIndexes: [],
})

export function folderTrashRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/trash/folders',
    {
      summary: 'Lists the folders of a workspace that are in the trash, and that you may restore.',
      needs: 'A Contributor of the workspace, for their own folders; an Admin for all.',
      answer: { list: trashedFolders },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<FolderRow>(trashedFolders, restorableIn(ctx.actor, workspace, 'folders'), (found) =>
        found.map((row) => present(trashedFolder, ctx.site.publicUrl, row.id, row)),
      )
    },
  )
}
