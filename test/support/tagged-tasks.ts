import type { Database } from '../../src/db/database.ts'
import { insertRecords } from '../../src/db/records.ts'
import { task } from '../../src/schema/records/task.ts'
import { buildTask } from './build-task.ts'

/** Inserts tasks with these tags directly, because there are too many to create by requests. */
export async function addTaggedTasks(
  db: Database,
  { companyNo, workspaceId, userId }: { companyNo: number; workspaceId: string; userId: string },
  tagIds: readonly string[],
  count: number,
): Promise<void> {
  for (let made = 0; made < count; made += 200)
    await db.transaction(async (tx) => {
      for (let n = made; n < Math.min(count, made + 200); n += 1) {
        const values = { workspaceId, title: `Tagged ${n}`, tagIds: [...tagIds] }
        await insertRecords(tx, task, [buildTask({ companyNo, userId }, values)])
      }
    })
}
