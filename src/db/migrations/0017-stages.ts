import type { Migration } from './migration.ts'

const rankKey = `"rankKey" {text} GENERATED ALWAYS AS (coalesce("rank", "id")) STORED`

export const migration: Migration = {
  name: '0017-stages',
  statements: [
    `CREATE TABLE "stages" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "workspaceId" {text} NOT NULL,
      "stageName" {text} NOT NULL, "stageNameKey" {text} NOT NULL, "status" {text} NOT NULL, "softLimit" {int},
      "rank" {text}, ${rankKey}, PRIMARY KEY ("companyNo", "id"),
      FOREIGN KEY ("companyNo", "workspaceId") REFERENCES "workspaces" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE)`,
    `CREATE INDEX "stagesByWorkspace" ON "stages" ("companyNo", "workspaceId", "id")`,
    `CREATE INDEX "stagesByName" ON "stages" ("companyNo", "workspaceId", "stageNameKey", "id")`,
    `CREATE INDEX "stagesByUpdatedAt" ON "stages" ("companyNo", "workspaceId", "updatedAt", "id")`,
    `CREATE INDEX "stagesByRank" ON "stages" ("companyNo", "workspaceId", "rankKey", "id", "status")`,
    `CREATE INDEX "stagesByLongRank" ON "stages" ("companyNo", "id") WHERE length("rank") > 40`,
    `CREATE UNIQUE INDEX "stagesByExternalId" ON "stages" ("companyNo", "externalId") WHERE "externalId" IS NOT NULL`,
    // Tasks are found by their stage in "taskLinks".
    `ALTER TABLE "tasks" ADD COLUMN "stageId" {text}`,
  ],
}
