import type { Migration } from './migration.ts'

/**
 * The transactions in which each person wrote, while there is a read replica: it serves them once it has replayed
 * these. SQLite has no replica, and leaves the table empty.
 */
export const migration: Migration = {
  name: '0025-caller-writes',
  statements: [
    `{sqlite}CREATE TABLE "callerWrites" ("companyNo" {int} NOT NULL, "userId" {text} NOT NULL, "xid" {int} NOT NULL,
      "createdAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "userId", "xid"))`,
    `{postgres}CREATE TABLE "callerWrites" ("companyNo" {int} NOT NULL, "userId" {text} NOT NULL,
      "xid" {int} NOT NULL DEFAULT (pg_current_xact_id()::text::bigint), "createdAt" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "userId", "xid"))`,
    `CREATE INDEX "callerWritesByTime" ON "callerWrites" ("createdAt")`,
  ],
}
