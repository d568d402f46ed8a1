import { inChunks, rows, type Transaction } from '../db/database.ts'
import { insertRows } from '../db/records.ts'
import type { TaskMinutesRow } from '../db/rows/times.ts'
import { sql } from '../db/sql.ts'
import { countWorkspaceTags } from '../db/tag-counts.ts'
import { indexRecords } from '../db/value-index.ts'
import type { TimeRow } from '../schema/records/time.ts'
import { recordOfTable } from '../schema/records.ts'
import type { Kind } from './kind.ts'
import type { Row } from './read-record.ts'

/** Fills the tables that are derived from others, with the same code that maintains them otherwise. */
export async function deriveFrom(tx: Transaction, { table }: Kind, batch: readonly Row[]): Promise<void> {
  const resource = recordOfTable(table)
  if (resource !== undefined)
    await indexRecords(
      tx,
      resource,
      batch.map((row) => ({ before: undefined, row })),
    )
  if (table === 'times') await addMinutes(tx, batch as unknown as TimeRow[])
  if (table !== 'companies') return
  for (const { companyNo, ssoDomains } of batch)
    await insertRows(
      tx,
      'ssoDomains',
      (JSON.parse(String(ssoDomains)) as string[]).map((domain) => ({
        domain,
        companyNo: Number(companyNo),
      })),
    )
}

/** Records in a trashed workspace do not count towards the totals. */
export async function leaveOutTrash(
  tx: Transaction,
  companyNo: number,
  workspaceIds: readonly string[],
): Promise<void> {
  for (const id of workspaceIds) await countWorkspaceTags(tx, companyNo, id, -1)
}

/**
 * Sums up the time of each person on each task, including tasks in the trash, which need it when they are
 * restored.
 */
async function addMinutes(tx: Transaction, entries: readonly TimeRow[]): Promise<void> {
  const sums = new Map<string, TaskMinutesRow>()
  for (const { companyNo, taskId, userHash, minutes } of entries) {
    if (taskId === null) continue
    const key = `${taskId} ${userHash}`
    sums.set(key, { companyNo, taskId, userHash, minutes: minutes + (sums.get(key)?.minutes ?? 0) })
  }
  for (const batch of inChunks([...sums.values()]))
    await rows(
      tx,
      sql`INSERT INTO "taskMinutes" ("companyNo", "taskId", "userHash", "minutes")
        VALUES ${sql.values(batch.map((sum) => [sum.companyNo, sum.taskId, sum.userHash, sum.minutes]))}
        ON CONFLICT ("companyNo", "taskId", "userHash")
        DO UPDATE SET "minutes" = "taskMinutes"."minutes" + excluded."minutes"`,
    )
}
