import type { Migration } from './migration.ts'

const timesheet = `FOREIGN KEY ("companyNo", "timesheetId") REFERENCES "timesheets" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE`

export const migration: Migration = {
  name: '0033-timesheet-notifications',
  statements: [
    `ALTER TABLE "notifications" ADD COLUMN "timesheetId" {text}`,
    // A timesheet is in no workspace. SQLite can change neither constraint: as in 0012, the stored CREATE TABLE does.
    '{sqlite}PRAGMA writable_schema = ON',
    `{sqlite}UPDATE "sqlite_schema" SET "sql" = replace(substr("sql", 1, length("sql") - 1) || ', ${timesheet})',
      '"workspaceId" {text} NOT NULL', '"workspaceId" {text}') WHERE "type" = 'table' AND "name" = 'notifications'`,
    '{sqlite}PRAGMA writable_schema = RESET',
    `{postgres}ALTER TABLE "notifications" ALTER COLUMN "workspaceId" DROP NOT NULL`,
    `{postgres}ALTER TABLE "notifications" ADD CONSTRAINT "notifications_timesheetId_fkey" ${timesheet}`,
    `CREATE INDEX "notificationsByTimesheet" ON "notifications" ("companyNo", "timesheetId", "id")
      WHERE "timesheetId" IS NOT NULL`,

    // To find the people who approve time among all others.
    `CREATE INDEX "usersWithPermissions" ON "users" ("companyNo", "id") WHERE "permissions" <> '[]'`,

    // SQLite looks up the columns of the condition, so that counts are read from the index alone only if it has them.
    `DROP INDEX "notificationsUnread"`,
    `CREATE INDEX "notificationsUnread" ON "notifications"
      ("companyNo", "userHash", "workspaceId", "reason", "snoozedUntil", "readAt", "doneAt", "deletedAt")
      WHERE "readAt" IS NULL AND "doneAt" IS NULL AND "deletedAt" IS NULL`,
  ],
}
