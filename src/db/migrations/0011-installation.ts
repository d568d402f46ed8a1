import type { Migration } from './migration.ts'

/** Facts about the installation, as names and values. Earlier versions stored both entries as leases. */
export const migration: Migration = {
  name: '0011-installation',
  statements: [
    `CREATE TABLE "installation" ("name" {text} PRIMARY KEY, "value" {text} NOT NULL)`,
    `INSERT INTO "installation" ("name", "value")
      SELECT CASE "name" WHEN 'installation' THEN 'id' ELSE "name" END, "owner" FROM "leases"
      WHERE "name" IN ('installation', 'copied from')`,
    `DELETE FROM "leases" WHERE "name" IN ('installation', 'copied from')`,
  ],
}
