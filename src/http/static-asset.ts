import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
  { type, etag, body }: StaticAsset,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', ...headers })
  const known = request.headers['if-none-match']
  if (known !== undefined && namesTag(known, etag, { weak: true })) return reply.code(304).send()
  return reply.type(type).send(body)
}
