import type { BlobStore } from '../blobs/store.ts'
import type { Database } from '../db/database.ts'

/** The installation that a company leaves or enters. */
export interface Parts {
  db: Database
  store: BlobStore
  secret: Uint8Array
  tell: (share: number, words: string) => void
}
