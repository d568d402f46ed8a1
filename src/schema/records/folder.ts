import { onlyNew } from '../fields/fields.ts'
import { optionalReference, reference } from '../fields/reference.ts'
import { name } from '../fields/text.ts'
import { type RowOf, resource, trash } from '../resource.ts'

/** How deep folders can be nested. */
export const deepestFolder = 32

export const folder = resource(
  'folder',
  'A folder for files in a workspace. Folders can be nested.',
  {
    folderName: name('The name, unique within its parent regardless of case.', { example: 'Drafts' }),
    parentFolderId: optionalReference(
      `The folder it is in, of the same workspace; null at the top. At most ${deepestFolder} levels deep.`,
      'folder',
    ),
    workspaceId: onlyNew(reference('The workspace it is in.', 'workspace', { required: true })),
  },
  {
    table: 'folders',
    searched: ['folderName'],
    list: {
      sort: ['folderName'],
      filter: ['folderName', 'parentFolderId'],
      filterIndexes: ['parentFolderId', 'externalId'],
    },
    hidden: trash,
  },
)

export type FolderRow = RowOf<typeof folder>
