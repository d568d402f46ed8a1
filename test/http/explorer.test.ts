import { describe, expect, test } from 'vitest'
import { explorerRoutes } from '../../src/description/explorer.ts'
import { describeApi } from '../../src/description/openapi/openapi.ts'
import { lowerToSwagger2 } from '../../src/description/swagger2/swagger2.ts'
import { publicApp } from './public-app.ts'
import { operations, site } from './sample-operations.ts'

const app = publicApp()
let described = 0
explorerRoutes(app, () => {
  described += 1
  const openapi = describeApi(operations, site)
  return { openapi, swagger: lowerToSwagger2(openapi) }
})
const get = (url: string, headers = {}) => app.inject({ url, headers })

describe.each([
  ['/openapi.json', 'openapi', '3.1.0'],
  ['/swagger.json', 'swagger', '2.0'],
])('%s', (url, member, version) => {
  test('is open to everyone, and to pages of any origin', async () => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toHaveProperty(member, version)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    })
  })

  test('is sent once to clients that cache it', async () => {
    const { etag } = (await get(url)).headers
    const again = await get(url, { 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('supports HEAD', async () => {
    const answer = await app.inject({ method: 'HEAD', url })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })
})

test('the descriptions are built once', async () => {
  await get('/openapi.json')
  expect(described).toBe(1)
})

const typeOf = (file: string): RegExp =>
  file.endsWith('.css') ? /^text\/css/ : file.endsWith('.svg') ? /^image\/svg\+xml/ : /^text\/javascript/

describe('the page', () => {
  test('loads nothing from other hosts and runs no inline script', async () => {
    const { body, headers } = await get('/explorer')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(body).toContain('<title>Atrium API explorer</title>')
    expect(body).not.toMatch(/https?:|<script>|<style| on\w+=| style=/)
    expect(body).toContain('href="/openapi.json" download')
    expect(body).toContain('href="/swagger.json" download')
  })

  test('finds every file that it names', async () => {
    const { body } = await get('/explorer')
    const files = [...body.matchAll(/"(\/explorer\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? [])
    expect(new Set(files).size).toBe(6)
    for (const file of files) {
      const answer = await get(file)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toMatch(typeOf(file))
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect((await get(file, { 'if-none-match': answer.headers.etag })).statusCode).toBe(304)
    }
  })

  test('finds every module that its scripts import', async () => {
    const { body } = await get('/explorer/assets/explorer.js')
    const names = [...body.matchAll(/from '\.\/([^']+)'/g)].flatMap(([, name]) => name ?? [])
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) expect((await get(`/explorer/assets/${name}`)).statusCode).toBe(200)
  })

  test('is set up as promised', async () => {
    const { body } = await get('/explorer/assets/explorer.js')
    for (const setting of [
      'deepLinking: true',
      'filter: true',
      'tryItOutEnabled: true',
      'persistAuthorization: false',
      'validatorUrl: null',
    ])
      expect(body).toContain(setting)
  })

  test('with a trailing slash redirects to the one without', async () => {
    const answer = await get('/explorer/')
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/explorer'])
  })

  test.each(['index.html', 'package.json', 'swagger-ui.js', '..%2fpackage.json', 'constructor', '__proto__'])(
    'serves no other file: %s',
    async (file) => {
      const answer = await get(`/explorer/assets/${file}`)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    },
  )
})
