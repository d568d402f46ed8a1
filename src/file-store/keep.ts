import { problem } from '../base/errors.ts'
import { type Reader, rows, type Transaction } from '../db/database.ts'
import { insertRow } from '../db/records.ts'
import type { BlobRow, PreviewState } from '../db/rows/files.ts'
import type { Room, Taken } from './take.ts'

export interface ContentLimits {
  fileBytes: number
  /** Undefined: none. */
  companyBytes: number | undefined
}

/** What a company's contents have together, each counted once. */
export async function readUsedBytes(reader: Reader, companyNo: number): Promise<number> {
  const row = await reader.query
    .selectFrom('storageUse')
    .select('usedBytes')
    .where('companyNo', '=', companyNo)
    .executeTakeFirst()
  return row?.usedBytes ?? 0
}

/** How large the next content of a company may be. `announced`: how large it is to be, where that is known. */
export async function roomFor(
  reader: Reader,
  companyNo: number,
  { fileBytes, companyBytes }: ContentLimits,
  announced = 0,
): Promise<Room> {
  const tooLarge = () => problem('too_large', `A file may have at most ${fileBytes} bytes.`)
  const room: Room = { most: fileBytes, beyond: tooLarge }
  if (companyBytes !== undefined) {
    const left =
      companyBytes - (await readUsedBytes(reader, companyNo)) - (await readUnderWay(reader, companyNo))
    if (left < fileBytes) Object.assign(room, { most: Math.max(0, left), beyond: overQuota })
  }
  if (announced > fileBytes) throw tooLarge()
  if (announced > room.most) throw room.beyond()
  return room
}

const overQuota = () =>
  problem('disk_full', 'The company has no room left for this: delete files, and empty what is in the trash.')

/** What resumable uploads will bring. */
async function readUnderWay(reader: Reader, companyNo: number): Promise<number> {
  const [found] = await rows<{ bytes: number | string | null }>(reader, {
    sql: 'SELECT SUM("size") AS "bytes" FROM "deferredAssets" WHERE "companyNo" = ? AND "sha256" IS NULL',
    values: [companyNo],
  })
  return Number(found?.bytes ?? 0)
}

/** Gives content its row, or finds the row of the same content: "stored once per sha256 and company". */
export async function keepContent(
  tx: Transaction,
  companyNo: number,
  { key, size, sha256 }: Taken,
  mimeType: string,
  { companyBytes }: Pick<ContentLimits, 'companyBytes'>,
): Promise<void> {
  const known = await findContent(tx, companyNo, sha256)
  const previewState = previewOf(mimeType)
  if (known !== undefined) {
    await tx.query
      .updateTable('blobs')
      .set({ orphanedAt: null, ...(known.previewState === 'none' && { previewState }) })
      .where('companyNo', '=', companyNo)
      .where('sha256', '=', sha256)
      .execute()
    return
  }
  const usedBytes = (await readUsedBytes(tx, companyNo)) + size
  // Others may have come first while this one was on its way.
  if (companyBytes !== undefined && usedBytes > companyBytes) throw overQuota()
  await rows(tx, {
    sql: `INSERT INTO "storageUse" ("companyNo", "usedBytes") VALUES (?, ?)
      ON CONFLICT ("companyNo") DO UPDATE SET "usedBytes" = excluded."usedBytes"`,
    values: [companyNo, usedBytes],
  })
  await insertRow(tx, 'blobs', {
    companyNo,
    sha256,
    size,
    blobKey: key,
    createdAt: new Date().toISOString(),
    orphanedAt: null,
    previewState,
    previewKey: null,
    previewSize: null,
    previewSha256: null,
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

/** What a preview can be made of. A picture made of instructions is none. */
export function previewOf(mimeType: string): PreviewState {
  if (mimeType === 'application/pdf') return 'pdf'
  return /^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(mimeType) ? 'image' : 'none'
}

/** A row that referred to this content is gone: where it was the last, the day of grace begins. */
export async function releaseContent(
  tx: Transaction,
  companyNo: number,
  contents: Iterable<string>,
): Promise<void> {
  for (const sha256 of new Set(contents))
    if (!(await isReferredTo(tx, companyNo, sha256)))
      await tx.query
        .updateTable('blobs')
        .set({ orphanedAt: new Date().toISOString() })
        .where('companyNo', '=', companyNo)
        .where('sha256', '=', sha256)
        .where('orphanedAt', 'is', null)
        .execute()
}

export async function isReferredTo(reader: Reader, companyNo: number, sha256: string): Promise<boolean> {
  for (const table of ['fileVersions', 'deferredAssets']) {
    const found = await rows(reader, {
      sql: `SELECT 1 AS "one" FROM "${table}" WHERE "companyNo" = ? AND "sha256" = ? LIMIT 1`,
      values: [companyNo, sha256],
    })
    if (found.length > 0) return true
  }
  return false
}

/** Names what the store is to remove once the transaction is durable; see `removeDoomed`. */
export async function doom(tx: Transaction, keys: readonly string[]): Promise<void> {
  for (const blobKey of keys) await insertRow(tx, 'doomedBlobs', { blobKey })
}
