import { beforeAll, describe, expect, test } from 'vitest'
import {
  buildFixtures,
  type Fixture,
  type Fixtures,
  lastingFixtures,
  nameOf,
  pathOf,
  queryFor,
  requestFor,
} from '../api/fixture.ts'
import { useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let fixtures: Fixtures
let fixture: Fixture
let task: string

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  fixture = fixtures.of({ path: '/v1/tasks' })
  task = `/v1/tasks/${fixture.ids['tasks/{taskId}']}`
})

describe('Accept', () => {
  test.each([
    ['application/json', 200],
    ['application/*', 200],
    ['*/*', 200],
    ['text/html, application/json;q=0.1', 200],
    ['text/html, */*;q=0.1', 200],
    ['APPLICATION/JSON', 200],
    ['', 200],
    ['text/html', 406],
    ['text/plain', 406],
    ['application/json;q=0', 406],
    ['application/json;q=0, */*', 406],
    ['application/problem+json', 406],
  ])('%s on a record: %i', async (accept, status) => {
    for (const verb of ['GET', 'HEAD'])
      expect((await fixture.admin.send(verb, task, undefined, { accept })).status).toBe(status)
  })

  test('application/json is accepted by every method, and an unacceptable type has no effect', async () => {
    const fixtureFor = lastingFixtures(world, fixtures)
    for (const operation of world.app.operations) {
      const fresh = await fixtureFor(operation)
      const send = async (accept: string) => {
        const { body, headers } = requestFor(operation, fresh)
        const path = pathOf(operation, fresh) + (await queryFor(operation, fresh))
        return fresh.admin.send(operation.method, path, body, { ...headers, accept })
      }
      const { answer } = operation
      // Content has its own type, and resumable uploads answer with headers only.
      const hasBody = answer !== 'nothing' && !['changed', 'content', 'status'].some((form) => form in answer)
      if (hasBody) expect((await send('image/png')).status, nameOf(operation)).toBe(406)
      // A file without a preview has none in any format.
      if (operation.path.endsWith('/preview')) continue
      expect((await send('application/json')).status, nameOf(operation)).toBeLessThan(300)
    }
  })

  test('text/plain returns the bare id of the created record', async () => {
    for (const operation of world.app.operations) {
      const { answer, secretAnswer } = operation
      if (typeof answer !== 'object' || !('created' in answer) || secretAnswer) continue
      const own = fixtures.of(operation)
      const { body, headers } = requestFor(operation, own)
      const path = pathOf(operation, own)
      const reply = await own.admin.send('POST', path, body, { ...headers, accept: 'text/plain' })
      expect([reply.status, reply.headers['content-type']], nameOf(operation)).toEqual([
        201,
        'text/plain; charset=utf-8',
      ])
      // An upload has a UUID until it becomes a file.
      expect(reply.text, nameOf(operation)).toMatch(/^([0-9A-Za-z]{22}|[0-9a-f-]{36})$/)
      expect(reply.headers['location']?.endsWith(`/${reply.text}`), nameOf(operation)).toBe(true)
    }
  })

  test('clients that accept both get JSON', async () => {
    const workspaceId = fixture.ids['workspaces/{workspaceId}']
    for (const [accept, type] of [
      ['text/plain, application/json', 'application/json; charset=utf-8'],
      ['*/*', 'application/json; charset=utf-8'],
      ['application/json;q=0.5, text/plain', 'text/plain; charset=utf-8'],
      ['text/*', 'text/plain; charset=utf-8'],
    ] as const) {
      const body = { title: 'Both', workspaceId }
      const reply = await fixture.admin.send('POST', '/v1/tasks', body, { accept })
      expect([reply.status, reply.headers['content-type']], accept).toEqual([201, type])
    }
  })
})

describe('Accept: text/csv', () => {
  test.each([
    ['text/csv', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv, application/json', 'application/json'],
    ['text/csv, application/json;q=0.9', 'text/csv'],
    ['*/*', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
  ])('a list as %s is %s', async (given, type) => {
    const reply = await fixture.admin.get('/v1/tasks', { accept: given })
    expect([reply.status, reply.headers['content-type']?.split(';')[0]]).toEqual([200, type])
    const head = await fixture.admin.send('HEAD', '/v1/tasks', undefined, { accept: given })
    expect([head.status, head.text, head.headers['content-type']]).toEqual([
      200,
      '',
      reply.headers['content-type'],
    ])
  })

  test('is not a format of a record or of a write', async () => {
    const accept = 'text/csv'
    expect((await fixture.admin.get('/v1/users/me', { accept })).status).toBe(406)
    const body = { title: 'x', workspaceId: fixture.ids['workspaces/{workspaceId}'] }
    expect((await fixture.admin.send('POST', '/v1/tasks', body, { accept })).status).toBe(406)
  })
})

describe('headers of every response', () => {
  test('caching and CORS, on success and failure', async () => {
    const replies = [
      await fixture.admin.get(task),
      await fixture.admin.send('PUT', task, {}),
      await fixture.admin.send('HEAD', '/v1/tasks'),
      await fixture.admin.get('/v1/nonsense'),
      await fixture.admin.get('/v1/tasks/%ff'),
      await fixture.admin.get(`/v1/tasks/${'x'.repeat(300)}`),
      await world.nobody.get(task),
      await world.nobody.send('OPTIONS', task),
      await fixture.admin.send('PATCH', task, {}),
    ]
    for (const { headers, status } of replies) {
      expect(headers['cache-control'], String(status)).toBe('private, no-cache')
      expect(headers['vary'], String(status)).toBe('Authorization, Accept, Accept-Encoding')
      expect(headers['access-control-allow-origin'], String(status)).toBe('*')
      expect(headers['access-control-allow-credentials'], String(status)).toBeUndefined()
      expect(headers['x-request-id'], String(status)).toMatch(/^[0-9A-Za-z]{22}$/)
      expect(headers['access-control-expose-headers'], String(status)).toContain('ETag')
    }
    expect(new Set(replies.map(({ headers }) => headers['x-request-id'])).size).toBe(replies.length)
  })

  test('a preflight needs no token', async () => {
    const reply = await world.nobody.send('OPTIONS', task, undefined, {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization, if-match',
    })
    expect([reply.status, reply.headers['access-control-allow-methods']]).toEqual([
      204,
      'DELETE, GET, HEAD, OPTIONS, PUT',
    ])
    for (const header of ['Authorization', 'If-Match', 'Idempotency-Key', 'Prefer', 'Content-Type'])
      expect(reply.headers['access-control-allow-headers']).toContain(header)
  })

  test('a caller’s request id and host are not used', async () => {
    const reply = await fixture.admin.get('/v1/tasks?limit=1', {
      'x-request-id': 'mine',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    expect(reply.headers['x-request-id']).not.toBe('mine')
    expect(reply.text).not.toContain('evil.example')
  })

  test('cookies do not authenticate', async () => {
    const token = await world.token(fixture.company, fixture.company.adminId)
    const reply = await world.nobody.get(task, { cookie: `access_token=${token}; authorization=${token}` })
    expect(reply.status).toBe(401)
    expect((await world.nobody.get(`${task}?access_token=${token}`)).status).toBe(401)
  })
})
