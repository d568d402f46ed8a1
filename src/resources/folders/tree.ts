import { invalid, problem } from '../../base/errors.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { foldText } from '../../query/fields.ts'
import { deepestFolder as deepest, type FolderRow } from '../../schema/records/folder.ts'

/** Where a folder is, or is to be; a new one has no id yet. */
type FolderPlace = Pick<FolderRow, 'companyNo' | 'id' | 'workspaceId' | 'parentFolderId' | 'folderName'>

/** What is moved, deleted or restored at once, beside the folder itself. */
const mostSubfolders = 1_000

/** The folders in a folder, level by level: those deleted at `deletedAt` (null: those that are not). */
async function readLevels(
  reader: Reader,
  { companyNo, workspaceId, id }: FolderPlace,
  deletedAt: string | null,
): Promise<FolderRow[][]> {
  const levels: FolderRow[][] = []
  const state = deletedAt === null ? sql`"deletedAt" IS NULL` : sql`"deletedAt" = ${deletedAt}`
  let count = 0
  for (let above = [id]; above.length > 0 && levels.length <= deepest; ) {
    const level: FolderRow[] = []
    for (const ids of inChunks(above))
      level.push(
        ...(await rows<FolderRow>(
          reader,
          sql`SELECT * FROM "folders" WHERE "companyNo" = ${companyNo} AND "workspaceId" = ${workspaceId}
            AND "parentFolderId" IN ${sql.list(ids)} AND ${state} LIMIT ${mostSubfolders + 1}`,
        )),
      )
    count += level.length
    if (count > mostSubfolders)
      throw problem(
        'conflict',
        `The folder holds more than ${mostSubfolders.toLocaleString('en')} folders; move or delete some of them first.`,
      )
    if (level.length > 0) levels.push(level)
    above = level.map((folder) => folder.id)
  }
  return levels
}

/** The folders in a folder at every depth. */
export async function readSubfolders(
  reader: Reader,
  root: FolderRow,
  deletedAt: string | null,
): Promise<FolderRow[]> {
  return (await readLevels(reader, root, deletedAt)).flat()
}

/** A folder's parent is of the same workspace, no folder is in itself, and the tree is so deep at most. */
export async function demandParentFits(reader: Reader, folder: FolderPlace): Promise<void> {
  if (folder.parentFolderId === null) return
  let above = 0
  for (let id: string | null = folder.parentFolderId; id !== null && above <= deepest; above += 1) {
    if (id === folder.id) throw problem('conflict', 'A folder cannot be in itself.')
    const parent: FolderRow | undefined = await findRow(reader, 'folders', folder.companyNo, id)
    if (parent?.workspaceId !== folder.workspaceId)
      throw invalid([
        { pointer: '/parentFolderId', detail: '"parentFolderId" must name a folder of the same workspace.' },
      ])
    id = parent.parentFolderId
  }
  const below = above < deepest ? (await readLevels(reader, folder, null)).length : 0
  if (above + 1 + below > deepest) throw problem('conflict', `Folders can be nested at most ${deepest} deep.`)
}

/** "The folder that it was in" is not in the trash itself, or it would come back to nowhere. */
export async function demandLivingParent(
  reader: Reader,
  { companyNo, parentFolderId }: FolderRow,
): Promise<void> {
  if (parentFolderId === null) return
  const parent = await findRow(reader, 'folders', companyNo, parentFolderId)
  if (parent === undefined || parent.deletedAt !== null)
    throw problem('conflict', 'The folder that this one is in is in the trash; restore that one.')
}

/** Unique in its place, regardless of case; what is in the trash has no claim. */
export async function demandFreeName(reader: Reader, folder: FolderPlace): Promise<void> {
  const { companyNo, workspaceId, parentFolderId, folderName, id } = folder
  const [other] = await rows<{ id: string }>(
    reader,
    sql`SELECT "id" FROM "folders" WHERE "companyNo" = ${companyNo} AND "workspaceId" = ${workspaceId}
      AND coalesce("parentFolderId", '') = ${parentFolderId ?? ''}
      AND "folderNameKey" = ${foldText(folderName)} AND "deletedAt" IS NULL AND "id" <> ${id}`,
  )
  if (other !== undefined)
    throw problem(
      'duplicate',
      `The folder ${other.id} in the same place has the name "${folderName}" already, whatever its case.`,
      {
        faults: [{ pointer: '/folderName', detail: `is the name of the folder ${other.id} already.` }],
      },
    )
}
