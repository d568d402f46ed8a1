import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()
const folder = mkdtempSync(join(tmpdir(), 'atrium-web-'))
const script = "\nask('/auth/session')\n"
const html = `<script>${script}</script><div id="root"></div>`
let app: App
let origin = ''
let authorization = ''

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'assets/index-1a2b.js'), 'export {}')
  const large = `export const text = '${'abc '.repeat(1_000)}'`
  writeFileSync(join(folder, 'assets/large-3c4d.js'), large)
  writeFileSync(join(folder, 'assets/large-3c4d.js.br'), brotliCompressSync(large))
  const { config, db, blobs } = world
  app = buildApp({ config, db, blobs, secret: new Uint8Array(32), webFolder: folder })
  origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const company = await world.company()
  authorization = `Bearer ${await world.token(company, company.adminId)}`
})

afterAll(async () => {
  await app.server.close()
  rmSync(folder, { recursive: true })
})

/** What Chromium sends when it opens an address. */
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const send = (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string, accept?: string) =>
  app.server.inject({ method, url, headers: accept === undefined ? {} : { accept } })

describe('a browser that opens an address outside the API', () => {
  test.each([
    '/',
    '/workspaces',
    '/p/task/034xoOp7QM7UE5C1GyMpSt?tab=times',
    '/setup/advanced/audit/',
    '/nope',
    '/nope/deeper',
    '/v1x',
    '/calendar',
  ])('gets the application at %s, which is not to be indexed', async (url) => {
    const page = await send('GET', url, browser)
    expect([page.statusCode, page.payload]).toEqual([200, html])
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-cache',
      vary: 'Authorization, Accept, Accept-Encoding',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': expect.stringContaining(
        `script-src 'self' 'sha256-${hash('sha256', script, 'base64')}';`,
      ),
    })
    const head = await fetch(origin + url, { method: 'HEAD', headers: { accept: browser } })
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'x-robots-tag', 'vary'])
      expect(head.headers.get(name), name).toBe(page.headers[name])
  })

  test('gets 304 for the cached page', async () => {
    const { etag } = (await send('GET', '/nope', browser)).headers
    const again = await app.server.inject({
      url: '/nope',
      headers: { accept: browser, 'if-none-match': String(etag) },
    })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })
})

describe('anything else at an unknown address', () => {
  test.each([
    ['GET', '*/*'],
    ['GET', 'application/json'],
    ['GET', 'text/*'],
    ['GET', 'text/html;q=0, */*'],
    ['GET', undefined],
    ['HEAD', '*/*'],
    ['POST', browser],
    ['PUT', browser],
    ['DELETE', browser],
  ] as const)('gets a 404: %s, Accept: %s', async (method, accept) => {
    const reply = await send(method, '/nope', accept)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    // The same address answers browsers with a page.
    expect(reply.headers.vary).toBe('Authorization, Accept, Accept-Encoding')
  })
})

/** The default Accept header of Java's HttpURLConnection. */
const java = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'

describe('a program that sends a token never gets a page', () => {
  test.each([java, browser, 'text/html'])('Accept: %s', async (accept) => {
    const found = async (url: string, credentials: string) => {
      const headers = { accept, authorization: credentials }
      const reply = await app.server.inject({ url, headers })
      return [reply.statusCode, String(reply.headers['content-type']).split(';')[0], reply.payload]
    }
    const isProblem = (text: string) => [404, 'application/problem+json', expect.stringContaining(text)]
    expect(await found('/tasks', authorization)).toEqual(isProblem('Did you mean /v1/tasks?'))
    expect(await found('/nope', 'bearer unknown')).toEqual(isProblem('This path does not exist.'))
    expect(await found('/', authorization)).toEqual(isProblem('The API is under /v1.'))
    // A browser sends the password of a proxy with every request.
    expect(await found('/tasks', 'Basic YWRhOnNlY3JldA==')).toEqual([200, 'text/html', html])
  })
})

