import type { Database } from '../db/database.ts'
import type { BlobStore } from '../file-store/store.ts'

/** The installation that a company is exported from or imported into. */
export interface ExportContext {
  db: Database
  store: BlobStore
  secret: Uint8Array
  onProgress: (share: number, words: string) => void
}
