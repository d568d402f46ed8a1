import type { Migration } from './migration.ts'

const parents = { taskId: 'tasks', fileId: 'files', milestoneId: 'milestones', eventId: 'events' }

const key = (column: string, parent: string): string =>
  `FOREIGN KEY ("companyNo", "${column}") REFERENCES "${parent}" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE`

export const migration: Migration = {
  name: '0027-notifications',
  statements: [
    `CREATE TABLE "notifications" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "deletedAt" {text},
      "deletedBy" {text}, "userHash" {text} NOT NULL, "reason" {text} NOT NULL, "recordKind" {text} NOT NULL,
      "recordId" {text} NOT NULL, "workspaceId" {text} NOT NULL, "taskId" {text}, "fileId" {text},
      "milestoneId" {text}, "eventId" {text}, "commentId" {text}, "actors" {text} NOT NULL, "count" {int} NOT NULL,
      "firstAt" {text} NOT NULL, "lastAt" {text} NOT NULL, "readAt" {text}, "doneAt" {text}, "snoozedUntil" {text},
      PRIMARY KEY ("companyNo", "id"), ${key('userHash', 'users')}, ${key('workspaceId', 'workspaces')},
      ${Object.entries(parents)
        .map(([column, parent]) => key(column, parent))
        .join(', ')})`,
    `CREATE UNIQUE INDEX "notificationsByExternalId" ON "notifications" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL AND "deletedAt" IS NULL`,
    // One for each person and record until it is done.
    `CREATE UNIQUE INDEX "notificationsByRecord" ON "notifications" ("companyNo", "recordId", "userHash")
      WHERE "doneAt" IS NULL`,
    `CREATE INDEX "notificationsByUser" ON "notifications" ("companyNo", "userHash", "id")`,
    `CREATE INDEX "notificationsByLastAt" ON "notifications" ("companyNo", "userHash", "lastAt", "id")`,
    // Counts are read from this index alone.
    `CREATE INDEX "notificationsUnread" ON "notifications"
      ("companyNo", "userHash", "workspaceId", "reason", "snoozedUntil")
      WHERE "readAt" IS NULL AND "doneAt" IS NULL AND "deletedAt" IS NULL`,
    `CREATE INDEX "notificationsByWorkspace" ON "notifications" ("companyNo", "workspaceId", "id")`,
    ...Object.keys(parents).map(
      (column) => `CREATE INDEX "notificationsBy${column.charAt(0).toUpperCase()}${column.slice(1, -2)}"
        ON "notifications" ("companyNo", "${column}", "id") WHERE "${column}" IS NOT NULL`,
    ),

    // Up to which change of a company people have been notified. What happened before is not news.
    `CREATE TABLE "notified" ("companyNo" {int} NOT NULL PRIMARY KEY, "seq" {int} NOT NULL,
      FOREIGN KEY ("companyNo") REFERENCES "companies" ("companyNo") DEFERRABLE INITIALLY IMMEDIATE)`,
    `INSERT INTO "notified" ("companyNo", "seq") SELECT c."companyNo",
      coalesce((SELECT max(f."seq") FROM "feed" f WHERE f."companyNo" = c."companyNo"), 0) FROM "companies" c`,

    // The activity of a workspace.
    `CREATE INDEX "changesByWorkspace" ON "changes" ("companyNo", "workspaceId", "id")
      WHERE "workspaceId" IS NOT NULL`,
    `CREATE INDEX "changesByOtherWorkspace" ON "changes" ("companyNo", "otherWorkspaceId", "id")
      WHERE "otherWorkspaceId" IS NOT NULL`,

    // Due dates that people were notified of.
    `CREATE TABLE "dueNotices" ("companyNo" {int} NOT NULL, "taskId" {text} NOT NULL, "userId" {text} NOT NULL,
      "dueDate" {text} NOT NULL, PRIMARY KEY ("companyNo", "taskId", "userId", "dueDate"),
      ${key('taskId', 'tasks')}, ${key('userId', 'users')})`,
    `CREATE INDEX "dueNoticesByUser" ON "dueNotices" ("companyNo", "userId")`,
  ],
}
