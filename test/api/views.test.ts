import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Reply } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "A view is a report of a workspace: one noun, not two." */
const world = useSharedWorld()
let company: Company
let other: string

beforeAll(async () => {
  company = await world.company()
  other = await newWorkspace()
  await company.admin.create('/v1/tasks', { title: 'Elsewhere', workspaceId: other })
})

const newWorkspace = async (): Promise<string> =>
  (await company.admin.create('/v1/workspaces', { workspaceName: 'Views' })).id

const save = async (body: object, client = company.admin): Promise<Reply['body']> => {
  // Ids of the same millisecond have no order.
  time.pass(2)
  return client.create('/v1/reports', { reportName: 'View', source: 'tasks', ...body })
}

const inOrder = async (workspaceId: string, client = company.admin): Promise<string[]> => {
  const filter = encodeURIComponent(`workspaceId="${workspaceId}"`)
  const { items } = await client.list(`/v1/reports?sort=rank&filter=${filter}`)
  return items.map(({ details }) => details.reportName)
}

const member = (workspaceId: string, role: 'Reader' | 'Contributor' | 'Admin', userType = 'Internal') =>
  world.person(company, { workspaceId, role, userType: userType as 'Internal' | 'External' })

interface Logged {
  type: string
  recordId: string
  workspaceId: string | null
}

const pointers = (reply: Reply): unknown => [
  reply.status,
  reply.body.errors?.map(({ pointer }: { pointer: string }) => pointer),
]

test('a report without them has no workspace and is a list, as before', async () => {
  expect((await save({})).details).toMatchObject({
    ...{ workspaceId: null, layout: 'list', groupBy: null, dateField: null },
  })
})

test('a view has a layout, a grouping and a date, which can be changed; its workspace cannot', async () => {
  const workspaceId = await newWorkspace()
  const given = {
    workspaceId,
    layout: 'board',
    groupBy: 'status,assignee',
    dateField: 'dueDate',
    sort: 'rank',
  }
  const view = await save(given)
  expect(view.details).toMatchObject(given)
  expect(view.details).not.toHaveProperty('rank')
  const change = { layout: 'calendar', groupBy: null, dateField: 'startDate' }
  await company.admin.ok('PUT', `/v1/reports/${view.id}`, change)
  expect((await company.admin.get(`/v1/reports/${view.id}`)).body.details).toMatchObject(change)
  const moved = await company.admin.send('PUT', `/v1/reports/${view.id}`, { workspaceId: other })
  expect(pointers(moved)).toEqual([400, ['/workspaceId']])
})

test.each([
  [{ layout: 'spiral' }, '/layout'],
  [{ groupBy: 'colour' }, '/groupBy'],
  [{ groupBy: 'status,status' }, '/groupBy'],
  [{ groupBy: 'status,assignee,tag' }, '/groupBy'],
  [{ source: 'users', groupBy: 'status' }, '/groupBy'],
  [{ source: 'times', groupBy: 'stage' }, '/groupBy'],
  [{ dateField: 'title' }, '/dateField'],
  [{ dateField: 'constructor' }, '/dateField'],
  [{ sort: 'rank' }, '/sort'],
  [{ workspaceId: 'nowhere' }, '/workspaceId'],
])('%j is a 400', async (bad, pointer) => {
  const body = { reportName: 'Bad', source: 'tasks', ...bad }
  expect(pointers(await company.admin.send('POST', '/v1/reports', body))).toEqual([400, [pointer]])
})

test('the source of a view of a workspace has records inside workspaces', async () => {
  for (const source of ['users', 'workspaces']) {
    const body = { reportName: 'Bad', source, workspaceId: other }
    expect(pointers(await company.admin.send('POST', '/v1/reports', body))).toEqual([400, ['/workspaceId']])
  }
})

test('its records are those in its workspace, in the order of the workspace', async () => {
  const workspaceId = await newWorkspace()
  const add = async (title: string): Promise<string> =>
    (await company.admin.create('/v1/tasks', { title, workspaceId })).id
  const [first, second] = [await add('One'), await add('Two')]
  await company.admin.ok('PUT', `/v1/tasks/${second}/place`, { before: first })
  const { id } = await save({ workspaceId, columns: ['title'], sort: 'rank' })
  const { body } = await company.admin.ok('GET', `/v1/reports/${id}/records`)
  expect(body.items.map(({ fields: [field] }: { fields: { value: string }[] }) => field?.value)).toEqual([
    'Two',
    'One',
  ])
})

