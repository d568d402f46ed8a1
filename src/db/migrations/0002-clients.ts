import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0002-clients',
  statements: [
    `CREATE TABLE "clients" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text},
      "name" {text} NOT NULL, "nameKey" {text} NOT NULL, "actAs" {text} NOT NULL, "compatibility" {bool} NOT NULL,
      "status" {text} NOT NULL, "lastUsedAt" {text},
      "lastUsedAtKey" {text} GENERATED ALWAYS AS (coalesce("lastUsedAt", '~')) STORED,
      PRIMARY KEY ("companyNo", "id"))`,
    // An assertion identifies a client without its company.
    `CREATE UNIQUE INDEX "clientsById" ON "clients" ("id")`,
    `CREATE INDEX "clientsByName" ON "clients" ("companyNo", "nameKey", "id")`,
    `CREATE INDEX "clientsByActAs" ON "clients" ("companyNo", "actAs")`,
    `CREATE INDEX "clientsByLastUsedAt" ON "clients" ("companyNo", "lastUsedAtKey", "id")`,
    `CREATE INDEX "clientsByUpdatedAt" ON "clients" ("companyNo", "updatedAt", "id")`,
    `CREATE UNIQUE INDEX "clientsByExternalId" ON "clients" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL`,

    `CREATE TABLE "clientKeys" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "clientId" {text} NOT NULL,
      "publicKey" {text} NOT NULL, "fingerprint" {text} NOT NULL, "status" {text} NOT NULL, "lastUsedAt" {text},
      "lastUsedAtKey" {text} GENERATED ALWAYS AS (coalesce("lastUsedAt", '~')) STORED,
      PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "clientKeysByClient" ON "clientKeys" ("companyNo", "clientId", "id")`,

    `ALTER TABLE "accessTokens" ADD COLUMN "keyId" {text}`,

    // "\`jti\`, where present, is used once until its \`exp\`."
    `CREATE TABLE "usedAssertions" ("clientId" {text} NOT NULL, "jti" {text} NOT NULL, "expiresAt" {text} NOT NULL,
      PRIMARY KEY ("clientId", "jti"))`,
    `CREATE INDEX "usedAssertionsByEnd" ON "usedAssertions" ("expiresAt")`,

    // The tokens left in each rate limit bucket, for several processes that share it.
    `CREATE TABLE "allowances" ("key" {text} PRIMARY KEY, "left" {float} NOT NULL, "at" {float} NOT NULL)`,
  ],
}
