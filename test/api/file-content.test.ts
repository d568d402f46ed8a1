import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Reply } from '../support/client.ts'
import { useSharedWorld } from '../support/world.ts'
import { buildFixture, type Fixture } from './fixture.ts'

const world = useSharedWorld()
let fixture: Fixture
let place: string
let path: string
const bytes = randomBytes(10_000)
const tag = `"${createHash('sha256').update(bytes).digest('hex')}"`

beforeAll(async () => {
  fixture = await buildFixture(world)
  place = `/v1/workspaces/${fixture.ids['workspaces/{workspaceId}']}`
  path = `/v1/files/${await fixture.admin.file(place, 'Größe "1".txt', bytes)}/content`
})

const get = (headers: Record<string, string> = {}, at = path): Promise<Reply> =>
  fixture.admin.get(at, headers)

describe('a download', () => {
  test('is the content, with all its headers', async () => {
    const reply = await get()
    expect(reply.status).toBe(200)
    expect(reply.bytes.equals(bytes)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10000',
      'accept-ranges': 'bytes',
      etag: tag,
      'repr-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
      'content-disposition': `attachment; filename="Gr__e _1_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.txt`,
    })
    expect(Date.parse(reply.headers['last-modified'] ?? '')).toBeLessThanOrEqual(clock.now())
  })

  test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'application/javascript'])(
    'of %s cannot run as a page of this site',
    async (type) => {
      const { id } = await fixture.admin.upload(`page ${type.length}`, '<script>1</script>', {
        'content-type': type,
      })
      const claimed = await fixture.admin.ok('POST', `${place}/files`, { deferredAssetIds: [id] })
      const reply = await get({}, `/v1/files/${claimed.body.responses[0].body}/content`)
      expect(reply.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        'content-disposition': expect.stringMatching(/^attachment;/),
      })
    },
  )

  test('is sent whatever is in Accept, and HEAD describes it', async () => {
    expect((await get({ accept: 'application/json' })).status).toBe(200)
    const head = await fixture.admin.send('HEAD', path, undefined, { range: 'bytes=0-1' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10000'])
  })

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-9999', 0, 9999],
    ['bytes=5-', 5, 9999],
    ['bytes=-100', 9900, 9999],
    ['bytes=-20000', 0, 9999],
    ['bytes=9999-20000', 9999, 9999],
    [`bytes=0-${'9'.repeat(20)}`, 0, 9999],
    [`bytes=9999-${'9'.repeat(400)}`, 9999, 9999],
    [`bytes=-${'9'.repeat(20)}`, 0, 9999],
    ['Bytes = 1-2', 1, 2],
    ['bytes=10-20,21-30', 10, 30],
    ['bytes=10-20,15-18', 10, 20],
    ['bytes=1-2,20000-', 1, 2],
  ])('of %s is a 206', async (range, first, last) => {
    const reply = await get({ range })
    expect([reply.status, reply.headers['content-range']]).toEqual([206, `bytes ${first}-${last}/10000`])
    expect(reply.bytes.equals(bytes.subarray(first, last + 1))).toBe(true)
    expect(reply.headers['content-length']).toBe(String(last - first + 1))
  })

  test('of several ranges has them one after another', async () => {
    const reply = await get({ range: 'bytes=-2,0-1,100-109' })
    expect(reply.status).toBe(206)
    const [, boundary = ''] =
      /^multipart\/byteranges; boundary=(.+)$/.exec(reply.headers['content-type'] ?? '') ?? []
    const parts = reply.bytes.toString('latin1').split(`--${boundary}`).slice(1, -1)
    const found = parts.map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n')
      const range = /content-range: (.*)/.exec(head)?.[1]
      return [range, Buffer.from(body.join('\r\n\r\n').slice(0, -2), 'latin1').toString('hex')]
    })
    expect(found).toEqual([
      ['bytes 9998-9999/10000', bytes.subarray(-2).toString('hex')],
      ['bytes 0-1/10000', bytes.subarray(0, 2).toString('hex')],
      ['bytes 100-109/10000', bytes.subarray(100, 110).toString('hex')],
    ])
    expect(reply.headers['content-length']).toBe(String(reply.bytes.length))
  })

  const past = [`bytes=${'9'.repeat(20)}-`, `bytes=${'9'.repeat(400)}-${'9'.repeat(400)}`]
  test.each(['bytes=10000-', 'bytes=20000-30000', 'bytes=-0', 'bytes=10000-10001,-0', ...past])(
    'of %s is a 416 with the length',
    async (range) => {
      const reply = await get({ range })
      expect([reply.status, reply.body.code]).toEqual([416, 'range_not_satisfiable'])
      expect(reply.headers['content-range']).toBe('bytes */10000')
    },
  )

  test.each([
    ...['bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'bytes=1-2,x', 'bytes 1-2', 'bytes=1--2', '5-6'],
    `bytes=${Array.from({ length: 51 }, (_, n) => `${n * 2}-${n * 2}`).join(',')}`,
  ])('of nonsense is a 400: %s', async (range) => {
    const reply = await get({ range })
    expect([reply.status, reply.body.errors[0].parameter]).toEqual([400, 'Range'])
  })

  test('in an unknown unit is all of it', async () => {
    expect((await get({ range: 'lines=1-2' })).status).toBe(200)
  })

  test('is avoided by If-None-Match and If-Modified-Since', async () => {
    const modified = (await get()).headers['last-modified'] ?? ''
    for (const headers of [
      { 'if-none-match': tag },
      { 'if-none-match': `W/${tag}, "x"` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
      { 'if-none-match': tag, range: 'bytes=0-1' },
    ]) {
      const reply = await get(headers)
      expect([reply.status, reply.text, reply.headers['etag']], JSON.stringify(headers)).toEqual([
        304,
        '',
        tag,
      ])
    }
    const before = new Date(Date.parse(modified) - 1000).toUTCString()
    for (const headers of [
      { 'if-none-match': '"x"', 'if-modified-since': modified },
      { 'if-modified-since': before },
      { 'if-modified-since': 'nonsense' },
      { 'if-match': tag },
    ])
      expect((await get(headers)).status, JSON.stringify(headers)).toBe(200)
    expect((await get({ 'if-match': '"x"' })).status).toBe(412)
  })

  test('continues only if the content is the same: If-Range', async () => {
    const modified = (await get()).headers['last-modified'] ?? ''
    const range = 'bytes=10-19'
    for (const same of [tag, modified])
      expect((await get({ range, 'if-range': same })).status, same).toBe(206)
    for (const other of ['"x"', `W/${tag}`, 'Mon, 01 Jan 2024 00:00:00 GMT'])
      expect((await get({ range, 'if-range': other })).status, other).toBe(200)
    expect((await get({ range: 'bytes=99999-', 'if-range': '"x"' })).status).toBe(200)
  })

  test('of an empty file has no bytes and no ranges', async () => {
    const empty = `/v1/files/${await fixture.admin.file(place, 'empty', '')}/content`
    const reply = await get({}, empty)
    expect([reply.status, reply.bytes.length, reply.headers['content-length']]).toEqual([200, 0, '0'])
    expect((await get({ range: 'bytes=0-0' }, empty)).headers['content-range']).toBe('bytes */0')
    expect((await get({ range: 'bytes=0-' }, empty)).status).toBe(416)
    expect((await get({ range: 'bytes=-5' }, empty)).status).toBe(200)
  })
})

