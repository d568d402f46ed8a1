import { demand, mayContribute } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { keepContent, roomFor } from '../../file-store/keep.ts'
import { type StoredContent, takeContent } from '../../file-store/take.ts'
import { type Answer, changed } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { readDigest } from '../../http/content/digest.ts'
import { contentTag } from '../../http/content/serve-content.ts'
import type { ReadContext, WriteContext } from '../../http/context.ts'
import { namesTag } from '../../http/negotiation.ts'
import { uuid } from '../../schema/fields/reference.ts'
import { present } from '../../schema/present.ts'
import { type FileVersionRow, file, fileVersion } from '../../schema/records/file.ts'
import { type FoundFile, findFile, presentFile } from './file.ts'
import { mediaTypeOf } from './media-types.ts'
import { confirmTaken, type FileParts } from './parts.ts'
import { demandChangeable } from './rights.ts'
import { serveVersion, serveVersionPreview } from './serve-version.ts'
import { contentOf, deleteUpload, findUpload } from './upload.ts'
import { digestHeaders, refuseForm } from './upload-routes.ts'
import { addVersion, fileVersions, findVersion, versionNumber } from './versions.ts'

interface TakenVersion extends StoredContent {
  mimeType: string
}

/** "A streamed upload checks again when it ends": called before and after the body is read. */
async function demandReplaceable(reader: Reader, ctx: ReadContext<{ fileId: string }>): Promise<FoundFile> {
  const found = await findFile(reader, ctx.actor, ctx.params.fileId)
  demand(mayContribute(found.workspace.role), 'Readers of a workspace may not change its files.')
  const etag = contentTag(found.row.sha256)
  const match = ctx.header('if-match')
  const unless = ctx.header('if-none-match')
  if (match !== undefined && !namesTag(match, etag, { weak: false }))
    throw problem('precondition_failed', 'The content has changed since you read it.', { headers: { etag } })
  if (unless !== undefined && namesTag(unless, etag, { weak: true }))
    throw problem('precondition_failed', 'The content matches If-None-Match.', { headers: { etag } })
  await demandChangeable(reader, ctx.actor, found)
  return found
}

