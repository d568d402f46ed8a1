import type { Migration } from './migration.ts'

export const migration: Migration = {
  name: '0035-zip-limit',
  statements: [`ALTER TABLE "companies" ADD COLUMN "zipBytes" {int}`],
}
