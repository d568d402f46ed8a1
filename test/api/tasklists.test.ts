import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = await newWorkspace()
})

const newWorkspace = async (): Promise<string> =>
  (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id

const newList = (body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  company.admin.create('/v1/tasklists', { tasklistName: 'Launch', workspaceId, ...body })

const newMilestone = (workspace = workspaceId): Promise<Reply['body']> =>
  company.admin.create(`/v1/workspaces/${workspace}/milestones`, { title: 'Launched' })

const idsAt = async (path: string): Promise<string[]> =>
  (await company.admin.all(path)).map(({ id }) => id).toSorted()

const filtered = (path: string, filter: string): string => `${path}?filter=${encodeURIComponent(filter)}`

test('a list is created, read, changed and deleted', async () => {
  const { admin } = company
  const { id: milestoneId } = await newMilestone()
  const list = await newList({ tasklistName: ' Launch  plan ', startDate: '2026-03-02', externalId: 'own' })
  expect(list.details).toMatchObject({
    tasklistName: 'Launch  plan',
    startDate: '2026-03-02',
    milestoneId: null,
    template: false,
    workspaceId,
    externalId: 'own',
    createdBy: company.adminId,
  })
  expect(list.details).not.toHaveProperty('tasklistTemplate')
  const path = `/v1/tasklists/${list.id}`
  expect((await admin.get(path)).body).toEqual(list)
  await admin.ok('PUT', path, { tasklistName: 'After', template: true, milestoneId })
  await admin.ok('POST', `${path}/updateDetails`, { startDate: null })
  expect((await admin.get(path)).body.details).toMatchObject({
    tasklistName: 'After',
    startDate: null,
    milestoneId,
    template: true,
    externalId: 'own',
  })
  await admin.ok('DELETE', path)
  expect((await admin.get(path)).status).toBe(404)
  const log = (await changesOf(world, company)).filter((line) => line.includes(list.id))
  expect(log).toEqual([
    `tasklist.created ${list.id}`,
    `tasklist.updated ${list.id} milestoneId tasklistName template`,
    `tasklist.updated ${list.id} startDate`,
    `tasklist.deleted ${list.id}`,
  ])
})

test('it stays in its workspace', async () => {
  const { id } = await newList()
  const other = await newWorkspace()
  const reply = await company.admin.send('PUT', `/v1/tasklists/${id}`, { workspaceId: other })
  expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/workspaceId'])
  await company.admin.ok('PUT', `/v1/tasklists/${id}`, { workspaceId })
})

test('the lists: of all workspaces, of one, of a milestone', async () => {
  const [here, there] = [await newWorkspace(), await newWorkspace()]
  const milestone = await newMilestone(here)
  const { admin } = company
  const first = await admin.create(`/v1/workspaces/${here}/tasklists`, { tasklistName: 'First' })
  const second = await admin.create(`/v1/milestones/${milestone.id}/tasklists`, { tasklistName: 'Second' })
  const third = await admin.create(`/v1/workspaces/${there}/tasklists`, { tasklistName: 'Third' })
  expect(second.details).toMatchObject({ workspaceId: here, milestoneId: milestone.id })
  expect(await idsAt(`/v1/workspaces/${here}/tasklists`)).toEqual([first.id, second.id].toSorted())
  expect(await idsAt(`/v1/milestones/${milestone.id}/tasklists`)).toEqual([second.id])
  expect(await idsAt('/v1/tasklists')).toEqual(expect.arrayContaining([first.id, second.id, third.id]))
  expect(await idsAt(filtered('/v1/tasklists', `milestoneId="${milestone.id}"`))).toEqual([second.id])
  const member = await world.person(company, { workspaceId: there })
  expect((await member.client.list('/v1/tasklists')).items.map(({ id }) => id)).toEqual([third.id])
  expect((await member.client.get(`/v1/tasklists/${first.id}`)).status).toBe(403)
})

test('the values in the path can be omitted, and must not be contradicted', async () => {
  const [milestone, other] = [await newMilestone(), await newMilestone()]
  const path = `/v1/milestones/${milestone.id}/tasklists`
  const reply = await company.admin.send('POST', path, { tasklistName: 'x', milestoneId: other.id })
  expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/milestoneId'])
  await company.admin.create(path, { tasklistName: 'x', milestoneId: milestone.id, workspaceId })
})

test('a milestone must be in the same workspace', async () => {
  const elsewhere = await newMilestone(await newWorkspace())
  const { id } = await newList()
  const body = { tasklistName: 'x', workspaceId, milestoneId: elsewhere.id }
  for (const reply of [
    await company.admin.send('POST', '/v1/tasklists', body),
    await company.admin.send('PUT', `/v1/tasklists/${id}`, { milestoneId: elsewhere.id }),
  ])
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      [{ pointer: '/milestoneId', detail: '"milestoneId" must name a milestone of the same workspace.' }],
    ])
})

