import { type Database, type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { isHeld } from './hold.ts'
import { naming } from './naming.ts'
import type { BlobStore } from './store.ts'

const referring: readonly (readonly [string, string])[] = [
  ...naming.map(({ table, columns: [key] }) => [table, key] as const),
  // Deleted by `deletePending`.
  ['doomedBlobs', 'blobKey'],
]

/** Whether a row refers to content by its key. */
export async function hasRow(reader: Reader, key: string): Promise<boolean> {
  for (const [table, column] of referring) {
    const found = await rows(
      reader,
      sql`SELECT 1 AS "one" FROM ${sql.id(table)} WHERE ${sql.id(column)} = ${key} LIMIT 1`,
    )
    if (found.length > 0) return true
  }
  return false
}

/**
 * Call it after the transaction that the content was uploaded for: keeps content with a row, and removes it otherwise.
 */
export async function confirmContent(db: Database, store: BlobStore, key: string): Promise<void> {
  if (await hasRow(db, key)) await store.confirm(key)
  else await store.remove(key)
}

/** Milliseconds. Where other processes may be uploading, only older content can be left over. */
const longAgo = 24 * 3_600_000

/**
 * Cleans up after killed processes: removes content without a row. Where no other process can be uploading, all
 * unconfirmed content is left over; otherwise only what is older than any upload.
 */
export async function sweep(db: Database, store: BlobStore, signal?: AbortSignal): Promise<number> {
  let swept = 0
  // The times of contents come from the disk or the S3 server, not from our clock.
  const before = Date.now() - (db.shared ? longAgo : 0)
  for await (const { key, since } of store.unconfirmed()) {
    if (signal?.aborted === true) break
    if (since.getTime() > before) continue
    await confirmContent(db, store, key)
    swept += 1
  }
  return swept
}

/**
 * Removes content marked for deletion; the marks go last, so that an interruption loses nothing. While a backup is in
 * progress nothing is removed: it may still have to read that content.
 */
export async function deletePending(db: Database, store: BlobStore, signal?: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    const pending = await db.query.selectFrom('doomedBlobs').select('blobKey').limit(100).execute()
    // Checked after the marks are read: a backup that begins later no longer sees rows with this content.
    if (pending.length === 0 || signal?.aborted === true || (await isHeld(db))) return removed
    for (const { blobKey } of pending) await store.remove(blobKey)
    const keys = pending.map(({ blobKey }) => blobKey)
    await db.transaction((tx) => tx.query.deleteFrom('doomedBlobs').where('blobKey', 'in', keys).execute())
    removed += pending.length
  }
}
