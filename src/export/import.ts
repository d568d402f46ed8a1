import { randomInt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Seal, sealed } from '../base/secret.ts'
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
import { kinds } from './kinds.ts'
import { contentFile } from './manifest.ts'
import type { ExportContext } from './parts.ts'
import type { Row } from './read-record.ts'

const atOnce = 500

interface ImportOptions {
  /** What the company is called from now on; otherwise as before. */
  companyName: string | undefined
  requestId: string
}

interface Imported {
  companyId: string
  companyName: string
  counts: Readonly<Record<string, number>>
}

/**
 * Takes a company out of an archive that was checked: its contents first, which nothing refers to yet, then all of
 * its rows in one transaction. Whatever ends this before the commit leaves nothing but contents, which are swept.
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
        // Others may have come first: what may be there once is held by indexes, and not asked for again on the way.
        await demandNoConflict(db, archive, companyName)
        throw error
      },
    )
    // From here on rows refer to them; what is not confirmed now is by a sweep.
    for (const key of keys.values()) await store.confirm(key)
    return { companyId: archive.manifest.company.id, companyName, counts }
  } catch (error) {
    // A commit whose answer was lost may have gone through: what a row refers to stays.
    if (error instanceof ArchiveFault) for (const key of keys.values()) await confirmContent(db, store, key)
    throw error
  }
}

/** Contents by keys of their own; "contents checked against hashes". */
async function putContents(
  { db, store, tell }: ExportContext,
  { folder, contents }: Archive,
  keys: Map<string, string>,
): Promise<void> {
  const companyNo = await nextCompanyNo(db)
  for (const sha256 of contents.keys()) {
    const key = newBlobKey(companyNo)
    keys.set(sha256, key)
    const name = contentFile(sha256)
    const stored = await store.put(key, createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>)
    if (stored.sha256 !== sha256)
      throw new ArchiveFault([
        `${name}: has the sha-256 ${stored.sha256}, and is another content than its name says`,
      ])
    tell(keys.size / contents.size, `Taking in contents: ${keys.size} of ${contents.size}`)
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
    // Some way ahead, so that a company that is made meanwhile is not in its way.
    const companyNo = (await nextCompanyNo(tx)) + randomInt(1_000)
    author.companyNo = companyNo
    const counts: Record<string, number> = {}
    const trashed: string[] = []
    const seal = sealing(parts.secret, companyName)
    for (const [n, kind] of kinds.entries()) {
      let some: Row[] = []
      const store = async (): Promise<void> => {
        await insertAll(tx, kind, some)
        await deriveFrom(tx, kind, some)
        parts.tell(n / kinds.length, `Storing records: ${kind.table}`)
        some = []
      }
      const { count } = await readKind(archive.folder, kind, faults, async (row) => {
        some.push({ companyNo, ...seal(kind, row) })
        if (kind.table === 'workspaces' && row['deletedAt'] !== null) trashed.push(String(row['id']))
        if (some.length >= atOnce) await store()
      })
      await store()
      counts[kind.table] = count
    }
    // It was checked, and somebody is changing it under our hands.
    faults.throwIfAny()
    await storeContents(tx, companyNo, archive, keys)
    await leaveOutTrash(tx, companyNo, trashed)
    tx.log({ verb: 'imported', kind: 'company', recordId: archive.manifest.company.id })
    return counts
  })
}

/** Each line was read by the columns of its table, so all have the same. */
async function insertAll(tx: Transaction, { table }: Kind, some: readonly Row[]): Promise<void> {
  const columns = Object.keys(some[0] ?? {})
  const values = some.map((row) => columns.map((name) => row[name] ?? null))
  if (values.length > 0) await insertMany(tx, table, columns, values)
}

/** What must be readable again is sealed by this installation's secret. */
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
  const createdAt = new Date().toISOString()
  let usedBytes = 0
  for (const some of inChunks([...contents])) {
    const made = some.map(([sha256, { size, mimeType }]) => ({
      ...{ companyNo, sha256, size, blobKey: keys.get(sha256) ?? '', createdAt, orphanedAt: null },
      // Drawn anew by the job that draws them.
      ...{ previewState: previewOf(mimeType), previewKey: null, previewSize: null, previewSha256: null },
    }))
    usedBytes += made.reduce((sum, { size }) => sum + size, 0)
    await insertRows(tx, 'blobs', made)
  }
  if (usedBytes > 0) await insertRow(tx, 'storageUse', { companyNo, usedBytes })
}
