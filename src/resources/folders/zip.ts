import { Readable } from 'node:stream'
import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import type { Seal } from '../../base/secret.ts'
import { inChunks, type Reader } from '../../db/database.ts'
import { outletOf } from '../../file-store/content-stream.ts'
import { findContent } from '../../file-store/keep.ts'
import { type ZipEntry, zipOf, zipSize } from '../../file-store/zip.ts'
import type { Answer } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { attachment } from '../../http/content/content-disposition.ts'
import { SentContent } from '../../http/content/sent-content.ts'
import { counted, piecesOf } from '../../http/content/serve-content.ts'
import type { FileRow } from '../../schema/records/file.ts'
import type { FolderRow } from '../../schema/records/folder.ts'
import { addressAnswer, addressSchema, lifetime } from '../files/addresses.ts'
import type { FileParts } from '../files/parts.ts'
import { visibleInside } from '../workspaces/inside.ts'
import { findFolder } from './folder.ts'
import { readSubfolders } from './tree.ts'
import { FreeNames } from './zip-paths.ts'

/** More would take the memory of a large page. */
const mostFiles = 20_000

type ZippedFile = Pick<FileRow, 'id' | 'placeId' | 'fileName' | 'size' | 'sha256' | 'updatedAt'>

async function readFiles(
  reader: Reader,
  companyNo: number,
  folderIds: readonly string[],
): Promise<ZippedFile[]> {
  const found: ZippedFile[] = []
  for (const ids of inChunks(folderIds))
    found.push(
      ...(await reader.query
        .selectFrom('files')
        .select(['id', 'placeId', 'fileName', 'size', 'sha256', 'updatedAt'])
        .where('companyNo', '=', companyNo)
        .where('placeId', 'in', ids)
        .where('deletedAt', 'is', null)
        .orderBy('fileNameKey')
        .limit(mostFiles + 1 - found.length)
        .execute()),
    )
  return found
}

/** The lower of the company's limit and the operator's. */
async function mostBytes(reader: Reader, companyNo: number, limits: FileParts['limits']): Promise<number> {
  const { zipBytes } = await reader.query
    .selectFrom('companies')
    .select('zipBytes')
    .where('companyNo', '=', companyNo)
    .executeTakeFirstOrThrow()
  return Math.min(zipBytes ?? limits.zipBytes, limits.zipBytes)
}

interface Contents {
  /** Parents first. */
  folders: FolderRow[]
  files: ZippedFile[]
}

/** Reads the names and sizes of everything in a folder; 409 if it is too much for one archive. */
async function readContents(reader: Reader, root: FolderRow, limits: FileParts['limits']): Promise<Contents> {
  const [most, subfolders] = await Promise.all([
    mostBytes(reader, root.companyNo, limits),
    readSubfolders(reader, root, null),
  ])
  const folders = [root, ...subfolders]
  const folderIds = folders.map(({ id }) => id)
  const files = await readFiles(reader, root.companyNo, folderIds)
  const tooMuch = (what: string) =>
    problem('conflict', `The folder contains more than ${what}. Download its subfolders one by one.`)
  if (files.length > mostFiles) throw tooMuch(`${mostFiles.toLocaleString('en')} files`)
  if (files.reduce((sum, { size }) => sum + size, 0) > most)
    throw tooMuch(`${most.toLocaleString('en')} bytes`)
  return { folders, files }
}

/** Everything in a folder, as a ZIP archive that is created while it is sent. */
export async function serveZip(
  parts: FileParts,
  actor: Actor,
  root: FolderRow,
  isHead: boolean,
): Promise<Answer> {
  const entries = entriesOf(parts, actor, await readContents(parts.db, root, parts.limits))
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(`${root.folderName}.zip`),
      'content-length': String(zipSize(entries)),
      'x-content-type-options': 'nosniff',
    },
    body: undefined,
    stream: isHead ? Readable.from([]) : new SentContent(counted(outletOf(zipOf(entries)))),
  }
}

/** The folders, each followed by its files. */
function entriesOf(parts: FileParts, actor: Actor, { folders, files }: Contents): ZipEntry[] {
  const inside = Map.groupBy(files, ({ placeId }) => placeId)
  const ordered = folders.flatMap(({ id }) => inside.get(id) ?? [])
  const demandVisible = visibleStill(parts.db, actor, ordered)
  const places = new Map<string | null, { path: string; names: FreeNames }>()
  const entries: ZipEntry[] = []
  for (const { id, parentFolderId, folderName, updatedAt } of folders) {
    const parent = places.get(parentFolderId) ?? { path: '', names: new FreeNames() }
    const path = `${parent.path}${parent.names.take(folderName)}/`
    const names = new FreeNames()
    places.set(id, { path, names })
    entries.push({ path, size: 0, modifiedAt: new Date(updatedAt), open: empty })
    for (const file of inside.get(id) ?? [])
      entries.push({
        path: `${path}${names.take(file.fileName)}`,
        size: file.size,
        modifiedAt: new Date(file.updatedAt),
        open: () => contentOf(parts, actor, file, demandVisible),
      })
  }
  return entries
}

async function* empty(): AsyncGenerator<Uint8Array> {}

async function* contentOf(
  { db, blobs }: FileParts,
  { companyNo }: Actor,
  file: ZippedFile,
  demandVisible: (id: string) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  await demandVisible(file.id)
  const blob = await findContent(db, companyNo, file.sha256)
  if (blob === undefined) throw new Error(`The file ${file.id} has no content`)
  yield* piecesOf(await blobs.open(blob.blobKey))
}

/**
 * A download may take hours: every few seconds, it is checked again that the caller may see the next files. If not,
 * the transfer is aborted.
 */
function visibleStill(
  reader: Reader,
  actor: Actor,
  files: readonly ZippedFile[],
): (id: string) => Promise<void> {
  const order = new Map(files.map(({ id }, n) => [id, n]))
  let visible = new Set<string>()
  let until = 0
  return async (id) => {
    if (clock.now() > until || !visible.has(id)) {
      const from = order.get(id) ?? 0
      const next = files.slice(from, from + checkedAtOnce).map((file) => file.id)
      visible = await visibleInside(reader, actor, 'files', next)
      until = clock.now() + checkEvery
    }
    if (!visible.has(id)) throw new Error('The caller may no longer see the files')
  }
}

const checkedAtOnce = 100
const checkEvery = 5_000

export function zipRoutes(api: Api, { limits }: FileParts, seal: Seal): void {
  api.post(
    '/v1/folders/:folderId/addresses',
    {
      summary:
        'Creates an address for the ZIP archive of a folder that works without a token, for a while. It stops working when you may no longer see the folder.',
      needs: 'A member of its workspace.',
      body: { members: lifetime, optional: true },
      answer: { ok: addressSchema, sentence: 'The address.' },
      problems: ['conflict'],
      secretAnswer: true,
    },
    async (ctx) => {
      const { row } = await findFolder(ctx.tx, ctx.actor, ctx.params.folderId)
      const { seconds } = await ctx.members(lifetime)
      await readContents(ctx.tx, row, limits)
      return addressAnswer(seal, ctx.actor, { recordId: row.id, version: 0, variant: 'zip' }, seconds)
    },
  )
}
