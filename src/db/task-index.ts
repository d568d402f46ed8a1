import { rows, type Transaction } from './database.ts'
import type { TaskRow } from './rows/work.ts'

/** The tables by which tasks are found, each with the column of what they are found by. */
const indexes = [
  { table: 'taskAssignees', column: 'userId', of: (row: Indexed) => JSON.parse(row.assignees) as string[] },
  { table: 'taskTags', column: 'tagId', of: (row: Indexed) => JSON.parse(row.tagIds) as string[] },
  {
    table: 'taskLinks',
    column: 'targetId',
    of: ({ parentTaskId, tasklistId, milestoneId }: Indexed) =>
      [parentTaskId, tasklistId, milestoneId].filter((id) => id !== null),
  },
]

export type Indexed = Pick<
  TaskRow,
  'companyNo' | 'id' | 'assignees' | 'tagIds' | 'parentTaskId' | 'tasklistId' | 'milestoneId'
>

/** Keeps those tables in step with the row: none before it was made, none after it is purged. */
export async function indexTask(
  tx: Transaction,
  before: Indexed | undefined,
  row: Indexed | undefined,
): Promise<void> {
  const { companyNo, id } = row ?? before ?? {}
  if (companyNo === undefined || id === undefined) return
  for (const { table, column, of } of indexes) {
    const old = new Set(before === undefined ? [] : of(before))
    const now = new Set(row === undefined ? [] : of(row))
    const gone = [...old.difference(now)]
    if (gone.length > 0)
      await rows(tx, {
        sql: `DELETE FROM "${table}" WHERE "companyNo" = ? AND "${column}" IN (${gone.map(() => '?').join(', ')}) AND "taskId" = ?`,
        values: [companyNo, ...gone, id],
      })
    const come = [...now.difference(old)]
    if (come.length > 0)
      await rows(tx, {
        sql: `INSERT INTO "${table}" ("companyNo", "${column}", "taskId") VALUES ${come.map(() => '(?, ?, ?)').join(', ')}`,
        values: come.flatMap((value) => [companyNo, value, id]),
      })
  }
}
