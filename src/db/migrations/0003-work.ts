import type { Migration } from './migration.ts'

/** Common columns of every record. */
const record = `"companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
  "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}`

const trash = `"deletedAt" {text}, "deletedBy" {text}`

/** A sort key that is never null: records without a value sort after all others. */
const keyOf = (column: string): string =>
  `"${column}Key" {text} GENERATED ALWAYS AS (coalesce("${column}", '~')) STORED`

const byExternalId = (table: string, alive = ''): string =>
  `CREATE UNIQUE INDEX "${table}ByExternalId" ON "${table}" ("companyNo", "externalId") WHERE "externalId" IS NOT NULL${alive}`

/** Lists of a workspace's records: the index of each sort order begins with the workspace. */
const inWorkspace = (table: string, keys: readonly string[], alive = ''): string[] =>
  ['', ...keys].map(
    (key) =>
      `CREATE INDEX "${table}By${key === '' ? 'Workspace' : key.charAt(0).toUpperCase() + key.slice(1)}" ON "${table}"
        ("companyNo", "workspaceId"${key === '' ? '' : `, "${key}"`}, "id")${alive === '' ? '' : ` WHERE ${alive}`}`,
  )

export const migration: Migration = {
  name: '0003-work',
  statements: [
    `CREATE TABLE "roles" (${record}, "title" {text} NOT NULL, "titleKey" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "rolesByTitle" ON "roles" ("companyNo", "titleKey", "id")`,
    `CREATE INDEX "rolesByUpdatedAt" ON "roles" ("companyNo", "updatedAt", "id")`,
    byExternalId('roles'),
    // Companies that are older than roles get theirs, with ids derived from their numbers.
    ...['Reader', 'Contributor', 'Admin'].map(
      (title, n) => `INSERT INTO "roles" ("companyNo", "id", "createdAt", "updatedAt", "title", "titleKey")
        SELECT "companyNo", substr('0000000000000000000000' || ("companyNo" * 10 + ${n}), length(("companyNo" * 10 + ${n}) || '') + 1), "createdAt",
          "createdAt", '${title}', '${title.toLowerCase()}' FROM "companies"`,
    ),

    `CREATE TABLE "accounts" (${record}, "accountName" {text} NOT NULL, "accountNameKey" {text} NOT NULL,
      "parentAccountId" {text}, "customFields" {text} NOT NULL, "description" {text},
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "accountsByName" ON "accounts" ("companyNo", "accountNameKey", "id")`,
    `CREATE INDEX "accountsByUpdatedAt" ON "accounts" ("companyNo", "updatedAt", "id")`,
    `CREATE INDEX "accountsByParent" ON "accounts" ("companyNo", "parentAccountId", "id")`,
    byExternalId('accounts'),

    `CREATE TABLE "folders" (${record}, ${trash}, "workspaceId" {text} NOT NULL, "parentFolderId" {text},
      "folderName" {text} NOT NULL, "folderNameKey" {text} NOT NULL, PRIMARY KEY ("companyNo", "id"))`,
    ...inWorkspace('folders', ['folderNameKey', 'updatedAt'], '"deletedAt" IS NULL'),
    `CREATE INDEX "foldersByParent" ON "folders" ("companyNo", "workspaceId", "parentFolderId", "id")
      WHERE "parentFolderId" IS NOT NULL`,
    // Names are unique per place. Top-level folders have no parent, and nulls would count as distinct.
    `CREATE UNIQUE INDEX "foldersByPlace" ON "folders"
      ("companyNo", "workspaceId", coalesce("parentFolderId", ''), "folderNameKey") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "foldersInTrash" ON "folders" ("companyNo", "workspaceId", "id") WHERE "deletedAt" IS NOT NULL`,
    `CREATE INDEX "foldersByDeletedAt" ON "folders" ("companyNo", "deletedAt", "id") WHERE "deletedAt" IS NOT NULL`,
    byExternalId('folders', ' AND "deletedAt" IS NULL'),

    `CREATE TABLE "milestones" (${record}, "workspaceId" {text} NOT NULL, "title" {text} NOT NULL,
      "titleKey" {text} NOT NULL, "status" {text} NOT NULL, "startDate" {text}, "dueDate" {text},
      ${keyOf('startDate')}, ${keyOf('dueDate')}, "reminders" {text} NOT NULL, "customFields" {text} NOT NULL,
      "description" {text}, PRIMARY KEY ("companyNo", "id"))`,
    ...inWorkspace('milestones', ['titleKey', 'status', 'startDateKey', 'dueDateKey', 'updatedAt']),
    byExternalId('milestones'),

    `CREATE TABLE "events" (${record}, "workspaceId" {text} NOT NULL, "title" {text} NOT NULL,
      "titleKey" {text} NOT NULL, "startsAt" {text} NOT NULL, "endsAt" {text} NOT NULL, "allDay" {bool} NOT NULL,
      "location" {text}, "description" {text}, PRIMARY KEY ("companyNo", "id"))`,
    ...inWorkspace('events', ['titleKey', 'startsAt', 'endsAt', 'updatedAt']),
    byExternalId('events'),

    `CREATE TABLE "tasklists" (${record}, "workspaceId" {text} NOT NULL, "tasklistName" {text} NOT NULL,
      "tasklistNameKey" {text} NOT NULL, "startDate" {text}, "milestoneId" {text}, "template" {bool} NOT NULL,
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "tasklistsByName" ON "tasklists" ("companyNo", "tasklistNameKey", "id")`,
    `CREATE INDEX "tasklistsByUpdatedAt" ON "tasklists" ("companyNo", "updatedAt", "id")`,
    `CREATE INDEX "tasklistsByWorkspace" ON "tasklists" ("companyNo", "workspaceId", "id")`,
    `CREATE INDEX "tasklistsByMilestone" ON "tasklists" ("companyNo", "milestoneId", "id")
      WHERE "milestoneId" IS NOT NULL`,
    byExternalId('tasklists'),

    // Finds tasks by their parent, list and milestone: one row for each of these that a task has.
    `ALTER TABLE "tasks" ADD COLUMN "tasklistId" {text}`,
    `ALTER TABLE "tasks" ADD COLUMN "milestoneId" {text}`,
    `CREATE TABLE "taskLinks" ("companyNo" {int} NOT NULL, "targetId" {text} NOT NULL, "taskId" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "targetId", "taskId"))`,
    `INSERT INTO "taskLinks" ("companyNo", "targetId", "taskId")
      SELECT "companyNo", "parentTaskId", "id" FROM "tasks" WHERE "parentTaskId" IS NOT NULL`,
    `DROP INDEX "tasksByParent"`,

    // A deleted or merged tag disappears immediately; a background job clears it from the records that have it.
    `ALTER TABLE "tags" ADD COLUMN "deletedAt" {text}`,
    `ALTER TABLE "tags" ADD COLUMN "deletedBy" {text}`,
    `ALTER TABLE "tags" ADD COLUMN "mergedInto" {text}`,
    `DROP INDEX "tagsByName"`,
    `CREATE UNIQUE INDEX "tagsByName" ON "tags" ("companyNo", "tagNameKey") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tagsInOrder" ON "tags" ("companyNo", "tagNameKey", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tagsById" ON "tags" ("companyNo", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tagsByUpdatedAt" ON "tags" ("companyNo", "updatedAt", "id") WHERE "deletedAt" IS NULL`,
    `CREATE INDEX "tagsInTrash" ON "tags" ("companyNo", "id") WHERE "deletedAt" IS NOT NULL`,
    `CREATE INDEX "tagsMerged" ON "tags" ("companyNo", "mergedInto") WHERE "mergedInto" IS NOT NULL`,
    byExternalId('tags', ' AND "deletedAt" IS NULL'),

    // How often a tag is used, per workspace and in total. Several rows add up, so that writers do not conflict.
    `CREATE TABLE "tagUses" ("companyNo" {int} NOT NULL, "workspaceId" {text} NOT NULL, "tagId" {text} NOT NULL,
      "slot" {int} NOT NULL, "taskCount" {int} NOT NULL, "fileCount" {int} NOT NULL,
      PRIMARY KEY ("companyNo", "workspaceId", "tagId", "slot"))`,
    `CREATE INDEX "tagUsesByTag" ON "tagUses" ("companyNo", "tagId", "workspaceId", "slot")`,
    `INSERT INTO "tagUses" ("companyNo", "workspaceId", "tagId", "slot", "taskCount", "fileCount")
      SELECT v."companyNo", t."workspaceId", v."tagId", 0, count(*), 0 FROM "taskTags" v
      JOIN "tasks" t ON t."companyNo" = v."companyNo" AND t."id" = v."taskId" WHERE t."deletedAt" IS NULL
      GROUP BY v."companyNo", t."workspaceId", v."tagId"`,
    `CREATE TABLE "tagTotals" ("companyNo" {int} NOT NULL, "tagId" {text} NOT NULL, "slot" {int} NOT NULL,
      "taskCount" {int} NOT NULL, "fileCount" {int} NOT NULL, PRIMARY KEY ("companyNo", "tagId", "slot"))`,
    `INSERT INTO "tagTotals" ("companyNo", "tagId", "slot", "taskCount", "fileCount")
      SELECT u."companyNo", u."tagId", 0, sum(u."taskCount"), 0 FROM "tagUses" u
      JOIN "workspaces" w ON w."companyNo" = u."companyNo" AND w."id" = u."workspaceId" WHERE w."deletedAt" IS NULL
      GROUP BY u."companyNo", u."tagId"`,
  ],
}
