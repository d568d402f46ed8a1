import type { Migration } from './migration.ts'

/** Common columns of every record. */
const record = `"companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
  "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}`

const trash = `"deletedAt" {text}, "deletedBy" {text}`

/** A sort key that is never null: records without a value sort after all others. */
const keyOf = (column: string): string =>
  `"${column}Key" {text} GENERATED ALWAYS AS (coalesce("${column}", '~')) STORED`

/**
 * Columns with long texts come last in their tables: SQLite reads a row up to the requested column, so a list that
 * scans many rows would otherwise read every description.
 */
export const migration: Migration = {
  name: '0001-foundation',
  statements: [
    `CREATE TABLE "companies" ("companyNo" {int} PRIMARY KEY, "id" {text} NOT NULL UNIQUE,
      "companyName" {text} NOT NULL, "organization" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text})`,

    `CREATE TABLE "users" (${record}, "email" {text} NOT NULL, "emailKey" {text} NOT NULL UNIQUE,
      "fullName" {text} NOT NULL, "fullNameKey" {text} NOT NULL, "userType" {text} NOT NULL,
      "status" {text} NOT NULL, "permissions" {text} NOT NULL, "timeZone" {text} NOT NULL,
      "lastSeenAt" {text}, "passwordHash" {text}, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "usersByEmail" ON "users" ("companyNo", "emailKey", "id")`,
    `CREATE INDEX "usersByFullName" ON "users" ("companyNo", "fullNameKey", "id")`,
    `CREATE INDEX "usersByUpdatedAt" ON "users" ("companyNo", "updatedAt", "id")`,
    `CREATE UNIQUE INDEX "usersByExternalId" ON "users" ("companyNo", "externalId") WHERE "externalId" IS NOT NULL`,

    `CREATE TABLE "workspaceGroups" (${record}, "workspaceGroupName" {text} NOT NULL,
      "workspaceGroupNameKey" {text} NOT NULL, "notGrouped" {bool} NOT NULL, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "workspaceGroupsByName" ON "workspaceGroups" ("companyNo", "workspaceGroupNameKey", "id")`,
    `CREATE INDEX "workspaceGroupsByUpdatedAt" ON "workspaceGroups" ("companyNo", "updatedAt", "id")`,
    `CREATE UNIQUE INDEX "workspaceGroupsByExternalId" ON "workspaceGroups" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL`,

    `CREATE TABLE "workspaces" (${record}, ${trash}, "workspaceName" {text} NOT NULL,
      "workspaceNameKey" {text} NOT NULL, "urlShortName" {text} NOT NULL, "urlShortNameKey" {text} NOT NULL,
      "workspaceType" {text} NOT NULL, "archived" {bool} NOT NULL, "accountId" {text}, "workspaceGroupId" {text},
      "customFields" {text} NOT NULL, "description" {text}, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "workspacesById" ON "workspaces" ("companyNo", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "workspacesByName" ON "workspaces" ("companyNo", "workspaceNameKey", "id") WHERE "deletedAt" IS NULL`,
    `CREATE UNIQUE INDEX "workspacesByUrlShortName" ON "workspaces" ("companyNo", "urlShortNameKey")
      WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "workspacesByUpdatedAt" ON "workspaces" ("companyNo", "updatedAt", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "workspacesByGroup" ON "workspaces" ("companyNo", "workspaceGroupId", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "workspacesByAccount" ON "workspaces" ("companyNo", "accountId", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "workspacesInTrash" ON "workspaces" ("companyNo", "id") WHERE "deletedAt" IS NOT NULL`,
    `CREATE UNIQUE INDEX "workspacesByExternalId" ON "workspaces" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL AND "deletedAt" IS NULL`,

    `CREATE TABLE "members" ("companyNo" {int} NOT NULL, "workspaceId" {text} NOT NULL, "userId" {text} NOT NULL,
      "role" {text} NOT NULL, "externalId" {text}, "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL,
      "createdBy" {text}, PRIMARY KEY ("companyNo", "workspaceId", "userId"))`,
    `CREATE INDEX "membersByAge" ON "members" ("companyNo", "workspaceId", "createdAt", "userId")`,
    `CREATE INDEX "membersByUser" ON "members" ("companyNo", "userId", "workspaceId")`,

    `CREATE TABLE "tasks" (${record}, ${trash}, "workspaceId" {text} NOT NULL, "parentTaskId" {text},
      "title" {text} NOT NULL, "titleKey" {text} NOT NULL, "status" {text} NOT NULL, "priority" {int} NOT NULL,
      "startDate" {text}, "dueDate" {text}, "completedAt" {text}, "estimateMinutes" {int},
      ${keyOf('startDate')}, ${keyOf('dueDate')}, ${keyOf('completedAt')}, "assignees" {text} NOT NULL,
      "tagIds" {text} NOT NULL, "customFields" {text} NOT NULL, "description" {text},
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "tasksById" ON "tasks" ("companyNo", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByWorkspace" ON "tasks" ("companyNo", "workspaceId", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByTitle" ON "tasks" ("companyNo", "titleKey", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByStatus" ON "tasks" ("companyNo", "status", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByPriority" ON "tasks" ("companyNo", "priority", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByStartDate" ON "tasks" ("companyNo", "startDateKey", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByDueDate" ON "tasks" ("companyNo", "dueDateKey", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByCompletedAt" ON "tasks" ("companyNo", "completedAtKey", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByUpdatedAt" ON "tasks" ("companyNo", "updatedAt", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tasksByParent" ON "tasks" ("companyNo", "parentTaskId", "id") WHERE "parentTaskId" IS NOT NULL`,
    `CREATE INDEX "tasksInTrash" ON "tasks" ("companyNo", "deletedAt") WHERE "deletedAt" IS NOT NULL`,
    `CREATE UNIQUE INDEX "tasksByExternalId" ON "tasks" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL AND "deletedAt" IS NULL`,

    `CREATE TABLE "taskAssignees" ("companyNo" {int} NOT NULL, "userId" {text} NOT NULL, "taskId" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "userId", "taskId"))`,
    `CREATE TABLE "taskTags" ("companyNo" {int} NOT NULL, "tagId" {text} NOT NULL, "taskId" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "tagId", "taskId"))`,
    `CREATE TABLE "tags" (${record}, "tagName" {text} NOT NULL, "tagNameKey" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE UNIQUE INDEX "tagsByName" ON "tags" ("companyNo", "tagNameKey")`,

    `CREATE TABLE "changes" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "seq" {int}, "at" {text} NOT NULL,
      "type" {text} NOT NULL, "kind" {text} NOT NULL, "recordId" {text} NOT NULL, "workspaceId" {text},
      "otherWorkspaceId" {text}, "userId" {text}, "clientId" {text}, "requestId" {text} NOT NULL,
      "fields" {text} NOT NULL, PRIMARY KEY ("companyNo", "id"))`,

    `CREATE TABLE "accessTokens" ("hash" {text} PRIMARY KEY, "companyNo" {int} NOT NULL, "userId" {text} NOT NULL,
      "clientId" {text}, "scope" {text} NOT NULL, "issuedAt" {text} NOT NULL, "expiresAt" {text} NOT NULL,
      "revokedAt" {text})`,
    `CREATE INDEX "accessTokensByEnd" ON "accessTokens" ("expiresAt")`,

    `CREATE TABLE "idempotencyKeys" ("companyNo" {int} NOT NULL, "scope" {text} NOT NULL, "key" {text} NOT NULL,
      "requestHash" {text} NOT NULL, "status" {int} NOT NULL, "headers" {text} NOT NULL, "body" {text} NOT NULL,
      "createdAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "scope", "key"))`,
    `CREATE INDEX "idempotencyKeysByAge" ON "idempotencyKeys" ("createdAt")`,

    `CREATE TABLE "leases" ("name" {text} PRIMARY KEY, "owner" {text} NOT NULL, "expiresAt" {text} NOT NULL)`,
  ],
}
