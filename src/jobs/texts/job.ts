import { buffer } from 'node:stream/consumers'
import { type Database, type Reader, rows } from '../../db/database.ts'
import type { FileTextRow } from '../../db/rows/files.ts'
import { noteUnindexed } from '../../db/search/search-index.ts'
import { sql } from '../../db/sql.ts'
import { findContent } from '../../file-store/keep.ts'
import { type BlobStore, MissingContent } from '../../file-store/store.ts'
import { extractInSeparateProcess } from '../previews/run.ts'
import type { Job } from '../runner.ts'
import { decoded, tidied } from './plain.ts'

/** Larger documents are found by their names alone. */
const mostBytes = 50_000_000
/** Of plain texts the beginning is read, whatever their size. */
const mostPlainBytes = 1_000_000
/** Plain texts up to this size are read here: starting a process takes a hundred times as long. */
const smallText = 65_536

/** Reads the text inside files for the search. Companies take turns. */
export function textJob(
  blobs: BlobStore,
  extract: typeof extractInSeparateProcess = extractInSeparateProcess,
): Job {
  return {
    name: 'read-texts',
    everySeconds: 15,
    async run(db, signal) {
      let read = 0
      for (let last = -1; !signal.aborted; ) {
        const row = (await nextWanted(db, last)) ?? (await nextWanted(db, -1))
        if (row === undefined) break
        last = row.companyNo
        const content = await textOf(db, blobs, row, signal, extract)
        if (signal.aborted) break
        await keepText(db, row, content ?? '')
        read += 1
      }
      return read === 0 ? undefined : `Read the text of ${read} files.`
    },
  }
}

async function nextWanted(reader: Reader, after: number): Promise<FileTextRow | undefined> {
  const [row] = await rows<FileTextRow>(
    reader,
    sql`SELECT * FROM "fileTexts" WHERE "state" = 'wanted' AND "companyNo" > ${after}
      ORDER BY "companyNo", "sha256" LIMIT 1`,
  )
  return row
}

/** Undefined if there is no text. */
async function textOf(
  db: Database,
  blobs: BlobStore,
  { companyNo, sha256, kind }: FileTextRow,
  signal: AbortSignal,
  extract: typeof extractInSeparateProcess,
): Promise<string | undefined> {
  const found = await findContent(db, companyNo, sha256)
  const isText = kind === 'plain' || kind === 'html'
  if (found === undefined || found.size === 0 || (!isText && found.size > mostBytes)) return undefined
  try {
    const range = { first: 0, last: Math.min(found.size, isText ? mostPlainBytes : mostBytes) - 1 }
    const content = await blobs.read(found.blobKey, range)
    if (kind === 'plain' && found.size <= smallText) return tidied(decoded(await buffer(content)))
    return await extract(kind, content, signal)
  } catch (error) {
    if (error instanceof MissingContent) return undefined
    throw error
  }
}

async function keepText(db: Database, { companyNo, sha256 }: FileTextRow, content: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.send(
      sql`UPDATE "fileTexts" SET "state" = 'read', "content" = ${content}
        WHERE "companyNo" = ${companyNo} AND "sha256" = ${sha256}`,
    )
    if (content === '') return
    // Without DISTINCT, for which SQLite would read all versions of the company in the order of their files.
    const versions = await rows<{ fileId: string }>(
      tx,
      sql`SELECT "fileId" FROM "fileVersions" WHERE "companyNo" = ${companyNo} AND "sha256" = ${sha256}`,
    )
    await noteUnindexed(tx, 'file', companyNo, [...new Set(versions.map(({ fileId }) => fileId))])
  })
}
