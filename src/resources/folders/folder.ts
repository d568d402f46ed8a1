import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { FolderRow } from '../../db/rows/places.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { onlyNew } from '../../schema/fields/fields.ts'
import { optionalReference, reference } from '../../schema/fields/reference.ts'
import { name } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { resource } from '../../schema/resource.ts'
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

export const presentFolder = (site: Site, row: FolderRow): Representation =>
  present(folder, site.publicUrl, row.id, row)

export function visibleFolderIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  return visibleInside(reader, actor, 'folders', folders, ids)
}

export function findFolder(reader: Reader, actor: Actor, id: string): Promise<Found<FolderRow>> {
  return findInside(reader, actor, 'folders', id, 'folder')
}

export function findFolderEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<Found<FolderRow>> {
  return findInsideEvenInTrash(reader, actor, 'folders', id, 'folder')
}
