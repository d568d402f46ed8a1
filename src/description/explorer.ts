import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { problem } from '../base/errors.ts'
import { type StaticAsset, sendAsset, staticAsset } from '../http/static-asset.ts'

const own = (file: string): string => join(import.meta.dirname, 'explorer', file)

/** A package has its own copy of the two files, which spares its users the rest of Swagger UI. */
function fromSwaggerUi(file: string): string {
  const copied = join(import.meta.dirname, 'swagger-ui', file)
  if (existsSync(copied)) return copied
  return join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), file)
}

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** The files the page loads; no others are served. */
const assetFiles = {
  'swagger-ui-bundle.js': [script, fromSwaggerUi],
  'swagger-ui.css': [style, fromSwaggerUi],
  'explorer.js': [script, own],
  'access.js': [script, own],
  'as-openapi-3-0.js': [script, own],
  'access-panel.js': [script, own],
  'key-file.js': [script, own],
  'customizations.js': [script, own],
  'explorer.css': [style, own],
  'operations.css': [style, own],
  'icon.svg': ['image/svg+xml', own],
} as const satisfies Record<string, readonly [type: string, path: (file: string) => string]>

/** Swagger UI uses style attributes, and icons from data addresses. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The descriptions, and a page to read and try them. "`/openapi.json`, `/swagger.json`, `/explorer` need no
 * token."
 */
export function explorerRoutes(
  app: FastifyInstance,
  describe: () => { openapi: object; swagger: object },
): void {
  // Built at the first request, when all methods are mounted.
  const described = once(() => {
    const { openapi, swagger } = describe()
    return { openapi: jsonAsset(openapi), swagger: jsonAsset(swagger) }
  })
  const open = { 'access-control-allow-origin': '*' }
  app.get('/openapi.json', (request, reply) => sendAsset(request, reply, described().openapi, open))
  app.get('/swagger.json', (request, reply) => sendAsset(request, reply, described().swagger, open))

  const page = staticAsset('text/html; charset=utf-8', readFileSync(own('explorer.html')))
  app.get('/explorer', (request, reply) =>
    sendAsset(request, reply, page, {
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
    }),
  )
  app.get('/explorer/', (_request, reply) => reply.redirect('/explorer', 308))

  const assets = new Map(
    Object.entries(assetFiles).map(([file, [type, path]]) => [
      file,
      staticAsset(type, readFileSync(path(file))),
    ]),
  )
  app.get<{ Params: { file: string } }>('/explorer/assets/:file', (request, reply) => {
    const asset = assets.get(request.params.file)
    if (asset === undefined) throw problem('not_found', 'There is no such file.')
    return sendAsset(request, reply, asset)
  })
}

function jsonAsset(document: object): StaticAsset {
  return staticAsset('application/json; charset=utf-8', JSON.stringify(document))
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
