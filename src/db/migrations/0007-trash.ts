import type { Migration } from './migration.ts'

export const trash: Migration = {
  name: '0007-trash',
  statements: [
    // What of a workspace can be restored is a list too.
    `CREATE INDEX "tasksInTrashByWorkspace" ON "tasks" ("companyNo", "workspaceId", "id")
      WHERE "deletedAt" IS NOT NULL`,
  ],
}
