import { inChunks, rows, type Transaction } from '../db/database.ts'
import { indexFile } from '../db/file-index.ts'
import { insertRows } from '../db/records.ts'
import type { FileRow } from '../db/rows/files.ts'
import type { TaskRow } from '../db/rows/work.ts'
import { countWorkspaceTags } from '../db/tag-counts.ts'
import { indexTasks } from '../db/task-index.ts'
import type { Kind } from './kind.ts'
import type { Row } from './read-record.ts'

/** What stands in tables of its own so that it is found, made by those who keep it in step otherwise. */
export async function deriveFrom(tx: Transaction, { table }: Kind, some: readonly Row[]): Promise<void> {
  // Each line was read by the columns of its table.
  if (table === 'tasks')
    await indexTasks(
      tx,
      some.map((row) => ({ before: undefined, row: row as unknown as TaskRow })),
    )
  if (table === 'files') for (const row of some) await indexFile(tx, undefined, row as unknown as FileRow)
  if (table !== 'companies') return
  for (const { companyNo, ssoDomains } of some)
    await insertRows(
      tx,
      'ssoDomains',
      (JSON.parse(String(ssoDomains)) as string[]).map((domain) => ({
        domain,
        companyNo: Number(companyNo),
      })),
    )
}

/** What is made of all rows together, once they are there. */
export async function deriveAll(tx: Transaction, companyNo: number): Promise<void> {
  await sumMinutes(tx, companyNo)
  const trashed = await rows<{ id: string }>(tx, {
    sql: 'SELECT "id" FROM "workspaces" WHERE "companyNo" = ? AND "deletedAt" IS NOT NULL',
    values: [companyNo],
  })
  // What is in a workspace that is in the trash counts there, and not in the totals.
  for (const { id } of trashed) await countWorkspaceTags(tx, companyNo, id, -1)
}

/** The time of each person on each task; of tasks in the trash too, whose sums wait for them. */
async function sumMinutes(tx: Transaction, companyNo: number): Promise<void> {
  for (let last = ''; ; ) {
    const some = await rows<{ taskId: string }>(tx, {
      sql: `SELECT DISTINCT "taskId" FROM "times" WHERE "companyNo" = ? AND "taskId" > ? ORDER BY "taskId" LIMIT 500`,
      values: [companyNo, last],
    })
    for (const ids of inChunks(some.map(({ taskId }) => taskId)))
      await rows(tx, {
        sql: `INSERT INTO "taskMinutes" ("companyNo", "taskId", "userHash", "minutes")
          SELECT "companyNo", "taskId", "userHash", sum("minutes") FROM "times"
          WHERE "companyNo" = ? AND "taskId" IN (${ids.map(() => '?').join(', ')})
          GROUP BY "companyNo", "taskId", "userHash"`,
        values: [companyNo, ...ids],
      })
    const end = some.at(-1)
    if (end === undefined) return
    last = end.taskId
  }
}
