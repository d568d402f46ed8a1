import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { problem } from '../base/errors.ts'
import { type StaticAsset, sendAsset, staticAsset } from './static-asset.ts'

/** The built pages, in a checkout as in a package. */
export const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
}

/** The component library writes style elements; everything else comes from this origin. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** The addresses of pages; the application distinguishes them itself. */
const pages = [
  '/',
  ...['/welcome', '/sign-in', '/invitation', '/password-reset', '/account', '/setup'].flatMap(withBelow),
  ...['/workspaces', '/tasks', '/time', '/files', '/find'].flatMap(withBelow),
  '/p/:kind/:id',
]

function withBelow(path: string): string[] {
  return [path, `${path}/*`]
}

const headers = { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' }

/** The web application: one page for all its addresses, and its files, which are named by their content. */
export function webApplicationRoutes(app: FastifyInstance, folder = webFolder): void {
  const page = join(folder, 'index.html')
  const assets = new Map<string, StaticAsset>()
  const read = (name: string): StaticAsset => {
    const known = assets.get(name)
    if (known !== undefined) return known
    const made = staticAsset(
      types[extname(name)] ?? 'application/octet-stream',
      readFileSync(join(folder, name)),
    )
    assets.set(name, made)
    return made
  }
  const files = new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
      : [],
  )
  for (const path of pages)
    app.get(path, (request, reply) => {
      if (!existsSync(page)) throw problem('not_found', notBuilt)
      return sendAsset(request, reply, staticAsset('text/html; charset=utf-8', readFileSync(page)), headers)
    })
  app.get<{ Params: { '*': string } }>('/app/*', (request, reply) => {
    const name = request.params['*']
    if (!files.has(name) || extname(name) === '' || extname(name) === '.html')
      throw problem('not_found', 'There is no such file.')
    const lasting = name.startsWith('assets/')
      ? { 'cache-control': 'public, max-age=31536000, immutable' }
      : {}
    return sendAsset(request, reply, read(name), lasting)
  })
}

const notBuilt =
  'The web application is not built. Run "npm start" to build it. The API and its explorer at /explorer work without it.'
