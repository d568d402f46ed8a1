import type { Migration } from './migration.ts'

const workspace = `FOREIGN KEY ("companyNo", "workspaceId") REFERENCES "workspaces" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE`

/** A view that nobody has placed comes where it was created: its id is its rank. */
const rankKey = `"rankKey" {text} GENERATED ALWAYS AS (coalesce("rank", "id"))`

export const migration: Migration = {
  name: '0030-views',
  statements: [
    `ALTER TABLE "reports" ADD COLUMN "workspaceId" {text}`,
    `ALTER TABLE "reports" ADD COLUMN "layout" {text} NOT NULL DEFAULT 'list'`,
    `ALTER TABLE "reports" ADD COLUMN "groupBy" {text}`,
    `ALTER TABLE "reports" ADD COLUMN "dateField" {text}`,
    `ALTER TABLE "reports" ADD COLUMN "rank" {text}`,
    `{sqlite}ALTER TABLE "reports" ADD COLUMN ${rankKey} VIRTUAL`,
    `{postgres}ALTER TABLE "reports" ADD COLUMN ${rankKey} STORED`,
    // SQLite cannot add a constraint to a table: as in 0012, the stored CREATE TABLE gets it.
    '{sqlite}PRAGMA writable_schema = ON',
    `{sqlite}UPDATE "sqlite_schema" SET "sql" = substr("sql", 1, length("sql") - 1) || ', ${workspace})'
      WHERE "type" = 'table' AND "name" = 'reports'`,
    '{sqlite}PRAGMA writable_schema = RESET',
    `{postgres}ALTER TABLE "reports" ADD CONSTRAINT "reports_workspaceId_fkey" ${workspace}`,
    `CREATE INDEX "reportsByWorkspace" ON "reports" ("companyNo", "workspaceId", "id")`,
    `CREATE INDEX "reportsByRank" ON "reports" ("companyNo", "workspaceId", "rankKey", "id")`,
    `CREATE INDEX "reportsByLongRank" ON "reports" ("companyNo", "id") WHERE length("rank") > 40`,
  ],
}
