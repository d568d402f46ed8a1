import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0031-open-notifications',
  statements: [
    // An inbox shows these: somebody may have thousands that are done.
    `CREATE INDEX "notificationsOpen" ON "notifications" ("companyNo", "userHash", "id")
      WHERE "doneAt" IS NULL AND "deletedAt" IS NULL`,
    `CREATE INDEX "notificationsDone" ON "notifications" ("doneAt") WHERE "doneAt" IS NOT NULL`,
  ],
}
