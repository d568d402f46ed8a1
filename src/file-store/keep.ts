import { clock } from '../base/clock.ts'
import { problem } from '../base/errors.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { insertRow } from '../db/records.ts'
import type { BlobRow, PreviewState } from '../db/rows/files.ts'
import type { SizeLimit, StoredContent } from './take.ts'

export interface ContentLimits {
  fileBytes: number
  /** The most that one archive may contain; a company may allow less. */
  zipBytes: number
  /** Undefined: no limit. */
  companyBytes: number | undefined
}

/** The total size of a company's content; identical content counts once. */
export async function readUsedBytes(reader: Reader, companyNo: number): Promise<number> {
  const row = await reader.query
    .selectFrom('storageUse')
    .select('usedBytes')
    .where('companyNo', '=', companyNo)
    .executeTakeFirst()
  return row?.usedBytes ?? 0
}

/**
 * How large a company's next upload may be. `announced`: its size, where known. `isRepeated`: the company has it already,
 * so its quota does not matter.
 */
export async function roomFor(
  reader: Reader,
  companyNo: number,
  { fileBytes, companyBytes }: ContentLimits,
  { announced = 0, isRepeated = false }: { announced?: number | undefined; isRepeated?: boolean },
): Promise<SizeLimit> {
  const tooLarge = () => problem('too_large', `A file may have at most ${fileBytes} bytes.`)
  const room: SizeLimit = { most: fileBytes, beyond: tooLarge }
  if (companyBytes !== undefined && !isRepeated) {
    const left =
      companyBytes - (await readUsedBytes(reader, companyNo)) - (await readUnfinished(reader, companyNo))
    if (left < fileBytes) Object.assign(room, { most: Math.max(0, left), beyond: overQuota })
  }
  if (announced > fileBytes) throw tooLarge()
  if (announced > room.most) throw room.beyond()
  return room
}

const overQuota = () =>
  problem(
    'disk_full',
    'The company has no space left for this. Delete files; they count until they leave the trash.',
  )

/** The total size of resumable uploads in progress. */
async function readUnfinished(reader: Reader, companyNo: number): Promise<number> {
  const found = await reader.query
    .selectFrom('deferredAssets')
    .select((row) => row.fn.sum('size').as('bytes'))
    .where('companyNo', '=', companyNo)
    .where('sha256', 'is', null)
    .executeTakeFirst()
  return Number(found?.bytes ?? 0)
}

/** Creates the row of new content, or finds that of identical content: "stored once per sha256 and company". */
export async function keepContent(
  tx: Transaction,
  companyNo: number,
  { key, size, sha256 }: StoredContent,
  { companyBytes }: Pick<ContentLimits, 'companyBytes'>,
): Promise<void> {
  const known = await findContent(tx, companyNo, sha256)
  if (known !== undefined) {
    await tx.query
      .updateTable('blobs')
      .set({ orphanedAt: null })
      .where('companyNo', '=', companyNo)
      .where('sha256', '=', sha256)
      .execute()
    return
  }
  const usedBytes = (await readUsedBytes(tx, companyNo)) + size
  // Other uploads may have finished in the meantime.
  if (companyBytes !== undefined && usedBytes > companyBytes) throw overQuota()
  await tx.query
    .insertInto('storageUse')
    .values({ companyNo, usedBytes })
    .onConflict((conflict) => conflict.column('companyNo').doUpdateSet({ usedBytes }))
    .execute()
  await insertRow(tx, 'blobs', {
    companyNo,
    sha256,
    size,
    blobKey: key,
    createdAt: clock.timestamp(),
    orphanedAt: null,
    previewState: 'none',
    previewKey: null,
    previewSize: null,
    previewSha256: null,
    previewFor: '',
  })
}

export function findContent(reader: Reader, companyNo: number, sha256: string): Promise<BlobRow | undefined> {
  return reader.query
    .selectFrom('blobs')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

/** Whether a preview can be created. Not for SVG, which can contain scripts. */
export function previewOf(mimeType: string): PreviewState {
  if (mimeType === 'application/pdf') return 'pdf'
  return /^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(mimeType) ? 'image' : 'none'
}

/** Call it when content becomes a file: uploads that nobody turns into files get no preview. */
export async function wantPreview(
  tx: Transaction,
  { companyNo, userId }: { companyNo: number; userId: string },
  { sha256, mimeType }: { sha256: string; mimeType: string },
): Promise<void> {
  const previewState = previewOf(mimeType)
  if (previewState === 'none') return
  await tx.query
    .updateTable('blobs')
    .set({ previewState, previewFor: userId })
    .where('companyNo', '=', companyNo)
    .where('sha256', '=', sha256)
    .where('previewState', '=', 'none')
    .execute()
}

/** Call it when a row that refers to content is deleted: after the last one, the day's grace begins. */
export async function releaseContent(
  tx: Transaction,
  companyNo: number,
  contents: Iterable<string>,
): Promise<void> {
  for (const sha256 of new Set(contents))
    if (!(await isReferredTo(tx, companyNo, sha256)))
      await tx.query
        .updateTable('blobs')
        .set({ orphanedAt: clock.timestamp() })
        .where('companyNo', '=', companyNo)
        .where('sha256', '=', sha256)
        .where('orphanedAt', 'is', null)
        .execute()
}

export async function isReferredTo(reader: Reader, companyNo: number, sha256: string): Promise<boolean> {
  for (const table of ['fileVersions', 'deferredAssets'] as const) {
    const found = await reader.query
      .selectFrom(table)
      .select('sha256')
      .where('companyNo', '=', companyNo)
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst()
    if (found !== undefined) return true
  }
  return false
}

/** Marks content for deletion from the store once the transaction is durable; see `deletePending`. */
export async function deleteLater(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const blobKey of keys) await insertRow(tx, 'doomedBlobs', { blobKey })
}
