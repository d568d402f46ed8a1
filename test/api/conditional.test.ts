import { beforeAll, describe, expect, test } from 'vitest'
import { isPaged } from '../../src/http/operation.ts'
import { useSharedWorld } from '../support/world.ts'
import {
  bodyFor,
  buildFixtures,
  changesOf,
  type Fixture,
  type Fixtures,
  nameOf,
  pathOf,
  recordPathOf,
} from './fixture.ts'

const world = useSharedWorld()
let fixtures: Fixtures
/** The company that organizes by groups. */
let fixture: Fixture
let task: string

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  fixture = fixtures.of({ path: '/v1/tasks' })
  task = `/v1/tasks/${fixture.ids['tasks/{taskId}']}`
})

const tagOf = async (path: string, { admin } = fixture): Promise<string> =>
  (await admin.ok('GET', path)).headers['etag'] ?? ''

describe('ETag', () => {
  test('is on every record, and If-None-Match returns 304', async () => {
    for (const operation of world.app.operations) {
      const { method, answer } = operation
      if (method !== 'GET' || typeof answer !== 'object' || !('one' in answer)) continue
      const own = fixtures.of(operation)
      const path = pathOf(operation, own)
      const tag = await tagOf(path, own)
      expect(tag, nameOf(operation)).toMatch(/^"[0-9a-z]+\.[\w-]{27}"$/)
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*'])
        for (const verb of ['GET', 'HEAD']) {
          const reply = await own.admin.send(verb, path, undefined, { 'if-none-match': known })
          expect([reply.status, reply.text, reply.headers['etag']], nameOf(operation)).toEqual([304, '', tag])
          expect(reply.headers['cache-control']).toBe('private, no-cache')
          expect(reply.headers['vary']).toBe('Authorization, Accept, Accept-Encoding')
        }
      for (const other of ['"x"', '', tag.slice(1, -1)])
        expect((await own.admin.get(path, { 'if-none-match': other })).status).toBe(200)
    }
  })

  test('is on every page of a list, and If-None-Match gives 304 until something on it changes', async () => {
    const { operations } = world.app
    const lists = operations.filter((operation) => isPaged(operation))
    expect(lists.length).toBeGreaterThan(40)
    for (const operation of lists) {
      const own = fixtures.of(operation)
      const path = `${pathOf(operation, own)}?limit=1`
      const first = await own.admin.ok('GET', path)
      const tag = first.headers['etag'] ?? ''
      expect(tag, nameOf(operation)).toMatch(/^"[\w-]{27}"$/)
      // The cursors in its links are the same each time, and so is the body.
      expect((await own.admin.ok('GET', path)).text).toBe(first.text)
      for (const verb of ['GET', 'HEAD']) {
        const reply = await own.admin.send(verb, path, undefined, { 'if-none-match': `"x", W/${tag}` })
        expect([reply.status, reply.text, reply.headers['etag']], nameOf(operation)).toEqual([304, '', tag])
        expect(reply.headers['cache-control']).toBe('private, no-cache')
      }
      expect((await own.admin.get(path, { 'if-none-match': '"x"' })).status).toBe(200)
    }
    const before = await tagOf('/v1/tasks')
    await fixture.admin.ok('PUT', task, { title: 'One more title' })
    expect((await fixture.admin.get('/v1/tasks', { 'if-none-match': before })).status).toBe(200)
    // A list as CSV has none.
    const csv = await fixture.admin.get('/v1/tasks', { accept: 'text/csv', 'if-none-match': '*' })
    expect([csv.status, csv.headers['etag']]).toEqual([200, undefined])
  })

  test('changes with the body, and PUT returns the new one', async () => {
    const before = await tagOf(task)
    const changed = await fixture.admin.ok('PUT', task, { title: 'Another' })
    expect([changed.status, changed.text]).toEqual([204, ''])
    expect(changed.headers['etag']).toBe(await tagOf(task))
    expect(changed.headers['etag']).not.toBe(before)
    expect((await fixture.admin.get(task, { 'if-none-match': before })).status).toBe(200)
  })

  test('changes when something outside of the record changes its representation', async () => {
    const place = fixture.ids['workspaces/{workspaceId}']
    const member = `/v1/workspaces/${place}/members/${fixture.ids['members/{userHash}']}`
    const before = await tagOf(member)
    await fixture.admin.ok('PUT', `/v1/users/${fixture.ids['members/{userHash}']}`, { fullName: 'Renamed' })
    expect(await tagOf(member)).not.toBe(before)
  })

  test('does not change with lastSeenAt, which is not in the change log either', async () => {
    const person = await world.person(fixture.company)
    const path = `/v1/users/${person.id}`
    const before = await fixture.admin.ok('GET', path)
    const log = await changesOf(world, fixture.company)
    expect(before.body.details.lastSeenAt).toBeNull()
    await person.client.ok('GET', '/v1/users/me')
    const after = await fixture.admin.ok('GET', path)
    expect(after.body.details.lastSeenAt).toMatch(/Z$/)
    expect(after.headers['etag']).toBe(before.headers['etag'])
    expect(after.body.details.updatedAt).toBe(before.body.details.updatedAt)
    expect(await changesOf(world, fixture.company)).toEqual(log)
    // "Written at most once an hour": the next requests leave it unchanged.
    await person.client.ok('GET', '/v1/users/me')
    expect((await fixture.admin.ok('GET', path)).text).toBe(after.text)
  })
})