describe('templateOnly', () => {
  test('is the filter template=true, and the links carry it', async () => {
    const place = await newWorkspace()
    const milestoneId = (await newMilestone(place)).id
    const given = { workspaceId: place, milestoneId }
    const templates: string[] = []
    for (let n = 0; n < 5; n += 1) {
      templates.push((await newList({ ...given, template: true })).id)
      await newList(given)
    }
    for (const path of [`/v1/workspaces/${place}/tasklists`, `/v1/milestones/${milestoneId}/tasklists`]) {
      for (const value of ['1', 'true'])
        expect(await idsAt(`${path}?templateOnly=${value}&limit=2`)).toEqual(templates.toSorted())
      expect(await idsAt(filtered(path, 'template=true'))).toEqual(templates.toSorted())
      for (const value of ['0', 'false'])
        expect(await idsAt(`${path}?templateOnly=${value}`)).toHaveLength(10)
      expect(await idsAt(`${filtered(path, 'template=false')}&templateOnly=1`)).toEqual([])
    }
    expect(await idsAt('/v1/tasklists?templateOnly=1')).toEqual(expect.arrayContaining(templates))
    const { links } = await company.admin.list(`/v1/workspaces/${place}/tasklists?templateOnly=1&limit=2`)
    expect(links.next).toContain('templateOnly=1')
    // A cursor belongs to its request.
    const without = await company.admin.get(String(links.next).replace('templateOnly=1&', ''))
    expect([without.status, without.body.code]).toEqual([400, 'invalid_pagination_hash'])
  })

  test.each(['', 'yes', '2', '1&templateOnly=1'])('%o is a 400 that names it', async (value) => {
    const reply = await company.admin.get(`/v1/tasklists?templateOnly=${value}`)
    expect([reply.status, reply.body.errors[0].parameter]).toEqual([400, 'templateOnly'])
  })
})

describe('the tasks of a list', () => {
  test('are created in it, added to it and removed from it', async () => {
    const { admin } = company
    const [list, other] = [await newList(), await newList()]
    const path = `/v1/tasklists/${list.id}/tasks`
    const made = await admin.create(path, { title: 'Made' })
    expect(made.details).toMatchObject({ workspaceId, tasklistId: list.id })
    const put = await admin.create('/v1/tasks', { title: 'Put', workspaceId })
    await admin.ok('PUT', `/v1/tasks/${put.id}`, { tasklistId: list.id })
    expect(await idsAt(path)).toEqual([made.id, put.id].toSorted())
    expect(await idsAt(`${path}?sort=-title`)).toEqual([made.id, put.id].toSorted())
    expect(await idsAt(filtered('/v1/tasks', `tasklistId="${list.id}" AND title="Put"`))).toEqual([put.id])
    await admin.ok('PUT', `/v1/tasks/${put.id}`, { tasklistId: other.id })
    await admin.ok('PUT', `/v1/tasks/${made.id}`, { tasklistId: null })
    expect(await idsAt(path)).toEqual([])
    expect(await idsAt(`/v1/tasklists/${other.id}/tasks`)).toEqual([put.id])
  })

  test('are separate from subtasks and from tasks of a milestone, although one table finds them all', async () => {
    const [list, milestone] = [await newList(), await newMilestone()]
    const parent = await company.admin.create('/v1/tasks', { title: 'Parent', workspaceId })
    const places = { parentTaskId: parent.id, tasklistId: list.id, milestoneId: milestone.id }
    const { id } = await company.admin.create('/v1/tasks', { title: 'x', workspaceId, ...places })
    for (const [name, own] of Object.entries(places))
      for (const [other, value] of Object.entries(places)) {
        const found = await idsAt(filtered('/v1/tasks', `${name}="${value}"`))
        expect(found, `${name} of ${other}`).toEqual(value === own ? [id] : [])
      }
  })

  test('and their milestones are in the same workspace', async () => {
    const elsewhere = await newWorkspace()
    const list = await newList({ workspaceId: elsewhere })
    const milestone = await newMilestone(elsewhere)
    const { id } = await company.admin.create('/v1/tasks', { title: 'x', workspaceId })
    const places = { tasklistId: list.id, milestoneId: milestone.id }
    for (const reply of [
      await company.admin.send('POST', '/v1/tasks', { title: 'x', workspaceId, ...places }),
      await company.admin.send('PUT', `/v1/tasks/${id}`, places),
    ]) {
      const pointers = reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)
      expect([reply.status, pointers]).toEqual([400, ['/tasklistId', '/milestoneId']])
    }
  })

  test('prevent it from being deleted, unless they are in the trash; from there they come back without it', async () => {
    const { admin } = company
    const list = await newList()
    const path = `/v1/tasklists/${list.id}`
    const parent = await admin.create(`${path}/tasks`, { title: 'Parent' })
    const child = await admin.create(`${path}/tasks`, { title: 'Child', parentTaskId: parent.id })
    const refused = await admin.send('DELETE', path)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    await admin.ok('DELETE', `/v1/tasks/${parent.id}`)
    await admin.ok('DELETE', path)
    await admin.ok('POST', `/v1/tasks/${parent.id}/restore`)
    for (const { id } of [parent, child]) {
      expect((await admin.get(`/v1/tasks/${id}`)).body.details.tasklistId).toBeNull()
      const links = await world.db.query
        .selectFrom('taskLinks')
        .select('targetId')
        .where('taskId', '=', id)
        .execute()
      expect(links.map(({ targetId }) => targetId)).toEqual(id === child.id ? [parent.id] : [])
    }
    expect(await changesOf(world, company)).toContain(`task.restored ${child.id} tasklistId`)
  })

  test('come back to a list that still exists', async () => {
    const list = await newList()
    const { id } = await company.admin.create(`/v1/tasklists/${list.id}/tasks`, { title: 'x' })
    await company.admin.ok('DELETE', `/v1/tasks/${id}`)
    await company.admin.ok('POST', `/v1/tasks/${id}/restore`)
    expect(await idsAt(`/v1/tasklists/${list.id}/tasks`)).toEqual([id])
  })

  test('are not added while it is being deleted', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newList()
      const [added, deleted] = await Promise.all([
        company.admin.send('POST', `/v1/tasklists/${id}/tasks`, { title: 'x' }),
        company.admin.send('DELETE', `/v1/tasklists/${id}`),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([added.status, deleted.status])
    }
  })
})

