import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../../src/auth/access-token.ts'
import type { Client, Reply } from '../support/client.ts'
import { ago } from '../support/clock.ts'
import { useSharedWorld } from '../support/world.ts'
import {
  buildClient,
  buildFixture,
  buildFixtures,
  changesOf,
  type Fixture,
  lastingFixtures,
  nameOf,
  pathOf,
  requestFor,
} from './fixture.ts'

const world = useSharedWorld()
let fixture: Fixture
let workspaceId: string

beforeAll(async () => {
  fixture = await buildFixture(world)
  workspaceId = fixture.ids['workspaces/{workspaceId}'] ?? ''
})

const newKey = (): string => `key ${randomUUID()}`

const withKey = (
  client: Client,
  key: string,
  body: unknown,
  path = '/v1/tasks',
  headers: Record<string, string> = {},
): Promise<Reply> => client.send('POST', path, body, { 'idempotency-key': key, ...headers })

const titled = async (title: string): Promise<number> =>
  (await fixture.admin.all(`/v1/tasks?filter=${encodeURIComponent(`title="${title}"`)}`)).length

/** The response without what differs from request to request. */
function lasting({ status, headers, text }: Reply): unknown {
  const { 'x-request-id': _, date: __, 'idempotency-replayed': ___, ...others } = headers
  return { status, headers: others, text }
}

test('every POST, unless its response contains a secret, runs once and responds twice', async () => {
  const fixtures = await buildFixtures(world)
  const fixtureFor = lastingFixtures(world, fixtures)
  for (const operation of world.app.operations.filter(({ method }) => method === 'POST')) {
    const fresh = await fixtureFor(operation)
    const key = { 'idempotency-key': newKey(), prefer: 'return=representation' }
    const { body, headers } = requestFor(operation, fresh)
    const send = (sent: unknown): Promise<Reply> =>
      fresh.admin.send('POST', pathOf(operation, fresh), sent, { ...headers, ...key })
    const first = await send(body)
    expect(first.status, `${nameOf(operation)}: ${first.text}`).toBeLessThan(300)
    const log = await changesOf(world, fresh.company)
    const second = await send(body)
    if (operation.secretAnswer) {
      expect(second.headers['idempotency-replayed'], nameOf(operation)).toBeUndefined()
      expect(second.text, nameOf(operation)).not.toBe(first.text)
      continue
    }
    expect(lasting(second), nameOf(operation)).toEqual(lasting(first))
    expect(first.headers['idempotency-replayed'], nameOf(operation)).toBeUndefined()
    expect(second.headers['idempotency-replayed'], nameOf(operation)).toBe('true')
    expect(await changesOf(world, fresh.company), nameOf(operation)).toEqual(log)
  }
})

test('the response is the first one, whatever has happened to the record since', async () => {
  const key = newKey()
  const body = { title: 'First', workspaceId, externalId: 'first' }
  const made = await withKey(fixture.admin, key, body)
  await fixture.admin.ok('PUT', `/v1/tasks/${made.body.id}`, { title: 'Second' })
  expect(lasting(await withKey(fixture.admin, key, body))).toEqual(lasting(made))
  await fixture.admin.ok('DELETE', `/v1/tasks/${made.body.id}`)
  expect(lasting(await withKey(fixture.admin, key, body))).toEqual(lasting(made))
  expect((await fixture.admin.get(`/v1/tasks/${made.body.id}`)).status).toBe(404)
})

test('updateDetails with If-Match can be repeated after it has changed the record', async () => {
  const task = await fixture.admin.create('/v1/tasks', { title: 'Before', workspaceId })
  const path = `/v1/tasks/${task.id}/updateDetails`
  const tag = { 'if-match': (await fixture.admin.get(`/v1/tasks/${task.id}`)).headers['etag'] ?? '' }
  const key = newKey()
  const first = await withKey(fixture.admin, key, { title: 'After' }, path, tag)
  const again = await withKey(fixture.admin, key, { title: 'After' }, path, tag)
  expect([first.status, again.status, again.headers['idempotency-replayed']]).toEqual([204, 204, 'true'])
  expect(again.headers['etag']).toBe(first.headers['etag'])
  expect((await withKey(fixture.admin, newKey(), { title: 'After' }, path, tag)).status).toBe(412)
})