test('a PUT that changes nothing keeps updatedAt and ETag, and is not logged', async () => {
  for (const operation of world.app.operations) {
    const { method, body } = operation
    if (method === 'GET' || body === undefined || !('change' in body)) continue
    const own = fixtures.of(operation)
    const path = pathOf(operation, own)
    const first = await own.admin.ok(method, path, bodyFor(operation, own))
    const record = path.replace('/updateDetails', '')
    const before = await own.admin.ok('GET', record)
    const log = await changesOf(world, own.company)
    for (const nothing of [{}, { externalId: before.body.details.externalId }, before.body.details]) {
      const reply = await own.admin.ok(method, path, nothing)
      expect([reply.status, reply.headers['etag']], nameOf(operation)).toEqual([204, first.headers['etag']])
    }
    expect((await own.admin.ok('GET', record)).text, nameOf(operation)).toBe(before.text)
    expect(await changesOf(world, own.company), nameOf(operation)).toEqual(log)
  }
})

describe('Prefer: return=representation', () => {
  test('returns the changed record on every PUT and updateDetails', async () => {
    for (const operation of world.app.operations) {
      const { answer, method } = operation
      if (typeof answer !== 'object' || !('changed' in answer)) continue
      const own = fixtures.of(operation)
      const path = pathOf(operation, own)
      const body = operation.body && bodyFor(operation, own)
      const reply = await own.admin.ok(method, path, body, { prefer: 'return=representation' })
      const record = await own.admin.ok('GET', pathOf({ path: recordPathOf(operation) }, own))
      expect([reply.status, reply.text], nameOf(operation)).toEqual([200, record.text])
      expect(reply.headers['etag'], nameOf(operation)).toBe(record.headers['etag'])
      expect(reply.headers['preference-applied'], nameOf(operation)).toBe('return=representation')
    }
  })

  test.each([
    ['respond-async, return=representation', 200],
    ['RETURN="representation"; foo=bar', 200],
    ['return=minimal', 204],
    ['return=representations', 204],
    ['noreturn=representation', 204],
  ])('%s: %i', async (prefer, status) => {
    expect((await fixture.admin.send('PUT', task, {}, { prefer })).status).toBe(status)
  })
})

test('If-None-Match on a write: only for another state, or where nothing exists yet', async () => {
  const { ids, admin } = fixture
  const place = `/v1/workspaces/${ids['workspaces/{workspaceId}']}`
  const own = await tagOf(task)
  for (const [method, path, body, tag] of [
    ['PUT', task, {}, '*'],
    ['PUT', task, {}, own],
    ['DELETE', task, undefined, `W/${own}`],
    ['PUT', `${place}/members/${ids['members/{userHash}']}`, { role: 'Reader' }, '*'],
  ] as const) {
    const reply = await admin.send(method, path, body, { 'if-none-match': tag })
    expect([reply.status, reply.body.code], `${method} ${path} ${tag}`).toEqual([412, 'precondition_failed'])
  }
  const fresh = await world.person(fixture.company)
  await admin.ok('PUT', `${place}/members/${fresh.id}`, undefined, { 'if-none-match': '*' })
  await admin.ok('PUT', task, { title: 'Other state' }, { 'if-none-match': '"x"' })
})

describe('If-Match without a record', () => {
  test('is a 412 for people who are not members, even with *', async () => {
    const { ids, company } = fixture
    const path = `/v1/workspaces/${ids['workspaces/{workspaceId}']}/members/${ids['users/{userHash}']}`
    const token = await world.token(company, company.adminId)
    const log = await changesOf(world, company)
    for (const method of ['PUT', 'DELETE'] as const)
      for (const tag of ['"x"', '*']) {
        const { status } = await world.client(token).send(method, path, undefined, { 'if-match': tag })
        expect(status, `${method} ${tag}`).toBe(412)
      }
    expect(await changesOf(world, company)).toEqual(log)
  })
})