describe('permission', () => {
  test('Readers see; Contributors add and change, and delete their own; Admins delete others’', async () => {
    const reader = (await world.person(company, { workspaceId, role: 'Reader' })).client
    const maker = (await world.person(company, { workspaceId })).client
    const other = (await world.person(company, { workspaceId })).client
    const admin = (await world.person(company, { workspaceId, role: 'Admin' })).client
    const list = await maker.create('/v1/tasklists', { tasklistName: 'Own', workspaceId })
    const path = `/v1/tasklists/${list.id}`
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.send('PUT', path, { tasklistName: 'x' })).status).toBe(403)
    expect((await reader.send('POST', `${path}/tasks`, { title: 'x' })).status).toBe(403)
    await other.ok('PUT', path, { tasklistName: 'Ours' })
    for (const client of [reader, other]) expect((await client.send('DELETE', path)).status).toBe(403)
    await maker.ok('DELETE', path)
    await admin.ok('DELETE', `/v1/tasklists/${(await newList()).id}`)
  })

  test('in an archived workspace nothing changes, for anybody', async () => {
    const place = await newWorkspace()
    const list = await newList({ workspaceId: place })
    const milestone = await newMilestone(place)
    await company.admin.ok('PUT', `/v1/workspaces/${place}/archive`)
    for (const [method, path, body] of [
      ['POST', '/v1/tasklists', { tasklistName: 'x', workspaceId: place }],
      ['POST', `/v1/workspaces/${place}/tasklists`, { tasklistName: 'x' }],
      ['POST', `/v1/milestones/${milestone.id}/tasklists`, { tasklistName: 'x' }],
      ['POST', `/v1/tasklists/${list.id}/tasks`, { title: 'x' }],
      ['PUT', `/v1/tasklists/${list.id}`, { tasklistName: 'x' }],
      ['DELETE', `/v1/tasklists/${list.id}`, undefined],
    ] as const) {
      const reply = await company.admin.send(method, path, body)
      expect([reply.status, reply.body.code], `${method} ${path}`).toEqual([409, 'archived'])
    }
    expect((await company.admin.get(`/v1/tasklists/${list.id}`)).body).toEqual(list)
  })

  test('with its workspace in the trash it is gone, and comes back with it', async () => {
    const place = await newWorkspace()
    const list = await newList({ workspaceId: place })
    await company.admin.ok('DELETE', `/v1/workspaces/${place}`)
    expect((await company.admin.get(`/v1/tasklists/${list.id}`)).status).toBe(404)
    expect(await idsAt('/v1/tasklists')).not.toContain(list.id)
    const task = { title: 'x', workspaceId, tasklistId: list.id }
    const reply = await company.admin.send('POST', '/v1/tasks', task)
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/tasklistId'])
    await company.admin.ok('POST', `/v1/workspaces/${place}/restore`)
    expect((await company.admin.get(`/v1/tasklists/${list.id}`)).body).toEqual(list)
  })
})

test('an externalId is unique among task lists', async () => {
  const first = await newList({ externalId: 'only' })
  await company.admin.create('/v1/tasks', { title: 'x', workspaceId, externalId: 'only' })
  const body = { tasklistName: 'x', workspaceId, externalId: 'only' }
  const reply = await company.admin.send('POST', '/v1/tasklists', body)
  expect([reply.status, reply.body.code]).toEqual([409, 'duplicate'])
  expect(reply.body.message).toContain(first.id)
})
