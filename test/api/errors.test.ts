import { beforeAll, describe, expect, test } from 'vitest'
import { describeProblem, type ProblemCode } from '../../src/base/errors.ts'
import type { Reply } from '../support/client.ts'
import { useSharedWorld } from '../support/world.ts'
import { buildFixture, type Fixture } from './fixture.ts'

/** Contract section 5: every error has the same format. */
const world = useSharedWorld()
let fixture: Fixture
let task: string

beforeAll(async () => {
  fixture = await buildFixture(world)
  task = `/v1/tasks/${fixture.ids['tasks/{taskId}']}`
})

function looksLike(reply: Reply, code: ProblemCode): void {
  const { status, title } = describeProblem(code)
  expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect([reply.status, reply.body]).toEqual([
    status,
    {
      type: `https://atrium.example.com/problems/${code}`,
      title,
      status,
      detail: reply.body.message,
      message: expect.stringMatching(/\S/),
      code,
      requestId: reply.headers['x-request-id'],
      ...('errors' in reply.body && { errors: expect.any(Array) }),
    },
  ])
  expect(reply.headers['cache-control']).toBe('private, no-cache')
  expect(reply.headers['vary']).toBe('Authorization, Accept, Accept-Encoding')
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
}

describe('each kind of error has its format', () => {
  type Ask = () => Promise<Reply>
  const asks: [ProblemCode, string, Ask][] = [
    ['invalid_request', 'a bad field', () => fixture.admin.send('PUT', task, { priority: 9 })],
    ['invalid_request', 'an address that is not UTF-8', () => fixture.admin.get('/v1/tasks/%ff')],
    ['invalid_request', 'a query that is not UTF-8', () => fixture.admin.get('/v1/tasks?filter=%ff')],
    ['invalid_json', 'half a body', () => fixture.admin.send('PUT', task, '{')],
    ['invalid_filter', 'a bad filter', () => fixture.admin.get('/v1/tasks?filter=x')],
    ['invalid_sorter', 'a bad sorter', () => fixture.admin.get('/v1/tasks?sort=x')],
    ['invalid_pagination_hash', 'no position', () => fixture.admin.get('/v1/tasks?paging=next')],
    ['invalid_token', 'no token', () => world.nobody.get(task)],
    ['not_found', 'no such record', () => fixture.admin.get(`${task.slice(0, -1)}_`)],
    ['not_found', 'NUL in the address', () => fixture.admin.get('/v1/tasks/%00')],
    ['not_found', 'no such path', () => fixture.admin.get('/v1/nonsense')],
    ['not_found', 'no such path for a write', () => fixture.admin.send('POST', '/v1/tasks/x/y/z', {})],
    ['method_not_allowed', 'a wrong verb', () => fixture.admin.send('PATCH', task, {})],
    ['not_acceptable', 'no HTML', () => fixture.admin.get(task, { accept: 'text/html' })],
    ['precondition_failed', 'a stale tag', () => fixture.admin.send('PUT', task, {}, { 'if-match': '"x"' })],
    ['too_large', 'too large', () => fixture.admin.send('PUT', task, 'x'.repeat(2 ** 20 + 1))],
    ['uri_too_long', 'a very long id', () => fixture.admin.get(`/v1/tasks/${'x'.repeat(200)}`)],
    [
      'unsupported_media_type',
      'a form',
      () => fixture.admin.send('PUT', task, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
  ]

  test.each(asks)('%s: %s', async (code, _, ask) => looksLike(await ask(), code))

  test('forbidden', async () => {
    const person = await world.person(fixture.company)
    looksLike(await person.client.get(task), 'forbidden')
  })

  test('not_for_this_account_type', async () => {
    const { admin } = await world.company('accounts')
    looksLike(await admin.get('/v1/workspaceGroups'), 'not_for_this_account_type')
  })

  test('conflicts are specific', async () => {
    const { admin } = fixture
    const [group] = (await admin.list('/v1/workspaceGroups?limit=1')).items
    looksLike(await admin.send('DELETE', `/v1/workspaceGroups/${group.id}`), 'conflict')
    const { adminId } = fixture.company
    looksLike(await admin.send('PUT', `/v1/users/${adminId}`, { status: 'Inactive' }), 'last_admin')
    const place = await admin.create('/v1/workspaces', { workspaceName: 'Old', urlShortName: 'old' })
    const again = { workspaceName: 'Old', urlShortName: 'OLD' }
    looksLike(await admin.send('POST', '/v1/workspaces', again), 'duplicate')
    await admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
    looksLike(await admin.send('PUT', `/v1/workspaces/${place.id}`, {}), 'archived')
  })
})

test('500: no internal detail leaks, and the request id is there', async () => {
  const broken = await world.company()
  // A row that the service itself would never write.
  await world.db.transaction((tx) =>
    tx.query
      .updateTable('users')
      .set({ permissions: 'not JSON' })
      .where('companyNo', '=', broken.companyNo)
      .execute(),
  )
  const reply = await broken.admin.get('/v1/users/me')
  looksLike(reply, 'internal')
  expect(reply.text).not.toMatch(/JSON|SyntaxError|at |\.ts/)
})

describe('several faults at once', () => {
  test('in a body are all reported, by pointer', async () => {
    const reply = await fixture.admin.send('POST', '/v1/tasks', {
      priority: 0,
      status: 'x',
      tags: ['ok', '', 7],
      nonsense: 1,
      createdAt: 'now',
    })
    const pointers = reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.sort()).toEqual([
      '/createdAt',
      '/nonsense',
      '/priority',
      '/status',
      '/tags/1',
      '/tags/2',
      '/title',
      '/workspaceId',
    ])
    for (const { detail } of reply.body.errors) expect(reply.body.message).toContain(detail)
  })

  test('in the parameters are all reported, by name', async () => {
    const reply = await fixture.admin.get('/v1/tasks?limit=0&sort=x&filter=y&paging=z&nonsense=1&limt=2')
    const parameters = reply.body.errors.map(({ parameter }: { parameter: string }) => parameter)
    expect(new Set(parameters)).toEqual(new Set(['filter', 'limit', 'limt', 'nonsense', 'paging', 'sort']))
    expect(reply.body.code).toBe('invalid_request')
  })

  test('a list points to the entry as it was sent, repetitions included', async () => {
    const known = fixture.ids['members/{userHash}']
    const unknown = fixture.ids['tasks/{taskId}']
    const reply = await fixture.admin.send('PUT', task, { assignees: [known, known, unknown, known] })
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/assignees/2'])
  })
})
