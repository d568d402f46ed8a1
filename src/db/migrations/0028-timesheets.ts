import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0028-timesheets',
  statements: [
    `CREATE TABLE "timesheets" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "week" {text} NOT NULL,
      "userHash" {text} NOT NULL, "state" {text} NOT NULL, "note" {text}, "submittedAt" {text}, "decidedAt" {text},
      "decidedBy" {text}, PRIMARY KEY ("companyNo", "id"),
      FOREIGN KEY ("companyNo", "userHash") REFERENCES "users" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE)`,
    `CREATE UNIQUE INDEX "timesheetsByUserAndWeek" ON "timesheets" ("companyNo", "userHash", "week")`,
    `CREATE INDEX "timesheetsByUser" ON "timesheets" ("companyNo", "userHash", "id")`,
    `CREATE INDEX "timesheetsByState" ON "timesheets" ("companyNo", "state", "id")`,
    `CREATE INDEX "timesheetsByWeek" ON "timesheets" ("companyNo", "week", "id")`,
    `CREATE INDEX "timesheetsByUpdatedAt" ON "timesheets" ("companyNo", "updatedAt", "id")`,
    `CREATE UNIQUE INDEX "timesheetsByExternalId" ON "timesheets" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL`,
  ],
}
