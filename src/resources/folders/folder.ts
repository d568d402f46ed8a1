import type { Actor } from '../../actor.ts'
import type { Reader } from '../../db/database.ts'
import type { FolderRow } from '../../db/rows/places.ts'
import type { Site } from '../../http/context.ts'
import { onlyNew } from '../../http/fields.ts'
import { listOf } from '../../http/list.ts'
import { optionalReference, reference } from '../../http/reference-fields.ts'
import { resource } from '../../http/resource.ts'
import { type Shown, show } from '../../http/shown.ts'
import { name } from '../../http/text-fields.ts'
import { type Found, findInside, findInsideEvenInTrash, visibleInside } from '../workspaces/inside.ts'
import { deepest } from './tree.ts'

export const folder = resource('folder', 'A place for files in a workspace; folders can be in folders.', {
  folderName: name('The name, which no other folder in the same place has, whatever its case.', {
    example: 'Drafts',
  }),
  parentFolderId: optionalReference(
    `The folder that it is in, of the same workspace; null at the top. At most ${deepest} deep.`,
    'folder',
  ),
  workspaceId: onlyNew(reference('The workspace that it is in.', 'workspace', { required: true })),
})

export const folders = listOf(folder, {
  from: '"folders" t',
  below: true,
  trash: true,
  sort: ['folderName'],
  filter: ['folderName', 'parentFolderId'],
  sortIndexes: ['folderName', 'updatedAt'],
  filterIndexes: ['parentFolderId', 'externalId'],
})

export const showFolder = (site: Site, row: FolderRow): Shown => show(folder, site.publicUrl, row.id, row)

export function visibleFolderIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  return visibleInside(reader, actor, 'folders', folders, ids)
}

export function findFolder(reader: Reader, actor: Actor, id: string): Promise<Found<FolderRow>> {
  return findInside(reader, actor, 'folders', id, 'folder')
}

export function findFolderEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<Found<FolderRow>> {
  return findInsideEvenInTrash(reader, actor, 'folders', id, 'folder')
}
