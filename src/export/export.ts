import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clock } from '../base/clock.ts'
import { makeFolders } from '../base/folders.ts'
import { Seal, sealed } from '../base/secret.ts'
import { version } from '../base/version.ts'
import { type Reader, rows, type SqlValue } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { MissingContent } from '../file-store/store.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { ArchiveFault } from './archive-fault.ts'
import { checkArchive } from './check.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { LineWriter } from './lines.ts'
import {
  contentFile,
  describeManifest,
  type ExportManifest,
  manifestName,
  readManifest,
  recordsFile,
} from './manifest.ts'
import type { ExportContext } from './parts.ts'
import { presentRecord } from './read-record.ts'

const atOnce = 1_000

interface ExportOptions {
  /**
   * Whether to include sign-in data: password hashes, seeds of one-time codes, the secret of single sign-on.
   */
  withSignIn: boolean
}

export interface Exported {
  manifest: ExportManifest
  /** Keys of contents that are missing or damaged in this installation. */
  lacking: string[]
  /** Why "import" would refuse the archive, if it would. */
  refusal: ArchiveFault | undefined
}

/** The target folder is not empty. An export never overwrites anything. */
export class NotEmpty extends Error {
  constructor(folder: string) {
    super(`${folder} is not empty. Use a folder that does not exist yet.`)
    this.name = 'NotEmpty'
  }
}

/**
 * Exports a consistent snapshot of a company into a new folder. The folder gets its final name once it is
 * complete and checked.
 */
