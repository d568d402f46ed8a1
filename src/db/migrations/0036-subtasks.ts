import type { Migration } from './migration.ts'

/** For `topLevel=false`: most tasks have no parent, so reading all of them would take long. */
export const migration: Migration = {
  name: '0036-subtasks',
  statements: [
    `CREATE INDEX "subtasks" ON "tasks" ("companyNo", "parentTaskId", "id")
      WHERE "parentTaskId" IS NOT NULL AND "deletedAt" IS NULL`,
  ],
}
