import type { Migration } from './migration.ts'

/** Uploads are limited by person, and previews are shared between companies and people. */
export const migration: Migration = {
  name: '0013-upload-limits',
  statements: [
    `CREATE INDEX "deferredAssetsByPerson" ON "deferredAssets" ("companyNo", "userId", "expiresAt", "size")`,
    // The person whose file needs the preview. Empty: not known.
    `ALTER TABLE "blobs" ADD COLUMN "previewFor" {text} NOT NULL DEFAULT ''`,
    `DROP INDEX "blobsWithoutPreview"`,
    `CREATE INDEX "blobsWithoutPreview" ON "blobs" ("companyNo", "previewFor", "sha256")
      WHERE "previewState" IN ('image', 'pdf')`,
  ],
}
