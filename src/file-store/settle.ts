import { type Database, type Reader, rows } from '../db/database.ts'
import { isHeld } from './hold.ts'
import { naming } from './naming.ts'
import type { BlobStore } from './store.ts'

const referring: readonly (readonly [string, string])[] = [
  ...naming.map(({ table, columns: [key] }) => [table, key] as const),
  // It goes in its turn: see `removeDoomed`.
  ['doomedBlobs', 'blobKey'],
]

/** Whether a row refers to content by its key. */
export async function hasRow(reader: Reader, key: string): Promise<boolean> {
  for (const [table, column] of referring) {
    const found = await rows(reader, {
      sql: `SELECT 1 AS "one" FROM "${table}" WHERE "${column}" = ? LIMIT 1`,
      values: [key],
    })
    if (found.length > 0) return true
  }
  return false
}

/** After the transaction that content was taken in for: it is kept where it has a row, and else removed. */
export async function settleContent(db: Database, store: BlobStore, key: string): Promise<void> {
  if (await hasRow(db, key)) await store.settle(key)
  else await store.remove(key)
}

/** A process that died long ago left this behind, if others may be at work. */
const longAgo = 24 * 3_600_000

/**
 * Puts in order what processes left that were killed: content without a row goes. Where no other process can be
 * at work, all of it is old; else only what is older than any upload.
 */
export async function sweep(db: Database, store: BlobStore, signal?: AbortSignal): Promise<number> {
  let swept = 0
  const before = Date.now() - (db.shared ? longAgo : 0)
  for await (const { key, since } of store.unsettled()) {
    if (signal?.aborted === true) break
    if (since.getTime() > before) continue
    await settleContent(db, store, key)
    swept += 1
  }
  return swept
}

/**
 * Removes what rows no longer refer to; the names go last, so that nothing is forgotten half-way. While a copy is
 * being made nothing is removed: what it has seen is still to be read.
 */
export async function removeDoomed(db: Database, store: BlobStore, signal?: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    const doomed = await db.query.selectFrom('doomedBlobs').select('blobKey').limit(100).execute()
    // Asked after the names were read: a copy that begins now no longer sees rows that refer to them.
    if (doomed.length === 0 || signal?.aborted === true || (await isHeld(db))) return removed
    for (const { blobKey } of doomed) await store.remove(blobKey)
    const keys = doomed.map(({ blobKey }) => blobKey)
    await db.transaction((tx) => tx.query.deleteFrom('doomedBlobs').where('blobKey', 'in', keys).execute())
    removed += doomed.length
  }
}
