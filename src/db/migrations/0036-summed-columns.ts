import type { Migration } from './migration.ts'

const columns = [
  ...['companyNo', 'workspaceId', 'id', 'status', 'priority', 'deletedAt'],
  // Summaries and boards group by these, or sum them up.
  ...['assignees', 'stageId', 'estimateMinutes', 'startDate', 'dueDate', 'completedAt', 'createdAt'],
]

/**
 * A summary of a workspace had to look up each of its tasks; now it reads this index. PostgreSQL keeps the narrow index:
 * with the wide one, it would read and sort all tasks of a workspace for some pages.
 */
export const migration: Migration = {
  name: '0036-summed-columns',
  statements: [
    '{sqlite}DROP INDEX "tasksByWorkspace"',
    `{sqlite}CREATE INDEX "tasksByWorkspace" ON "tasks" (${columns.map((column) => `"${column}"`).join(', ')})`,
  ],
}
