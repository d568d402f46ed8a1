import type { Database } from '../../db/database.ts'
import type { ContentLimits } from '../../file-store/keep.ts'
import { settleContent } from '../../file-store/settle.ts'
import type { BlobStore } from '../../file-store/store.ts'
import type { Taken } from '../../file-store/take.ts'

/** What the methods of files need beside a transaction. */
export interface FileParts {
  db: Database
  blobs: BlobStore
  limits: ContentLimits
}

export const settleTaken = ({ db, blobs }: FileParts, { key }: Pick<Taken, 'key'>): Promise<void> =>
  settleContent(db, blobs, key)
