import type { Migration } from './migration.ts'

const columns = [
  ...['companyNo', 'workspaceId', 'id', 'status', 'priority', 'deletedAt'],
  // Summaries and boards group by these, or sum them up.
  ...['assignees', 'stageId', 'estimateMinutes', 'startDate', 'dueDate', 'completedAt', 'createdAt'],
]

export const migration: Migration = {
  name: '0036-task-indexes',
  statements: [
    // For `topLevel=false`: most tasks have no parent, so reading all of them would take long.
    `CREATE INDEX "subtasks" ON "tasks" ("companyNo", "parentTaskId", "id")
      WHERE "parentTaskId" IS NOT NULL AND "deletedAt" IS NULL`,
    // A summary of a workspace had to look up each of its tasks; now it reads this index. PostgreSQL keeps the narrow
    // index: with the wide one, it would read and sort all tasks of a workspace for some pages.
    '{sqlite}DROP INDEX "tasksByWorkspace"',
    `{sqlite}CREATE INDEX "tasksByWorkspace" ON "tasks" (${columns.map((column) => `"${column}"`).join(', ')})`,
  ],
}
