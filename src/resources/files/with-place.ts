import { demand, mayDelete } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { indexFile } from '../../db/file-index.ts'
import { demandFreeExternalId, updateRow } from '../../db/records.ts'
import type { FileRow } from '../../db/rows/files.ts'
import type { Write } from '../../db/write.ts'
import type { FoundWorkspace } from '../workspaces/workspace.ts'
import { demandFreeName } from './places.ts'
import { demandChangeable, demandUnlocked } from './rights.ts'

/** What goes and comes with folders or tasks at once. */
const mostFiles = 5_000

/** The files that hang on these; those deleted at `deletedAt` (null: those that are not). */
async function readFilesOf(
  reader: Reader,
  companyNo: number,
  placeIds: readonly string[],
  deletedAt: string | null,
): Promise<FileRow[]> {
  const found: FileRow[] = []
  const state = deletedAt === null ? '"deletedAt" IS NULL' : '"deletedAt" IS NOT NULL AND "deletedAt" = ?'
  for (const ids of inChunks(placeIds)) {
    found.push(
      ...(await rows<FileRow>(reader, {
        sql: `SELECT * FROM "files" WHERE "companyNo" = ? AND "placeId" IN (${ids.map(() => '?').join(', ')})
          AND ${state} LIMIT ?`,
        values: [companyNo, ...ids, ...(deletedAt === null ? [] : [deletedAt]), mostFiles + 1],
      })),
    )
    if (found.length > mostFiles)
      throw problem(
        'conflict',
        `More than ${mostFiles.toLocaleString('en')} files would go with it; move or delete some of them first.`,
      )
  }
  return found
}

/** Files go to the trash with what they hang on, at the same moment. */
export async function trashFilesOf(
  tx: Write,
  actor: Actor,
  workspace: FoundWorkspace,
  placeIds: readonly string[],
  state: { deletedAt: string; deletedBy: string },
): Promise<void> {
  for (const before of await readFilesOf(tx, actor.companyNo, placeIds, null)) {
    demand(
      mayDelete(actor, workspace.role, before),
      'Only Admins of the workspace may delete files that others made.',
    )
    await demandChangeable(tx, actor, { row: before, workspace })
    const { row } = await updateRow(tx, 'files', before, { ...state, lockedBy: null, lockExpiresAt: null })
    await indexFile(tx, before, row)
    tx.log({ verb: 'deleted', kind: 'file', recordId: row.id, workspaceId: row.workspaceId })
  }
}

/** Those that went with it come back with it. */
export async function restoreFilesOf(
  tx: Write,
  { companyNo }: Actor,
  placeIds: readonly string[],
  deletedAt: string,
): Promise<void> {
  for (const before of await readFilesOf(tx, companyNo, placeIds, deletedAt)) {
    await demandFreeExternalId(tx, 'files', before, before.externalId)
    await demandFreeName(tx, before)
    const { row } = await updateRow(tx, 'files', before, { deletedAt: null, deletedBy: null })
    await indexFile(tx, before, row)
    tx.log({ verb: 'restored', kind: 'file', recordId: row.id, workspaceId: row.workspaceId })
  }
}

/** Files follow their task to another workspace; a lock that somebody else holds is in the way. */
export async function moveFilesOf(
  tx: Write,
  actor: Actor,
  placeIds: readonly string[],
  workspaceId: string,
): Promise<void> {
  for (const before of await readFilesOf(tx, actor.companyNo, placeIds, null)) {
    await demandUnlocked(tx, actor, before)
    const { row } = await updateRow(tx, 'files', before, { workspaceId })
    await indexFile(tx, before, row)
    const change = { recordId: row.id, workspaceId, otherWorkspaceId: before.workspaceId }
    tx.log({ verb: 'updated', kind: 'file', ...change, fields: ['workspaceId'] })
  }
}