test('the same key with another request is a 422', async () => {
  const key = newKey()
  await withKey(fixture.admin, key, { title: 'Mine', workspaceId })
  for (const [body, path] of [
    [{ title: 'Other', workspaceId }, '/v1/tasks'],
    [{ workspaceId, title: 'Mine' }, '/v1/tasks'],
    [{ title: 'Mine', workspaceId }, `/v1/workspaces/${workspaceId}/tasks`],
    [undefined, `/v1/workspaces/${workspaceId}/restore`],
  ] as const) {
    const reply = await withKey(fixture.admin, key, body, path)
    expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_key_reused'])
  }
  expect(await titled('Mine')).toBe(1)
  expect(await titled('Other')).toBe(0)
})

test('many at once with one key create one record: the others are a 409, or replayed', async () => {
  const key = newKey()
  const body = { title: 'At once', workspaceId }
  const replies = await Promise.all(Array.from({ length: 20 }, () => withKey(fixture.admin, key, body)))
  const made = replies.filter(({ status }) => status === 201)
  const refused = replies.filter(({ status }) => status === 409)
  expect(made.length + refused.length).toBe(20)
  expect(new Set(made.map((reply) => reply.body.id)).size).toBe(1)
  expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
  for (const { body: problem, headers } of refused)
    expect([problem.code, headers['retry-after']]).toEqual(['idempotency_in_progress', '1'])
  expect(await titled('At once')).toBe(1)
  expect((await withKey(fixture.admin, key, body)).headers['idempotency-replayed']).toBe('true')
})

test('a request that another process is running is a 409 too', async () => {
  if (world.engine === 'sqlite') return // One process serves a SQLite file.
  const key = newKey()
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const { companyNo, adminId } = fixture.company
  const other = world.db.transaction(async (tx) => {
    await tx.tryLock(`${companyNo}/${adminId}/${key}`)
    held.resolve()
    await end.promise
  })
  await held.promise
  const body = { title: 'Elsewhere', workspaceId }
  const reply = await withKey(fixture.admin, key, body)
  end.resolve()
  await other
  expect([reply.status, reply.body.code]).toEqual([409, 'idempotency_in_progress'])
  expect((await withKey(fixture.admin, key, body)).status).toBe(201)
})

describe('the caller’s permission is checked again', () => {
  test.each([
    ['Internal', 403],
    // Callers who may no longer see the workspace get the error for a missing one.
    ['External', 400],
  ] as const)('for somebody %s who is no longer a member: %i', async (userType, status) => {
    const person = await world.person(fixture.company, { userType, workspaceId })
    const key = newKey()
    const body = { title: `Secret of ${userType}`, workspaceId }
    const made = await withKey(person.client, key, body)
    expect(made.status).toBe(201)
    const inside = `/v1/workspaces/${workspaceId}/tasks`
    const insideKey = newKey()
    expect((await withKey(person.client, insideKey, { title: 'Inside' }, inside)).status).toBe(201)
    await fixture.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    const again = await withKey(person.client, key, body)
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([status, undefined])
    expect(again.text).not.toContain(made.body.id)
    expect((await withKey(person.client, insideKey, { title: 'Inside' }, inside)).status).toBe(403)
    await fixture.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    expect(lasting(await withKey(person.client, key, body))).toEqual(lasting(made))
  })

  test('for a change by somebody who has become a Reader', async () => {
    const person = await world.person(fixture.company, { workspaceId })
    const path = `/v1/tasks/${fixture.ids['tasks/{taskId}']}/updateDetails`
    const key = newKey()
    expect((await withKey(person.client, key, { title: 'x' }, path)).status).toBe(204)
    const member = `/v1/workspaces/${workspaceId}/members/${person.id}`
    await fixture.admin.ok('PUT', member, { role: 'Reader' })
    expect((await withKey(person.client, key, { title: 'x' }, path)).status).toBe(403)
  })
})

