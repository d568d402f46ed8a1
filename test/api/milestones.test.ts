import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string
let path: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Milestones' })).id
  path = `/v1/workspaces/${workspaceId}/milestones`
})

const newMilestone = (body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  company.admin.create(path, { title: 'Launch', ...body })

const fault = ({ status, body }: Reply): unknown[] => [status, body.code, body.errors?.[0]?.pointer]

test('a milestone has its defaults, and is listed in its workspace', async () => {
  const { id, permalink, details } = await newMilestone()
  expect(permalink).toBe(`https://atrium.example.com/p/milestone/${id}`)
  expect(details).toMatchObject({
    title: 'Launch',
    description: null,
    status: 'Open',
    startDate: null,
    dueDate: null,
    reminders: [],
    customFields: [],
    workspaceId,
    createdBy: company.adminId,
    externalId: null,
  })
  const listed = await company.admin.all(`${path}?limit=500`)
  expect(listed.map((each) => each.id)).toContain(id)
  const other = (await company.admin.create('/v1/workspaces', { workspaceName: 'Other' })).id
  expect((await company.admin.list(`/v1/workspaces/${other}/milestones`)).items).toEqual([])
})

test('PUT changes only what it names, customFields by their names', async () => {
  const { id } = await newMilestone({ customFields: [{ fieldApiId: 'a', value: 1 }], description: 'Old' })
  const body = { title: 'Later', status: 'On Hold', customFields: [{ fieldApiId: 'c_b', value: ['x'] }] }
  await company.admin.ok('PUT', `/v1/milestones/${id}`, body)
  const { details } = (await company.admin.ok('GET', `/v1/milestones/${id}`)).body
  expect(details).toMatchObject({ title: 'Later', status: 'On Hold', description: 'Old' })
  expect(details.customFields).toEqual([
    { fieldApiId: 'c_a', value: 1 },
    { fieldApiId: 'c_b', value: ['x'] },
  ])
  const other = (await company.admin.create('/v1/workspaces', { workspaceName: 'Other' })).id
  const moved = await company.admin.send('PUT', `/v1/milestones/${id}`, { workspaceId: other })
  expect(fault(moved)).toEqual([400, 'invalid_request', '/workspaceId'])
})

describe('reminders', () => {
  test('are strings; empty ones are dropped, and the others keep their order', async () => {
    const { id, details } = await newMilestone({ reminders: ['', ' 2 days ', '', '1 day', '1 day'] })
    expect(details.reminders).toEqual(['2 days', '1 day'])
    await company.admin.ok('PUT', `/v1/milestones/${id}`, { reminders: [''] })
    expect((await company.admin.get(`/v1/milestones/${id}`)).body.details.reminders).toEqual([])
  })

  test('a fault is located by its index in the request', async () => {
    const reply = await company.admin.send('POST', path, { title: 'x', reminders: ['', 'ok', 7, '  '] })
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/reminders/2',
      '/reminders/3',
    ])
  })
})

describe('a dueDate before the startDate', () => {
  const [early, late] = ['2026-03-01', '2026-03-02']

  test('is a 400 that names it', async () => {
    const reply = await company.admin.send('POST', path, { title: 'x', startDate: late, dueDate: early })
    expect(fault(reply)).toEqual([400, 'invalid_request', '/dueDate'])
    await newMilestone({ startDate: late, dueDate: late })
  })

  test('in a change names the member that was changed', async () => {
    const milestone = await newMilestone({ startDate: early, dueDate: early })
    const own = `/v1/milestones/${milestone.id}`
    expect(fault(await company.admin.send('PUT', own, { startDate: late }))[2]).toBe('/startDate')
    expect(fault(await company.admin.send('PUT', own, { dueDate: '2026-02-28' }))[2]).toBe('/dueDate')
    expect((await company.admin.ok('GET', own)).body).toEqual(milestone)
    await company.admin.ok('PUT', own, { startDate: late, dueDate: null })
    await company.admin.ok('PUT', own, { startDate: null, dueDate: early })
  })
})

