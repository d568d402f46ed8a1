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

/** What `0008-wide-indexes` did for tasks, for files: a walk looks up only what matches. */
export const wideFileIndexes: Migration = {
  name: '0010-wide-file-indexes',
  statements: widened('files', files, ['status', 'workspaceId']),
}
