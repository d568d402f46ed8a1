import type { Database } from '../../db/database.ts'
import { confirmContent } from '../../file-store/confirm.ts'
import type { ContentLimits } from '../../file-store/keep.ts'
import type { BlobStore } from '../../file-store/store.ts'
import type { StoredContent } from '../../file-store/take.ts'
import type { PdfPages } from '../../jobs/previews/pages.ts'
import type { Unclaimed } from './unclaimed.ts'

/** The services that file methods need besides a transaction. */
export interface FileParts {
  db: Database
  blobs: BlobStore
  limits: ContentLimits
  unclaimed: Unclaimed
  pages: PdfPages
}

export const confirmTaken = ({ db, blobs }: FileParts, { key }: Pick<StoredContent, 'key'>): Promise<void> =>
  confirmContent(db, blobs, key)
