import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  bodyFor,
  buildFixtures,
  contentsOfBoth,
  type Fixture,
  type Fixtures,
  nameOf,
  pathOf,
  referenceTo,
} from '../api/fixture.ts'
import { unlimited, useWorld } from '../support/world.ts'

const limit = 2_048
const world = useWorld({ ...unlimited, ATRIUM_BODY_LIMIT: String(limit) })
let fixtures: Fixtures
let fixture: Fixture
let task: string

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  fixture = fixtures.of({ path: '/v1/tasks' })
  task = `/v1/tasks/${fixture.ids['tasks/{taskId}']}`
})

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('a body that cannot be parsed', () => {
  const unreadable: [string, string | Buffer, string][] = [
    ['half of it', '{"title":', 'invalid_json'],
    ['a comma too many', '{"title":"a",}', 'invalid_json'],
    ['a name without quotation marks', '{title:"a"}', 'invalid_json'],
    ['a comment', '{"title":"a"} // b', 'invalid_json'],
    ['two values', '{} {}', 'invalid_json'],
    ['spaces', '   ', 'invalid_json'],
    ['NaN', '{"priority":NaN}', 'invalid_json'],
    ['a member twice', '{"title":"a","title":"a"}', 'invalid_json'],
    ['a member twice, once escaped', '{"title":"a","\\u0074itle":"a"}', 'invalid_json'],
    ['a member twice, deep inside', '{"customFields":[{"value":1,"value":2}]}', 'invalid_json'],
    ['invalid UTF-8', Buffer.from('7b227469746c65223a22ff227d', 'hex'), 'invalid_json'],
    ['half a surrogate pair in UTF-8', Buffer.from('7b227469746c65223a22eda080227d', 'hex'), 'invalid_json'],
    ['another encoding', Buffer.from('{"title":"a"}', 'utf16le'), 'invalid_json'],
    ['a list', '[]', 'invalid_request'],
    ['a text', '"title"', 'invalid_request'],
    ['a number', '7', 'invalid_request'],
    ['null', 'null', 'invalid_request'],
    ['nothing', '', 'invalid_request'],
    ['deep lists', nested(64), 'invalid_request'],
    ['a deep member', `{"title":${nested(63)}}`, 'invalid_request'],
    ['a deep unknown member', `{"nonsense":${nested(63)}}`, 'invalid_request'],
    ['very deep lists', nested(900), 'invalid_json'],
    ['a very deep member', `{"title":${nested(900)}}`, 'invalid_json'],
    ['a very deep unknown member', `{"nonsense":${nested(900)}}`, 'invalid_json'],
  ]

  test.each(unreadable)('%s is a 400 everywhere, and nothing happens', async (_, body, code) => {
    const before = await contentsOfBoth(world, fixtures)
    for (const operation of world.app.operations) {
      // Content is accepted as it is.
      if (operation.body === undefined || 'content' in operation.body) continue
      // An empty body is accepted where a body is optional.
      const optional = 'members' in operation.body && operation.body.optional === true
      if (optional && (body === '' || body === 'null')) continue
      const own = fixtures.of(operation)
      const reply = await own.admin.send(operation.method, pathOf(operation, own), body)
      expect([reply.status, reply.body?.code], nameOf(operation)).toEqual([400, code])
      expect(reply.body.title).toBe('Invalid Request')
      expect(reply.body.message.length).toBeLessThan(400)
    }
    expect(await contentsOfBoth(world, fixtures)).toEqual(before)
  })

  test('names of inherited JavaScript properties are nothing special', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const reply = await fixture.admin.send('PUT', task, `{"${name}":{"title":"polluted"}}`)
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, `/${name}`])
    }
    expect(({} as { title?: string }).title).toBeUndefined()
  })

  test('a field in the wrong case is named, with the right spelling', async () => {
    const reply = await fixture.admin.send('PUT', task, { Title: 'x' })
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining('"title"')])
  })
})

