import { beforeAll, describe, expect, test } from 'vitest'
import { taskStatuses } from '../../src/schema/records/task.ts'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id
})

const newTask = (body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  company.admin.create('/v1/tasks', { title: 'Task', workspaceId, ...body })

const put = (id: string, body: unknown): Promise<Reply> => company.admin.send('PUT', `/v1/tasks/${id}`, body)

const detailsOf = async (id: string): Promise<Reply['body']> =>
  (await company.admin.ok('GET', `/v1/tasks/${id}`)).body.details

test('a task is created, read, changed and deleted', async () => {
  const { admin } = company
  const task = await newTask({ title: '  Write  ', tags: ['Urgent', 'urgent', 'x'] })
  expect(task.details).toMatchObject({
    title: 'Write',
    description: null,
    status: 'Open',
    priority: 3,
    startDate: null,
    dueDate: null,
    assignees: [],
    tags: ['urgent', 'x'],
    parentTaskId: null,
    estimateMinutes: null,
    completedAt: null,
    customFields: [],
  })
  const { body, headers } = await admin.get(`/v1/tasks/${task.id}`)
  expect(body).toEqual(task)
  expect((await admin.get(`/v1/tasks/${task.id}`, { 'if-none-match': headers['etag'] ?? '' })).status).toBe(
    304,
  )
  const changed = await put(task.id, { status: 'Completed' })
  expect(changed.status).toBe(204)
  expect((await admin.get(`/v1/tasks/${task.id}`)).headers['etag']).toBe(changed.headers['etag'])
  expect((await detailsOf(task.id)).completedAt).toMatch(/Z$/)
  expect((await admin.send('DELETE', `/v1/tasks/${task.id}`)).status).toBe(204)
  expect((await admin.get(`/v1/tasks/${task.id}`)).status).toBe(404)
})

test('only the members in the body change; null clears', async () => {
  const all = {
    description: 'd',
    priority: 5,
    status: 'On Hold',
    startDate: '2026-02-28',
    dueDate: '2028-02-29',
    estimateMinutes: 0,
    tags: ['a'],
    assignees: [company.adminId],
    externalId: 'only',
  }
  const { id } = await newTask(all)
  await put(id, { title: 'New' })
  expect(await detailsOf(id)).toMatchObject({ ...all, title: 'New' })
  await put(id, Object.fromEntries(Object.keys(all).map((name) => [name, null])))
  expect(await detailsOf(id)).toMatchObject({
    title: 'New',
    description: null,
    priority: 3,
    status: 'Open',
    startDate: null,
    dueDate: null,
    estimateMinutes: null,
    tags: [],
    assignees: [],
    externalId: null,
  })
})

describe('status', () => {
  test('can change from any to any; entering Completed sets completedAt, leaving clears it', async () => {
    const { id } = await newTask()
    for (const from of taskStatuses)
      for (const to of taskStatuses) {
        await put(id, { status: from })
        const before = await detailsOf(id)
        expect((await put(id, { status: to })).status).toBe(204)
        const after = await detailsOf(id)
        expect([after.status, after.completedAt !== null]).toEqual([to, to === 'Completed'])
        if (from === to) expect(after).toEqual(before)
      }
  })

  test('a task can be created Completed, and stays so through other changes', async () => {
    const { id, details } = await newTask({ status: 'Completed' })
    expect(details.completedAt).toMatch(/Z$/)
    await put(id, { title: 'x', priority: 1 })
    expect((await detailsOf(id)).completedAt).toBe(details.completedAt)
    const reply = await put(id, { completedAt: null })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/completedAt'])
  })
})

test.each([
  ['2026-02-28', 204],
  ['2024-02-29', 204],
  ['9999-12-31', 204],
  ['2026-02-30', 400],
  ['2025-02-29', 400],
  ['2026-13-01', 400],
  ['2026-1-1', 400],
  ['20260101', 400],
  ['2026-01-01T00:00:00Z', 400],
  ['', 400],
])('the day %s: %i', async (day, status) => {
  const { id } = await newTask()
  for (const name of ['startDate', 'dueDate'])
    expect((await put(id, { [name]: day })).status, name).toBe(status)
})

describe('tags', () => {
  test('are created if they do not exist, once in the company, ignoring case', async () => {
    const first = await newTask({ tags: ['Große Sache', ' spaced  out '] })
    expect(first.details.tags).toEqual(['Große Sache', 'spaced  out'])
    const second = await newTask({ tags: ['GROSSE SACHE'.replace('SS', 'ß'), 'SPACED  OUT', 'new'] })
    expect(second.details.tags).toEqual(['Große Sache', 'spaced  out', 'new'])
    await put(second.id, { tags: ['new', 'spaced  OUT'] })
    expect((await detailsOf(second.id)).tags).toEqual(['new', 'spaced  out'])
    const rows = await world.db.query
      .selectFrom('tags')
      .selectAll()
      .where('companyNo', '=', company.companyNo)
      .where('tagName', '=', 'new')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('a hundred fit, and are found by a filter', async () => {
    const tags = Array.from({ length: 100 }, (_, n) => `many ${n}`)
    const { id } = await newTask({ tags })
    const filter = encodeURIComponent('tags="MANY 7" AND tags="many 99"')
    expect((await company.admin.list(`/v1/tasks?filter=${filter}`)).items.map((item) => item.id)).toEqual([
      id,
    ])
    await put(id, { tags: [] })
    expect((await company.admin.list(`/v1/tasks?filter=${filter}`)).items).toEqual([])
  })
})

test('assignees are named once each, found by a filter, and can be removed', async () => {
  const person = await world.person(company)
  const { id, details } = await newTask({ assignees: [person.id, company.adminId, person.id] })
  expect(details.assignees).toEqual([person.id, company.adminId])
  const filter = encodeURIComponent(`assignees="${person.id}" AND assignees="${company.adminId}"`)
  expect((await company.admin.list(`/v1/tasks?filter=${filter}`)).items.map((item) => item.id)).toEqual([id])
  await put(id, { assignees: [company.adminId] })
  expect((await company.admin.list(`/v1/tasks?filter=${filter}`)).items).toEqual([])
})

describe('subtasks', () => {
  test('have a parent of the same workspace', async () => {
    const other = await company.admin.create('/v1/workspaces', { workspaceName: 'Other' })
    const elsewhere = await newTask({ workspaceId: other.id })
    const parent = await newTask()
    const { id } = await newTask({ parentTaskId: parent.id })
    const reply = await put(id, { parentTaskId: elsewhere.id })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/parentTaskId'])
    expect((await detailsOf(id)).parentTaskId).toBe(parent.id)
    await put(id, { parentTaskId: null })
    expect((await detailsOf(id)).parentTaskId).toBeNull()
  })

  test('cannot form a cycle', async () => {
    const a = await newTask()
    const b = await newTask({ parentTaskId: a.id })
    const c = await newTask({ parentTaskId: b.id })
    for (const parentTaskId of [a.id, b.id, c.id])
      expect((await put(a.id, { parentTaskId })).body?.code).toBe('conflict')
    expect((await detailsOf(a.id)).parentTaskId).toBeNull()
  })

  test('cannot form a cycle when two are moved at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await newTask(), await newTask()]
      const replies = await Promise.all([
        put(a.id, { parentTaskId: b.id }),
        put(b.id, { parentTaskId: a.id }),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
    }
  })

  test('are at most eight levels deep', async () => {
    const chain: string[] = []
    for (let depth = 1; depth <= 8; depth += 1)
      chain.push((await newTask({ parentTaskId: chain.at(-1) ?? null })).id)
    const body = { title: 'x', workspaceId, parentTaskId: chain[7] }
    expect((await company.admin.send('POST', '/v1/tasks', body)).body.code).toBe('conflict')
    const top = await newTask()
    expect((await put(chain[0] ?? '', { parentTaskId: top.id })).body.code).toBe('conflict')
    await put(chain[7] ?? '', { parentTaskId: null })
    expect((await put(chain[0] ?? '', { parentTaskId: top.id })).status).toBe(204)
  })
})
