import { randomUUID } from 'node:crypto'
import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { Problem, problem } from '../../base/errors.ts'
import { insertRow } from '../../db/records.ts'
import type { DeferredAssetRow } from '../../db/rows/files.ts'
import { deletePending } from '../../file-store/confirm.ts'
import { recognizeStored } from '../../file-store/content-type.ts'
import { keepContent, roomFor } from '../../file-store/keep.ts'
import { type StoredContent, takeContent } from '../../file-store/take.ts'
import { dropUpload, forgetPieces } from '../../file-store/uploads.ts'
import { nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { exampleContent } from '../../http/operation.ts'
import type { StreamContext } from '../../http/stream-context.ts'
import { confirmTaken, type FileParts } from './parts.ts'
import {
  demandTus,
  expiryHeader,
  offsetHeader,
  readChecksum,
  readCount,
  readMetadata,
  tusHeader,
} from './tus-headers.ts'
import { bringPieces, joinPieces, overtaken, readPieces } from './tus-pieces.ts'
import { findUpload, lifetime, presentUpload, upload } from './upload.ts'

interface Begun {
  size: number
  fileName: string
  mimeType: string
  /** Set if the upload is empty: it is complete as soon as it is created. */
  empty: StoredContent | undefined
}

/** The complete content, and the piece that completed it. */
interface Finished {
  content: StoredContent
  last: StoredContent
  type: string | undefined
}

interface Continued {
  received: number
  finished: Finished | undefined
}

const endOfLife = (): string => new Date(clock.now() + lifetime).toISOString()

const expiry = ({ expiresAt }: Pick<DeferredAssetRow, 'expiresAt'>): Record<string, string> => ({
  'upload-expires': new Date(expiresAt).toUTCString(),
})

/** Contract section 9: "resumable uploads by the tus 1.0 protocol at `/v1/files/uploads`". */
export function tusRoutes(api: Api, parts: FileParts): void {
  const { db, blobs, limits, unclaimed } = parts
  const inProgress = new Map<string, { ctx: StreamContext; ended: Promise<unknown> }>()
  const own = 'Anyone who is signed in, for their own uploads; others get a 404.'

  api.receive<'/v1/files/uploads', Begun>(
    'POST',
    '/v1/files/uploads',
    {
      summary: 'Starts a resumable upload (tus 1.0); its content follows with PATCH.',
      needs: 'Anyone who is signed in; only they can use the upload.',
      headers: {
        ...tusHeader,
        'Upload-Length': {
          sentence: 'The size of the upload in bytes.',
          schema: { type: 'integer', minimum: 0 },
          required: true,
          example: exampleContent.text.length,
        },
        'Upload-Metadata': {
          sentence: '`filename` and optionally `filetype`, each followed by a space and its value in base64.',
          required: true,
          example: 'filename cmVsZWFzZS50eHQ=',
        },
      },
      body: { content: 'Nothing.', empty: true },
      answer: {
        status: 201,
        sentence: 'The upload was created.',
        headers: { Location: { sentence: 'The path of the upload.', required: true }, ...expiryHeader },
      },
      problems: ['precondition_failed', 'too_many_uploads'],
    },
    {
      async take(ctx, isRepeated) {
        const header = (name: string) => ctx.header(name)
        demandTus(header)
        const size = readCount(header, 'Upload-Length')
        const metadata = readMetadata(header)
        if ((ctx.announced ?? 0) > 0)
          throw problem(
            'invalid_request',
            'Create the upload without content, then send the content with PATCH.',
          )
        const room = await roomFor(ctx.db, ctx.actor.companyNo, limits, { announced: size, isRepeated })
        if (!isRepeated) await unclaimed.demandRoom(ctx.db, ctx.actor, size)
        const empty =
          size > 0 ? undefined : await takeContent(blobs, ctx.actor.companyNo, nothingAtAll(), room)
        return { size, ...metadata, empty }
      },
      fingerprint: ({ size, fileName, mimeType }) => `${size} ${mimeType} ${fileName}`,
      async work({ actor, tx }, { size, fileName, mimeType, empty }) {
        const now = clock.now()
        const row: DeferredAssetRow = {
          companyNo: actor.companyNo,
          id: randomUUID(),
          userId: actor.userId,
          fileName,
          mimeType,
          size,
          received: 0,
          sha256: empty?.sha256 ?? null,
          createdAt: new Date(now).toISOString(),
          expiresAt: new Date(now + lifetime).toISOString(),
        }
        await unclaimed.demandRoom(tx, actor, size)
        if (empty !== undefined) await keepContent(tx, actor.companyNo, empty, limits)
        await insertRow(tx, 'deferredAssets', row)
        return {
          status: 201,
          headers: { location: `/v1/files/uploads/${row.id}`, ...expiry(row) },
          body: undefined,
        }
      },
      confirm: async ({ empty }) => {
        if (empty !== undefined) await confirmTaken(parts, empty)
      },
    },
  )

  api.get(
    '/v1/files/uploads/:uuid',
    {
      summary: 'Shows the offset of an upload: HEAD, as in the protocol, or GET.',
      needs: own,
      answer: { one: upload },
    },
    async ({ actor, db, site, params }) => {
      const row = await findUpload(db, actor, params.uuid)
      const { headers, ...answer } = one(presentUpload(site, row))
      const counts = { 'upload-offset': String(row.received), 'upload-length': String(row.size) }
      return { ...answer, headers: { ...headers, ...counts, ...expiry(row), 'cache-control': 'no-store' } }
    },
  )

  api.receive<'/v1/files/uploads/:uuid', Continued>(
    'PATCH',
    '/v1/files/uploads/:uuid',
    {
      summary: 'Appends content to an upload (tus 1.0).',
      needs: own,
      headers: {
        ...tusHeader,
        'Upload-Offset': {
          ...offsetHeader['Upload-Offset'],
          sentence: 'The offset at which the body begins.',
          example: 0,
        },
        'Upload-Checksum': {
          sentence: '`sha256`, `sha1` or `md5`, a space, and the hash of the body in base64.',
          example: `sha256 ${exampleContent.sha256}`,
        },
      },
      body: { content: 'The next part of the content.', type: 'application/offset+octet-stream' },
      answer: {
        status: 204,
        sentence: 'The content is stored.',
        headers: { ...offsetHeader, ...expiryHeader },
      },
      problems: ['precondition_failed', 'conflict', 'checksum_mismatch'],
    },
    {
      async take(ctx) {
        const header = (name: string) => ctx.header(name)
        demandTus(header)
        const offset = readCount(header, 'Upload-Offset')
        const checksum = readChecksum(header)
        await findUpload(ctx.db, ctx.actor, ctx.params.uuid)
        const type = (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
        if (type !== 'application/offset+octet-stream')
          throw problem('unsupported_media_type', 'The body must be application/offset+octet-stream.')
        // The earlier request may not have noticed yet that its connection broke, so the later one takes over.
        const { uuid } = ctx.params
        while (inProgress.has(uuid)) {
          const other = inProgress.get(uuid)
          other?.ctx.stop(overtaken())
          await other?.ended.catch(() => undefined)
        }
        const work = bring(ctx, offset, checksum)
        inProgress.set(uuid, { ctx, ended: work })
        try {
          return await work
        } finally {
          inProgress.delete(uuid)
        }
      },
      fingerprint: ({ received }) => String(received),
      async work(_, { received }) {
        const headers = { 'upload-offset': String(received), ...expiry({ expiresAt: endOfLife() }) }
        return { status: 204, headers, body: undefined }
      },
      async confirm({ finished }) {
        if (finished !== undefined) await confirmFinished(finished)
      },
    },
  )

  async function confirmFinished({ content, last }: Finished): Promise<void> {
    await confirmTaken(parts, content)
    await confirmTaken(parts, last)
    await deletePending(db, blobs)
  }

  /** Does not depend on the client: joining a large upload can take longer than a proxy waits for the response. */
  async function finish(actor: Actor, id: string, finished: Finished): Promise<void> {
    const { content, last, type } = finished
    try {
      await db.transaction(async (tx) => {
        const row = await findUpload(tx, actor, id)
        if (row.sha256 !== null || row.received + last.size !== row.size) throw overtaken()
        await keepContent(tx, actor.companyNo, content, { companyBytes: undefined })
        await tx.query
          .updateTable('deferredAssets')
          .set({ received: row.size, sha256: content.sha256, expiresAt: endOfLife() })
          .set({ mimeType: type ?? row.mimeType })
          .where('companyNo', '=', actor.companyNo)
          .where('id', '=', id)
          .execute()
        await forgetPieces(tx, row)
      })
    } catch (error) {
      // After any other failure it may have been stored; the next sweep finds out.
      if (error instanceof Problem) await confirmFinished(finished)
      throw error
    }
  }

  async function bring(
    ctx: StreamContext<{ uuid: string }>,
    offset: number,
    checksum: ReturnType<typeof readChecksum>,
  ): Promise<Continued> {
    const row = await findUpload(ctx.db, ctx.actor, ctx.params.uuid)
    // "If the offsets do not match, the Server MUST respond with the 409 Conflict status."
    if (offset !== row.received)
      throw problem('conflict', `The offset of the upload is ${row.received}, not ${offset}.`)
    if ((ctx.announced ?? 0) > row.size - row.received)
      throw problem('too_large', 'The body is longer than the rest of the upload.')
    if (row.sha256 !== null) return { received: row.received, finished: undefined }
    const { received, last, failure } = await bringPieces(db, blobs, row, ctx.body, checksum)
    if (last !== undefined) {
      const finished = await joined(row, last)
      await finish(ctx.actor, row.id, finished)
      return { received, finished }
    }
    if (failure !== undefined) throw failure
    return { received, finished: undefined }
  }

  async function joined(row: DeferredAssetRow, last: StoredContent): Promise<Finished> {
    try {
      const before = await readPieces(db, row)
      const all = [...before.map(({ blobKey: key, ...piece }) => ({ key, ...piece })), last]
      const content = await joinPieces(blobs, row.companyNo, all)
      const [first = last] = all
      const type = await recognizeStored(blobs, first.key, first.size)
      return { content, last, type }
    } catch (error) {
      await blobs.remove(last.key)
      throw error
    }
  }

  api.delete(
    '/v1/files/uploads/:uuid',
    { summary: 'Deletes an upload, unfinished or finished.', needs: own, answer: 'nothing' },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findUpload(tx, actor, params.uuid)
      ctx.match(presentUpload(site, row))
      await dropUpload(tx, row)
      return nothing()
    },
  )
}

async function* nothingAtAll(): AsyncGenerator<Uint8Array> {}
