import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Reply } from '../support/client.ts'
import { unlimited, useWorld } from '../support/world.ts'
import { buildFixture, type Fixture } from './fixture.ts'

/** The tus 1.0 protocol, header by header; `test/process/resumable.test.ts` uses its own client. */
const world = useWorld({ ...unlimited, ATRIUM_FILE_LIMIT: '30000000' })
let fixture: Fixture

beforeAll(async () => {
  fixture = await buildFixture(world)
})

const version = { 'tus-resumable': '1.0.0' }
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64')

function begin(size: number | string, headers: Record<string, string> = {}): Promise<Reply> {
  return fixture.admin.send('POST', '/v1/files/uploads', undefined, {
    ...version,
    'upload-length': String(size),
    'upload-metadata': `filename ${base64('größe.png')},filetype ${base64('image/png')},empty`,
    ...headers,
  })
}

async function begun(size: number): Promise<string> {
  const reply = await begin(size)
  expect(reply.status, reply.text).toBe(201)
  return reply.headers['location'] ?? ''
}

const patch = (path: string, offset: number | string, body: Buffer, headers: Record<string, string> = {}) =>
  fixture.admin.send('PATCH', path, body, {
    ...version,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
    ...headers,
  })

const offsetOf = async (path: string): Promise<number> =>
  Number((await fixture.admin.send('HEAD', path, undefined, version)).headers['upload-offset'])

async function leftovers(): Promise<number> {
  const pieces = await world.db.query.selectFrom('uploadPieces').selectAll().execute()
  let unconfirmed = 0
  for await (const _ of world.blobs.unconfirmed()) unconfirmed += 1
  return pieces.length + unconfirmed
}

test('OPTIONS returns what is supported, to anybody', async () => {
  const { status, headers } = await world.nobody.send('OPTIONS', '/v1/files/uploads')
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,checksum,expiration',
    'tus-max-size': '30000000',
    'tus-checksum-algorithm': 'sha1,sha256,md5',
  })
})

