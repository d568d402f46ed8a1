import type { Migration } from './migration.ts'

/** What tasks are filtered by most. */
const filtered = ['status', 'priority', 'workspaceId']
/** What time entries are added up by. */
const added = ['userHash', 'taskId', 'minutes', 'billable']

const tasks: Readonly<Record<string, readonly string[]>> = {
  tasksById: ['id'],
  tasksByWorkspace: ['workspaceId', 'id'],
  tasksByTitle: ['titleKey', 'id'],
  tasksByStatus: ['status', 'id'],
  tasksByPriority: ['priority', 'id'],
  tasksByStartDate: ['startDateKey', 'id'],
  tasksByDueDate: ['dueDateKey', 'id'],
  tasksByCompletedAt: ['completedAtKey', 'id'],
  tasksByUpdatedAt: ['updatedAt', 'id'],
}

const times: Readonly<Record<string, readonly string[]>> = {
  timesByDate: ['date', 'id', 'workspaceId'],
  timesByWorkspaceDate: ['workspaceId', 'date', 'id'],
}

export const widened = (table: string, indexes: typeof tasks, columns: readonly string[]): string[] =>
  Object.entries(indexes).flatMap(([name, keys]) => {
    const all = ['companyNo', ...keys, ...columns.filter((column) => !keys.includes(column))]
    return [
      `DROP INDEX "${name}"`,
      `CREATE INDEX "${name}" ON "${table}" (${all.map((column) => `"${column}"`).join(', ')}) WHERE "deletedAt" IS NULL`,
    ]
  })

/**
 * A walk that leaves out what does not match looked up the row of each record that it passed, somewhere in the table. With
 * what is filtered by in the index itself it looks up only what matches; a summary, nothing at all.
 */
export const wideIndexes: Migration = {
  name: '0008-wide-indexes',
  statements: [...widened('tasks', tasks, filtered), ...widened('times', times, added)],
}