test('a failure is not stored: the key is free for the next attempt', async () => {
  const key = newKey()
  expect((await withKey(fixture.admin, key, { title: '', workspaceId })).status).toBe(400)
  expect((await withKey(fixture.admin, key, '{', '/v1/tasks')).status).toBe(400)
  const made = await withKey(fixture.admin, key, { title: 'Good', workspaceId })
  expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined])
  const conflict = newKey()
  const body = { title: 'Taken', workspaceId, externalId: 'taken' }
  const first = await fixture.admin.create('/v1/tasks', body)
  expect((await withKey(fixture.admin, conflict, body)).status).toBe(409)
  await fixture.admin.ok('DELETE', `/v1/tasks/${first.id}`)
  expect((await withKey(fixture.admin, conflict, body)).status).toBe(201)
})

test('1 to 255 printable characters', async () => {
  const body = { title: 'Keys', workspaceId }
  for (const key of ['x', 'x'.repeat(255), ' !"~ {}'])
    expect((await withKey(fixture.admin, key, body)).status, key).toBe(201)
  for (const key of ['', 'x'.repeat(256), 'a\tb', 'é']) {
    const reply = await withKey(fixture.admin, key, body)
    expect([reply.status, reply.body.code], key).toEqual([400, 'invalid_request'])
  }
  expect(await titled('Keys')).toBe(3)
})

test('two users, and two companies, have separate keys', async () => {
  const key = newKey()
  const person = await world.person(fixture.company, { workspaceId })
  const other = await buildFixture(world)
  const mine = await withKey(fixture.admin, key, { title: 'Own', workspaceId })
  const theirs = await withKey(person.client, key, { title: 'Own', workspaceId })
  const foreign = await withKey(other.admin, key, {
    title: 'Own',
    workspaceId: other.ids['workspaces/{workspaceId}'],
  })
  expect([mine.status, theirs.status, foreign.status]).toEqual([201, 201, 201])
  expect(new Set([mine.body.id, theirs.body.id, foreign.body.id]).size).toBe(3)
})

test('two clients that act as one user have separate keys', async () => {
  const { companyNo, adminId: userId } = fixture.company
  const key = newKey()
  const ids: string[] = []
  for (const name of ['One', 'Other']) {
    const { client_id: clientId } = await buildClient(world, fixture.company, name)
    const holder = { companyNo, userId, clientId }
    const client = world.client(await world.db.transaction((tx) => issueToken(tx, holder)))
    for (let n = 0; n < 2; n += 1)
      ids.push((await withKey(client, key, { title: 'Client', workspaceId })).body.id)
  }
  expect(ids[0]).toBe(ids[1])
  expect(ids[2]).toBe(ids[3])
  expect(new Set(ids).size).toBe(2)
})

test('after 24 hours the key is deleted', async () => {
  const key = newKey()
  const body = { title: 'Old', workspaceId }
  const first = await withKey(fixture.admin, key, body)
  const age = (hours: number): Promise<unknown> =>
    world.db.transaction((tx) =>
      tx.query
        .updateTable('idempotencyKeys')
        .set({ createdAt: ago(hours * 3_600_000) })
        .where('key', '=', key)
        .execute(),
    )
  await age(23.9)
  expect((await withKey(fixture.admin, key, body)).body.id).toBe(first.body.id)
  await age(24.1)
  const second = await withKey(fixture.admin, key, { ...body, title: 'New' })
  expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, undefined])
  expect((await withKey(fixture.admin, key, { ...body, title: 'New' })).body.id).toBe(second.body.id)
})

test('the format of the response is replayed too', async () => {
  const key = newKey()
  const body = { title: 'Bare', workspaceId }
  const first = await withKey(fixture.admin, key, body, '/v1/tasks', { accept: 'text/plain' })
  const second = await withKey(fixture.admin, key, body)
  expect([first.text, second.headers['content-type']]).toEqual([second.text, 'text/plain; charset=utf-8'])
})

test('on other methods the header has no effect', async () => {
  const path = `/v1/tasks/${fixture.ids['tasks/{taskId}']}`
  const key = { 'idempotency-key': '' }
  expect((await fixture.admin.get(path, key)).status).toBe(200)
  expect((await fixture.admin.send('PUT', path, { title: 'Put' }, key)).status).toBe(204)
})
