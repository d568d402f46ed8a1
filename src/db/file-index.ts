import type { FileRow } from '../schema/records/file.ts'
import { rows, type Transaction } from './database.ts'
import { countTags, tagChanges } from './tag-counts.ts'

type IndexedFile = Pick<FileRow, 'companyNo' | 'id' | 'workspaceId' | 'tagIds' | 'deletedAt'>

/**
 * Keeps the table by which files are found by tag in step with the row, and the counts of its tags: none before it
 * was made, none after it is purged. To be called whenever a row was made, changed, moved, deleted or restored.
 */
export async function indexFile(
  tx: Transaction,
  before: IndexedFile | undefined,
  row: IndexedFile | undefined,
): Promise<void> {
  const { companyNo, id } = row ?? before ?? {}
  if (companyNo === undefined || id === undefined) return
  const old = new Set(JSON.parse(before?.tagIds ?? '[]') as string[])
  const now = new Set(JSON.parse(row?.tagIds ?? '[]') as string[])
  const gone = [...old.difference(now)]
  if (gone.length > 0)
    await rows(tx, {
      sql: `DELETE FROM "fileTags" WHERE "companyNo" = ? AND "tagId" IN (${gone.map(() => '?').join(', ')}) AND "fileId" = ?`,
      values: [companyNo, ...gone, id],
    })
  const come = [...now.difference(old)]
  if (come.length > 0)
    await rows(tx, {
      sql: `INSERT INTO "fileTags" ("companyNo", "tagId", "fileId") VALUES ${come.map(() => '(?, ?, ?)').join(', ')}`,
      values: come.flatMap((value) => [companyNo, value, id]),
    })
  // What is purged counts no more since it, or its workspace, went to the trash.
  if (row !== undefined) await countFileTags(tx, before, row)
}

async function countFileTags(
  tx: Transaction,
  before: IndexedFile | undefined,
  row: IndexedFile,
): Promise<void> {
  const [old, now] = [before === undefined ? [] : countedTags(before), countedTags(row)]
  const from = before?.workspaceId ?? row.workspaceId
  const changes =
    from === row.workspaceId
      ? tagChanges('files', from, old, now)
      : [...tagChanges('files', from, old, []), ...tagChanges('files', row.workspaceId, [], now)]
  if (changes.length > 0) await countTags(tx, row.companyNo, changes)
}

function countedTags({ deletedAt, tagIds }: IndexedFile): string[] {
  return deletedAt === null ? JSON.parse(tagIds) : []
}
