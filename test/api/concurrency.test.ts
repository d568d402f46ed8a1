import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { insist } from '../support/insist.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

/** Concurrent requests end as if they had run one after another. */
const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Crowd' })).id
})

const together = (times: number, ask: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => insist(() => ask(n))))

const counted = (replies: readonly Reply[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('thirty at once with the same', () => {
  const bodies: [string, string, (n: number) => Record<string, unknown>][] = [
    ['externalId of a task', '/v1/tasks', (n) => ({ title: `${n}`, workspaceId, externalId: 'crowd' })],
    [
      'externalId of a person',
      '/v1/users',
      () => ({ email: `${randomUUID()}@example.com`, fullName: 'x', externalId: 'crowd' }),
    ],
    ['email address', '/v1/users', (n) => ({ email: 'crowd@example.com', fullName: `${n}` })],
    ['short name', '/v1/workspaces', (n) => ({ workspaceName: `${n}`, urlShortName: 'crowded' })],
  ]

  test.each(bodies)('%s: one is created, the others are a 409 that names it', async (what, path, bodyOf) => {
    const replies = await together(30, (n) => company.admin.send('POST', path, bodyOf(n)))
    expect(counted(replies)).toEqual({ 201: 1, 409: 29 })
    const made = replies.find(({ status }) => status === 201)
    if (what !== 'email address')
      for (const { status, body } of replies)
        if (status === 409) expect(body.message).toContain(made?.body.id)
  })

  test('name: each workspace gets its own short name', async () => {
    const replies = await together(30, () =>
      company.admin.send('POST', '/v1/workspaces', { workspaceName: 'Same crowd' }),
    )
    expect(counted(replies)).toEqual({ 201: 30 })
    expect(new Set(replies.map(({ body }) => body.details.urlShortName)).size).toBe(30)
  })

  test('new tag: it is created once', async () => {
    const replies = await together(30, (n) =>
      company.admin.send('POST', '/v1/tasks', { title: `${n}`, workspaceId, tags: ['Crowd', `own ${n}`] }),
    )
    expect(counted(replies)).toEqual({ 201: 30 })
    const rows = await world.db.query
      .selectFrom('tags')
      .selectAll()
      .where('tagNameKey', '=', 'crowd')
      .execute()
    expect(rows).toHaveLength(1)
    const filter = encodeURIComponent('tags="crowd"')
    expect(await company.admin.all(`/v1/tasks?filter=${filter}`)).toHaveLength(30)
  })

  test('If-Match: one change wins, the others are a 412, and one entry is logged', async () => {
    const { id } = await company.admin.create('/v1/tasks', { title: 'Race', workspaceId })
    const tag = (await company.admin.get(`/v1/tasks/${id}`)).headers['etag'] ?? ''
    const replies = await together(30, (n) =>
      company.admin.send('PUT', `/v1/tasks/${id}`, { title: `Winner ${n}` }, { 'if-match': tag }),
    )
    expect(counted(replies)).toEqual({ 204: 1, 412: 29 })
    const winner = replies.findIndex(({ status }) => status === 204)
    expect((await company.admin.get(`/v1/tasks/${id}`)).body.details.title).toBe(`Winner ${winner}`)
    const log = await changesOf(world, company)
    expect(log.filter((entry) => entry.startsWith(`task.updated ${id}`))).toHaveLength(1)
  })

  test('record to change without If-Match: all succeed, and each is logged', async () => {
    const { id } = await company.admin.create('/v1/tasks', { title: 'All', workspaceId })
    const replies = await together(30, (n) =>
      company.admin.send('PUT', `/v1/tasks/${id}`, { customFields: [{ fieldApiId: `${n}`, value: n }] }),
    )
    expect(counted(replies)).toEqual({ 204: 30 })
    const { details } = (await company.admin.get(`/v1/tasks/${id}`)).body
    expect(details.customFields).toHaveLength(30)
    const log = await changesOf(world, company)
    expect(log.filter((entry) => entry.startsWith(`task.updated ${id}`))).toHaveLength(30)
  })

  test('record to delete: one succeeds, the others find nothing', async () => {
    const { id } = await company.admin.create('/v1/tasks', { title: 'Gone', workspaceId })
    const replies = await together(30, () => company.admin.send('DELETE', `/v1/tasks/${id}`))
    expect(counted(replies)).toEqual({ 204: 1, 404: 29 })
    const log = await changesOf(world, company)
    expect(log.filter((entry) => entry.startsWith(`task.deleted ${id}`))).toHaveLength(1)
  })
})

test('different records at once do not affect each other', async () => {
  const replies = await together(60, (n) =>
    company.admin.send('POST', '/v1/tasks', { title: `Apart ${n}`, workspaceId, externalId: `apart ${n}` }),
  )
  expect(counted(replies)).toEqual({ 201: 60 })
  const places = await together(90, (n) =>
    company.admin.send('POST', '/v1/workspaces', { workspaceName: `Apart ${n}` }),
  )
  expect(counted(places)).toEqual({ 201: 90 })
})

test('a group is not deleted while a workspace is moved into it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const group = await company.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Contested' })
    const path = `/v1/workspaceGroups/${group.id}`
    const [made, deleted] = await Promise.all([
      company.admin.send('POST', `${path}/workspaces`, { workspaceName: 'Contested' }),
      company.admin.send('DELETE', path),
    ])
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([made.status, deleted.status])
  }
})

test('nobody is deleted while they become a member', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await company.admin.create('/v1/users', {
      email: `${randomUUID()}@example.com`,
      fullName: 'Contested',
    })
    const [joined, deleted] = await Promise.all([
      company.admin.send('PUT', `/v1/workspaces/${workspaceId}/members/${id}`),
      company.admin.send('DELETE', `/v1/users/${id}`),
    ])
    expect([
      [204, 409],
      [404, 204],
    ]).toContainEqual([joined.status, deleted.status])
  }
})

test('an archived workspace accepts no task that arrives at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Closing' })
    const path = `/v1/workspaces/${place.id}`
    const replies = await Promise.all([
      company.admin.send('PUT', `${path}/archive`),
      ...Array.from({ length: 5 }, () => company.admin.send('POST', `${path}/tasks`, { title: 'Late' })),
    ])
    const made = replies.filter(({ status }) => status === 201).length
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(5 - made)
    expect((await company.admin.list(`${path}/tasks`)).items).toHaveLength(made)
  }
})
