import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from './query-string.ts'

/** The response headers that pages of another origin may read. */
const exposed = [
  'ETag',
  'Link',
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

/** Paths of resumable uploads: every response there has the protocol version. */
const isTus = (path: string): boolean => /^\/v1\/files\/uploads(\/|$)/.test(path)

const isApi = (path: string): boolean => /^\/(v1|search|oauth2)(\/|$)/.test(path)

/** The pattern of the matched route, or the decoded path if none matches. The address may be written `/%761/tasks`. */
export function routePath({ is404, routeOptions, raw }: FastifyRequest): string {
  const route = is404 ? undefined : routeOptions?.url
  if (route !== undefined) return route
  const path = pathOf(raw)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The headers of every response, errors included; a page replaces the strict policy by its own. */
export function commonHeaders(
  id: string,
  path: string,
  config: { publicUrl: string },
): Record<string, string> {
  return { 'x-request-id': id, ...headersOf(path, config) }
}

function headersOf(path: string, { publicUrl }: { publicUrl: string }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    ...(isTus(path) && { 'tus-resumable': '1.0.0' }),
    ...(isApi(path)
      ? {
          'cache-control': 'private, no-cache',
          vary: 'Authorization, Accept, Accept-Encoding',
          // "CORS: any origin, never with credentials (cookies do not authenticate the API)."
          'access-control-allow-origin': '*',
          'access-control-expose-headers': exposed,
          'cross-origin-resource-policy': 'cross-origin',
        }
      : { 'cross-origin-opener-policy': 'same-origin' }),
  }
}

export function addCommonHeaders(app: FastifyInstance, config: { publicUrl: string }): void {
  const ofRoutes = new Map<string, Record<string, string>>()
  app.addHook('onRequest', (request, reply, done) => {
    const path = routePath(request)
    const known = ofRoutes.get(path)
    const headers = known ?? headersOf(path, config)
    if (known === undefined && !request.is404) ofRoutes.set(path, headers)
    reply.header('x-request-id', request.id).headers(headers)
    done()
  })
}
