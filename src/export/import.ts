import { randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { clock } from '../base/clock.ts'
import { plainFile } from '../base/plain-file.ts'
import { Seal, sealed } from '../base/secret.ts'
import { drawEpoch, numberImported } from '../db/change-log/feed.ts'
import { nextCompanyNo } from '../db/company-number.ts'
import { deferForeignKeys, inChunks, type SqlValue, type Transaction } from '../db/database.ts'
import { insertMany } from '../db/insert-many.ts'
import { insertRow, insertRows } from '../db/records.ts'
import { writeLoad } from '../db/write.ts'
import { confirmContent } from '../file-store/confirm.ts'
import { previewOf } from '../file-store/keep.ts'
import { newBlobKey } from '../file-store/keys.ts'
import { ArchiveFault, Faults } from './archive-fault.ts'
import { type Archive, readKind } from './check.ts'
import { demandNoConflict } from './conflicts.ts'
import { deriveFrom, leaveOutTrash } from './derive.ts'
import type { Kind } from './kind.ts'
import { contentFile, kindsIn } from './manifest.ts'
import type { ExportContext } from './parts.ts'
import type { Row } from './read-record.ts'

const atOnce = 500

interface ImportOptions {
  /** A new name for the company; undefined keeps the exported one. */
  companyName: string | undefined
  requestId: string
}

export interface Imported {
  companyId: string
  companyName: string
  counts: Readonly<Record<string, number>>
}

/**
 * Imports a company from an archive that was checked: first its contents, then all rows in one transaction. A
 * failure before the commit leaves only unreferenced contents behind, which the sweep removes.
 */
export async function importCompany(
  parts: ExportContext,
  archive: Archive,
  options: ImportOptions,
): Promise<Imported> {
  const { db, store } = parts
  const companyName = options.companyName ?? archive.manifest.company.companyName
  await demandNoConflict(db, archive, companyName)
  const keys = new Map<string, string>()
  try {
    await putContents(parts, archive, keys)
    const counts = await storeRows(parts, archive, keys, { ...options, companyName }).catch(
      async (error: unknown) => {
        // A concurrent request may have taken one of the unique values. Unique indexes catch that; this turns
        // the error into a clear message.
        await demandNoConflict(db, archive, companyName)
        throw error
      },
    )
    // The rows refer to the contents now. A sweep confirms those that are missed here.
    for (const key of keys.values()) await store.confirm(key)
    return { companyId: archive.manifest.company.id, companyName, counts }
  } catch (error) {
    // The commit may have succeeded even if its response was lost, so contents with a row are kept.
    if (error instanceof ArchiveFault) for (const key of keys.values()) await confirmContent(db, store, key)
    throw error
  }
}

/** Stores the contents under new keys; "contents checked against hashes". */
async function putContents(
  { db, store, onProgress }: ExportContext,
  { folder, contents }: Archive,
  keys: Map<string, string>,
): Promise<void> {
  const companyNo = await nextCompanyNo(db)
  for (const sha256 of contents.keys()) {
    const key = newBlobKey(companyNo)
    keys.set(sha256, key)
    const name = contentFile(sha256)
    const stored = await store.put(
      key,
      createReadStream(plainFile(folder, name)) as AsyncIterable<Uint8Array>,
    )
    if (stored.sha256 !== sha256)
      throw new ArchiveFault([`${name}: has the sha-256 ${stored.sha256}, which differs from its name`])
    onProgress(keys.size / contents.size, `Importing content: ${keys.size} of ${contents.size}`)
  }
}

async function storeRows(
  parts: ExportContext,
  archive: Archive,
  keys: ReadonlyMap<string, string>,
  { companyName, requestId }: ImportOptions & { companyName: string },
): Promise<Record<string, number>> {
  const author = { companyNo: 0, userId: null, clientId: undefined, requestId }
  const faults = new Faults()
  return writeLoad(parts.db, author, async (tx) => {
    await deferForeignKeys(tx)
    // Skips some numbers, so that a company created in the meantime does not collide.
    const companyNo = (await nextCompanyNo(tx)) + randomInt(1_000)
    author.companyNo = companyNo
    const counts: Record<string, number> = {}
    const trashed: string[] = []
    const seal = sealing(parts.secret, companyName)
    const kinds = kindsIn(archive.manifest)
    for (const [n, kind] of kinds.entries()) {
      let batch: Row[] = []
      const store = async (): Promise<void> => {
        await insertAll(tx, kind, batch)
        await deriveFrom(tx, kind, batch)
        parts.onProgress(n / kinds.length, `Storing records: ${kind.table}`)
        batch = []
      }
      const { count } = await readKind(archive.folder, kind, faults, async (row) => {
        batch.push({ companyNo, ...seal(kind, row) })
        if (kind.table === 'workspaces' && row['deletedAt'] !== null) trashed.push(String(row['id']))
        if (batch.length >= atOnce) await store()
      })
      await store()
      counts[kind.table] = count
    }
    // The archive passed the check before, so somebody is changing it during the import.
    faults.throwIfAny()
    await storeContents(tx, companyNo, archive, keys)
    await leaveOutTrash(tx, companyNo, trashed)
    await numberImported(tx, companyNo)
    await drawEpoch(tx, companyNo)
    tx.log({ verb: 'imported', kind: 'company', recordId: archive.manifest.company.id })
    return counts
  })
}

/** All records of a kind have the same columns. */
async function insertAll(tx: Transaction, { table }: Kind, batch: readonly Row[]): Promise<void> {
  const columns = Object.keys(batch[0] ?? {})
  const values = batch.map((row) => columns.map((name) => row[name] ?? null))
  if (values.length > 0) await insertMany(tx, table, columns, values)
}

/** Encrypts secrets with this installation's key. */
function sealing(secret: Uint8Array, companyName: string): (kind: Kind, row: Row) => Row {
  const [codes, sso] = [new Seal(secret, sealed.oneTimeCodes), new Seal(secret, sealed.singleSignOn)]
  return ({ table }, row) => {
    if (table === 'oneTimeCodes')
      return { ...row, seed: codes.seal(String(row['seed']), String(row['userId'])) }
    if (table !== 'companies') return row
    const own = row['ssoClientSecret']
    const ssoClientSecret: SqlValue = typeof own === 'string' ? sso.seal(own, String(row['id'])) : null
    return { ...row, companyName, ssoClientSecret }
  }
}

async function storeContents(
  tx: Transaction,
  companyNo: number,
  { contents }: Archive,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const createdAt = clock.timestamp()
  let usedBytes = 0
  for (const batch of inChunks([...contents])) {
    const blobs = batch.map(([sha256, { size, mimeType }]) => ({
      ...{ companyNo, sha256, size, blobKey: keys.get(sha256) ?? '', createdAt, orphanedAt: null },
      // The preview job creates them again.
      ...{ previewState: previewOf(mimeType), previewKey: null, previewSize: null, previewSha256: null },
      previewFor: '',
    }))
    usedBytes += blobs.reduce((sum, { size }) => sum + size, 0)
    await insertRows(tx, 'blobs', blobs)
  }
  if (usedBytes > 0) await insertRow(tx, 'storageUse', { companyNo, usedBytes })
}