export function contentRoutes(api: Api, parts: FileParts): void {
  const { blobs, limits, unclaimed } = parts
  const reading = {
    needs: 'A member of its workspace.',
    answer: { content: 'The content as it was uploaded, always as an attachment.' },
  } as const

  api.get(
    '/v1/files/:fileId/content',
    { ...reading, summary: 'Downloads the content of a file, or ranges of it.' },
    async (ctx) => {
      const { row } = await findFile(ctx.db, ctx.actor, ctx.params.fileId)
      return serveVersion(ctx, parts, row, await findVersion(ctx.db, row, row.version))
    },
  )

  api.get(
    '/v1/files/:fileId/preview',
    {
      summary: 'Shows a small preview of an image, or of the first page of a PDF.',
      needs: 'A member of its workspace.',
      answer: {
        content: 'The image. It is created shortly after the upload.',
        type: 'image/webp',
      },
    },
    async (ctx) => {
      const { row } = await findFile(ctx.db, ctx.actor, ctx.params.fileId)
      return serveVersionPreview(ctx, parts, row, await findVersion(ctx.db, row, row.version))
    },
  )

  api.receive<'/v1/files/:fileId/content', TakenVersion>(
    'PUT',
    '/v1/files/:fileId/content',
    {
      summary: 'Stores a new version of a file, in one step. `If-Match` takes the `ETag` of the content.',
      needs: 'A Contributor of its workspace.',
      headers: digestHeaders,
      body: { content: 'The content itself, of any type, with a `Content-Length` or chunked.' },
      answer: {
        status: 204,
        sentence: 'The content is stored.',
        headers: { ETag: { sentence: 'Identifies the new content.', required: true } },
      },
      problems: ['archived', 'locked', 'read_only', 'digest_mismatch', 'too_many_uploads'],
    },
    {
      async take(ctx) {
        const { actor, db, headers, announced, body } = ctx
        refuseForm(headers)
        const digest = readDigest(headers)
        const { row } = await demandReplaceable(db, ctx)
        const room = await roomFor(db, actor.companyNo, limits, { announced })
        const { type, ...taken } = await unclaimed.arrive(actor, () =>
          takeContent(blobs, actor.companyNo, body, room, digest),
        )
        return { ...taken, mimeType: mediaTypeOf(headers['content-type'], row.fileName, type) }
      },
      fingerprint: ({ sha256 }) => sha256,
      async work(ctx, { mimeType, ...taken }) {
        const { actor, tx } = ctx
        const { row } = await demandReplaceable(tx, ctx)
        const { size, sha256 } = taken
        await keepContent(tx, actor.companyNo, taken, limits)
        await addVersion(tx, actor, row, { size, sha256, mimeType })
        return { status: 204, headers: { etag: contentTag(sha256) }, body: undefined }
      },
      confirm: (taken) => confirmTaken(parts, taken),
    },
  )

  api.get(
    '/v1/files/:fileId/versions',
    {
      summary: 'Lists the versions of a file.',
      needs: 'A member of its workspace.',
      answer: { list: fileVersions },
    },
    async (ctx) => {
      const { row } = await findFile(ctx.db, ctx.actor, ctx.params.fileId)
      const condition = sql`t."fileId" = ${row.id}`
      const where = sql`t."companyNo" = ${row.companyNo} AND t."fileId" = ${row.id}`
      const part = { condition, indexRanges: [{ from: '"fileVersions" t', id: 't."id"', where }] }
      return ctx.page<FileVersionRow>(fileVersions, [part], (found) =>
        found.map((each) => present(fileVersion, ctx.site.publicUrl, each.id, each)),
      )
    },
  )

  api.get(
    '/v1/files/:fileId/versions/:version/content',
    { ...reading, summary: 'Downloads the content of one version of a file.' },
    async (ctx) => {
      const { row } = await findFile(ctx.db, ctx.actor, ctx.params.fileId)
      const version = await findVersion(ctx.db, row, versionNumber(ctx.params.version))
      return serveVersion(ctx, parts, row, version)
    },
  )

  api.post(
    '/v1/files/:fileId/versions',
    {
      summary: 'Turns a finished upload into a new version of a file.',
      needs: 'A Contributor of its workspace; the upload must be your own.',
      body: { members: versionFields },
      answer: { changed: file },
      problems: ['archived', 'locked', 'read_only', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx } = ctx
      const found = await findUnchanged(ctx)
      const { deferredAssetId } = await ctx.members(versionFields)
      const asset = await findUpload(tx, actor, deferredAssetId)
      const answer = await makeNewest(ctx, found, contentOf(asset))
      await deleteUpload(tx, asset)
      return answer
    },
  )

  api.post(
    '/v1/files/:fileId/versions/:version/restore',
    {
      summary: 'Makes the content of an earlier version the newest one.',
      needs: 'A Contributor of its workspace.',
      answer: { changed: file },
      problems: ['archived', 'locked', 'read_only'],
    },
    async (ctx) => {
      const found = await findUnchanged(ctx)
      const version = await findVersion(ctx.tx, found.row, versionNumber(ctx.params.version))
      return makeNewest(ctx, found, version)
    },
  )
}

const versionFields = { deferredAssetId: uuid('The id of the upload.', { required: true }) }

type VersionContext = WriteContext<{ fileId: string }>

/** The file, if the caller may change it and `If-Match` still fits. */
async function findUnchanged(ctx: VersionContext): Promise<FoundFile> {
  const { actor, tx, site, params } = ctx
  const found = await findFile(tx, actor, params.fileId)
  demand(mayContribute(found.workspace.role), 'Readers of a workspace may not change its files.')
  ctx.match(await presentFile(tx, site, actor, found.row))
  await demandChangeable(tx, actor, found)
  return found
}

/** Adds a version with content that is already stored. The same content again is no error, and no version. */
async function makeNewest(
  { actor, tx, site }: VersionContext,
  { row: before }: FoundFile,
  { size, mimeType, sha256 }: Pick<FileVersionRow, 'size' | 'mimeType' | 'sha256'>,
): Promise<Answer> {
  const isSame = sha256 === before.sha256 && mimeType === before.mimeType
  const row = isSame ? before : await addVersion(tx, actor, before, { size, mimeType, sha256 })
  return changed(await presentFile(tx, site, actor, row))
}
