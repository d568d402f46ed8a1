import type { Migration } from './migration.ts'

const parents = {
  workspaceId: 'workspaces',
  taskId: 'tasks',
  fileId: 'files',
  folderId: 'folders',
  milestoneId: 'milestones',
  tasklistId: 'tasklists',
}

const key = (column: string, parent: string): string =>
  `FOREIGN KEY ("companyNo", "${column}") REFERENCES "${parent}" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE`

const columns = Object.keys(parents)

export const migration: Migration = {
  name: '0026-favorites',
  statements: [
    `ALTER TABLE "companies" ADD COLUMN "workspaceAdminsMayInvite" {bool} NOT NULL DEFAULT true`,

    `CREATE TABLE "favorites" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "userHash" {text} NOT NULL,
      "kind" {text} NOT NULL, "recordId" {text} NOT NULL, ${columns.map((column) => `"${column}" {text}`).join(', ')},
      "rank" {text}, "rankKey" {text} GENERATED ALWAYS AS (coalesce("rank", "id")) STORED,
      PRIMARY KEY ("companyNo", "id"), ${key('userHash', 'users')}, ${Object.entries(parents)
        .map(([column, parent]) => key(column, parent))
        .join(', ')})`,
    `CREATE UNIQUE INDEX "favoritesByRecord" ON "favorites" ("companyNo", "userHash", "recordId")`,
    `CREATE INDEX "favoritesByUser" ON "favorites" ("companyNo", "userHash", "id")`,
    `CREATE INDEX "favoritesByUpdatedAt" ON "favorites" ("companyNo", "userHash", "updatedAt", "id")`,
    `CREATE INDEX "favoritesByRank" ON "favorites" ("companyNo", "userHash", "rankKey", "id")`,
    `CREATE INDEX "favoritesByLongRank" ON "favorites" ("companyNo", "id") WHERE length("rank") > 40`,
    `CREATE UNIQUE INDEX "favoritesByExternalId" ON "favorites" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL`,
    ...columns.map(
      (
        column,
      ) => `CREATE INDEX "favoritesBy${column.charAt(0).toUpperCase()}${column.slice(1, -2)}" ON "favorites"
        ("companyNo", "${column}") WHERE "${column}" IS NOT NULL`,
    ),

    // The last records that each person has opened.
    `CREATE TABLE "recents" ("companyNo" {int} NOT NULL, "userHash" {text} NOT NULL, "recordId" {text} NOT NULL,
      "kind" {text} NOT NULL, "openedAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "userHash", "recordId"),
      ${key('userHash', 'users')})`,
    `CREATE INDEX "recentsByOpenedAt" ON "recents" ("companyNo", "userHash", "openedAt")`,
  ],
}
