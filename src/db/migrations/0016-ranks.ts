import type { Migration } from './migration.ts'

/** A record that nobody has placed comes where it was created: its id is its rank. */
const key = `"rankKey" {text} GENERATED ALWAYS AS (coalesce("rank", "id"))`

/** SQLite cannot add stored columns to a table, PostgreSQL cannot index virtual ones. */
const ranked = (table: string): string[] => [
  `ALTER TABLE "${table}" ADD COLUMN "rank" {text}`,
  `{sqlite}ALTER TABLE "${table}" ADD COLUMN ${key} VIRTUAL`,
  `{postgres}ALTER TABLE "${table}" ADD COLUMN ${key} STORED`,
  // The few that are shortened in the background.
  `CREATE INDEX "${table}ByLongRank" ON "${table}" ("companyNo", "id") WHERE length("rank") > 40`,
]

export const migration: Migration = {
  name: '0016-ranks',
  statements: [
    ...ranked('tasks'),
    `CREATE INDEX "tasksByRank" ON "tasks"
      ("companyNo", "workspaceId", "rankKey", "id", "status", "priority", "deletedAt")`,
    ...ranked('tasklists'),
    `CREATE INDEX "tasklistsByRank" ON "tasklists" ("companyNo", "workspaceId", "rankKey", "id")`,
  ],
}
