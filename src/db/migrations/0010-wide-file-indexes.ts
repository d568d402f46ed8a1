import { widened } from './0008-wide-indexes.ts'
import type { Migration } from './migration.ts'

const files = {
  filesById: ['id'],
  filesByWorkspace: ['workspaceId', 'id'],
  filesByName: ['fileNameKey', 'id'],
  filesByStatus: ['statusKey', 'id'],
  filesBySize: ['size', 'id'],
  filesByUpdatedAt: ['updatedAt', 'id'],
}

/** The same as `0008-wide-indexes`, for files: a scan looks up only the rows that match. */
export const migration: Migration = {
  name: '0010-wide-file-indexes',
  statements: widened('files', files, ['status', 'workspaceId']),
}
