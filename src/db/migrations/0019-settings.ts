import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0019-settings',
  statements: [
    `CREATE TABLE "settings" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "userHash" {text} NOT NULL, "theme" {text} NOT NULL,
      "density" {text} NOT NULL, "weekStart" {text} NOT NULL, "dateFormat" {text} NOT NULL,
      "durationFormat" {text} NOT NULL, "startPage" {text} NOT NULL, "singleKeys" {bool} NOT NULL,
      PRIMARY KEY ("companyNo", "id"),
      FOREIGN KEY ("companyNo", "userHash") REFERENCES "users" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE)`,
    `CREATE UNIQUE INDEX "settingsByUser" ON "settings" ("companyNo", "userHash")`,
    `CREATE UNIQUE INDEX "settingsByExternalId" ON "settings" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL`,
  ],
}
