import { beforeAll, describe, expect, test } from 'vitest'
import { insertRecords } from '../../src/db/records.ts'
import { task } from '../../src/schema/records/task.ts'
import { buildTask } from '../support/build-task.ts'
import type { Reply } from '../support/client.ts'
import { countsOf } from '../support/tag-recount.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf, contentsOf } from './fixture.ts'

/** "A POST with `tasklistTemplate: <id>` copies that list's tasks." */
const world = useSharedWorld()
let company: Company
let workspaceId: string
let elsewhere: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Here' })).id
  elsewhere = (await company.admin.create('/v1/workspaces', { workspaceName: 'There' })).id
})

const newList = (body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  company.admin.create('/v1/tasklists', { tasklistName: 'List', workspaceId, ...body })

const addTask = (listId: string, body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  company.admin.create(`/v1/tasklists/${listId}/tasks`, { title: 'Task', ...body })

const tasksOf = async (listId: string): Promise<Map<string, Reply['body']>> => {
  const found = await company.admin.all(`/v1/tasklists/${listId}/tasks`)
  return new Map(found.map((task) => [task.details.title, task]))
}

test('copies what defines a task, and not its history', async () => {
  const { admin, adminId } = company
  const template = await newList({ template: true })
  const { id: milestoneId } = await admin.create(`/v1/workspaces/${workspaceId}/milestones`, { title: 'M' })
  const kept = {
    title: 'Write',
    description: 'Two pages.',
    priority: 5,
    startDate: '2026-03-02',
    dueDate: '2026-03-06',
    estimateMinutes: 90,
    assignees: [adminId],
    tags: ['press', 'Urgent'],
    customFields: [{ fieldApiId: 'c_order', value: 7 }],
  }
  await addTask(template.id, { ...kept, status: 'Completed', externalId: 'original', milestoneId })
  const list = await newList({ workspaceId: elsewhere, tasklistTemplate: template.id })
  expect(list.details).toMatchObject({ template: false, workspaceId: elsewhere })
  expect(list.details).not.toHaveProperty('tasklistTemplate')
  const copy = (await tasksOf(list.id)).get('Write')
  expect(copy.details).toMatchObject({
    ...kept,
    status: 'Open',
    completedAt: null,
    externalId: null,
    parentTaskId: null,
    milestoneId: null,
    tasklistId: list.id,
    workspaceId: elsewhere,
    createdBy: adminId,
  })
  const filter = encodeURIComponent(`tags="PRESS" AND assignees="${adminId}" AND workspaceId="${elsewhere}"`)
  expect((await admin.list(`/v1/tasks?filter=${filter}`)).items.map(({ id }) => id)).toEqual([copy.id])
  const log = await changesOf(world, company)
  expect(log).toContain(`tasklist.created ${list.id}`)
  expect(log).toContain(`task.created ${copy.id}`)
  const { workspaceId: logged } = await world.db.query
    .selectFrom('changes')
    .select('workspaceId')
    .where('recordId', '=', copy.id)
    .executeTakeFirstOrThrow()
  expect(logged).toBe(elsewhere)
})

test('a deleted or merged tag is copied as it is shown, and copies are counted', async () => {
  const { admin } = company
  const template = await newList()
  await addTask(template.id, { tags: ['deleted', 'merged', 'stays'] })
  const idOf = async (name: string): Promise<string> =>
    (await admin.list(`/v1/tags?filter=${encodeURIComponent(`tagName="${name}"`)}`)).items[0].id
  await admin.ok('DELETE', `/v1/tags/${await idOf('deleted')}`)
  await admin.ok('POST', `/v1/tags/${await idOf('merged')}/merge`, { into: await idOf('stays') })
  const list = await newList({ tasklistTemplate: template.id })
  expect((await tasksOf(list.id)).get('Task').details.tags).toEqual(['stays'])
  const bearing = await world.db.query
    .selectFrom('tasks')
    .select('tagIds')
    .where('tasklistId', '=', list.id)
    .execute()
  expect(bearing.map(({ tagIds }) => tagIds)).toEqual([JSON.stringify([await idOf('stays')])])
  const { kept, counted } = await countsOf(world.db, company.companyNo)
  expect(kept).toEqual(counted)
})

test('keeps the tree of subtasks within the list; tasks in the trash or in another list are not copied', async () => {
  const [template, other] = [await newList(), await newList()]
  const top = await addTask(template.id, { title: 'top' })
  const middle = await addTask(template.id, { title: 'middle', parentTaskId: top.id })
  await addTask(template.id, { title: 'leaf', parentTaskId: middle.id })
  const outside = await addTask(other.id, { title: 'outside', parentTaskId: top.id })
  await addTask(template.id, { title: 'orphan', parentTaskId: outside.id })
  const gone = await addTask(template.id, { title: 'gone', parentTaskId: top.id })
  await company.admin.ok('DELETE', `/v1/tasks/${gone.id}`)
  const list = await newList({ tasklistTemplate: template.id })
  const copies = await tasksOf(list.id)
  expect([...copies.keys()].toSorted()).toEqual(['leaf', 'middle', 'orphan', 'top'])
  const parentOf = (title: string): unknown => copies.get(title).details.parentTaskId
  expect(['top', 'middle', 'leaf', 'orphan'].map(parentOf)).toEqual([
    null,
    copies.get('top').id,
    copies.get('middle').id,
    null,
  ])
  const below = encodeURIComponent(`parentTaskId="${copies.get('top').id}"`)
  expect((await company.admin.list(`/v1/tasks?filter=${below}`)).items).toHaveLength(1)
})

describe('dates', () => {
  const copied = async (from: string | null, to: string | null): Promise<[string | null, string | null]> => {
    const template = await newList({ startDate: from })
    await addTask(template.id, { startDate: '2028-02-28', dueDate: '2028-03-01' })
    const list = await newList({ startDate: to, tasklistTemplate: template.id })
    const { startDate, dueDate } = (await tasksOf(list.id)).get('Task').details
    return [startDate, dueDate]
  }

  test.each([
    ['2028-02-01', '2028-02-02', '2028-02-29', '2028-03-02'],
    ['2028-02-01', '2029-02-01', '2029-02-28', '2029-03-02'],
    ['2028-03-27', '2028-03-25', '2028-02-26', '2028-02-28'],
    ['2028-02-01', '2028-02-01', '2028-02-28', '2028-03-01'],
    ['2028-02-01', null, '2028-02-28', '2028-03-01'],
    [null, '2030-01-01', '2028-02-28', '2028-03-01'],
    [null, null, '2028-02-28', '2028-03-01'],
  ])('from a list of %s to one of %s: %s, %s', async (from, to, ...expected) => {
    expect(await copied(from, to)).toEqual(expected)
  })

  test.each([
    ['2028-01-01', '9999-12-31'],
    ['9999-12-31', '0001-01-01'],
  ])('from %s to %s would leave the calendar: a 400, and nothing is created', async (from, to) => {
    const template = await newList({ startDate: from })
    await addTask(template.id, { dueDate: '2028-03-01' })
    const before = await contentsOf(world, company)
    const body = { tasklistName: 'x', workspaceId, startDate: to, tasklistTemplate: template.id }
    const reply = await company.admin.send('POST', '/v1/tasklists', body)
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/startDate'])
    expect(await contentsOf(world, company)).toEqual(before)
  })
})

/** Tasks inserted directly into a list: creating them one by one would take long. */
async function fill(listId: string, count: number): Promise<void> {
  const creator = { companyNo: company.companyNo, userId: company.adminId }
  const made = Array.from({ length: count }, (_, n) =>
    buildTask(creator, { title: `Task ${n}`, workspaceId, tasklistId: listId }),
  )
  await world.db.transaction(async (tx) => {
    await insertRecords(tx, task, made)
  })
}

test('a thousand tasks are copied at once, and not one more', async () => {
  const template = await newList()
  await fill(template.id, 1_000)
  const list = await newList({ tasklistTemplate: template.id })
  const copies = await company.admin.all(`/v1/tasklists/${list.id}/tasks?limit=500&sort=title`)
  const titles = copies.map(({ details }) => details.title)
  expect(new Set(titles).size).toBe(1_000)
  const log = new Set(await changesOf(world, company))
  expect(copies.filter(({ id }) => !log.has(`task.created ${id}`))).toEqual([])
  await addTask(template.id)
  const before = await contentsOf(world, company)
  const body = { tasklistName: 'x', workspaceId, tasklistTemplate: template.id }
  const reply = await company.admin.send('POST', '/v1/tasklists', body)
  expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
  expect(await contentsOf(world, company)).toEqual(before)
})

describe('the list to copy', () => {
  test('may be any visible one, on every path that creates a list, even in an archived workspace', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })
    const source = await newList({ workspaceId: place.id })
    await addTask(source.id)
    const reader = await world.person(company, { workspaceId: place.id, role: 'Reader' })
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${reader.id}`)
    await company.admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
    const milestones = `/v1/workspaces/${workspaceId}/milestones`
    const { id: milestoneId } = await company.admin.create(milestones, { title: 'M' })
    for (const path of [
      '/v1/tasklists',
      `/v1/workspaces/${workspaceId}/tasklists`,
      `/v1/milestones/${milestoneId}/tasklists`,
    ]) {
      const body = { tasklistName: 'Copy', workspaceId, tasklistTemplate: source.id }
      const { id } = await reader.client.create(path, body)
      const copies = await tasksOf(id)
      expect([copies.size, copies.get('Task').details.createdBy]).toEqual([1, reader.id])
    }
  })

  test('counts as missing if it is not visible', async () => {
    const source = await newList({ workspaceId: elsewhere })
    const person = await world.person(company, { workspaceId })
    const body = { tasklistName: 'x', workspaceId, tasklistTemplate: source.id }
    const reply = await person.client.send('POST', '/v1/tasklists', body)
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/tasklistTemplate'])
  })

  test('can be named only when a list is created', async () => {
    const [source, { id }] = [await newList(), await newList({ tasklistTemplate: null })]
    const reply = await company.admin.send('PUT', `/v1/tasklists/${id}`, { tasklistTemplate: source.id })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/tasklistTemplate'])
  })
})
