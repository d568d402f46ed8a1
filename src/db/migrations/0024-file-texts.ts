import type { Migration } from './migration.ts'

/**
 * The text inside the content of files, for the search. On PostgreSQL the index no longer stores positions, which end at
 * 16,383: phrases are compared with the words themselves.
 */
export const migration: Migration = {
  name: '0024-file-texts',
  statements: [
    `CREATE TABLE "fileTexts" ("companyNo" {int} NOT NULL, "sha256" {text} NOT NULL, "kind" {text} NOT NULL,
      "state" {text} NOT NULL, "content" {text}, PRIMARY KEY ("companyNo", "sha256"))`,
    `CREATE INDEX "fileTextsWanted" ON "fileTexts" ("companyNo", "sha256") WHERE "state" = 'wanted'`,
    `{postgres}ALTER TABLE "searchEntries" DROP COLUMN "terms"`,
    `{postgres}ALTER TABLE "searchEntries" ADD COLUMN "terms" tsvector
      GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array("words", ' '), ''))) STORED`,
    `{postgres}CREATE INDEX "searchEntriesByTerms" ON "searchEntries" USING gin ("terms")`,
    // Every file is indexed again, which requests its text.
    `DELETE FROM "installation" WHERE "name" = 'search index'`,
  ],
}
