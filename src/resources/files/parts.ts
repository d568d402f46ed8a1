import type { BlobStore } from '../../blobs/store.ts'
import type { ContentLimits } from '../../contents/keep.ts'
import { settleContent } from '../../contents/settle.ts'
import type { Taken } from '../../contents/take.ts'
import type { Database } from '../../db/database.ts'

/** What the methods of files need beside a transaction. */
export interface FileParts {
  db: Database
  blobs: BlobStore
  limits: ContentLimits
}

export const settleTaken = ({ db, blobs }: FileParts, { key }: Pick<Taken, 'key'>): Promise<void> =>
  settleContent(db, blobs, key)
