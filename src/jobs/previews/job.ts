import { Readable } from 'node:stream'
import { type Database, rows } from '../../db/database.ts'
import type { BlobRow } from '../../db/rows/files.ts'
import { sql } from '../../db/sql.ts'
import { confirmContent } from '../../file-store/confirm.ts'
import { recognizeDrawable } from '../../file-store/content-type.ts'
import { previewOf } from '../../file-store/keep.ts'
import { newBlobKey } from '../../file-store/keys.ts'
import { type BlobStore, MissingContent } from '../../file-store/store.ts'
import type { Job } from '../runner.ts'
import { drawInSeparateProcess } from './run.ts'
import { PreviewTurns } from './turns.ts'

/** Larger contents get no preview. */
const mostBytes = 50_000_000

export const previewJobName = 'make-previews'

/** "A thumbnail for pictures and the first page of PDFs, made in a job." */
export function previewJob(
  blobs: BlobStore,
  draw: typeof drawInSeparateProcess = drawInSeparateProcess,
  turns = new PreviewTurns(),
): Job {
  return {
    name: previewJobName,
    everySeconds: 15,
    async run(db, signal) {
      let created = 0
      while (!signal.aborted) {
        const row = await turns.next(db)
        if (row === undefined) break
        const picture = await drawIfFile(db, blobs, row, signal, draw)
        if (signal.aborted) break
        if (picture === undefined) continue
        await keepPicture(db, blobs, row, picture)
        created += 1
      }
      return created === 0 ? undefined : `Created ${created} previews.`
    },
  }
}

/** Undefined if there is no preview; the row has the reason. */
async function drawIfFile(
  db: Database,
  blobs: BlobStore,
  row: BlobRow,
  signal: AbortSignal,
  draw: typeof drawInSeparateProcess,
): Promise<Buffer | undefined> {
  // The file may have been purged, or an earlier version has requested the preview of an upload.
  if (!(await isFile(db, row))) {
    await keepState(db, row, { previewState: 'none' })
    return undefined
  }
  const picture = await drawContent(blobs, row, signal, draw).catch((error: unknown) => {
    if (error instanceof MissingContent) return undefined
    throw error
  })
  if (picture === undefined && !signal.aborted) await keepState(db, row, { previewState: 'failed' })
  return picture
}

async function drawContent(
  blobs: BlobStore,
  { blobKey, size }: BlobRow,
  signal: AbortSignal,
  draw: typeof drawInSeparateProcess,
): Promise<Buffer | undefined> {
  if (size > mostBytes) return undefined
  // Ignore the declared type.
  const kind = previewOf((await recognizeDrawable(blobs, blobKey, size)) ?? '')
  return kind === 'image' || kind === 'pdf' ? draw(kind, await blobs.read(blobKey), signal) : undefined
}

async function isFile(db: Database, { companyNo, sha256 }: BlobRow): Promise<boolean> {
  const found = await rows(
    db,
    sql`SELECT 1 AS "one" FROM "fileVersions" WHERE "companyNo" = ${companyNo} AND "sha256" = ${sha256} LIMIT 1`,
  )
  return found.length > 0
}

async function keepPicture(db: Database, blobs: BlobStore, row: BlobRow, picture: Buffer): Promise<void> {
  const previewKey = newBlobKey(row.companyNo)
  const { size: previewSize, sha256: previewSha256 } = await blobs.put(previewKey, Readable.from([picture]))
  await keepState(db, row, { previewState: 'made', previewKey, previewSize, previewSha256 })
  await confirmContent(db, blobs, previewKey)
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
