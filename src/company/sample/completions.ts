import type { Write } from '../../db/write.ts'
import { task } from '../../schema/records/task.ts'

/** Sets the completion of each finished task to its due date: the API can only complete a task now. */
export async function dateCompletions(tx: Write, companyNo: number): Promise<void> {
  const finished = await tx.query
    .selectFrom('tasks')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('status', '=', 'Completed')
    .execute()
  for (const row of finished) await tx.update(task, row, { completedAt: `${row.dueDate}T14:00:00.000Z` })
}
