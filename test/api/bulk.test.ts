import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Client, Reply } from '../support/client.ts'
import { recorded } from '../support/recording.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf, contentsOf } from './fixture.ts'

/** "Bulk for tasks and times, each operation with the same validation, permission and change-log entries." */
const world = useSharedWorld()
let company: Company
let workspaceId: string
let person: { id: string; client: Client }

beforeAll(async () => {
  company = await world.company()
})

beforeEach(async () => {
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Bulk' })).id
  person = await world.person(company, { workspaceId })
})

interface Operation {
  requestId: string
  method: string
  id?: string
  body?: unknown
}

let count = 0
const post = (body: object): Operation => ({ requestId: `r${++count}`, method: 'POST', body })
const put = (id: string, body: object): Operation => ({ requestId: `r${++count}`, method: 'PUT', id, body })
const del = (id: string): Operation => ({ requestId: `r${++count}`, method: 'DELETE', id })

const bulk = (
  client: Client,
  operations: readonly Operation[],
  { noun = 'tasks', query = '', headers = {} } = {},
): Promise<Reply> => client.send('POST', `/v1/${noun}/bulk${query}`, { operations }, headers)

const statuses = ({ body }: Reply): number[] => body.responses.map(({ status }: { status: number }) => status)

const titles = async (): Promise<string[]> =>
  (await company.admin.all(`/v1/workspaces/${workspaceId}/tasks?limit=500&sort=title`)).map(
    ({ details }) => details.title,
  )

