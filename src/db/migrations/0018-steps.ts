import type { Migration } from './migration.ts'

const ofTask = (column: string): string =>
  `FOREIGN KEY ("companyNo", "${column}") REFERENCES "tasks" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE`

export const migration: Migration = {
  name: '0018-steps',
  statements: [
    `CREATE TABLE "steps" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "taskId" {text} NOT NULL,
      "title" {text} NOT NULL, "titleKey" {text} NOT NULL, "doneAt" {text}, "doneBy" {text}, "rank" {text},
      "rankKey" {text} GENERATED ALWAYS AS (coalesce("rank", "id")) STORED,
      PRIMARY KEY ("companyNo", "id"), ${ofTask('taskId')})`,
    `CREATE INDEX "stepsByTask" ON "steps" ("companyNo", "taskId", "id")`,
    `CREATE INDEX "stepsByTitle" ON "steps" ("companyNo", "taskId", "titleKey", "id")`,
    `CREATE INDEX "stepsByUpdatedAt" ON "steps" ("companyNo", "taskId", "updatedAt", "id")`,
    `CREATE INDEX "stepsByRank" ON "steps" ("companyNo", "taskId", "rankKey", "id")`,
    `CREATE INDEX "stepsByLongRank" ON "steps" ("companyNo", "id") WHERE length("rank") > 40`,
    `CREATE UNIQUE INDEX "stepsByExternalId" ON "steps" ("companyNo", "externalId") WHERE "externalId" IS NOT NULL`,

    `CREATE TABLE "taskBlockers" ("companyNo" {int} NOT NULL, "taskId" {text} NOT NULL, "blockerId" {text} NOT NULL,
      "createdAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "taskId", "blockerId"), ${ofTask('taskId')}, ${ofTask('blockerId')})`,
    `CREATE INDEX "taskBlockersByBlocker" ON "taskBlockers" ("companyNo", "blockerId", "taskId")`,
  ],
}
