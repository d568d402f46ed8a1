import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCheckout } from '../base/checkout.ts'
import { problem } from '../base/errors.ts'
import { rememberCompressed } from './compression.ts'
import { namesType } from './negotiation.ts'
import type { KnownPaths } from './paths.ts'
import { type StaticAsset, sendAsset, staticAsset } from './static-asset.ts'

/** The built pages, in a checkout as in a package. */
export const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

export const typeOf = (name: string): string => types[extname(name)] ?? 'application/octet-stream'

/** Allows the style elements of the component library, and the page's inline scripts by hash; all else is same-origin. */
function contentSecurityPolicy(page: string): string {
  const [, ...parts] = page.split('<script>')
  const scripts = parts.map((part) => {
    const [script = ''] = part.split('</script>')
    return ` 'sha256-${hash('sha256', script, 'base64')}'`
  })
  return [
    "default-src 'none'",
    `script-src 'self'${scripts.join('')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const headers = {
  'referrer-policy': 'no-referrer',
  // Addresses that the application does not know return 200, so crawlers must not index them.
  'x-robots-tag': 'noindex',
  vary: 'Authorization, Accept, Accept-Encoding',
}

/**
 * The web application: one HTML page for every address outside the API, and its assets. The server does not know the
 * routes of the application, which has its own not-found page.
 */
export function webApplicationRoutes(app: FastifyInstance, paths: KnownPaths, folder = webFolder): void {
  const page = join(folder, 'index.html')
  const assets = new Map<string, StaticAsset>()
  const read = (name: string): StaticAsset => {
    const known = assets.get(name)
    if (known !== undefined) return known
    const made = staticAsset(typeOf(name), readFileSync(join(folder, name)))
    for (const [encoding, ending] of precompressed)
      if (files.has(name + ending))
        rememberCompressed(made.body, encoding, readFileSync(join(folder, name + ending)))
    assets.set(name, made)
    return made
  }
  const files = new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
      : [],
  )
  const sendPage = (request: FastifyRequest, reply: FastifyReply): ReturnType<typeof sendAsset> => {
    if (hasToken(request)) throw problem('not_found', 'This is a page for browsers. The API is under /v1.')
    if (!existsSync(page)) throw problem('not_found', notBuilt())
    const html = readFileSync(page, 'utf8')
    return sendAsset(request, reply, staticAsset('text/html; charset=utf-8', html), {
      ...headers,
      'content-security-policy': contentSecurityPolicy(html),
    })
  }
  app.get('/', sendPage)
  paths.setFallback((request, reply) => {
    // A cache must not serve the page to a program, nor the 404 to a browser.
    reply.header('vary', headers.vary)
    return isNavigation(request) ? sendPage(request, reply) : undefined
  }, pagesAmongRoutes)
  app.get<{ Params: { '*': string } }>('/app/*', (request, reply) => {
    const name = request.params['*']
    if (!files.has(name) || unserved.has(extname(name))) throw problem('not_found', 'There is no such file.')
    const lasting = name.startsWith('assets/')
      ? { 'cache-control': 'public, max-age=31536000, immutable' }
      : {}
    return sendAsset(request, reply, read(name), lasting)
  })
}

/** Pages of the application whose first segment a route has as well: `/calendar/<secret>.ics` is not a page. */
const pagesAmongRoutes = ['/calendar']

/** The files that the build has compressed, next to the originals. */
export const precompressed = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Folders, the page itself and the compressed forms of files. */
const unserved = new Set(['', '.html', '.br', '.gz'])

/**
 * Browsers request `text/html` when they open an address. Most programs only send a wildcard; the defaults of some name
 * `text/html`, as in Java, but they send a token.
 */
function isNavigation(request: FastifyRequest): boolean {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  return namesType(headers.accept, 'text/html') && !hasToken(request)
}

/** Not any credentials: a browser passes those of a proxy on to the service. */
const hasToken = ({ headers }: FastifyRequest): boolean => /^bearer\b/i.test(headers.authorization ?? '')

const notBuilt = (): string =>
  `The web application is not built. ${isCheckout() ? 'Run "npm start" to build it.' : 'Install Atrium again.'} The API and its explorer at /explorer work without it.`
