import type { Database } from '../../src/db/database.ts'
import { insertRecords, newRow } from '../../src/db/records.ts'
import { type TaskRow, task } from '../../src/schema/records/task.ts'

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
        const row: TaskRow = {
          ...newRow(companyNo, userId),
          externalId: null,
          deletedAt: null,
          deletedBy: null,
          workspaceId,
          parentTaskId: null,
          tasklistId: null,
          milestoneId: null,
          title: `Tagged ${n}`,
          titleKey: `tagged ${n}`,
          description: null,
          status: 'Open',
          priority: 3,
          startDate: null,
          dueDate: null,
          completedAt: null,
          estimateMinutes: null,
          assignees: '[]',
          tagIds: JSON.stringify(tagIds),
          customFields: '[]',
        }
        await insertRecords(tx, task, [row])
      }
    })
}