test('an externalId is unique among milestones, and a second one names the first', async () => {
  const first = await newMilestone({ externalId: 'crm-1' })
  const reply = await company.admin.send('POST', path, { title: 'x', externalId: 'crm-1' })
  expect(fault(reply)).toEqual([409, 'duplicate', '/externalId'])
  expect(reply.body.message).toContain(first.id)
  await company.admin.ok('DELETE', `/v1/milestones/${first.id}`)
  await newMilestone({ externalId: 'crm-1' })
})

describe('DELETE', () => {
  test('is permanent', async () => {
    const { id } = await newMilestone()
    await company.admin.ok('DELETE', `/v1/milestones/${id}`)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        (await company.admin.send(method, `/v1/milestones/${id}`, method === 'PUT' ? {} : undefined)).status,
      ).toBe(404)
  })

  /** The links of tasks and task lists are stored directly: this test is about the milestone. */
  async function link(milestoneId: string, taskId: string): Promise<void> {
    const { companyNo } = company
    await world.db.transaction(async (tx) => {
      await tx.query.updateTable('tasks').set({ milestoneId }).where('id', '=', taskId).execute()
      await tx.query.insertInto('taskLinks').values({ companyNo, targetId: milestoneId, taskId }).execute()
    })
  }

  test('is a 409 while it has tasks, except for those in the trash', async () => {
    const { id } = await newMilestone()
    const task = await company.admin.create('/v1/tasks', { title: 'Task', workspaceId })
    await link(id, task.id)
    const reply = await company.admin.send('DELETE', `/v1/milestones/${id}`)
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
    expect(reply.body.message).toContain('tasks')
    await company.admin.ok('DELETE', `/v1/tasks/${task.id}`)
    await company.admin.ok('DELETE', `/v1/milestones/${id}`)
  })

  test('is a 409 while it has task lists', async () => {
    const { id } = await newMilestone()
    const { companyNo } = company
    const at = clock.timestamp()
    const list = { companyNo, id: 'tasklist00000000000000', workspaceId, milestoneId: id, template: false }
    const dates = { createdAt: at, updatedAt: at, createdBy: null, externalId: null, startDate: null }
    const named = { tasklistName: 'List', tasklistNameKey: 'list' }
    await world.db.transaction((tx) =>
      tx.query
        .insertInto('tasklists')
        .values({ ...list, ...dates, ...named })
        .execute(),
    )
    const reply = await company.admin.send('DELETE', `/v1/milestones/${id}`)
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
    expect(reply.body.message).toContain('task lists')
  })

  test('is for its creator and for Admins', async () => {
    const [maker, other] = [
      await world.person(company, { workspaceId }),
      await world.person(company, { workspaceId }),
    ]
    const admin = await world.person(company, { workspaceId, role: 'Admin' })
    const [one, two] = [
      await maker.client.create(path, { title: 'One' }),
      await maker.client.create(path, { title: 'Two' }),
    ]
    expect((await other.client.send('DELETE', `/v1/milestones/${one.id}`)).status).toBe(403)
    await maker.client.ok('DELETE', `/v1/milestones/${one.id}`)
    await admin.client.ok('DELETE', `/v1/milestones/${two.id}`)
  })
})

describe('the workspace', () => {
  test('archived, keeps its milestones unchanged', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Archive' })
    const inside = `/v1/workspaces/${place.id}/milestones`
    const { id } = await company.admin.create(inside, { title: 'Old' })
    await company.admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
    for (const [method, url, body] of [
      ['POST', inside, { title: 'New' }],
      ['PUT', `/v1/milestones/${id}`, { title: 'New' }],
      ['DELETE', `/v1/milestones/${id}`, undefined],
    ] as const) {
      const reply = await company.admin.send(method, url, body)
      expect([reply.status, reply.body.code], method).toEqual([409, 'archived'])
    }
    expect((await company.admin.list(inside)).items).toHaveLength(1)
  })

  test('in the trash, takes them along, and brings them back', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Trash' })
    const inside = `/v1/workspaces/${place.id}/milestones`
    const { id } = await company.admin.create(inside, { title: 'Old' })
    const person = await world.person(company, { workspaceId: place.id })
    await company.admin.ok('DELETE', `/v1/workspaces/${place.id}`)
    for (const { client } of [person, { client: company.admin }]) {
      expect((await client.get(inside)).status).toBe(404)
      const reply = await client.get(`/v1/milestones/${id}`)
      expect([reply.status, reply.body.message]).toEqual([404, 'There is no such milestone.'])
    }
    await company.admin.ok('POST', `/v1/workspaces/${place.id}/restore`)
    await person.client.ok('GET', `/v1/milestones/${id}`)
  })

  test('is closed to others, even within the company', async () => {
    const { id } = await newMilestone()
    const outsider = await world.person(company)
    expect((await outsider.client.get(`/v1/milestones/${id}`)).status).toBe(403)
    expect((await outsider.client.get(path)).status).toBe(403)
    const stranger = await world.company()
    expect((await stranger.admin.get(`/v1/milestones/${id}`)).status).toBe(404)
  })
})

