import type { Database } from '../../src/db/database.ts'
import { insertRecords, newRow } from '../../src/db/records.ts'
import { type TaskRow, task } from '../../src/schema/records/task.ts'

/** Tasks that bear these tags, stored as the method stores them: more than one would send requests for. */
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
