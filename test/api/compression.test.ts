import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let task = ''
const list = '/v1/tasks?sort=title'

beforeAll(async () => {
  company = await world.company()
  const { id: workspaceId } = await company.admin.create('/v1/workspaces', { workspaceName: 'Packed' })
  const description = 'The same words again and again. '.repeat(100)
  for (let n = 0; n < 12; n += 1) {
    const { id } = await company.admin.create('/v1/tasks', { title: `Task ${n}`, workspaceId, description })
    task = `/v1/tasks/${id}`
  }
})

const sizeOf = async (url: string, accept?: string): Promise<number> => {
  const authorization = `Bearer ${await world.token(company, company.adminId)}`
  const headers = { authorization, ...(accept !== undefined && { 'accept-encoding': accept }) }
  return (await world.app.server.inject({ url, headers })).rawPayload.length
}

describe.each(['br', 'gzip'] as const)('%s', (encoding) => {
  const headers = { 'accept-encoding': encoding }

  test('makes pages and records smaller, and leaves their content unchanged', async () => {
    for (const url of [list, task, '/openapi.json', '/swagger.json', '/explorer/assets/swagger-ui.css']) {
      const plain = await company.admin.ok('GET', url)
      const packed = await company.admin.ok('GET', url, undefined, headers)
      expect([packed.headers['content-encoding'], packed.text === plain.text], url).toEqual([encoding, true])
      expect(plain.headers['content-encoding'], url).toBeUndefined()
      for (const { headers: sent } of [plain, packed]) expect(sent['vary'], url).toContain('Accept-Encoding')
      expect(await sizeOf(url, encoding), url).toBeLessThan(plain.bytes.length / 3)
      const head = await company.admin.ok('HEAD', url, undefined, headers)
      expect(head.headers['content-encoding'], url).toBe(encoding)
    }
  })

  test('also for large pages and CSV, which are streamed', async () => {
    const { id: workspaceId } = await company.admin.create('/v1/workspaces', { workspaceName: encoding })
    const description = '0123456789 '.repeat(5_000)
    for (let n = 0; n < 5; n += 1)
      await company.admin.create('/v1/tasks', { title: `Large ${n}`, workspaceId, description })
    for (const accept of ['application/json', 'text/csv']) {
      const url = `/v1/workspaces/${workspaceId}/tasks`
      const plain = await company.admin.ok('GET', url, undefined, { accept })
      const packed = await company.admin.ok('GET', url, undefined, { ...headers, accept })
      expect([packed.headers['content-encoding'], packed.text === plain.text]).toEqual([encoding, true])
      expect(plain.text.length).toBeGreaterThan(250_000)
      expect(packed.headers['content-length']).toBeUndefined()
    }
  })

  test('has its own ETag, which works in If-None-Match and If-Match with any encoding', async () => {
    for (const url of [list, task, '/openapi.json']) {
      const plain = (await company.admin.ok('GET', url)).headers['etag'] ?? ''
      const packed = (await company.admin.ok('GET', url, undefined, headers)).headers['etag'] ?? ''
      expect(packed).toBe(plain.replace(/"$/, `.${encoding}"`))
      for (const known of [plain, packed, `W/${packed}`]) {
        const again = await company.admin.get(url, { ...headers, 'if-none-match': known })
        expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', packed])
        const unpacked = await company.admin.get(url, { 'if-none-match': known })
        expect([unpacked.status, unpacked.headers['etag']]).toEqual([304, plain])
      }
    }
    const { headers: known } = await company.admin.ok('GET', task, undefined, headers)
    await company.admin.ok('PUT', task, { title: `By ${encoding}` }, { 'if-match': known['etag'] ?? '' })
    const late = await company.admin.send('PUT', task, { title: 'Late' }, { 'if-match': known['etag'] ?? '' })
    expect(late.status).toBe(412)
  })
})

test('short responses, secrets and the content of files are not compressed', async () => {
  const headers = { 'accept-encoding': 'br, gzip' }
  const { admin, adminId } = company
  const short = await admin.ok('GET', '/v1/tasks?limit=1&filter=title="none"', undefined, headers)
  expect(short.headers['content-encoding']).toBeUndefined()
  const client = await admin.ok('POST', '/v1/clients', { name: 'Nightly', actAs: adminId }, headers)
  expect(client.text.length).toBeGreaterThan(1_600)
  expect(client.headers['content-encoding']).toBeUndefined()
  const { id: workspaceId } = await admin.create('/v1/workspaces', { workspaceName: 'Files' })
  const file = await admin.file(`/v1/workspaces/${workspaceId}`, 'a.txt', 'text '.repeat(1_000))
  const content = await admin.ok('GET', `/v1/files/${file}/content`, undefined, headers)
  expect([content.headers['content-encoding'], content.bytes.length]).toEqual([undefined, 5_000])
})

test('a repeated request gets the stored response in the encoding it accepts now', async () => {
  const { id: workspaceId } = await company.admin.create('/v1/workspaces', { workspaceName: 'Replayed' })
  const body = { title: 'Once', workspaceId, description: 'word '.repeat(1_000) }
  const key = { 'idempotency-key': 'once-only' }
  const first = await company.admin.ok('POST', '/v1/tasks', body, { ...key, 'accept-encoding': 'br' })
  const second = await company.admin.ok('POST', '/v1/tasks', body, { ...key, 'accept-encoding': 'gzip' })
  const third = await company.admin.ok('POST', '/v1/tasks', body, key)
  expect([first, second, third].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ])
  expect([second.text, third.text]).toEqual([first.text, first.text])
  expect(second.headers['idempotency-replayed']).toBe('true')
})