describe('versions', () => {
  const put = (file: string, body: string, headers: Record<string, string> = {}): Promise<Reply> =>
    fixture.admin.send('PUT', `${file}/content`, Buffer.from(body), {
      'content-type': 'text/markdown',
      ...headers,
    })

  test('are created by PUT, listed, read and restored', async () => {
    const { admin, company } = fixture
    const file = `/v1/files/${await admin.file(place, 'Plan.txt', 'one')}`
    const first = (await admin.get(file)).body.details
    const stored = await put(file, 'two')
    expect([stored.status, stored.text]).toEqual([204, ''])
    expect(stored.headers['etag']).toBe((await admin.get(`${file}/content`)).headers['etag'])
    await put(file, 'three')
    const { details } = (await admin.get(file)).body
    expect(details).toMatchObject({ version: 3, size: 5, mimeType: 'text/markdown' })
    expect(details.updatedAt > first.updatedAt).toBe(true)
    const listed = await admin.list(`${file}/versions`)
    expect(listed.items.map((item) => item.details.version)).toEqual([3, 2, 1])
    expect(listed.items[2].details).toMatchObject({
      createdBy: company.adminId,
      size: 3,
      mimeType: 'text/plain',
    })
    for (const [n, text] of ['one', 'two', 'three'].entries())
      expect((await admin.get(`${file}/versions/${n + 1}/content`)).text).toBe(text)
    await admin.ok('POST', `${file}/versions/1/restore`)
    await admin.ok('POST', `${file}/versions/1/restore`)
    expect((await admin.get(`${file}/content`)).text).toBe('one')
    expect((await admin.get(file)).body.details).toMatchObject({ version: 4, mimeType: 'text/plain' })
    for (const never of ['5', '0', '-1', '01', '1.0', 'x', '9'.repeat(30)])
      expect((await admin.get(`${file}/versions/${never}/content`)).status, never).toBe(404)
  })

  test('are created from a finished upload, which is used up', async () => {
    const { admin, company } = fixture
    const file = `/v1/files/${await admin.file(place, 'Film.txt', 'one')}`
    const add = (deferredAssetId: string, headers: Record<string, string> = {}): Promise<Reply> =>
      admin.send('POST', `${file}/versions`, { deferredAssetId }, headers)
    const { etag = '' } = (await admin.get(file)).headers
    const { id } = await admin.upload('another name.md', 'two')
    const reply = await add(id, { prefer: 'return=representation', 'if-match': etag })
    expect(reply.body.details).toMatchObject({ fileName: 'Film.txt', version: 2, size: 3 })
    expect((await admin.get(`${file}/content`)).text).toBe('two')
    expect((await admin.get(`/v1/files/uploads/${id}`)).status).toBe(404)
    expect((await add(id)).status).toBe(404)
    const late = await admin.upload('Film.txt', 'three')
    expect((await add(late.id, { 'if-match': etag })).status).toBe(412)
    // The same content again creates no version.
    expect((await add((await admin.upload('Film.md', 'two')).id)).status).toBe(204)
    expect((await admin.get(file)).body.details.version).toBe(2)
    const foreign = await (await world.person(company)).client.upload('theirs.txt', 'theirs')
    for (const wrong of [foreign.id, 'nonsense', randomUUID()]) expect((await add(wrong)).status).toBe(404)
    const unfinished = await add(fixture.ids['uploads/{uuid}'] ?? '')
    expect([unfinished.status, unfinished.body.code]).toEqual([409, 'conflict'])
  })

  test('are stored only over the content that the caller has read: If-Match', async () => {
    const file = `/v1/files/${await fixture.admin.file(place, 'Match.txt', 'one')}`
    const etag = (await get({}, `${file}/content`)).headers['etag'] ?? ''
    expect((await put(file, 'two', { 'if-match': etag })).status).toBe(204)
    const late = await put(file, 'three', { 'if-match': etag })
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed'])
    expect((await put(file, 'two', { 'if-none-match': late.headers['etag'] ?? '' })).status).toBe(412)
    expect((await get({}, `${file}/content`)).text).toBe('two')
  })

  test('with a wrong digest are not stored', async () => {
    const file = `/v1/files/${await fixture.admin.file(place, 'Digest.txt', 'one')}`
    const wrong = `sha-256=:${createHash('sha256').update('x').digest('base64')}:`
    expect((await put(file, 'two', { 'repr-digest': wrong })).body.code).toBe('digest_mismatch')
    expect((await get({}, `${file}/content`)).text).toBe('one')
  })

  test('that arrive together are all stored', async () => {
    const file = `/v1/files/${await fixture.admin.file(place, 'Many.txt', '0')}`
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => put(file, `content ${n}`)))
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(204))
    const versions = await fixture.admin.all(`${file}/versions?sort=version`)
    expect(versions.map((item) => item.details.version)).toEqual(Array.from({ length: 11 }, (_, n) => n + 1))
  })
})
