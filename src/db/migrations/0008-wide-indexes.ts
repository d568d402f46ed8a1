import type { Migration } from './migration.ts'

/** The most common filters of tasks. */
const filtered = ['status', 'priority', 'workspaceId']
/** The columns that the time summary adds up. */
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
 * With narrow indexes, a filtered scan had to look up the row of every record it passed. With the filtered columns in
 * the index, it looks up only the rows that match, and a summary looks up none.
 */
export const migration: Migration = {
  name: '0008-wide-indexes',
  statements: [...widened('tasks', tasks, filtered), ...widened('times', times, added)],
}
