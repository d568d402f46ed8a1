import type { FastifyInstance } from 'fastify'

/** What a browser of another origin may read of our answers. */
const exposed = [
  'ETag',
  'Location',
  'Allow',
  'WWW-Authenticate',
  'Content-Disposition',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'Preference-Applied',
  'Last-Modified',
  'Accept-Ranges',
  'Content-Range',
  'Repr-Digest',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Checksum-Algorithm',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
  'X-Request-Id',
  'Deprecation',
  'Sunset',
].join(', ')

/** Where uploads can be resumed: the protocol's version is on every answer there. */
const isTus = (path: string): boolean => /^\/v1\/files\/uploads(\/|\?|$)/.test(path)

const isApi = (path: string): boolean => /^\/(v1|search|oauth2)(\/|\?|$)/.test(path)

/** Headers that every answer has, errors included; a page sets its own policy over the strict one here. */
export function commonHeaders(
  { id, raw }: { id: string; raw?: { url?: string | undefined } },
  { publicUrl }: { publicUrl: string },
): Record<string, string> {
  return {
    'x-request-id': id,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    ...(isTus(raw?.url ?? '') && { 'tus-resumable': '1.0.0' }),
    ...(isApi(raw?.url ?? '') && {
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept',
      // "CORS: any origin, never with credentials (cookies do not authenticate the API)."
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
      'cross-origin-resource-policy': 'cross-origin',
    }),
  }
}

export function addCommonHeaders(app: FastifyInstance, config: { publicUrl: string }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request, config))
  })
}