test('every write is in the change log, with its workspace', async () => {
  const seen = (await changesOf(world, company)).length
  const { id } = await newMilestone()
  await company.admin.ok('PUT', `/v1/milestones/${id}`, { title: 'New', dueDate: '2026-05-01' })
  await company.admin.ok('PUT', `/v1/milestones/${id}`, { title: 'New' })
  await company.admin.ok('DELETE', `/v1/milestones/${id}`)
  // The log does not define the order within a millisecond.
  const log = (await changesOf(world, company)).slice(seen)
  expect(log.toSorted()).toEqual(
    [
      `milestone.created ${id}`,
      `milestone.updated ${id} dueDate title`,
      `milestone.deleted ${id}`,
    ].toSorted(),
  )
  const logged = await world.db.query
    .selectFrom('changes')
    .select('workspaceId')
    .where('recordId', '=', id)
    .execute()
  expect(logged.map((entry) => entry.workspaceId)).toEqual([workspaceId, workspaceId, workspaceId])
})

test('the list across workspaces has the milestones of those that the caller sees, by date', async () => {
  const own = await world.company()
  const make = async (name: string): Promise<string> =>
    (await own.admin.create('/v1/workspaces', { workspaceName: name })).id
  const [first, second, other, gone] = [await make('A'), await make('B'), await make('C'), await make('D')]
  for (const [n, workspaceId] of [first, second, other, gone].entries())
    for (const dueDate of [null, `2026-03-0${n + 1}`, `2026-04-0${n + 1}`])
      await own.admin.create(`/v1/workspaces/${workspaceId}/milestones`, {
        title: `${n} ${dueDate?.slice(5, 7) ?? 'later'}`,
        dueDate,
      })
  await own.admin.ok('DELETE', `/v1/workspaces/${gone}`)
  const person = await world.person(own, { workspaceId: first })
  await own.admin.ok('PUT', `/v1/workspaces/${second}/members/${person.id}`, { role: 'Reader' })
  const titles = async (client: Client, query: string): Promise<string[]> =>
    (await client.all(`/v1/milestones?limit=2&${query}`)).map(({ details }) => details.title)
  const april = `filter=${encodeURIComponent('dueDate>="2026-04-01" AND dueDate<="2026-04-30"')}`
  expect(await titles(own.admin, `sort=dueDate&${april}`)).toEqual(['0 04', '1 04', '2 04'])
  expect(await titles(person.client, `sort=dueDate&${april}`)).toEqual(['0 04', '1 04'])
  expect(await titles(person.client, `sort=-title&${april}`)).toEqual(['1 04', '0 04'])
  // Those without a date come last.
  expect(await titles(person.client, 'sort=dueDate')).toEqual([
    ...['0 03', '1 03', '0 04', '1 04', '0 later', '1 later'],
  ])
  expect(await titles(person.client, `filter=${encodeURIComponent('dueDate>"2026-03-01"')}`)).toEqual([
    ...['1 04', '1 03', '0 04'],
  ])
  const inOne = encodeURIComponent(`workspaceId="${second}" AND dueDate<"2026-04-01"`)
  expect(await titles(person.client, `filter=${inOne}`)).toEqual(['1 03'])
})