export async function exportCompany(
  parts: ExportContext,
  company: CompanyRow,
  target: string,
  options: ExportOptions,
): Promise<Exported> {
  const folder = resolve(target)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new NotEmpty(target)
  const unfinished = `${folder}.unfinished`
  // Left behind by an export that was killed; nothing else uses this name.
  rmSync(unfinished, { recursive: true, force: true })
  makeFolders(join(unfinished, 'records'))
  try {
    const madeAt = clock.timestamp()
    const { records, contents } = await parts.db.snapshot((reader) =>
      writeAll(reader, parts, company, unfinished, options),
    )
    const { bytes, lacking } = await writeContents(parts, contents, unfinished)
    const { id, companyName } = company
    const text = describeManifest({
      madeBy: `atrium ${version}`,
      madeAt,
      company: { id, companyName },
      withSignIn: options.withSignIn,
      records,
      contents: { count: contents.length, bytes },
    })
    writeFileSync(join(unfinished, manifestName), text, { mode: 0o600, flush: true })
    const refusal = await refusalOf(unfinished, parts)
    renameSync(unfinished, folder)
    return { manifest: readManifest(folder), lacking, refusal }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
}

/**
 * Checks the archive as an import would. Invalid rows are exported anyway, because the data belongs to the
 * company.
 */
async function refusalOf(folder: string, { onProgress }: ExportContext): Promise<ArchiveFault | undefined> {
  try {
    await checkArchive(folder, {
      onProgress: (done, all) =>
        onProgress(all === 0 ? 1 : done / all, `Checking the export: ${done} of ${all}`),
    })
    return undefined
  } catch (error) {
    if (error instanceof ArchiveFault) return error
    throw error
  }
}

interface Content {
  sha256: string
  blobKey: string
  size: number
}

async function writeAll(
  reader: Reader,
  { secret, onProgress }: ExportContext,
  { companyNo }: CompanyRow,
  folder: string,
  options: ExportOptions,
): Promise<{ records: ExportManifest['records']; contents: Content[] }> {
  const records: Record<string, { count: number; sha256: string }> = {}
  const secrets = secretsOf(secret, options)
  for (const [n, kind] of kinds.entries()) {
    const writer = new LineWriter(join(folder, recordsFile(kind.table)))
    for await (const batch of everyRow(reader, kind, companyNo)) {
      await writer.write(batch.flatMap((row) => secrets(kind, row)).map((row) => presentRecord(kind, row)))
      onProgress(n / kinds.length, `Writing records: ${kind.table}`)
    }
    records[kind.table] = await writer.close()
  }
  const contents: Content[] = []
  for (let last = ''; ; last = contents.at(-1)?.sha256 ?? '') {
    const batch = await rows<Content>(
      reader,
      sql`SELECT b."sha256", b."blobKey", b."size" FROM "blobs" b
        WHERE b."companyNo" = ${companyNo} AND b."sha256" > ${last}
        AND EXISTS (SELECT 1 FROM "fileVersions" v WHERE v."companyNo" = b."companyNo" AND v."sha256" = b."sha256")
        ORDER BY b."sha256" LIMIT ${atOnce}`,
    )
    contents.push(...batch)
    if (batch.length < atOnce) return { records, contents }
  }
}

type StoredRow = Record<string, SqlValue>

async function* everyRow(reader: Reader, kind: Kind, companyNo: number): AsyncGenerator<StoredRow[]> {
  const key = sql.ids(kind.key)
  const columns = sql.ids(Object.keys(kind.columns))
  const only = kind.only === undefined ? sql`` : sql` AND ${sql.raw(kind.only)}`
  for (let last: SqlValue[] | undefined; ; ) {
    const beyond = last === undefined ? sql`` : sql` AND (${key}) > ${sql.values([last])}`
    const batch = await rows<StoredRow>(
      reader,
      sql`SELECT ${columns} FROM ${sql.id(kind.table)} t
        WHERE "companyNo" = ${companyNo}${beyond}${only} ORDER BY ${key} LIMIT ${atOnce}`,
    )
    yield batch
    const end = batch.at(-1)
    if (end === undefined || batch.length < atOnce) return
    last = kind.key.map((name) => end[name] ?? null)
  }
}

/**
 * Decrypts secrets that only this installation can read, or leaves them out of an export without sign-in data.
 */
function secretsOf(
  secret: Uint8Array,
  { withSignIn }: ExportOptions,
): (kind: Kind, row: StoredRow) => StoredRow[] {
  const [codes, sso] = [new Seal(secret, sealed.oneTimeCodes), new Seal(secret, sealed.singleSignOn)]
  return ({ table }, row) => {
    if (table === 'oneTimeCodes' || table === 'recoveryCodes') {
      if (!withSignIn) return []
      if (table === 'recoveryCodes') return [row]
      const seed = codes.open(String(row['seed']), String(row['userId']))
      // A seed that cannot be decrypted was encrypted with another secret, and is useless here too.
      return seed === undefined ? [] : [{ ...row, seed }]
    }
    if (table === 'users') return [withSignIn ? row : { ...row, passwordHash: null }]
    if (table !== 'companies') return [row]
    const own = row['ssoClientSecret']
    const opened = withSignIn && typeof own === 'string' ? sso.open(own, String(row['id'])) : undefined
    return [{ ...row, ssoClientSecret: opened ?? null }]
  }
}

/** Runs after the snapshot: unreferenced contents are kept for another day. */
async function writeContents(
  { store, onProgress }: ExportContext,
  contents: readonly Content[],
  folder: string,
): Promise<{ bytes: number; lacking: string[] }> {
  const all = contents.reduce((sum, { size }) => sum + size, 0)
  const lacking: string[] = []
  let bytes = 0
  for (const { sha256, blobKey } of contents) {
    const path = join(folder, contentFile(sha256))
    makeFolders(dirname(path))
    const hash = createHash('sha256')
    const source = await store.read(blobKey).catch((error: unknown) => {
      if (error instanceof MissingContent) return undefined
      throw error
    })
    if (source === undefined) {
      lacking.push(blobKey)
      continue
    }
    await pipeline(
      source,
      async function* (source: AsyncIterable<Uint8Array>) {
        for await (const chunk of source) {
          hash.update(chunk)
          bytes += chunk.length
          onProgress(all === 0 ? 1 : bytes / all, `Writing content: ${(bytes / 1e6).toFixed(1)} MB`)
          yield chunk
        }
      },
      createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
    )
    if (hash.digest('hex') === sha256) continue
    // Content that does not match its hash is damaged.
    rmSync(path)
    lacking.push(blobKey)
  }
  return { bytes, lacking }
}
