import { buildRow, type Creator, type NewRecord } from '../../src/db/records.ts'
import { newTask } from '../../src/resources/tasks/create.ts'
import { type TaskRow, task } from '../../src/schema/records/task.ts'

/** The row of a task, for tests that insert many at once. */
export function buildTask(
  creator: Creator,
  values: Partial<NewRecord<typeof task>> & { workspaceId: string },
): TaskRow {
  return buildRow(creator, task, { ...newTask('Task', values.workspaceId), tagIds: [], ...values })
}
