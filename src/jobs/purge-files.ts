import { type Database, rows, type SqlValue } from '../db/database.ts'
import { indexFile } from '../db/file-index.ts'
import type { FileRow } from '../db/rows/files.ts'
import { type Author, type Write, write } from '../db/write.ts'
import { releaseContent } from '../file-store/keep.ts'

const batch = 100

/** Files that are past their time in the trash go for good, with all of their versions; `where` is about `files` as `t`. */
export async function purgeFiles(
  db: Database,
  signal: AbortSignal,
  author: Author,
  where: string,
  values: readonly SqlValue[],
): Promise<number> {
  for (let total = 0; ; ) {
    const purged = await write(db, author, async (tx) => {
      const found = await rows<FileRow>(tx, {
        sql: `SELECT t.* FROM "files" t WHERE ${where} LIMIT ?`,
        values: [...values, batch],
      })
      for (const row of found) await purgeFile(tx, row)
      return found.length
    })
    total += purged
    if (purged < batch || signal.aborted) return total
  }
}

async function purgeFile(tx: Write, row: FileRow): Promise<void> {
  const { companyNo, id, workspaceId } = row
  await indexFile(tx, row, undefined)
  const versions = await rows<{ sha256: string }>(tx, {
    sql: 'DELETE FROM "fileVersions" WHERE "companyNo" = ? AND "fileId" = ? RETURNING "sha256"',
    values: [companyNo, id],
  })
  await rows(tx, {
    sql: 'DELETE FROM "fileSubscribers" WHERE "companyNo" = ? AND "fileId" = ?',
    values: [companyNo, id],
  })
  await rows(tx, { sql: 'DELETE FROM "files" WHERE "companyNo" = ? AND "id" = ?', values: [companyNo, id] })
  await releaseContent(
    tx,
    companyNo,
    versions.map(({ sha256 }) => sha256),
  )
  tx.log({ verb: 'purged', kind: 'file', recordId: id, workspaceId })
}