describe('tasks', () => {
  test('are created, changed and deleted in order, with a result for each', async () => {
    const [a, b] = [
      await company.admin.create('/v1/tasks', { title: 'A', workspaceId }),
      await company.admin.create('/v1/tasks', { title: 'B', workspaceId }),
    ]
    const sent = [
      post({ title: 'C', workspaceId, tags: ['new'], assignees: [person.id] }),
      put(a.id, { title: 'A2', status: 'Completed' }),
      put(a.id, { title: 'A3' }),
      del(b.id),
      put(b.id, { title: 'too late' }),
    ]
    const before = (await changesOf(world, company)).length
    const reply = await bulk(company.admin, sent)
    expect(reply.status).toBe(200)
    const [first] = reply.body.responses
    expect(reply.body.responses).toEqual([
      { requestId: sent[0]?.requestId, status: 201, body: expect.stringMatching(/^\w{22}$/) },
      { requestId: sent[1]?.requestId, status: 204, body: null },
      { requestId: sent[2]?.requestId, status: 204, body: null },
      { requestId: sent[3]?.requestId, status: 204, body: null },
      { requestId: sent[4]?.requestId, status: 404, body: 'There is no such task.' },
    ])
    expect(await titles()).toEqual(['A3', 'C'])
    expect((await company.admin.ok('GET', `/v1/tasks/${first.body}`)).body.details).toMatchObject({
      tags: ['new'],
      assignees: [person.id],
    })
    const logged = (await changesOf(world, company)).slice(before)
    expect(logged.filter((line) => line.startsWith('task')).sort()).toEqual(
      [
        `task.created ${first.body}`,
        `task.updated ${a.id} completedAt status title`,
        `task.updated ${a.id} title`,
        `task.deleted ${b.id}`,
      ].sort(),
    )
  })

  test('that are refused leave nothing behind, not even what they created on the way', async () => {
    await company.admin.create('/v1/tasks', { title: 'Taken', workspaceId, externalId: 'taken' })
    const tag = `only ${randomUUID()}`
    const before = await changesOf(world, company)
    const reply = await bulk(company.admin, [
      post({ title: 'Good', workspaceId }),
      // The tag is created before the key turns out to be taken.
      post({ title: 'Bad', workspaceId, externalId: 'taken', tags: [tag] }),
      post({ title: '', workspaceId }),
      post({ title: 'Good too', workspaceId }),
    ])
    expect(statuses(reply)).toEqual([201, 409, 400, 201])
    expect(reply.body.responses[2].body).toBe('"title" may not be empty.')
    expect(await titles()).toEqual(['Good', 'Good too', 'Taken'])
    const tags = await world.db.query.selectFrom('tags').select('id').where('tagName', '=', tag).execute()
    expect(tags).toEqual([])
    expect((await changesOf(world, company)).length).toBe(before.length + 2)
  })

  test('require the permission of their single requests', async () => {
    const mine = await person.client.create('/v1/tasks', { title: 'Mine', workspaceId })
    const theirs = await company.admin.create('/v1/tasks', { title: 'Theirs', workspaceId })
    const closed = await company.admin.create('/v1/workspaces', { workspaceName: 'Closed' })
    const secret = await company.admin.create('/v1/tasks', { title: 'Secret', workspaceId: closed.id })
    const other = await world.company()
    const place = await other.admin.create('/v1/workspaces', { workspaceName: 'Foreign' })
    const foreign = await other.admin.create('/v1/tasks', { title: 'Foreign', workspaceId: place.id })
    const reply = await bulk(person.client, [
      post({ title: 'New', workspaceId }),
      put(theirs.id, { title: 'Changed' }),
      del(theirs.id),
      del(mine.id),
      post({ title: 'x', workspaceId: closed.id }),
      put(secret.id, { title: 'x' }),
      put(foreign.id, { title: 'x' }),
      post({ title: 'x', workspaceId: place.id }),
    ])
    expect(statuses(reply)).toEqual([201, 204, 403, 204, 403, 403, 404, 400])
    const reader = await world.person(company, { workspaceId, role: 'Reader' })
    expect(statuses(await bulk(reader.client, [post({ title: 'x', workspaceId })]))).toEqual([403])
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/archive`)
    expect(statuses(await bulk(company.admin, [post({ title: 'x', workspaceId }), del(theirs.id)]))).toEqual([
      409, 409,
    ])
  })

  test('with time are deleted if that is requested', async () => {
    const { id } = await company.admin.create('/v1/tasks', { title: 'Timed', workspaceId })
    await company.admin.create(`/v1/tasks/${id}/times`, { date: '2026-01-01', minutes: 1 })
    expect(statuses(await bulk(company.admin, [del(id)]))).toEqual([409])
    expect(statuses(await bulk(company.admin, [del(id)], { query: '?withTimes=true' }))).toEqual([204])
  })
})

describe('time entries', () => {
  const entry = { date: '2026-03-02', minutes: 30 }

  test('are created, changed and deleted, and each task has its sum', async () => {
    const task = await company.admin.create('/v1/tasks', { title: 'T', workspaceId })
    const made = await bulk(
      person.client,
      Array.from({ length: 20 }, () => post({ ...entry, taskId: task.id })),
      { noun: 'times' },
    )
    expect(statuses(made)).toEqual(Array(20).fill(201))
    const ids = made.body.responses.map(({ body }: { body: string }) => body)
    const reply = await bulk(
      person.client,
      [
        put(ids[0], { minutes: 40 }),
        del(ids[1]),
        put(ids[2], { minutes: 0 }),
        post({ ...entry, minutes: 1441, workspaceId }),
      ],
      { noun: 'times' },
    )
    expect(statuses(reply)).toEqual([204, 204, 400, 400])
    expect((await person.client.ok('GET', `/v1/tasks/${task.id}`)).body.details.spentMinutes).toBe(
      18 * 30 + 40,
    )
  })

  test('of others are refused one by one', async () => {
    const theirs = await company.admin.create('/v1/times', { ...entry, workspaceId })
    const reply = await bulk(
      person.client,
      [
        put(theirs.id, { minutes: 1 }),
        del(theirs.id),
        post({ ...entry, workspaceId, userHash: company.adminId }),
        post({ ...entry, workspaceId }),
        post({ ...entry, workspaceId, date: '2026-02-30' }),
      ],
      { noun: 'times' },
    )
    expect(statuses(reply)).toEqual([403, 403, 403, 201, 400])
  })
})

describe('atomic=true', () => {
  test('does all of it', async () => {
    const operations = Array.from({ length: 5 }, (_, n) => post({ title: `T${n}`, workspaceId }))
    const reply = await bulk(company.admin, operations, { query: '?atomic=true' })
    expect(statuses(reply)).toEqual([201, 201, 201, 201, 201])
    expect(await titles()).toHaveLength(5)
  })

  test('with one bad operation changes nothing, and reports each bad one', async () => {
    const { id } = await company.admin.create('/v1/tasks', { title: 'Before', workspaceId })
    const before = await contentsOf(world, company)
    const reply = await bulk(
      company.admin,
      [
        post({ title: 'Good', workspaceId, tags: ['fresh'] }),
        put(id, { title: 'After' }),
        post({ title: '', priority: 9, workspaceId }),
        del(id),
        put(id, { title: 'Gone' }),
      ],
      { query: '?atomic=true' },
    )
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request'])
    expect(reply.body.message).toMatch(
      /^Nothing was changed, because the operation "r\d+" failed: "title" may not/,
    )
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/operations/2/body/title',
      '/operations/2/body/priority',
      '/operations/4',
    ])
    expect(await contentsOf(world, company)).toEqual(before)
  })

  test.each([
    ['somebody else’s', 403, 'forbidden'],
    ['one that is not there', 404, 'not_found'],
    ['a taken key', 409, 'duplicate'],
  ])('%s: %i', async (what, status, code) => {
    const theirs = await company.admin.create('/v1/tasks', {
      title: 'Theirs',
      workspaceId,
      externalId: `k ${status}`,
    })
    const bad: Record<string, Operation> = {
      'somebody else’s': del(theirs.id),
      'one that is not there': del('034xoOp7QM7UE5C1GyMpSt'),
      'a taken key': post({ title: 'x', workspaceId, externalId: `k ${status}` }),
    }
    const operations = [post({ title: 'Good', workspaceId }), bad[what] as Operation]
    const reply = await bulk(person.client, operations, { query: '?atomic=true' })
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await titles()).toEqual(['Theirs'])
  })
})

describe('the form', () => {
  test.each([
    ['no list', { operations: {} }, '/operations'],
    ['nothing', {}, '/operations'],
    ['no object', { operations: [7] }, '/operations/0'],
    ['no requestId', { operations: [{ method: 'POST', body: {} }] }, '/operations/0/requestId'],
    ['another method', { operations: [{ requestId: '1', method: 'GET', id: 'x' }] }, '/operations/0/method'],
    [
      'a POST with an id',
      { operations: [{ requestId: '1', method: 'POST', id: 'x', body: {} }] },
      '/operations/0/id',
    ],
    ['a PUT without one', { operations: [{ requestId: '1', method: 'PUT', body: {} }] }, '/operations/0/id'],
    [
      'a PUT without a body',
      { operations: [{ requestId: '1', method: 'PUT', id: '0'.repeat(22) }] },
      '/operations/0/body',
    ],
    [
      'a DELETE with one',
      { operations: [{ requestId: '1', method: 'DELETE', id: '0'.repeat(22), body: {} }] },
      '/operations/0/body',
    ],
    [
      'an unknown member',
      { operations: [{ requestId: '1', method: 'POST', body: {}, url: 'x' }] },
      '/operations/0/url',
    ],
    [
      '1,001 operations',
      { operations: Array(1_001).fill({ requestId: '1', method: 'POST', body: {} }) },
      '/operations',
    ],
  ])('%s is a 400, and nothing is done', async (_, body, pointer) => {
    for (const noun of ['tasks', 'times']) {
      const reply = await company.admin.send('POST', `/v1/${noun}/bulk`, body)
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer])
    }
  })

  test('an empty list is accepted', async () => {
    expect((await bulk(company.admin, [])).body).toEqual({ responses: [] })
  })

  test('1,000 operations run while other requests are served', async () => {
    const operations = Array.from({ length: 1_000 }, (_, n) => post({ title: `T${n}`, workspaceId }))
    let isOver = false
    const sent = bulk(company.admin, operations).finally(() => {
      isOver = true
    })
    let served = 0
    while (!isOver) {
      await person.client.ok('GET', '/v1/users/me')
      served += 1
      // An injected request does not use the network, and would not let others in.
      await setImmediate()
    }
    expect(new Set(statuses(await sent))).toEqual(new Set([201]))
    expect(served).toBeGreaterThan(5)
    expect(await titles()).toHaveLength(1_000)
  })
})

test('a workspace and a person are looked up once, however many operations name them', async () => {
  const lookups: string[] = []
  const db = recorded(world.db, {
    query: () => undefined,
    run({ sql }, send) {
      const [, table] = /^SELECT (?:t\."id"|w\.\*).* FROM "(workspaces|users)"/s.exec(sql) ?? []
      if (table !== undefined) lookups.push(table)
      return send()
    },
  })
  const { server } = buildApp({ config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) })
  const token = await world.token(company, company.adminId)
  const operations = Array.from({ length: 20 }, () =>
    post({ title: 'Same place', workspaceId, assignees: [person.id] }),
  )
  const reply = await server.inject({
    method: 'POST',
    url: '/v1/tasks/bulk',
    headers: { authorization: `Bearer ${token}` },
    payload: { operations },
  })
  await server.close()
  expect(reply.statusCode).toBe(200)
  expect(lookups.toSorted()).toEqual(['users', 'workspaces', 'workspaces'])
})

describe('Idempotency-Key', () => {
  test('runs once and responds twice, including refused operations', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const operations = [post({ title: 'Once', workspaceId }), post({ title: '', workspaceId })]
    const first = await bulk(company.admin, operations, { headers })
    const second = await bulk(company.admin, operations, { headers })
    expect(statuses(first)).toEqual([201, 400])
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(await titles()).toEqual(['Once'])
    const other = await bulk(company.admin, [post({ title: 'Other', workspaceId })], { headers })
    expect(other.status).toBe(422)
  })

  test('returns nothing to callers who may no longer do what they did', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const operations = [post({ title: 'Mine', workspaceId })]
    const first = await bulk(person.client, operations, { headers })
    expect(statuses(first)).toEqual([201])
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    const again = await bulk(person.client, operations, { headers })
    expect([again.status, again.body.code]).toEqual([403, 'forbidden'])
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    expect((await bulk(person.client, operations, { headers })).text).toBe(first.text)
  })
})
