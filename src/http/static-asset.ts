import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { compressOnce, encodedTag, encodingFor, isCompressible } from './compression.ts'
import { namesTag } from './negotiation.ts'

/** A public asset that is the same for everyone until the next start. */
export interface StaticAsset {
  type: string
  etag: string
  /** Bytes that all responses share: a string would be encoded for each of them. */
  body: Buffer
}

export function staticAsset(type: string, body: string | Buffer): StaticAsset {
  return { type, etag: `"${hash('sha1', body, 'base64url')}"`, body: Buffer.from(body) }
}

/** Sends it, or 304 if the client has it. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag: plain, body }: StaticAsset,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply | Promise<FastifyReply> {
  const encoding = isCompressible(type, body.length)
    ? encodingFor(request.headers['accept-encoding'])
    : undefined
  const etag = encoding === undefined ? plain : encodedTag(plain, encoding)
  const common = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', vary: 'Accept-Encoding' }
  reply.headers({ etag, ...common, ...headers })
  const known = request.headers['if-none-match']
  if (known !== undefined && namesTag(known, etag, { weak: true })) return reply.code(304).send()
  reply.type(type)
  if (encoding === undefined) return reply.send(body)
  reply.header('content-encoding', encoding)
  return compressOnce(body, encoding, { cached: true }).then((bytes) => reply.send(bytes))
}
