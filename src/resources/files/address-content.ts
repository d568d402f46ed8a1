import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gate } from '../../auth/gate.ts'
import { callerId } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { Problem, problem } from '../../base/errors.ts'
import type { Seal } from '../../base/secret.ts'
import type { PathItem, Response } from '../../description/openapi/document.ts'
import { asCaller } from '../../fairness/scheduler.ts'
import type { InProgress } from '../../http/in-progress.ts'
import { operationIdOf } from '../../http/operation-id.ts'
import { send } from '../../http/sending.ts'
import { findFolder } from '../folders/folder.ts'
import { serveZip } from '../folders/zip.ts'
import { findFile } from './file.ts'
import type { FileParts } from './parts.ts'
import { holderOf, openAddress } from './sealed-address.ts'
import { serveVersion, serveVersionPage, serveVersionPreview } from './serve-version.ts'
import { findVersion } from './versions.ts'

interface Parts extends FileParts {
  gate: Gate
  inProgress: InProgress
  seal: Seal
}

const notThere = (): Problem =>
  problem('not_found', 'This address does not work, or no longer does. Request a new one.')

/**
 * `/content/<sealed>`: browsers cannot send a token for images, videos and downloads, so the address itself carries
 * the permission. It is checked again with every request.
 */
export function addressContentRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, gate, inProgress, seal } = parts
  app.get<{ Params: { '*': string } }>('/content/*', async (request, reply) => {
    const opened = openAddress(seal, request.params['*'])
    if (opened !== undefined && Date.parse(opened.until) <= clock.now()) {
      // A page that stays open requests expired addresses. That is not a failed attempt to guess one.
      await gate.countAnonymous(request, reply)
      throw notThere()
    }
    const actor = opened && (await holderOf(db, opened, request.id))
    if (opened === undefined || actor === undefined) {
      await gate.countFailure(reply, request.ip)
      throw notThere()
    }
    await gate.countRequest(reply, callerId(actor))
    reply.headers({ 'cache-control': 'private, no-cache', 'cross-origin-resource-policy': 'same-origin' })
    return asCaller(callerId(actor), () =>
      inProgress.run({ bytes: 0, heavy: opened.page !== undefined }, { request, reply }, async () => {
        if (opened.variant === 'zip') {
          const { row } = await findFolder(db, actor, opened.recordId).catch(hidden)
          return send(request, reply, await serveZip(parts, actor, row, request.method === 'HEAD'))
        }
        const { row } = await findFile(db, actor, opened.recordId).catch(hidden)
        const version = await findVersion(db, row, opened.version)
        if (opened.page !== undefined)
          return send(
            request,
            reply,
            await serveVersionPage(asked(request), parts, row, version, opened.page),
          )
        const serve = opened.variant === 'preview' ? serveVersionPreview : serveVersion
        return send(request, reply, await serve(asked(request), parts, row, version))
      }),
    )
  })
}

function hidden(error: unknown): never {
  throw error instanceof Problem && error.status < 500 ? notThere() : error
}

const asked = ({ method, headers }: FastifyRequest) => ({
  isHead: method === 'HEAD',
  header: (name: string): string | undefined => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  },
})

const failure = (description: string): Response => ({
  description,
  content: { 'application/problem+json': { schema: { type: 'object' } } },
})

/** The addresses in the API description. */
export const addressPaths: Record<string, PathItem> = {
  '/content/{sealed}': {
    get: {
      operationId: operationIdOf('GET', '/content/{sealed}'),
      summary: 'The content behind an address.',
      description:
        '**Permission:** Anyone who knows the address, while the person who created it may see the file or folder.\n\nSupports ranges and conditional requests like `GET /v1/files/{fileId}/content`, except for the archive of a folder. A page of a PDF has the number of pages in `Page-Count`.',
      tags: ['files'],
      security: [],
      parameters: [
        {
          name: 'sealed',
          in: 'path',
          required: true,
          description: 'From `POST /v1/files/{fileId}/addresses` or `POST /v1/folders/{folderId}/addresses`.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
        },
      ],
      responses: {
        200: {
          description: 'The content, always as an attachment.',
          content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
        },
        206: {
          description: 'The ranges that `Range` names.',
          content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
        },
        304: { description: 'The content has not changed.' },
        400: failure('The address is not percent-encoded UTF-8.'),
        404: failure('The address does not work, or no longer does.'),
        409: failure('The folder contains more than may be in one archive.'),
        412: failure('The content does not match `If-Match`.'),
        416: failure('The content has none of these ranges.'),
        429: failure('Too many requests; `Retry-After` says when to try again.'),
        503: failure('Too many pages are waiting to be rendered; `Retry-After` says when to try again.'),
      },
    },
  },
}
