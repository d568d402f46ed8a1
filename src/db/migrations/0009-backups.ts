import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0009-backups',
  statements: [
    // The results of backups. They belong to the installation, not to a company.
    `CREATE TABLE "backups" ("id" {text} PRIMARY KEY, "startedAt" {text} NOT NULL, "endedAt" {text},
      "rowCount" {int}, "byteCount" {int}, "failure" {text})`,
  ],
}
