import { clock } from '../base/clock.ts'
import type { Database, Transaction } from '../db/database.ts'
import { deletePending } from './confirm.ts'
import { deleteLater, isReferredTo } from './keep.ts'
import type { BlobStore } from './store.ts'

const day = 24 * 3_600_000
const batch = 100

/** "Delete the row first and the content after a day's grace." */
export async function collectOrphans(db: Database, store: BlobStore, signal: AbortSignal): Promise<number> {
  const before = new Date(clock.now() - day).toISOString()
  for (let collected = 0; ; ) {
    const found = await db.query
      .selectFrom('blobs')
      .select(['companyNo', 'sha256'])
      .where('orphanedAt', '<', before)
      .orderBy('orphanedAt')
      .limit(batch)
      .execute()
    for (const { companyNo, sha256 } of found)
      await db.transaction((tx) => collect(tx, companyNo, sha256, before))
    await deletePending(db, store, signal)
    collected += found.length
    if (found.length < batch || signal.aborted) return collected
  }
}

/** Checks again within the transaction: the same content may have been uploaded again. */
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
  for (const table of ['blobs', 'fileTexts'] as const)
    await tx.query
      .deleteFrom(table)
      .where((is) => is.and(place))
      .execute()
  await deleteLater(tx, [row.blobKey, ...(row.previewKey === null ? [] : [row.previewKey])])
  await tx.query
    .updateTable('storageUse')
    .set((use) => ({ usedBytes: use('usedBytes', '-', row.size) }))
    .where('companyNo', '=', companyNo)
    .execute()
}
