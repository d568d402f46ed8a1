import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/auth/access-token.ts'
import type { Client } from '../../support/client.ts'
import { ago } from '../../support/clock.ts'
import { makeClient, postJson, tokenFor } from '../../support/signer.ts'
import { type Company, useWorld } from '../../support/world.ts'

/** Contract section 11. */
const world = useWorld()
let company: Company
let old: Client
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  old = world.client(await tokenFor(world, await makeClient(company, { compatibility: true })))
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })).id
})

test('a create returns 201 with the bare id as text, without quotation marks or newline', async () => {
  const reply = await old.send('POST', `/v1/workspaces/${workspaceId}/tasks`, { title: 'Old' })
  expect([reply.status, reply.headers['content-type']]).toEqual([201, 'text/plain; charset=utf-8'])
  expect(reply.text).toMatch(/^[0-9A-Za-z]{22}$/)
  // PHP's stream wrapper would follow it.
  expect(reply.headers['location']).toBeUndefined()
  expect((await old.get(`/v1/tasks/${reply.text}`)).body.details.title).toBe('Old')
})

test('errors are only the message', async () => {
  const missing = await old.get('/v1/tasks/034xoOp7QM7UE5C1GyMpSt')
  expect([missing.status, missing.headers['content-type'], missing.text]).toEqual([
    404,
    'text/plain; charset=utf-8',
    'There is no such task.',
  ])
  const sorter = await old.get('/v1/tasks?sort=nonsense')
  expect([sorter.status, sorter.text]).toEqual([400, 'Invalid sorter(s): nonsense'])
  const invalid = await old.send('POST', '/v1/tasks', { title: '', workspaceId })
  expect([invalid.status, invalid.text]).toEqual([400, '"title" may not be empty.'])
})

test('an expired token, and too many requests, are only the message too', async () => {
  const credential = await makeClient(company, { compatibility: true })
  const token = await tokenFor(world, credential)
  const past = ago(1_000)
  await world.db.transaction((tx) =>
    tx.query
      .updateTable('accessTokens')
      .set({ expiresAt: past })
      .where('hash', '=', hashToken(token))
      .execute(),
  )
  const expired = await world.client(token).get('/v1/users/me')
  expect([expired.status, expired.headers['content-type'], expired.text]).toEqual([
    401,
    'text/plain; charset=utf-8',
    'Access token has expired',
  ])
  expect((await world.client('never issued').get('/v1/users/me')).headers['content-type']).toContain(
    'problem+json',
  )
})

describe('over the rate limit', () => {
  const slow = useWorld({ ATRIUM_RATE_REQUESTS_PER_SECOND: '1', ATRIUM_RATE_BURST: '3' })

  test('only the message, and the methods of the authorization server count as well', async () => {
    const theirs = await slow.company()
    const credential = await makeClient(theirs, { compatibility: true })
    const token = await tokenFor(slow, credential)
    const client = slow.client(token)
    for (let n = 0; n < 3; n += 1) await client.get('/v1/users/me')
    const refused = await client.get('/v1/users/me')
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/plain; charset=utf-8'])
    const introspected = await postJson(
      slow.app.server,
      '/oauth2/introspect',
      { token },
      { authorization: `Bearer ${token}` },
    )
    expect([introspected.status, introspected.body.error]).toEqual([429, 'temporarily_unavailable'])
    expect(introspected.headers['ratelimit']).toMatch(/^"requests"/)
  })
})

test('unknown members and parameters are ignored, wrong values are not', async () => {
  const made = await old.send('POST', '/v1/tasks', { title: 'X', workspaceId, colour: 'red', spaceHash: 1 })
  expect(made.status).toBe(201)
  expect((await old.get('/v1/tasks?colour=red&limit=1')).body.items).toHaveLength(1)
  expect((await old.send('PUT', `/v1/tasks/${made.text}`, { title: 'Y', colour: 'red' })).status).toBe(204)
  expect((await old.send('PUT', `/v1/tasks/${made.text}`, { priority: 9 })).status).toBe(400)
  expect((await old.get('/v1/tasks?limit=0')).status).toBe(400)
  expect((await old.send('DELETE', `/v1/tasks/${made.text}`, { any: 'thing' })).status).toBe(204)
})

test('nothing else differs: records, lists and 204 are the same', async () => {
  const { id } = await company.admin.create('/v1/tasks', { title: 'Same', workspaceId })
  expect((await old.get(`/v1/tasks/${id}`)).text).toBe((await company.admin.get(`/v1/tasks/${id}`)).text)
  expect((await old.get('/v1/tasks?limit=2')).body.items).toEqual(
    (await company.admin.get('/v1/tasks?limit=2')).body.items,
  )
  expect((await old.send('POST', `/v1/tasks/${id}/updateDetails`, { title: 'Changed' })).status).toBe(204)
})

test('a bare id can be repeated with an Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'bare' }
  const first = await old.send('POST', '/v1/tasks', { title: 'Once', workspaceId }, headers)
  const again = await old.send('POST', '/v1/tasks', { title: 'Once', workspaceId }, headers)
  expect([again.text, again.headers['content-type'], again.headers['idempotency-replayed']]).toEqual([
    first.text,
    'text/plain; charset=utf-8',
    'true',
  ])
})

test('no 201 has a Location, not even one with a secret; a resumable upload needs it', async () => {
  const client = { name: 'Other', actAs: company.adminId }
  const task = { title: 'Repeated', workspaceId }
  for (const made of [
    await old.send('POST', '/v1/clients', client),
    await old.send('POST', '/v1/files/upload', 'x', {
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename=Offer for Acme.txt',
    }),
    await old.send('POST', '/v1/tasks', task, { 'idempotency-key': 'there' }),
    await old.send('POST', '/v1/tasks', task, { 'idempotency-key': 'there' }),
  ])
    expect([made.status, made.headers['location']]).toEqual([201, undefined])
  const begin = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': 'filename eA==' }
  const begun = await old.send('POST', '/v1/files/uploads', undefined, begin)
  expect(begun.headers['location']).toMatch(/^\/v1\/files\/uploads\//)
  const modern = await company.admin.send('POST', '/v1/tasks', { title: 'Modern', workspaceId })
  expect(modern.headers['location']).toBe(`/v1/tasks/${modern.body.id}`)
})

test('a filter value that a fixed choice does not have gives an empty list', async () => {
  const path = `/v1/tasks?filter=${encodeURIComponent('status="open"')}`
  expect((await old.ok('GET', path)).body).toEqual({ items: [], links: {} })
  expect((await company.admin.get(path)).status).toBe(400)
  const people = `/v1/users?filter=${encodeURIComponent('userType="internal"')}`
  expect((await old.ok('GET', people)).body.items).toEqual([])
  const report = { reportName: 'Old', source: 'tasks', filter: 'status="open"', columns: ['title'] }
  expect((await company.admin.send('POST', '/v1/reports', report)).status).toBe(400)
  const { text: id } = await old.ok('POST', '/v1/reports', report)
  expect((await company.admin.ok('GET', `/v1/reports/${id}/records`)).body.items).toEqual([])
})

test('Accept: text/plain returns the bare id to anyone', async () => {
  const reply = await company.admin.send(
    'POST',
    '/v1/tasks',
    { title: 'Plain', workspaceId },
    { accept: 'text/plain' },
  )
  expect([reply.status, reply.text.length]).toEqual([201, 22])
})
