import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type FolderRow, folder } from '../../schema/records/folder.ts'
import { type Found, findInside, findInsideEvenInTrash } from '../workspaces/inside.ts'

export const folders = listOf(folder, {
  below: true,
})

export const presentFolder = (site: Site, row: FolderRow): Representation =>
  present(folder, site.publicUrl, row.id, row)

export function findFolder(reader: Reader, actor: Actor, id: string): Promise<Found<FolderRow>> {
  return findInside(reader, actor, 'folders', id, 'folder')
}

export function findFolderEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<Found<FolderRow>> {
  return findInsideEvenInTrash(reader, actor, 'folders', id, 'folder')
}
