import type { Migration } from './migration.ts'

const record = `"companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
  "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}`

/** Sign-in and mail. */
export const migration: Migration = {
  name: '0006-people',
  statements: [
    // The change log is a list too, so its time has the same name as in all records.
    `ALTER TABLE "changes" RENAME COLUMN "at" TO "createdAt"`,
    `ALTER TABLE "changes" ADD COLUMN "address" {text}`,
    `CREATE INDEX "changesByCreatedAt" ON "changes" ("companyNo", "createdAt", "id")`,
    `CREATE INDEX "changesByType" ON "changes" ("companyNo", "type", "id")`,
    `CREATE INDEX "changesByKind" ON "changes" ("companyNo", "kind", "id")`,
    `CREATE INDEX "changesByRecord" ON "changes" ("companyNo", "recordId", "id")`,
    `CREATE INDEX "changesByUser" ON "changes" ("companyNo", "userId", "id") WHERE "userId" IS NOT NULL`,

    `ALTER TABLE "companies" ADD COLUMN "oneTimeCodesRequired" {bool} NOT NULL DEFAULT false`,
    `ALTER TABLE "companies" ADD COLUMN "ssoIssuer" {text}`,
    `ALTER TABLE "companies" ADD COLUMN "ssoClientId" {text}`,
    `ALTER TABLE "companies" ADD COLUMN "ssoClientSecret" {text}`,
    `ALTER TABLE "companies" ADD COLUMN "ssoDomains" {text} NOT NULL DEFAULT '[]'`,
    `ALTER TABLE "companies" ADD COLUMN "ssoCreates" {text} NOT NULL DEFAULT 'Nobody'`,
    `CREATE TABLE "ssoDomains" ("domain" {text} PRIMARY KEY, "companyNo" {int} NOT NULL)`,
    `CREATE INDEX "ssoDomainsByCompany" ON "ssoDomains" ("companyNo")`,
    `CREATE TABLE "ssoIdentities" ("companyNo" {int} NOT NULL, "issuer" {text} NOT NULL, "subject" {text} NOT NULL,
      "userId" {text} NOT NULL, "createdAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "issuer", "subject"))`,
    `CREATE INDEX "ssoIdentitiesByUser" ON "ssoIdentities" ("companyNo", "userId")`,

    `CREATE TABLE "sessions" (${record}, "userId" {text} NOT NULL, "hash" {text} NOT NULL UNIQUE,
      "step" {text} NOT NULL, "method" {text} NOT NULL, "address" {text} NOT NULL, "lastUsedAt" {text} NOT NULL,
      "expiresAt" {text} NOT NULL, "endsAt" {text} NOT NULL, "userAgent" {text}, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "sessionsByUser" ON "sessions" ("companyNo", "userId", "id")`,
    `CREATE INDEX "sessionsByLastUsedAt" ON "sessions" ("companyNo", "lastUsedAt", "id")`,
    `CREATE INDEX "sessionsByUpdatedAt" ON "sessions" ("companyNo", "updatedAt", "id")`,
    `CREATE INDEX "sessionsByEnd" ON "sessions" ("expiresAt")`,
    `ALTER TABLE "accessTokens" ADD COLUMN "sessionId" {text}`,

    `CREATE TABLE "invitations" (${record}, "userId" {text} NOT NULL, "email" {text} NOT NULL,
      "emailKey" {text} NOT NULL, "purpose" {text} NOT NULL, "status" {text} NOT NULL, "hash" {text} NOT NULL UNIQUE,
      "expiresAt" {text} NOT NULL, "acceptedAt" {text}, "mailed" {bool} NOT NULL, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "invitationsByUser" ON "invitations" ("companyNo", "userId", "id")`,
    `CREATE INDEX "invitationsByEmail" ON "invitations" ("companyNo", "emailKey", "id")`,
    `CREATE INDEX "invitationsByExpiresAt" ON "invitations" ("companyNo", "expiresAt", "id")`,
    `CREATE INDEX "invitationsByUpdatedAt" ON "invitations" ("companyNo", "updatedAt", "id")`,
    `CREATE INDEX "invitationsByEnd" ON "invitations" ("expiresAt")`,
    `CREATE UNIQUE INDEX "invitationsByExternalId" ON "invitations" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL`,

    `CREATE TABLE "oneTimeCodes" ("companyNo" {int} NOT NULL, "userId" {text} NOT NULL, "seed" {text} NOT NULL,
      "confirmedAt" {text}, "lastStep" {int} NOT NULL, PRIMARY KEY ("companyNo", "userId"))`,
    `CREATE TABLE "recoveryCodes" ("companyNo" {int} NOT NULL, "userId" {text} NOT NULL, "hash" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "userId", "hash"))`,

    `CREATE TABLE "throttles" ("key" {text} PRIMARY KEY, "attempts" {int} NOT NULL, "blockedUntil" {text} NOT NULL,
      "forgetAt" {text} NOT NULL)`,
    `CREATE INDEX "throttlesByEnd" ON "throttles" ("forgetAt")`,

    // The mail queue, encrypted: a mail may contain a link that signs its reader in.
    `CREATE TABLE "mails" ("id" {text} PRIMARY KEY, "companyNo" {int} NOT NULL, "dueAt" {text} NOT NULL,
      "attempts" {int} NOT NULL, "sealed" {text} NOT NULL)`,
    `CREATE INDEX "mailsByDue" ON "mails" ("dueAt")`,
  ],
}
