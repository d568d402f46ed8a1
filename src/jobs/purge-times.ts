import { type Database, rows, type SqlValue } from '../db/database.ts'
import { type Author, type Write, write } from '../db/write.ts'

const batch = 500

/** Deletes at most a batch of entries, for good; tells whether there may be more. */
async function purgeSome(tx: Write, where: string, values: readonly SqlValue[]): Promise<boolean> {
  const gone = await rows<{ id: string; workspaceId: string }>(tx, {
    sql: `DELETE FROM "times" WHERE ("companyNo", "id") IN
      (SELECT t."companyNo", t."id" FROM "times" t WHERE ${where} LIMIT ${batch}) RETURNING "id", "workspaceId"`,
    values,
  })
  for (const { id, workspaceId } of gone) tx.log({ verb: 'purged', kind: 'time', recordId: id, workspaceId })
  return gone.length === batch
}

/** The entries of tasks that are purged go first, a batch in each transaction; tells when none is left. */
export async function purgeTimesOf(
  tx: Write,
  companyNo: number,
  taskIds: readonly string[],
): Promise<boolean> {
  const among = `"companyNo" = ? AND "taskId" IN (${taskIds.map(() => '?').join(', ')})`
  if (await purgeSome(tx, among, [companyNo, ...taskIds])) return false
  await rows(tx, { sql: `DELETE FROM "taskMinutes" WHERE ${among}`, values: [companyNo, ...taskIds] })
  return true
}

/** What was entered in a workspace on no task, while the workspace is still what `where` says of it. */
export async function purgeTimesIn(
  db: Database,
  signal: AbortSignal,
  author: Author,
  workspaceId: string,
  stillInTrash: { sql: string; values: readonly SqlValue[] },
): Promise<void> {
  const where = `t."companyNo" = ? AND t."workspaceId" = ? AND t."deletedAt" IS NULL AND ${stillInTrash.sql}`
  const values = [author.companyNo, workspaceId, ...stillInTrash.values]
  while (!signal.aborted) if (!(await write(db, author, (tx) => purgeSome(tx, where, values)))) return
}