describe('a program that mistypes a path gets the right one suggested', () => {
  test.each([
    ['/tasks', '/v1/tasks'],
    ['/tasks/', '/v1/tasks'],
    ['/tasks?limit=5', '/v1/tasks'],
    ['/tasks/034xoOp7QM7UE5C1GyMpSt/files', '/v1/tasks/034xoOp7QM7UE5C1GyMpSt/files'],
    ['/api/tasks', '/v1/tasks'],
    ['/api/v1/tasks', '/v1/tasks'],
    ['/workspaces/allFiles', '/v1/workspaces/allFiles'],
    ['/search/tags/', '/search/tags'],
    ['/oauth2/token/', '/oauth2/token'],
    ['/v1/tasks/', '/v1/tasks'],
  ])('%s → %s', async (url, meant) => {
    for (const method of ['GET', 'POST'] as const) {
      const headers = { accept: '*/*', authorization }
      const reply = await app.server.inject({ method, url, headers })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        404,
        'application/problem+json; charset=utf-8',
      ])
      expect(reply.json().message).toBe(`This path does not exist. Did you mean ${meant}?`)
    }
  })

  test.each(['/nope', '/', '/v1/v1/tasks', '/app/', `/${'tasks/'.repeat(200)}`])(
    'or not, if nobody can know: %s',
    async (url) => {
      const { payload } = await send('POST', url)
      expect(payload).not.toContain('Did you mean')
    },
  )
})

test('two slashes before the version count as one, as an existing client sends them', async () => {
  for (const accept of ['*/*', browser]) {
    const reply = await fetch(`${origin}//v1/users?limit=1`, { headers: { accept, authorization } })
    expect([reply.status, await reply.json()]).toMatchObject([200, { items: [{ id: expect.any(String) }] }])
  }
})

test('the headers follow the route, however the address is written', async () => {
  for (const url of ['/v1/tasks', '/%761/tasks', '/v%31/nope', '/%73earch/tags']) {
    const reply = await send('GET', url, '*/*')
    expect([url, reply.statusCode]).toEqual([url, 401])
    expect(reply.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept, Accept-Encoding',
      'access-control-allow-origin': '*',
    })
    expect(reply.headers['cross-origin-opener-policy']).toBeUndefined()
  }
  expect((await send('POST', '/%761/files/%75ploads')).headers['tus-resumable']).toBe('1.0.0')
})

test('no page shares a window with one of another site', async () => {
  for (const url of ['/', '/explorer', '/problems', '/problems/not_found', '/nope'])
    expect((await send('GET', url, browser)).headers['cross-origin-opener-policy'], url).toBe('same-origin')
})

test.each([
  '/v1',
  '/v1/nope',
  '/search/nope',
  '/oauth2',
  '/oauth2/nope',
  '/auth/nope',
  '/.well-known/nope',
  '/calendar/nope',
  '/explorer/nope',
  '/openapi.json/nope',
  '/swagger.json/nope',
  '/healthz/nope',
  '/readyz/nope',
  '/app/nope.js',
  '/app',
])('%s belongs to the API and never answers with the application', async (url) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const reply = await send(method, url, browser)
    expect([401, 404]).toContain(reply.statusCode)
    expect(reply.headers['content-type']).not.toContain('html')
  }
})

test('an error that does not exist is an unknown page to a browser, and a 404 to a program', async () => {
  const page = await send('GET', '/problems/nope', browser)
  expect([page.statusCode, page.payload]).toEqual([200, expect.stringContaining('id="root"')])
  const reply = await send('GET', '/problems/nope')
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
  expect(reply.headers['vary']).toBe(page.headers['vary'])
})

test('the paths of the API respond to a browser like to any other client', async () => {
  for (const url of ['/openapi.json', '/swagger.json', '/healthz', '/readyz'])
    expect((await send('GET', url, browser)).headers['content-type'], url).toContain('application/json')
  for (const url of ['/explorer', '/problems', '/problems/not_found'])
    expect((await send('GET', url, browser)).payload, url).not.toContain('id="root"')
})

test('files of the application are served unchanged, and cached for a year', async () => {
  const reply = await send('GET', '/app/assets/index-1a2b.js')
  expect([reply.statusCode, reply.payload]).toEqual([200, 'export {}'])
  expect(reply.headers['cache-control']).toContain('immutable')
})

test('assets are sent compressed, in the form that the build created where there is one', async () => {
  const url = '/app/assets/large-3c4d.js'
  const plain = await app.server.inject({ url })
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': '4022' })
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await app.server.inject({ url, headers: { 'accept-encoding': encoding } })
    expect(packed.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': encoding,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    expect(unpack(packed.rawPayload).toString()).toBe(plain.payload)
  }
  expect((await app.server.inject({ url: `${url}.br` })).statusCode).toBe(404)
})
