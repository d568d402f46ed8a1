import type { Migration } from './migration.ts'

const key = ['companyNo', 'workspaceId', 'id']
const filtered = ['status', 'priority', 'deletedAt']
/** The columns that summaries and boards group by and sum up most. */
const summed = ['assignees', 'stageId', 'estimateMinutes', 'startDate', 'dueDate', 'completedAt', 'createdAt']

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** A summary of a workspace had to read each of its tasks; now it reads this index. */
export const migration: Migration = {
  name: '0036-summed-columns',
  statements: [
    'DROP INDEX "tasksByWorkspace"',
    `{sqlite}CREATE INDEX "tasksByWorkspace" ON "tasks" (${quoted([...key, ...filtered, ...summed])})`,
    `{postgres}CREATE INDEX "tasksByWorkspace" ON "tasks" (${quoted(key)}) INCLUDE (${quoted([...filtered, ...summed])})`,
  ],
}
