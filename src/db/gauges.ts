import { stat } from 'node:fs/promises'
import { clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../base/config/storage-settings.ts'
import { type Database, type Reader, rows, type Sql } from './database.ts'
import { sql } from './sql.ts'

/** Counting stops here, so that it stays cheap for long queues. */
const most = 10_000

/** Queued and running work, by its name in the metrics. Each query has an index. */
const queues: Readonly<Record<string, Sql>> = {
  mail: sql`"mails"`,
  uploads: sql`"deferredAssets" WHERE "sha256" IS NULL`,
  unclaimed_uploads: sql`"deferredAssets" WHERE "sha256" IS NOT NULL`,
  previews: sql`"blobs" WHERE "previewState" IN ('image', 'pdf')`,
  orphaned_contents: sql`"blobs" WHERE "orphanedAt" IS NOT NULL`,
  doomed_contents: sql`"doomedBlobs"`,
  idempotency_keys: sql`"idempotencyKeys"`,
  deliveries: sql`"deliveries" WHERE "state" = 'Pending'`,
  unnumbered_changes: sql`"unnumbered"`,
}

export async function readQueues(reader: Reader): Promise<Record<string, number>> {
  const lengths: Record<string, number> = {}
  for (const [name, queue] of Object.entries(queues)) {
    const [found] = await rows<{ n: number | string }>(
      reader,
      sql`SELECT count(*) AS "n" FROM (SELECT 1 FROM ${queue} LIMIT ${most}) q`,
    )
    lengths[name] = Number(found?.n ?? 0)
  }
  return lengths
}

/** For how many seconds the oldest change without a number has waited; 0 if none waits. */
export async function readFeedLag(reader: Reader): Promise<number> {
  const [oldest] = await rows<{ createdAt: string }>(
    reader,
    sql`SELECT c."createdAt" FROM "unnumbered" u JOIN "changes" c ON c."companyNo" = u."companyNo"
      AND c."id" = u."changeId" ORDER BY u."place" LIMIT 1`,
  )
  return oldest === undefined ? 0 : Math.max(0, (clock.now() - Date.parse(oldest.createdAt)) / 1000)
}

/** The size of the database in bytes, by file. */
export async function readSizes(db: Database, address: DatabaseAddress): Promise<Record<string, number>> {
  if (address.engine === 'sqlite') {
    const sizeOf = async (file: string): Promise<number> =>
      (await stat(file).catch(() => undefined))?.size ?? 0
    return { main: await sizeOf(address.file), wal: await sizeOf(`${address.file}-wal`) }
  }
  const [found] = await rows<{ bytes: number | string }>(
    db,
    sql`SELECT pg_database_size(current_database()) AS "bytes"`,
  )
  return { main: Number(found?.bytes ?? 0) }
}
