import { invalid, problem } from '../../base/errors.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { foldText } from '../../query/fields.ts'
import { deepestFolder as deepest, type FolderRow } from '../../schema/records/folder.ts'

/** The place of a folder, now or after a change. A new folder has no id yet. */
type FolderPlace = Pick<FolderRow, 'companyNo' | 'id' | 'workspaceId' | 'parentFolderId' | 'folderName'>

/** The most subfolders that can be moved, deleted or restored with a folder. */
const mostSubfolders = 1_000

/**
 * Reads the subfolders level by level: those deleted at `deletedAt`, or those not in the trash if it is null.
 */
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
        `The folder contains more than ${mostSubfolders.toLocaleString('en')} folders. Move or delete some of them first.`,
      )
    if (level.length > 0) levels.push(level)
    above = level.map((folder) => folder.id)
  }
  return levels
}

/** The subfolders at every depth. */
export async function readSubfolders(
  reader: Reader,
  root: FolderRow,
  deletedAt: string | null,
): Promise<FolderRow[]> {
  return (await readLevels(reader, root, deletedAt)).flat()
}

/** The parent must be in the same workspace, and the tree must have no cycles and not be too deep. */
export async function demandParentFits(reader: Reader, folder: FolderPlace): Promise<void> {
  if (folder.parentFolderId === null) return
  let above = 0
  for (let id: string | null = folder.parentFolderId; id !== null && above <= deepest; above += 1) {
    if (id === folder.id) throw problem('conflict', 'A folder cannot be inside itself.')
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

/** "The folder that it was in" must not be in the trash. */
export async function demandLivingParent(
  reader: Reader,
  { companyNo, parentFolderId }: FolderRow,
): Promise<void> {
  if (parentFolderId === null) return
  const parent = await findRow(reader, 'folders', companyNo, parentFolderId)
  if (parent === undefined || parent.deletedAt !== null)
    throw problem('conflict', 'The parent folder is in the trash. Restore it first.')
}

/** Names are unique within the parent, regardless of case and not counting the trash. */
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
      `The folder ${other.id} in the same place already has the name "${folderName}", ignoring case.`,
      {
        faults: [{ pointer: '/folderName', detail: `is already the name of the folder ${other.id}.` }],
      },
    )
}
