import type { Migration } from '../migrate.ts'

/** What tasks are filtered by most. */
const filtered = ['status', 'priority', 'workspaceId']

const sorted = {
  tasksById: undefined,
  tasksByWorkspace: 'workspaceId',
  tasksByTitle: 'titleKey',
  tasksByStatus: 'status',
  tasksByPriority: 'priority',
  tasksByStartDate: 'startDateKey',
  tasksByDueDate: 'dueDateKey',
  tasksByCompletedAt: 'completedAtKey',
  tasksByUpdatedAt: 'updatedAt',
}

/**
 * A walk along an order that leaves out what does not match looked up the row of each task that it passed, somewhere in
 * the table. With what is filtered by in the index itself it looks up only what matches.
 */
export const wideIndexes: Migration = {
  name: '0007-wide-indexes',
  statements: Object.entries(sorted).flatMap(([name, key]) => {
    const columns = [
      'companyNo',
      ...(key === undefined ? [] : [key]),
      'id',
      ...filtered.filter((each) => each !== key),
    ]
    return [
      `DROP INDEX "${name}"`,
      `CREATE INDEX "${name}" ON "tasks" (${columns.map((column) => `"${column}"`).join(', ')}) WHERE "deletedAt" IS NULL`,
    ]
  }),
}
