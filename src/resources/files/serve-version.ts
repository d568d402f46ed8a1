import { problem } from '../../base/errors.ts'
import { outletOf } from '../../file-store/content-stream.ts'
import { findContent } from '../../file-store/keep.ts'
import type { Answer } from '../../http/answer.ts'
import { type ContentRequest, serveContent } from '../../http/content/serve-content.ts'
import type { FileRow, FileVersionRow } from '../../schema/records/file.ts'
import type { FileParts } from './parts.ts'

/** The content of a version. */
export async function serveVersion(
  asked: ContentRequest,
  { blobs, db }: FileParts,
  row: FileRow,
  version: FileVersionRow,
): Promise<Answer> {
  const blob = await findContent(db, row.companyNo, version.sha256)
  if (blob === undefined) throw new Error(`The version ${version.id} has no content`)
  const { size, mimeType, sha256, createdAt: storedAt } = version
  const open = (range?: { first: number; last: number }) => blobs.open(blob.blobKey, range)
  return serveContent(asked, { fileName: row.fileName, mimeType, size, sha256, storedAt, open })
}

/** The preview of a version. */
export async function serveVersionPreview(
  asked: ContentRequest,
  { blobs, db }: FileParts,
  row: FileRow,
  { sha256: content, createdAt: storedAt }: FileVersionRow,
): Promise<Answer> {
  const blob = await findContent(db, row.companyNo, content)
  const { previewKey = null, previewSize: size = null, previewSha256: sha256 = null } = blob ?? {}
  if (previewKey === null || size === null || sha256 === null)
    throw problem('not_found', 'There is no preview of this file.')
  return serveContent(asked, {
    fileName: `${row.fileName}.webp`,
    mimeType: 'image/webp',
    size,
    sha256,
    storedAt,
    open: (range) => blobs.open(previewKey, range),
  })
}

/** A page of a PDF, counted from 1, as an image. */
export async function serveVersionPage(
  asked: ContentRequest,
  { pages, db }: FileParts,
  row: FileRow,
  version: FileVersionRow,
  page: number,
): Promise<Answer> {
  const blob = await findContent(db, row.companyNo, version.sha256)
  const drawn = blob && (await pages.page(blob, page))
  if (drawn === undefined) throw problem('not_found', 'Pages of this file cannot be shown.')
  const { picture, sha256 } = drawn
  if (picture === undefined) throw problem('not_found', `There is no page ${page}: it has ${drawn.pages}.`)
  async function* part(range = { first: 0, last: Number.POSITIVE_INFINITY }): AsyncGenerator<Uint8Array> {
    if (picture !== undefined) yield picture.subarray(range.first, range.last + 1)
  }
  const answer = await serveContent(asked, {
    fileName: `${row.fileName}-${page}.webp`,
    mimeType: 'image/webp',
    size: picture.length,
    sha256,
    storedAt: version.createdAt,
    open: async (range) => outletOf(part(range)),
  })
  return { ...answer, headers: { ...answer.headers, [pageCount]: String(drawn.pages) } }
}

/** How many pages the PDF has. */
const pageCount = 'page-count'