describe('views of a workspace', () => {
  test('are for its members: shared ones for all of them, external ones too', async () => {
    const workspaceId = await newWorkspace()
    const author = await member(workspaceId, 'Contributor')
    const reader = await member(workspaceId, 'Reader')
    const guest = await member(workspaceId, 'Reader', 'External')
    const outsider = await world.person(company)
    const own = await save({ reportName: 'Own', workspaceId }, author.client)
    const shared = await save({ reportName: 'Shared', workspaceId, shared: true }, author.client)
    const statuses = async (client: Client): Promise<number[]> => [
      (await client.get(`/v1/reports/${own.id}`)).status,
      (await client.get(`/v1/reports/${shared.id}`)).status,
      (await client.get(`/v1/reports/${shared.id}/records`)).status,
      (await client.get(`/v1/reports/${shared.id}/history`)).status,
    ]
    for (const client of [author.client, company.admin]) {
      expect(await statuses(client)).toEqual([200, 200, 200, 200])
      expect(await inOrder(workspaceId, client)).toEqual(['Own', 'Shared'])
    }
    for (const { client } of [reader, guest]) {
      expect(await statuses(client)).toEqual([403, 200, 200, 200])
      expect(await inOrder(workspaceId, client)).toEqual(['Shared'])
    }
    expect(await statuses(outsider.client)).toEqual([403, 403, 403, 403])
    expect(await inOrder(workspaceId, outsider.client)).toEqual([])
    // Somebody who leaves the workspace no longer sees the views they made there.
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${author.id}`)
    expect(await statuses(author.client)).toEqual([403, 403, 403, 403])
    expect(await author.client.all('/v1/reports')).toEqual([])
  })

  test('are created by members, and shared by those who may contribute', async () => {
    const workspaceId = await newWorkspace()
    const reader = await member(workspaceId, 'Reader')
    const outsider = await world.person(company)
    const body = { reportName: 'Mine', source: 'tasks', workspaceId }
    const create = async (client: Client, more: object = {}): Promise<number> =>
      (await client.send('POST', '/v1/reports', { ...body, ...more })).status
    expect(await create(outsider.client)).toBe(403)
    expect(await create(reader.client, { shared: true })).toBe(403)
    const { id } = await save(body, reader.client)
    expect((await reader.client.send('PUT', `/v1/reports/${id}`, { shared: true })).status).toBe(403)
    await reader.client.ok('PUT', `/v1/reports/${id}`, { reportName: 'Still mine' })
  })

  test('that are shared are changed by their creator and by Admins of the workspace', async () => {
    const workspaceId = await newWorkspace()
    const author = await member(workspaceId, 'Contributor')
    const colleague = await member(workspaceId, 'Contributor')
    const chief = await member(workspaceId, 'Admin')
    const { id } = await save({ workspaceId, shared: true }, author.client)
    for (const [{ client }, status] of [
      [colleague, 403],
      [chief, 204],
      [author, 204],
    ] as const) {
      expect((await client.send('PUT', `/v1/reports/${id}`, { reportName: 'Renamed' })).status).toBe(status)
      expect((await client.send('PUT', `/v1/reports/${id}/place`, {})).status).toBe(status)
    }
    expect((await colleague.client.send('DELETE', `/v1/reports/${id}`)).status).toBe(403)
    await chief.client.ok('DELETE', `/v1/reports/${id}`)
  })

  test('have an order of their own', async () => {
    const workspaceId = await newWorkspace()
    const add = async (reportName: string): Promise<string> => (await save({ reportName, workspaceId })).id
    const [a, b, c] = [await add('A'), await add('B'), await add('C')]
    expect(await inOrder(workspaceId)).toEqual(['A', 'B', 'C'])
    await company.admin.ok('PUT', `/v1/reports/${c}/place`, { before: a })
    expect(await inOrder(workspaceId)).toEqual(['C', 'A', 'B'])
    await company.admin.ok('PUT', `/v1/reports/${c}/place`, { after: b })
    await company.admin.ok('PUT', `/v1/reports/${a}/place`)
    expect(await inOrder(workspaceId)).toEqual(['B', 'C', 'A'])
    const elsewhere = await save({ workspaceId: other })
    const wrong = await company.admin.send('PUT', `/v1/reports/${a}/place`, { after: elsewhere.id })
    expect(pointers(wrong)).toEqual([400, ['/after']])
    const none = await company.admin.send('PUT', `/v1/reports/${(await save({})).id}/place`, {})
    expect([none.status, none.body.code]).toEqual([409, 'conflict'])
  })

  test('cannot be changed while the workspace is archived', async () => {
    const workspaceId = await newWorkspace()
    const { id } = await save({ workspaceId })
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/archive`)
    const body = { reportName: 'New', source: 'tasks', workspaceId }
    for (const [method, path, given] of [
      ['POST', '/v1/reports', body],
      ['PUT', `/v1/reports/${id}`, { reportName: 'New' }],
      ['PUT', `/v1/reports/${id}/place`, {}],
      ['DELETE', `/v1/reports/${id}`, undefined],
    ] as const)
      expect((await company.admin.send(method, path, given)).body.code, `${method} ${path}`).toBe('archived')
    expect((await company.admin.get(`/v1/reports/${id}`)).status).toBe(200)
  })

  test('disappear while their workspace is in the trash, and come back with it', async () => {
    const workspaceId = await newWorkspace()
    const author = await member(workspaceId, 'Contributor')
    const { id } = await save({ workspaceId }, author.client)
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}`)
    for (const client of [author.client, company.admin]) {
      expect((await client.get(`/v1/reports/${id}`)).status).toBe(404)
      expect((await client.all('/v1/reports?limit=500')).map((each) => each.id)).not.toContain(id)
    }
    await company.admin.ok('POST', `/v1/workspaces/${workspaceId}/restore`)
    expect((await author.client.get(`/v1/reports/${id}`)).status).toBe(200)
  })

  test('are in the feed of those who may see them', async () => {
    const workspaceId = await newWorkspace()
    const author = await member(workspaceId, 'Contributor')
    const reader = await member(workspaceId, 'Reader')
    const outsider = await world.person(company)
    const own = await save({ workspaceId }, author.client)
    const shared = await save({ workspaceId, shared: true }, author.client)
    await author.client.ok('PUT', `/v1/reports/${shared.id}/place`, { before: own.id })
    const names: Record<string, string> = { [own.id]: 'own', [shared.id]: 'shared' }
    const seen = async (client: Client): Promise<string[]> => {
      const { items } = (await client.get('/v1/changes?limit=500')).body as { items: Logged[] }
      return items
        .filter((each) => each.recordId in names && each.workspaceId === workspaceId)
        .map(({ type, recordId }) => `${type} ${names[recordId]}`)
    }
    const placed = ['report.created shared', 'report.placed shared']
    await expect.poll(() => seen(author.client)).toEqual(['report.created own', ...placed])
    expect(await seen(reader.client)).toEqual(placed)
    expect(await seen(outsider.client)).toEqual([])
  })
})
