import type { Migration } from './migration.ts'

/** Common columns of every record. */
const record = `"companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
  "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}`

const byExternalId = (table: string, alive = ''): string =>
  `CREATE UNIQUE INDEX "${table}ByExternalId" ON "${table}" ("companyNo", "externalId") WHERE "externalId" IS NOT NULL${alive}`

export const migration: Migration = {
  name: '0004-times',
  statements: [
    `CREATE TABLE "times" (${record}, "deletedAt" {text}, "deletedBy" {text}, "workspaceId" {text} NOT NULL,
      "taskId" {text}, "userHash" {text} NOT NULL, "date" {text} NOT NULL, "minutes" {int} NOT NULL,
      "billable" {bool} NOT NULL, "note" {text}, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "timesByDate" ON "times" ("companyNo", "date", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "timesByMinutes" ON "times" ("companyNo", "minutes", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "timesByUpdatedAt" ON "times" ("companyNo", "updatedAt", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "timesByWorkspace" ON "times" ("companyNo", "workspaceId", "id") WHERE "deletedAt" IS NULL`,
    // The most common query of lists and the summary: a month of one workspace.
    `CREATE INDEX "timesByWorkspaceDate" ON "times" ("companyNo", "workspaceId", "date", "id")
      WHERE "deletedAt" IS NULL`,
    // Includes the trash: a person with entries there cannot be deleted, and entries go to the trash and back with
    // their task.
    `CREATE INDEX "timesByUser" ON "times" ("companyNo", "userHash", "id")`,
    `CREATE INDEX "timesByTask" ON "times" ("companyNo", "taskId", "id") WHERE "taskId" IS NOT NULL`,
    byExternalId('times', ' AND "deletedAt" IS NULL'),

    `CREATE TABLE "taskMinutes" ("companyNo" {int} NOT NULL, "taskId" {text} NOT NULL, "userHash" {text} NOT NULL,
      "minutes" {int} NOT NULL, PRIMARY KEY ("companyNo", "taskId", "userHash"))`,

    `CREATE TABLE "timers" (${record}, "userHash" {text} NOT NULL, "startedAt" {text} NOT NULL,
      "workspaceId" {text} NOT NULL, "taskId" {text}, "billable" {bool} NOT NULL, "note" {text},
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE UNIQUE INDEX "timersByUser" ON "timers" ("companyNo", "userHash")`,

    `CREATE TABLE "reports" (${record}, "reportName" {text} NOT NULL, "reportNameKey" {text} NOT NULL,
      "source" {text} NOT NULL, "shared" {bool} NOT NULL, "columns" {text} NOT NULL, "filter" {text}, "sort" {text},
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "reportsByName" ON "reports" ("companyNo", "reportNameKey", "id")`,
    `CREATE INDEX "reportsByUpdatedAt" ON "reports" ("companyNo", "updatedAt", "id")`,
    `CREATE INDEX "reportsByCreator" ON "reports" ("companyNo", "createdBy", "id")`,
    `CREATE INDEX "reportsShared" ON "reports" ("companyNo", "shared", "id")`,
    byExternalId('reports'),

    `CREATE TABLE "calendarFeeds" (${record}, "userHash" {text} NOT NULL, "hash" {text} NOT NULL,
      "lastUsedAt" {text}, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE UNIQUE INDEX "calendarFeedsByUser" ON "calendarFeeds" ("companyNo", "userHash")`,
    // The address of a feed contains neither person nor company.
    `CREATE UNIQUE INDEX "calendarFeedsByHash" ON "calendarFeeds" ("hash")`,
  ],
}
