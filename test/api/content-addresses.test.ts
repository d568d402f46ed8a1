import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { topics } from '../../src/observe/topics.ts'
import type { Client, Reply } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { givePreview } from '../support/previews.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** Images, videos and downloads in a browser, which cannot send a token for them. */
const world = useSharedWorld()
let company: Company
let workspaceId = ''
let file = ''

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Pictures' })).id
  file = await company.admin.file(`/v1/workspaces/${workspaceId}`, 'notes.txt', '0123456789')
})

const addressOf = async (client: Client, body?: object, id = file): Promise<string> =>
  (await client.ok('POST', `/v1/files/${id}/addresses`, body)).body.address

const open = (address: string, headers?: Record<string, string>): Promise<Reply> =>
  world.nobody.get(address, headers)

test('an address serves the content without a token, with ranges and conditional requests', async () => {
  const { admin } = company
  const reply = await admin.ok('POST', `/v1/files/${file}/addresses`, { seconds: 60 })
  expect(reply.headers['cache-control']).toBe('no-store')
  const { address, expiresAt } = reply.body
  expect(address).toMatch(/^\/content\/[\w-]{100,400}$/)
  expect(Date.parse(expiresAt) - clock.now()).toBeGreaterThan(50_000)
  const whole = await open(address)
  expect([whole.status, whole.text]).toEqual([200, '0123456789'])
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': 'attachment; filename="notes.txt"',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(whole.headers['access-control-allow-origin']).toBeUndefined()
  const part = await open(address, { range: 'bytes=2-4' })
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await open(address, { range: 'bytes=20-' })).status).toBe(416)
  const again = await open(address, { 'if-none-match': whole.headers['etag'] ?? '' })
  expect([again.status, again.text]).toEqual([304, ''])
  const head = await world.nobody.send('HEAD', address)
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10'])
  expect((await world.nobody.send('POST', address)).status).toBe(405)
})

test('an address stays with its version', async () => {
  const { admin } = company
  const id = await admin.file(`/v1/workspaces/${workspaceId}`, 'versions.txt', 'first')
  const first = await addressOf(admin, {}, id)
  await admin.ok('PUT', `/v1/files/${id}/content`, 'second', { 'content-type': 'text/plain' })
  expect((await open(first)).text).toBe('first')
  expect((await open(await addressOf(admin, {}, id))).text).toBe('second')
  expect((await open(await addressOf(admin, { version: 1 }, id))).text).toBe('first')
  const none = await admin.send('POST', `/v1/files/${id}/addresses`, { version: 3 })
  expect(none.status).toBe(404)
})

test('a preview has its own address', async () => {
  const { admin } = company
  const id = await admin.file(`/v1/workspaces/${workspaceId}`, 'picture.png', 'not really a picture')
  const address = await addressOf(admin, { variant: 'preview' }, id)
  expect((await open(address)).status).toBe(404)
  await givePreview(world, id)
  const shown = await open(address)
  expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
})

test('many at once: each file succeeds or fails individually', async () => {
  const { admin } = company
  const other = await world.company()
  const place = await other.admin.create('/v1/workspaces', { workspaceName: 'Theirs' })
  const theirs = await other.admin.file(`/v1/workspaces/${place.id}`, 'theirs.txt')
  const { body } = await admin.ok('POST', '/v1/files/addresses', { fileIds: [theirs, file] })
  expect(body.responses).toEqual([
    { requestId: theirs, status: 404, body: 'There is no such file.' },
    { requestId: file, status: 200, body: expect.stringMatching(/^\/content\//) },
  ])
  expect((await open(body.responses[1].body)).text).toBe('0123456789')
  const none = await admin.ok('POST', '/v1/files/addresses', { fileIds: [] })
  expect(none.body.responses).toEqual([])
  const many = Array.from({ length: 501 }, (_, n) => `034xoOp7QM7UE5C1GyM${String(n).padStart(3, '0')}`)
  expect((await admin.send('POST', '/v1/files/addresses', { fileIds: many })).status).toBe(400)
  for (const seconds of [0, 3_601, 'x'])
    expect((await admin.send('POST', '/v1/files/addresses', { fileIds: [file], seconds })).status).toBe(400)
})

describe('an address stops working', () => {
  test('after its time', async () => {
    const address = await addressOf(company.admin, { seconds: 60 })
    expect((await open(address)).status).toBe(200)
    time.pass(60_000)
    expect((await open(address)).status).toBe(404)
    // A page that stays open asks for it again, which is no failed sign-in; a made-up address is.
    let failed = 0
    const stop = topics.attemptFailed.subscribe(({ route }) => {
      if (route === '/content/*') failed += 1
    })
    expect((await open(address)).status).toBe(404)
    expect(failed).toBe(0)
    expect((await open('/content/x')).status).toBe(404)
    expect(failed).toBe(1)
    stop()
  })

  test('when somebody changes it', async () => {
    const address = await addressOf(company.admin)
    const changed = `${address.slice(0, -2)}${address.endsWith('AA') ? 'BB' : 'AA'}`
    for (const wrong of [
      changed,
      '/content/',
      '/content/x',
      `${address}x`,
      '/content/%00',
      `${address}/more`,
    ])
      expect((await open(wrong)).status, wrong).toBe(404)
    expect((await open('/content/%zz')).status).toBe(400)
  })

  test('when its creator may no longer see the file, is deactivated, or the file is in the trash', async () => {
    const { admin } = company
    const id = await admin.file(`/v1/workspaces/${workspaceId}`, 'closed.txt', 'closed')
    const member = await world.person(company, { workspaceId, role: 'Reader' })
    const mine = await addressOf(member.client, {}, id)
    const ours = await addressOf(admin, {}, id)
    expect((await open(mine)).text).toBe('closed')
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${member.id}`)
    expect((await open(mine)).status).toBe(404)
    expect((await open(ours)).status).toBe(200)
    await admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${member.id}`, { role: 'Reader' })
    expect((await open(mine)).status).toBe(200)
    await admin.ok('PUT', `/v1/users/${member.id}`, { status: 'Inactive' })
    expect((await open(mine)).status).toBe(404)
    await admin.ok('DELETE', `/v1/files/${id}`)
    expect((await open(ours)).status).toBe(404)
  })
})

test('active content is always an attachment in a sandbox', async () => {
  const { admin } = company
  for (const [name, content] of [
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['feed.xml', '<?xml version="1.0"?><x/>'],
  ] as const) {
    const id = await admin.file(`/v1/workspaces/${workspaceId}`, name, content)
    const { headers } = await open(await addressOf(admin, {}, id))
    expect(headers['content-disposition'], name).toMatch(/^attachment;/)
    expect(headers['content-security-policy'], name).toContain('sandbox')
    expect(headers['x-content-type-options'], name).toBe('nosniff')
  }
})
