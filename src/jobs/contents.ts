import { clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { collectOrphans } from '../file-store/collect.ts'
import { deletePending, sweep } from '../file-store/confirm.ts'
import type { BlobStore } from '../file-store/store.ts'
import { dropUpload } from '../file-store/uploads.ts'
import type { Job } from './runner.ts'

const batch = 100

/** "Dropped after 24 hours if nothing claims it." */
async function dropExpired(db: Database, signal: AbortSignal): Promise<number> {
  for (let dropped = 0; ; ) {
    const now = clock.timestamp()
    const found = await db.query
      .selectFrom('deferredAssets')
      .select(['companyNo', 'id'])
      .where('expiresAt', '<', now)
      .orderBy('expiresAt')
      .limit(batch)
      .execute()
    for (const { companyNo, id } of found)
      await db.transaction(async (tx) => {
        // It may have become a file or been continued in the meantime.
        const row = await tx.query
          .selectFrom('deferredAssets')
          .selectAll()
          .where('companyNo', '=', companyNo)
          .where('id', '=', id)
          .where('expiresAt', '<', now)
          .executeTakeFirst()
        if (row !== undefined) await dropUpload(tx, row)
      })
    dropped += found.length
    if (found.length < batch || signal.aborted) return dropped
  }
}

/** Removes unreferenced content and unfinished uploads. */
export function contentJobs(blobs: BlobStore): Job[] {
  return [
    {
      name: 'drop-uploads',
      everySeconds: 900,
      async run(db, signal) {
        const dropped = await dropExpired(db, signal)
        return dropped === 0 ? undefined : `Removed ${dropped} unclaimed uploads.`
      },
    },
    {
      name: 'collect-contents',
      everySeconds: 900,
      async run(db, signal) {
        const collected = await collectOrphans(db, blobs, signal)
        const removed = await deletePending(db, blobs, signal)
        return collected + removed === 0
          ? undefined
          : `Removed ${collected + removed} unreferenced stored files.`
      },
    },
    {
      name: 'sweep-contents',
      everySeconds: 3_600,
      async run(db, signal) {
        // A single process sweeps when it starts, so all current uploads are its own.
        const swept = db.shared ? await sweep(db, blobs, signal) : 0
        return swept === 0 ? undefined : `Cleaned up ${swept} unfinished uploads.`
      },
    },
  ]
}
