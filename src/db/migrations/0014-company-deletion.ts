import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0014-company-deletion',
  // A deleted company can be restored for 14 days.
  statements: [`ALTER TABLE "companies" ADD COLUMN "deletedAt" {text}`],
}
