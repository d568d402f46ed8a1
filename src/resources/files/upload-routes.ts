import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { insertRow } from '../../db/records.ts'
import type { DeferredAssetRow } from '../../db/rows/files.ts'
import { keepContent, roomFor } from '../../file-store/keep.ts'
import { type StoredContent, takeContent } from '../../file-store/take.ts'
import { created } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { readFileName } from '../../http/content/content-disposition.ts'
import { readDigest } from '../../http/content/digest.ts'
import { exampleContent, type HeaderSpec } from '../../http/operation.ts'
import { readGivenName } from '../../schema/fields/file-name.ts'
import { mediaTypeOf } from './media-types.ts'
import { confirmTaken, type FileParts } from './parts.ts'
import { lifetime, presentUpload, upload } from './upload.ts'

export const digestHeaders = {
  'Content-Digest': {
    sentence:
      '`sha-256=:base64:` (RFC 9530): the content is checked against it, and nothing is stored if it differs.',
    example: `sha-256=:${exampleContent.sha256}:`,
  },
  'Repr-Digest': {
    sentence: 'The same as `Content-Digest` here.',
    example: `sha-256=:${exampleContent.sha256}:`,
  },
} satisfies Record<string, HeaderSpec>

/** A form would be stored as it is, and its sender would only notice when the file cannot be opened. */
export function refuseForm({ 'content-type': type = '' }: IncomingHttpHeaders, more = ''): void {
  if (/^\s*multipart\//i.test(type))
    throw problem(
      'unsupported_media_type',
      `The body must be the content itself, not a form. Send it like this: curl -T Offer.pdf${more}.`,
    )
}

interface TakenUpload extends StoredContent {
  fileName: string
  mimeType: string
}

/** "`POST /v1/files/upload`: the body is the content itself (not multipart), streamed, chunked or with a length." */
export function uploadRoutes(api: Api, parts: FileParts): void {
  const { blobs, limits, unclaimed } = parts
  api.receive<'/v1/files/upload', TakenUpload>(
    'POST',
    '/v1/files/upload',
    {
      summary: 'Uploads content in one request. Turn it into a file afterwards.',
      needs: 'Anyone who is signed in; only they can use the upload.',
      headers: {
        'Content-Disposition': {
          sentence:
            'The name of the file: `attachment; filename="name"`, or `filename*` (RFC 6266). Without quotation marks, everything after `filename=` is the name. Slashes and backslashes in `filename` become underscores.',
          required: true,
          example: 'attachment; filename="release.txt"',
        },
        ...digestHeaders,
      },
      body: {
        content:
          'The content itself, of any type, with a `Content-Length` or chunked; not multipart. It must arrive at 1 kB per second or more. A person may have 100 uploads, of 10 GiB together, that are not files yet. The operator can change these limits.',
      },
      answer: { created: upload },
      problems: ['digest_mismatch', 'too_many_uploads'],
    },
    {
      async take({ actor, db, headers, announced, body }, isRepeated) {
        refuseForm(
          headers,
          ' -X POST -H \'Content-Disposition: attachment; filename="Offer.pdf"\', with the name in the header',
        )
        const fileName = readGivenName(readFileName(headers['content-disposition']), 'Content-Disposition')
        const digest = readDigest(headers)
        const room = await roomFor(db, actor.companyNo, limits, { announced, isRepeated })
        const { type, ...taken } = await unclaimed.receive(
          db,
          actor,
          { body, announced, isRepeated },
          (arriving) => takeContent(blobs, actor.companyNo, arriving, room, digest),
        )
        return { ...taken, fileName, mimeType: mediaTypeOf(headers['content-type'], fileName, type) }
      },
      fingerprint: ({ sha256, fileName, mimeType }) => `${sha256} ${mimeType} ${fileName}`,
      async work({ actor, tx, site }, taken) {
        const { fileName, mimeType, size, sha256 } = taken
        const now = clock.now()
        const row: DeferredAssetRow = {
          companyNo: actor.companyNo,
          id: randomUUID(),
          userId: actor.userId,
          fileName,
          mimeType,
          size,
          received: size,
          sha256,
          createdAt: new Date(now).toISOString(),
          expiresAt: new Date(now + lifetime).toISOString(),
        }
        await unclaimed.demandRoom(tx, actor, size)
        await keepContent(tx, actor.companyNo, taken, limits)
        await insertRow(tx, 'deferredAssets', row)
        return created(presentUpload(site, row), `/v1/files/uploads/${row.id}`)
      },
      confirm: (taken) => confirmTaken(parts, taken),
    },
  )
}
