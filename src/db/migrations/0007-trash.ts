import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0007-trash',
  statements: [
    // For the list of records in a workspace that can be restored.
    `CREATE INDEX "tasksInTrashByWorkspace" ON "tasks" ("companyNo", "workspaceId", "id")
      WHERE "deletedAt" IS NOT NULL`,
  ],
}
