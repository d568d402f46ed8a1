import type { Migration } from './migration.ts'

/** Common columns of every record. */
const record = `"companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
  "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}`

const alive = '"deletedAt" IS NULL'
const inOrderOf = (name: string, column: string, where = alive): string =>
  `CREATE INDEX "${name}" ON "files" ("companyNo", "${column}", "id") WHERE ${where}`

export const migration: Migration = {
  name: '0005-files',
  statements: [
    // JSON list; null means the default statuses.
    `ALTER TABLE "companies" ADD COLUMN "fileStatuses" {text}`,

    // A file belongs to its workspace, or to a folder, task or milestone in it: "placeId" is the id of that record.
    `CREATE TABLE "files" (${record}, "deletedAt" {text}, "deletedBy" {text}, "workspaceId" {text} NOT NULL,
      "folderId" {text}, "taskId" {text}, "milestoneId" {text}, "placeId" {text} NOT NULL,
      "fileName" {text} NOT NULL, "fileNameKey" {text} NOT NULL, "status" {text} NOT NULL,
      "statusKey" {text} NOT NULL, "version" {int} NOT NULL, "size" {int} NOT NULL, "mimeType" {text} NOT NULL,
      "sha256" {text} NOT NULL, "lockedBy" {text}, "lockExpiresAt" {text}, "tagIds" {text} NOT NULL,
      "description" {text}, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "filesById" ON "files" ("companyNo", "id") WHERE ${alive}`,
    inOrderOf('filesByWorkspace', 'workspaceId'),
    inOrderOf('filesByFolder', 'folderId', `${alive} AND "folderId" IS NOT NULL`),
    inOrderOf('filesByTask', 'taskId', `${alive} AND "taskId" IS NOT NULL`),
    inOrderOf('filesByMilestone', 'milestoneId', `${alive} AND "milestoneId" IS NOT NULL`),
    inOrderOf('filesByName', 'fileNameKey'),
    inOrderOf('filesByStatus', 'statusKey'),
    inOrderOf('filesBySize', 'size'),
    inOrderOf('filesByUpdatedAt', 'updatedAt'),
    inOrderOf('filesByLock', 'lockExpiresAt', `${alive} AND "lockExpiresAt" IS NOT NULL`),
    // "A file of the same name in the same folder, or on the same task or milestone: 409."
    `CREATE UNIQUE INDEX "filesByPlace" ON "files" ("companyNo", "placeId", "fileNameKey") WHERE ${alive}`,
    inOrderOf('filesInTrash', 'workspaceId', '"deletedAt" IS NOT NULL'),
    inOrderOf('filesInTrashByAge', 'deletedAt', '"deletedAt" IS NOT NULL'),
    inOrderOf('filesInTrashByPlace', 'placeId', '"deletedAt" IS NOT NULL'),
    `CREATE UNIQUE INDEX "filesByExternalId" ON "files" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL AND ${alive}`,

    `CREATE TABLE "fileTags" ("companyNo" {int} NOT NULL, "tagId" {text} NOT NULL, "fileId" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "tagId", "fileId"))`,

    `CREATE TABLE "fileVersions" (${record}, "fileId" {text} NOT NULL, "version" {int} NOT NULL,
      "size" {int} NOT NULL, "mimeType" {text} NOT NULL, "sha256" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "fileId", "id"))`,
    `CREATE UNIQUE INDEX "fileVersionsByNumber" ON "fileVersions" ("companyNo", "fileId", "version")`,
    `CREATE INDEX "fileVersionsByContent" ON "fileVersions" ("companyNo", "sha256")`,

    `CREATE TABLE "fileSubscribers" ("companyNo" {int} NOT NULL, "fileId" {text} NOT NULL, "userId" {text} NOT NULL,
      "externalId" {text}, "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text},
      PRIMARY KEY ("companyNo", "fileId", "userId"))`,
    `CREATE INDEX "fileSubscribersByAge" ON "fileSubscribers" ("companyNo", "fileId", "createdAt", "userId")`,
    `CREATE INDEX "fileSubscribersByUser" ON "fileSubscribers" ("companyNo", "userId", "fileId")`,

    // "Content is stored once per sha256 and company." Its key in the file store is never reused.
    `CREATE TABLE "blobs" ("companyNo" {int} NOT NULL, "sha256" {text} NOT NULL, "size" {int} NOT NULL,
      "blobKey" {text} NOT NULL, "createdAt" {text} NOT NULL, "orphanedAt" {text}, "previewState" {text} NOT NULL,
      "previewKey" {text}, "previewSize" {int}, "previewSha256" {text}, PRIMARY KEY ("companyNo", "sha256"))`,
    `CREATE UNIQUE INDEX "blobsByKey" ON "blobs" ("blobKey")`,
    `CREATE UNIQUE INDEX "blobsByPreviewKey" ON "blobs" ("previewKey") WHERE "previewKey" IS NOT NULL`,
    `CREATE INDEX "blobsOrphaned" ON "blobs" ("orphanedAt") WHERE "orphanedAt" IS NOT NULL`,
    `CREATE INDEX "blobsWithoutPreview" ON "blobs" ("previewState", "companyNo", "sha256")
      WHERE "previewState" IN ('image', 'pdf')`,
    // Rows are deleted first; content listed here is then removed from the store.
    `CREATE TABLE "doomedBlobs" ("blobKey" {text} PRIMARY KEY)`,
    `CREATE TABLE "storageUse" ("companyNo" {int} PRIMARY KEY, "usedBytes" {int} NOT NULL)`,

    // Uploads, finished or in progress, that are not files yet.
    `CREATE TABLE "deferredAssets" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "userId" {text} NOT NULL,
      "fileName" {text} NOT NULL, "mimeType" {text} NOT NULL, "size" {int} NOT NULL, "received" {int} NOT NULL,
      "sha256" {text}, "createdAt" {text} NOT NULL, "expiresAt" {text} NOT NULL, PRIMARY KEY ("companyNo", "id"))`,
    `CREATE INDEX "deferredAssetsByEnd" ON "deferredAssets" ("expiresAt")`,
    `CREATE INDEX "deferredAssetsByContent" ON "deferredAssets" ("companyNo", "sha256") WHERE "sha256" IS NOT NULL`,
    `CREATE INDEX "deferredAssetsUnderWay" ON "deferredAssets" ("companyNo", "size") WHERE "sha256" IS NULL`,
    `CREATE TABLE "uploadPieces" ("companyNo" {int} NOT NULL, "assetId" {text} NOT NULL, "start" {int} NOT NULL,
      "size" {int} NOT NULL, "sha256" {text} NOT NULL, "blobKey" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "assetId", "start"))`,
    `CREATE UNIQUE INDEX "uploadPiecesByKey" ON "uploadPieces" ("blobKey")`,
  ],
}
