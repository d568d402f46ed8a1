import { type Database, rows, type Transaction } from '../db/database.ts'
import type { BlobRow } from '../db/rows/files.ts'
import { doom, isReferredTo } from './keep.ts'
import { removeDoomed } from './settle.ts'
import type { BlobStore } from './store.ts'

const day = 24 * 3_600_000
const batch = 100

/** "Delete the row first and the content after a day's grace." */
export async function collectOrphans(db: Database, store: BlobStore, signal: AbortSignal): Promise<number> {
  const before = new Date(Date.now() - day).toISOString()
  for (let collected = 0; ; ) {
    const found = await rows<BlobRow>(db, {
      sql: 'SELECT * FROM "blobs" WHERE "orphanedAt" < ? ORDER BY "orphanedAt" LIMIT ?',
      values: [before, batch],
    })
    for (const { companyNo, sha256 } of found)
      await db.transaction((tx) => collect(tx, companyNo, sha256, before))
    await removeDoomed(db, store, signal)
    collected += found.length
    if (found.length < batch || signal.aborted) return collected
  }
}

/** Asked again in the transaction: the same content may have come back meanwhile. */
async function collect(tx: Transaction, companyNo: number, sha256: string, before: string): Promise<void> {
  const place = { companyNo, sha256 }
  const row = await tx.query
    .selectFrom('blobs')
    .selectAll()
    .where((is) => is.and(place))
    .where('orphanedAt', '<', before)
    .executeTakeFirst()
  if (row === undefined) return
  if (await isReferredTo(tx, companyNo, sha256)) {
    await tx.query
      .updateTable('blobs')
      .set({ orphanedAt: null })
      .where((is) => is.and(place))
      .execute()
    return
  }
  await tx.query
    .deleteFrom('blobs')
    .where((is) => is.and(place))
    .execute()
  await doom(tx, [row.blobKey, ...(row.previewKey === null ? [] : [row.previewKey])])
  await rows(tx, {
    sql: 'UPDATE "storageUse" SET "usedBytes" = "usedBytes" - ? WHERE "companyNo" = ?',
    values: [row.size, companyNo],
  })
}
