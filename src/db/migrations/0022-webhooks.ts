import type { Migration } from './migration.ts'

const record = `"companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
  "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}`

const pending = `WHERE "state" = 'Pending'`

/** Webhooks read the feed after a position; deliveries exist only for changes up to it. */
export const migration: Migration = {
  name: '0022-webhooks',
  statements: [
    `CREATE TABLE "webhooks" (${record}, "name" {text} NOT NULL, "nameKey" {text} NOT NULL, "url" {text} NOT NULL,
      "types" {text} NOT NULL, "workspaceIds" {text} NOT NULL, "fields" {text} NOT NULL, "payload" {text} NOT NULL,
      "order" {text} NOT NULL, "status" {text} NOT NULL, "statusReason" {text}, "publicKey" {text},
      "delivered" {int} NOT NULL, "lastSuccessAt" {text}, "failingSince" {text}, "pausedUntil" {text},
      "clientId" {text}, "secrets" {text} NOT NULL, "seq" {int} NOT NULL, "replayAfter" {int},
      "replayUntil" {int}, "replayTypes" {text} NOT NULL, "touchedAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "id"),
      FOREIGN KEY ("companyNo") REFERENCES "companies" ("companyNo") DEFERRABLE INITIALLY IMMEDIATE)`,
    `CREATE INDEX "webhooksByName" ON "webhooks" ("companyNo", "nameKey", "id")`,
    `CREATE INDEX "webhooksByUpdatedAt" ON "webhooks" ("companyNo", "updatedAt", "id")`,
    `CREATE INDEX "webhooksByCreator" ON "webhooks" ("companyNo", "createdBy", "id")`,
    `CREATE UNIQUE INDEX "webhooksByExternalId" ON "webhooks" ("companyNo", "externalId") WHERE "externalId" IS NOT NULL`,
    `CREATE INDEX "webhooksTouched" ON "webhooks" ("touchedAt")`,

    `CREATE TABLE "deliveries" (${record}, "changeId" {text} NOT NULL, "type" {text} NOT NULL,
      "recordId" {text} NOT NULL, "state" {text} NOT NULL, "dueAt" {text}, "attempts" {text} NOT NULL,
      "lastStatus" {int}, "lastError" {text}, "response" {text}, "webhookId" {text} NOT NULL, "seq" {int} NOT NULL,
      PRIMARY KEY ("companyNo", "webhookId", "id"),
      FOREIGN KEY ("companyNo", "webhookId") REFERENCES "webhooks" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE)`,
    `CREATE UNIQUE INDEX "deliveriesBySeq" ON "deliveries" ("companyNo", "webhookId", "seq")`,
    `CREATE INDEX "deliveriesDue" ON "deliveries" ("companyNo", "webhookId", "dueAt") ${pending}`,
    `CREATE INDEX "deliveriesByRecord" ON "deliveries" ("companyNo", "webhookId", "recordId", "seq") ${pending}`,
    `CREATE INDEX "deliveriesFailed" ON "deliveries" ("companyNo", "webhookId", "seq") WHERE "state" = 'Failed'`,
    `CREATE INDEX "deliveriesByAge" ON "deliveries" ("createdAt") WHERE "state" <> 'Pending'`,
  ],
}