describe('the media type', () => {
  test.each([
    ['application/json', 204],
    ['application/json; charset=utf-8', 204],
    ['Application/JSON', 204],
    ['application/merge-patch+json', 204],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonx', 415],
    ['nonsense', 415],
  ])('%s: %i', async (type, status) => {
    const reply = await fixture.admin.send('PUT', task, '{"title":"x"}', { 'content-type': type })
    expect(reply.status).toBe(status)
    if (status === 415) expect(reply.body.code).toBe('unsupported_media_type')
  })

  test('none at all, or none and no body, counts as JSON', async () => {
    const token = await world.token(fixture.company, fixture.company.adminId)
    const authorization = `Bearer ${token}`
    const put = await world.app.server.inject({
      method: 'PUT',
      url: task,
      headers: { authorization },
      payload: '{"title":"plain"}',
    })
    expect(put.statusCode).toBe(204)
    const place = `/v1/workspaces/${fixture.ids['workspaces/{workspaceId}']}`
    for (const type of ['application/json', 'text/plain'])
      expect(
        (await fixture.admin.send('POST', `${place}/restore`, undefined, { 'content-type': type })).status,
      ).toBe(204)
  })

  test('a compressed body is a 415', async () => {
    const reply = await fixture.admin.send('PUT', task, '{}', { 'content-encoding': 'gzip' })
    expect(reply.status).toBe(415)
    expect((await fixture.admin.send('PUT', task, '{}', { 'content-encoding': 'identity' })).status).toBe(204)
  })

  test('an empty body with a JSON content type counts as none where a body is optional', async () => {
    const { ids } = fixture
    const member = `/v1/workspaces/${ids['workspaces/{workspaceId}']}/members/${ids['members/{userHash}']}`
    for (const body of ['', '{}', undefined])
      expect((await fixture.admin.send('PUT', member, body)).status, `${body}`).toBe(204)
    expect((await fixture.admin.get(member)).body.details.role).toBe('Contributor')
  })
})

describe('the size', () => {
  const sized = (bytes: number): string => {
    const empty = JSON.stringify({ description: '' })
    return JSON.stringify({ description: 'x'.repeat(bytes - empty.length) })
  }

  test('of exactly the limit is accepted, one byte more is a 413 everywhere', async () => {
    expect((await fixture.admin.send('PUT', task, sized(limit))).status).toBe(204)
    const before = await contentsOfBoth(world, fixtures)
    const read = world.app.operations.filter(
      ({ method, body }) => method !== 'GET' && !(body !== undefined && 'content' in body),
    )
    for (const operation of read) {
      const own = fixtures.of(operation)
      const reply = await own.admin.send(operation.method, pathOf(operation, own), sized(limit + 1))
      expect([reply.status, reply.body.code], nameOf(operation)).toEqual([413, 'too_large'])
    }
    expect(await contentsOfBoth(world, fixtures)).toEqual(before)
  })

  test('is checked even if it is not announced', async () => {
    const token = await world.token(fixture.company, fixture.company.adminId)
    for (const [bytes, status] of [
      [limit, 204],
      [limit + 1, 413],
    ] as const) {
      const { statusCode } = await world.app.server.inject({
        method: 'PUT',
        url: task,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
        payload: Readable.from([sized(bytes).slice(0, 100), sized(bytes).slice(100)]),
      })
      expect(statusCode, `${bytes}`).toBe(status)
    }
  })

  test('is counted in bytes, not in characters', async () => {
    const body = JSON.stringify({ description: 'ä'.repeat(limit / 2) })
    expect(body.length).toBeLessThan(limit)
    expect((await fixture.admin.send('PUT', task, body)).status).toBe(413)
  })
})

test('a GET with a body gets the same response as one without', async () => {
  const reply = await fixture.admin.send('GET', task, '{"nonsense"')
  expect(reply.status).toBe(200)
})

test('a body may repeat values of the path, but not contradict them', async () => {
  const given = world.app.operations.filter(
    ({ body }) => body !== undefined && 'new' in body && (body.given ?? []).length > 0,
  )
  expect(given.length).toBeGreaterThanOrEqual(2)
  for (const operation of given) {
    const { body } = operation
    const fixture = fixtures.of(operation)
    const { ids, admin } = fixture
    const path = pathOf(operation, fixture)
    const [own] = Object.values(ids).filter((id) => id.length > 10 && path.includes(id))
    if (body === undefined || !('new' in body)) continue
    const { new: resource, given: names = [] } = body
    // A path may say more than the record it names, such as the workspace of a milestone.
    const [name = ''] = names.filter((each) => {
      const kind = resource.fields[each]?.refersTo
      return kind !== undefined && referenceTo(kind, fixture) === own
    })
    const made = await admin.create(path, { ...bodyFor(operation, fixture), [name]: own })
    expect(made.details[name]).toBe(own)
    for (const other of [ids['members/{userHash}'], null, 7]) {
      const reply = await admin.send('POST', path, { ...bodyFor(operation, fixture), [name]: other })
      expect([reply.status, reply.body.errors[0].pointer], nameOf(operation)).toEqual([400, `/${name}`])
    }
  }
})
