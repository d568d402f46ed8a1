import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'

const world = useWorld({
  ...unlimited,
  ATRIUM_UNCLAIMED_UPLOADS: '3',
  ATRIUM_UNCLAIMED_BYTES: '1000',
  ATRIUM_FILE_LIMIT: '600',
})

const name = { 'content-disposition': 'attachment; filename=x', 'content-type': 'x/y' }
const send = (client: Client, bytes: number) =>
  client.send('POST', '/v1/files/upload', Buffer.alloc(bytes, crypto.randomUUID()), name)
const begin = (client: Client, bytes: number, headers = {}) =>
  client.send('POST', '/v1/files/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes),
    'upload-metadata': 'filename eA==',
    ...headers,
  })
const refused = [409, 'too_many_uploads']

test('a person has at most so many uploads that are not files; others are not affected', async () => {
  const company = await world.company()
  const { admin } = company
  const first = await send(admin, 1)
  const resumable = await begin(admin, 5)
  expect([first.status, resumable.status, (await send(admin, 1)).status]).toEqual([201, 201, 201])
  for (const reply of [await send(admin, 1), await begin(admin, 0)])
    expect([reply.status, reply.body.code]).toEqual(refused)
  const { client: other } = await world.person(company)
  expect((await send(other, 1)).status).toBe(201)
  // What has become a file, or is deleted, does not count.
  const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Room' })
  await admin.ok('POST', `/v1/workspaces/${id}/files`, { deferredAssetIds: [first.body.id] })
  await admin.ok('DELETE', resumable.headers['location'] ?? '', undefined, { 'tus-resumable': '1.0.0' })
  for (const reply of [await send(admin, 1), await begin(admin, 1)]) expect(reply.status).toBe(201)
  expect((await send(admin, 1)).status).toBe(409)
})

test('a repeated request gets its stored response even if it was the last upload allowed', async () => {
  const { admin } = await world.company()
  const [content, key] = [Buffer.from(crypto.randomUUID()), crypto.randomUUID()]
  const once = () => admin.send('POST', '/v1/files/upload', content, { ...name, 'idempotency-key': key })
  const started = () => begin(admin, 5, { 'idempotency-key': `${key} resumable` })
  const [upload, resumable] = [await once(), await started()]
  expect((await send(admin, 1)).status).toBe(201)
  expect((await send(admin, 1)).status).toBe(409)
  const again = [await once(), await started()]
  expect(again.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
    [201, 'true'],
    [201, 'true'],
  ])
  expect(again[0]?.body.id).toBe(upload.body.id)
  expect(again[1]?.headers['location']).toBe(resumable.headers['location'])
})

test('nor more bytes than allowed, announced or not', async () => {
  const { admin } = await world.company()
  expect((await send(admin, 600)).status).toBe(201)
  expect((await begin(admin, 300)).status).toBe(201)
  for (const reply of [await send(admin, 101), await begin(admin, 101)])
    expect([reply.status, reply.body.code]).toEqual(refused)
  const streamed = await world.app.server.inject({
    method: 'POST',
    url: '/v1/files/upload',
    headers: { ...name, authorization: await bearer(await world.company()), 'transfer-encoding': 'chunked' },
    payload: Readable.from([Buffer.alloc(100)]),
  })
  expect(streamed.statusCode).toBe(201)
  expect((await send(admin, 100)).status).toBe(201)
})

test('a company gets room again when uploads have expired', async () => {
  const { admin, companyNo } = await world.company()
  for (const _ of [1, 2, 3]) expect((await send(admin, 1)).status).toBe(201)
  await world.db.transaction((tx) =>
    tx.query
      .updateTable('deferredAssets')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('companyNo', '=', companyNo)
      .execute(),
  )
  expect((await send(admin, 1)).status).toBe(201)
})

test('many at once do not overrun the limit', async () => {
  const { admin } = await world.company()
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(admin, 10)))
  expect(replies.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(3).fill(201),
    ...Array<number>(7).fill(409),
  ])
})

test('uploads whose bodies are still arriving count, in either way, and new versions of files too', async () => {
  const company = await world.company()
  const { admin } = company
  const workspace = await admin.create('/v1/workspaces', { workspaceName: 'Slow' })
  const file = await admin.file(`/v1/workspaces/${workspace.id}`, 'a.txt', 'a')
  const authorization = await bearer(company)
  const arriving = (method: 'POST' | 'PUT', url: string) => {
    const payload = new PassThrough()
    const reply = world.app.server.inject({
      method,
      url,
      headers: { ...name, authorization, 'transfer-encoding': 'chunked' },
      payload,
    })
    return { payload, reply }
  }
  const content = `/v1/files/${file}/content`
  const slow = [
    arriving('POST', '/v1/files/upload'),
    arriving('POST', '/v1/files/upload'),
    arriving('PUT', content),
  ]
  for (const { payload, reply } of slow) {
    payload.write('x')
    // The request is handled once `inject` is awaited or chained.
    reply.then(() => undefined)
  }
  const replace = () => admin.send('PUT', content, Buffer.from('b'), { 'content-type': 'x/y' })
  await expect.poll(async () => await arrivingNow()).toBe(3)
  for (const reply of [await replace(), await send(admin, 1)])
    expect([reply.status, reply.body.code]).toEqual(refused)
  for (const { payload } of slow) payload.end()
  expect((await Promise.all(slow.map(({ reply }) => reply))).map(({ statusCode }) => statusCode)).toEqual([
    201, 201, 204,
  ])
  expect((await send(admin, 1)).status).toBe(201)
})

async function arrivingNow(): Promise<number> {
  let count = 0
  for await (const _ of world.blobs.unconfirmed()) count += 1
  return count
}

async function bearer(company: Company): Promise<string> {
  return `Bearer ${await world.token(company, company.adminId)}`
}
