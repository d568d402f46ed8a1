import type { Migration } from './migration.ts'

const ofUser = (column: string): string =>
  `FOREIGN KEY ("companyNo", "${column}") REFERENCES "users" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE`

const reasons = ['mention', 'assigned', 'reply', 'comment', 'due', 'review', 'status', 'file']

export const migration: Migration = {
  name: '0029-notification-mail',
  statements: [
    `CREATE TABLE "notificationSettings" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "userHash" {text} NOT NULL,
      ${reasons.map((reason) => `"${reason}" {text} NOT NULL`).join(', ')},
      "quietFrom" {text}, "quietUntil" {text}, "quietDays" {text} NOT NULL, PRIMARY KEY ("companyNo", "id"),
      ${ofUser('userHash')})`,
    `CREATE UNIQUE INDEX "notificationSettingsByUser" ON "notificationSettings" ("companyNo", "userHash")`,
    `CREATE UNIQUE INDEX "notificationSettingsByExternalId" ON "notificationSettings" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL`,

    // News that waits to be mailed. What happened before is not mailed.
    `CREATE TABLE "unmailed" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "userId" {text} NOT NULL,
      "notificationId" {text} NOT NULL, "since" {text} NOT NULL, "reason" {text} NOT NULL, "actorId" {text},
      "at" {text} NOT NULL, "commentId" {text}, "dueAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "id"),
      ${ofUser('userId')})`,
    `CREATE INDEX "unmailedByDue" ON "unmailed" ("dueAt")`,
    `CREATE INDEX "unmailedByUser" ON "unmailed" ("companyNo", "userId", "dueAt")`,

    // The mails of the last hour.
    `CREATE TABLE "mailings" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "userId" {text} NOT NULL,
      "createdAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "id"), ${ofUser('userId')})`,
    `CREATE INDEX "mailingsByUser" ON "mailings" ("companyNo", "userId", "createdAt")`,
  ],
}