test('an upload starts, continues, and is a deferred asset when it ends', async () => {
  const bytes = randomBytes(20_000_000)
  const made = await begin(bytes.length)
  expect([made.status, made.text, made.headers['tus-resumable']]).toEqual([201, '', '1.0.0'])
  expect(Date.parse(made.headers['upload-expires'] ?? '') - clock.now()).toBeGreaterThan(86_000_000)
  const path = made.headers['location'] ?? ''
  const head = await fixture.admin.send('HEAD', path, undefined, version)
  expect(head.headers).toMatchObject({
    'upload-offset': '0',
    'upload-length': '20000000',
    'cache-control': 'no-store',
  })
  for (let at = 0; at < bytes.length; at += 9_000_000) {
    const part = bytes.subarray(at, at + 9_000_000)
    const reply = await patch(path, at, part)
    expect([reply.status, reply.headers['upload-offset']], reply.text).toEqual([
      204,
      String(at + part.length),
    ])
    expect(await offsetOf(path)).toBe(at + part.length)
  }
  const { details, id } = (await fixture.admin.get(path)).body
  expect(details).toMatchObject({
    fileName: 'größe.png',
    mimeType: 'image/png',
    size: bytes.length,
    received: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  expect(await leftovers()).toBe(0)
  const place = `/v1/workspaces/${fixture.ids['workspaces/{workspaceId}']}/files`
  const claimed = await fixture.admin.ok('POST', place, { deferredAssetIds: [id] })
  const file = `/v1/files/${claimed.body.responses[0].body}/content`
  expect((await fixture.admin.get(file)).bytes.equals(bytes)).toBe(true)
})

test.each([0, 1, 5])('of %i bytes in one request', async (size) => {
  const path = await begun(size)
  if (size > 0) expect((await patch(path, 0, Buffer.alloc(size, 7))).status).toBe(204)
  const { details } = (await fixture.admin.get(path)).body
  expect(details).toMatchObject({ received: size, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await leftovers()).toBe(0)
  // Once it is complete, more of it is nothing or too much.
  expect((await patch(path, size, Buffer.alloc(0))).status).toBe(204)
  expect((await patch(path, size, Buffer.alloc(1))).status).toBe(413)
})

describe('refused, and nothing is stored', () => {
  test.each([
    ['no version', { 'tus-resumable': '' }, 412],
    ['another version', { 'tus-resumable': '0.2.2' }, 412],
    ['no length', { 'upload-length': '' }, 400],
    ['a length that is none', { 'upload-length': '-1' }, 400],
    ['a length with a fraction', { 'upload-length': '1.5' }, 400],
    ['a huge length', { 'upload-length': '30000001' }, 413],
    ['a length of many digits', { 'upload-length': '9'.repeat(30) }, 400],
    ['no metadata', { 'upload-metadata': '' }, 400],
    ['no name', { 'upload-metadata': `filetype ${base64('a/b')}` }, 400],
    ['a name that is not base64', { 'upload-metadata': 'filename ä!' }, 400],
    ['a name that is not UTF-8', { 'upload-metadata': `filename ${base64(Buffer.from([0xff]))}` }, 400],
    ['a name twice', { 'upload-metadata': 'filename eA==,filename eA==' }, 400],
    ['a path', { 'upload-metadata': `filename ${base64('../x')}` }, 400],
  ])('creating an upload with %s', async (_, headers, status) => {
    const before = await world.db.query.selectFrom('deferredAssets').select('id').execute()
    const reply = await begin(3, headers)
    expect(reply.status, reply.text).toBe(status)
    expect(reply.headers['tus-resumable']).toBe('1.0.0')
    if (status === 412) expect(reply.headers['tus-version']).toBe('1.0.0')
    expect(await world.db.query.selectFrom('deferredAssets').select('id').execute()).toEqual(before)
  })

  test('a part with the wrong offset, type, version or length', async () => {
    const path = await begun(10)
    for (const [offset, body, headers, status] of [
      [1, 'x', {}, 409],
      ['x', 'x', {}, 400],
      ['', 'x', {}, 400],
      [0, 'x', { 'content-type': 'application/octet-stream' }, 415],
      [0, 'x', { 'tus-resumable': '2.0.0' }, 412],
      [0, 'x'.repeat(11), {}, 413],
      [0, 'x', { 'upload-checksum': 'sha1' }, 400],
      [0, 'x', { 'upload-checksum': 'crc32 AAAA' }, 400],
      [0, 'x', { 'upload-checksum': `sha256 ${base64('short')}` }, 400],
      [0, 'x', { 'upload-checksum': `sha256 ${base64(Buffer.alloc(32))}` }, 460],
    ] as const) {
      const reply = await patch(path, offset, Buffer.from(body), headers)
      expect(reply.status, `${offset} ${JSON.stringify(headers)}: ${reply.text}`).toBe(status)
      expect(await offsetOf(path)).toBe(0)
    }
    expect(await leftovers()).toBe(0)
    for (const path of ['nonsense', '00000000-0000-4000-8000-000000000000', '%00'])
      expect((await patch(`/v1/files/uploads/${path}`, 0, Buffer.from('x'))).status).toBe(404)
  })
})

test.each(['sha1', 'sha256', 'md5'])('a part with a matching %s is stored', async (algorithm) => {
  const path = await begun(6)
  for (const [at, text] of [
    [0, 'abc'],
    [3, 'def'],
  ] as const) {
    const checksum = `${algorithm} ${createHash(algorithm).update(text).digest('base64')}`
    expect((await patch(path, at, Buffer.from(text), { 'upload-checksum': checksum })).status).toBe(204)
  }
  const sha256 = createHash('sha256').update('abcdef').digest('hex')
  expect((await fixture.admin.get(path)).body.details.sha256).toBe(sha256)
})

test('DELETE removes an upload with all its parts', async () => {
  const path = await begun(10)
  await patch(path, 0, Buffer.from('abc'))
  await fixture.admin.ok('DELETE', path, undefined, version)
  expect((await fixture.admin.send('HEAD', path, undefined, version)).status).toBe(404)
  expect((await patch(path, 3, Buffer.from('x'))).status).toBe(404)
  expect(await world.db.query.selectFrom('uploadPieces').selectAll().execute()).toEqual([])
})

test('an upload belongs only to its uploader', async () => {
  const path = await begun(10)
  const other = await world.person(fixture.company, { permissions: ['companyAdmin'] })
  for (const method of ['HEAD', 'GET', 'DELETE'])
    expect((await other.client.send(method, path, undefined, version)).status).toBe(404)
})

test('of two requests at once one continues, and the other is refused', async () => {
  const path = await begun(1_000_000)
  const part = Buffer.alloc(500_000)
  const replies = await Promise.all([patch(path, 0, part), patch(path, 0, part)])
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([204, 409])
  expect(await offsetOf(path)).toBe(500_000)
})

test('an upload is finished although its client has left while its parts were joined', async () => {
  const before = await leftovers()
  const path = await begun(1_000_000)
  const bytes = randomBytes(1_000_000)
  expect((await patch(path, 0, bytes.subarray(0, 900_000))).status).toBe(204)
  const joining = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const put = world.blobs.put.bind(world.blobs)
  let puts = 0
  // Joining takes long only for gigabytes. The first call stores the last part, and the second joins all of them.
  const slowly = vi.spyOn(world.blobs, 'put').mockImplementation(async (key, source) => {
    puts += 1
    if (puts === 2) {
      joining.resolve()
      await left.promise
    }
    return put(key, source)
  })
  const { server } = world.app
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const headers = {
    ...version,
    authorization: `Bearer ${await world.token(fixture.company, fixture.company.adminId)}`,
    'upload-offset': '900000',
    'content-type': 'application/offset+octet-stream',
  }
  const noticed = new Promise((resolve) =>
    server.server.once('request', ({ socket }) => socket.once('close', resolve)),
  )
  const sent = request({ host: '127.0.0.1', port, path, method: 'PATCH', headers })
  const closed = new Promise((resolve) => sent.on('error', resolve))
  sent.end(bytes.subarray(900_000))
  await joining.promise
  sent.destroy(new Error('The proxy has waited long enough'))
  await closed
  await noticed
  left.resolve()
  await expect.poll(() => offsetOf(path)).toBe(1_000_000)
  slowly.mockRestore()
  const { body } = await fixture.admin.ok('GET', path)
  expect(body.details.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  await expect.poll(leftovers).toBe(before)
})
