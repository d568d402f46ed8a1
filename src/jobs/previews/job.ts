import { Readable } from 'node:stream'
import { type Database, rows } from '../../db/database.ts'
import type { BlobRow } from '../../db/rows/files.ts'
import { sql } from '../../db/sql.ts'
import { confirmContent } from '../../file-store/confirm.ts'
import { newBlobKey } from '../../file-store/keys.ts'
import type { BlobStore } from '../../file-store/store.ts'
import type { Job } from '../runner.ts'
import { drawInSeparateProcess } from './run.ts'

/** Larger contents get no preview. */
const mostBytes = 50_000_000
/** Previews per run, so that other jobs get their turn. */
const atOnce = 20

export const previewJobName = 'make-previews'

/** "A thumbnail for pictures and the first page of PDFs, made in a job." */
export function previewJob(blobs: BlobStore): Job {
  return {
    name: previewJobName,
    everySeconds: 15,
    async run(db, signal) {
      let created = 0
      for (const kind of ['image', 'pdf']) {
        const waiting = await rows<BlobRow>(
          db,
          sql`SELECT * FROM "blobs" WHERE "previewState" = ${kind}
            AND "previewState" IN ('image', 'pdf') ORDER BY "companyNo", "sha256" LIMIT ${atOnce}`,
        )
        for (const row of waiting) {
          if (signal.aborted) break
          if (await makePreview(db, blobs, row, signal)) created += 1
        }
      }
      return created === 0 ? undefined : `Created ${created} previews.`
    },
  }
}

async function makePreview(
  db: Database,
  blobs: BlobStore,
  row: BlobRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { blobKey, size, previewState: kind } = row
  if (kind !== 'image' && kind !== 'pdf') return false
  const picture =
    size === 0 || size > mostBytes
      ? undefined
      : await drawInSeparateProcess(kind, await blobs.read(blobKey), signal)
  if (signal.aborted) return false
  if (picture === undefined) {
    await keepState(db, row, { previewState: 'failed' })
    return false
  }
  const previewKey = newBlobKey(row.companyNo)
  const { size: previewSize, sha256: previewSha256 } = await blobs.put(previewKey, Readable.from([picture]))
  await keepState(db, row, { previewState: 'made', previewKey, previewSize, previewSha256 })
  await confirmContent(db, blobs, previewKey)
  return true
}

async function keepState(
  db: Database,
  { companyNo, sha256, previewState }: BlobRow,
  state: Partial<BlobRow>,
): Promise<void> {
  await db.transaction((tx) =>
    tx.query
      .updateTable('blobs')
      .set(state)
      .where('companyNo', '=', companyNo)
      .where('sha256', '=', sha256)
      .where('previewState', '=', previewState)
      .execute(),
  )
}
