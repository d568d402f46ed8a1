import { inChunks, type Reader, rows, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { SummedSql } from '../../lists/sums.ts'
import type { TimeRow } from '../../schema/records/time.ts'

/** SQL for the minutes spent on the task `t`. It reads one row per person. */
export const spentMinutes = `CAST((SELECT coalesce(sum(s."minutes"), 0) FROM "taskMinutes" s
  WHERE s."companyNo" = t."companyNo" AND s."taskId" = t."id") AS bigint)`

/**
 * The same, to be summed up over many tasks. PostgreSQL reads them with one join, in less than half the time of looking
 * up each task; SQLite can only look up.
 */
export const summedSpentMinutes: SummedSql = (engine) =>
  engine === 'sqlite'
    ? spentMinutes
    : {
        join: 'JOIN "taskMinutes" s ON s."companyNo" = t."companyNo" AND s."taskId" = t."id"',
        value: 's."minutes"',
      }

/** The minutes spent on these tasks. Tasks without time entries are left out. */
export async function readSpent(
  reader: Reader,
  companyNo: number,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const spent = new Map<string, number>()
  for (const ids of inChunks(taskIds)) {
    const found = await rows<{ taskId: string; minutes: number }>(
      reader,
      sql`SELECT "taskId", CAST(sum("minutes") AS bigint) AS "minutes" FROM "taskMinutes"
        WHERE "companyNo" = ${companyNo} AND "taskId" IN ${sql.list(ids)} GROUP BY "taskId"`,
    )
    for (const { taskId, minutes } of found) spent.set(taskId, minutes)
  }
  return spent
}

type Counted = Pick<TimeRow, 'companyNo' | 'taskId' | 'userHash' | 'minutes'>

/** Updates the sums for an entry. `before` is undefined for a new entry, `row` for a deleted one. */
export async function countMinutes(
  tx: Transaction,
  before: Counted | undefined,
  row: Counted | undefined,
): Promise<void> {
  const same = before?.taskId === row?.taskId && before?.userHash === row?.userHash
  if (same && before !== undefined && row !== undefined)
    return await add(tx, row, row.minutes - before.minutes)
  if (before !== undefined) await add(tx, before, -before.minutes)
  if (row !== undefined) await add(tx, row, row.minutes)
}

async function add(
  tx: Transaction,
  { companyNo, taskId, userHash }: Counted,
  minutes: number,
): Promise<void> {
  if (taskId === null || minutes === 0) return
  await tx.send(
    sql`INSERT INTO "taskMinutes" ("companyNo", "taskId", "userHash", "minutes") VALUES (${companyNo}, ${taskId}, ${userHash}, ${minutes})
      ON CONFLICT ("companyNo", "taskId", "userHash")
      DO UPDATE SET "minutes" = "taskMinutes"."minutes" + excluded."minutes"`,
  )
}
