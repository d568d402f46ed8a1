import { stat } from 'node:fs/promises'
import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import { type Database, type Reader, rows } from './database.ts'

/** No queue is counted beyond this: looking at it must stay cheap, however long it is. */
const most = 10_000

/** What waits to be done, or is under way, by the name that figures call it; each along an index. */
const queues: Readonly<Record<string, string>> = {
  mail: `"mails"`,
  uploads: `"deferredAssets" WHERE "sha256" IS NULL`,
  unclaimed_uploads: `"deferredAssets" WHERE "sha256" IS NOT NULL`,
  previews: `"blobs" WHERE "previewState" IN ('image', 'pdf')`,
  orphaned_contents: `"blobs" WHERE "orphanedAt" IS NOT NULL`,
  doomed_contents: `"doomedBlobs"`,
  idempotency_keys: `"idempotencyKeys"`,
}

export async function readQueues(reader: Reader): Promise<Record<string, number>> {
  const lengths: Record<string, number> = {}
  for (const [name, of] of Object.entries(queues)) {
    const [found] = await rows<{ n: number | string }>(reader, {
      sql: `SELECT count(*) AS "n" FROM (SELECT 1 FROM ${of} LIMIT ?) q`,
      values: [most],
    })
    lengths[name] = Number(found?.n ?? 0)
  }
  return lengths
}

/** How large the database is, by its parts. */
export async function readSizes(db: Database, address: DatabaseAddress): Promise<Record<string, number>> {
  if (address.engine === 'sqlite') {
    const sizeOf = async (file: string): Promise<number> =>
      (await stat(file).catch(() => undefined))?.size ?? 0
    return { main: await sizeOf(address.file), wal: await sizeOf(`${address.file}-wal`) }
  }
  const [found] = await rows<{ bytes: number | string }>(db, {
    sql: 'SELECT pg_database_size(current_database()) AS "bytes"',
    values: [],
  })
  return { main: Number(found?.bytes ?? 0) }
}
