import { beforeAll, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Steps' })).id
})

const newTask = async (title = 'Task', body: object = {}): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title, workspaceId, ...body })).id

const newSteps = async (taskId: string, titles: string): Promise<Record<string, string>> => {
  const ids: Record<string, string> = {}
  for (const title of titles) {
    // Ids of the same millisecond have no order.
    time.pass(2)
    ids[title] = (await company.admin.create(`/v1/tasks/${taskId}/steps`, { title })).id
  }
  return ids
}

const titlesOf = async (taskId: string): Promise<string> =>
  (await company.admin.list(`/v1/tasks/${taskId}/steps?sort=rank&limit=500`)).items
    .map(({ details }) => details.title)
    .join('')

const block = (taskId: string, blockerId: string): Promise<Reply> =>
  company.admin.send('PUT', `/v1/tasks/${taskId}/blockers/${blockerId}`)

const idsAt = async (path: string): Promise<string[]> =>
  (await company.admin.list(path)).items.map(({ id }) => id).toSorted()

test('a step is done by somebody at some moment, once, until it is not', async () => {
  const { A = '' } = await newSteps(await newTask(), 'A')
  const detailsOf = async () => (await company.admin.get(`/v1/steps/${A}`)).body.details
  expect(await detailsOf()).toMatchObject({ title: 'A', doneAt: null, doneBy: null })
  await company.admin.ok('PUT', `/v1/steps/${A}/done`)
  const done = await detailsOf()
  expect(done.doneBy).toBe(company.adminId)
  const { client } = await world.person(company, { workspaceId, role: 'Contributor' })
  await client.ok('PUT', `/v1/steps/${A}/done`)
  expect(await detailsOf()).toEqual(done)
  await client.ok('DELETE', `/v1/steps/${A}/done`)
  expect(await detailsOf()).toMatchObject({ doneAt: null, doneBy: null })
  expect((await client.send('PUT', `/v1/steps/${A}`, { doneAt: done.doneAt })).status).toBe(400)
})

test('steps have an order, and go with their task', async () => {
  const task = await newTask()
  const ids = await newSteps(task, 'ABC')
  await company.admin.ok('PUT', `/v1/steps/${ids['C']}/place`, { before: ids['A'] })
  expect(await titlesOf(task)).toBe('CAB')
  await company.admin.ok('PUT', `/v1/steps/${ids['B']}`, { title: 'D' })
  await company.admin.ok('DELETE', `/v1/steps/${ids['A']}`)
  expect(await titlesOf(task)).toBe('CD')
  const { X = '' } = await newSteps(await newTask(), 'X')
  expect((await company.admin.send('PUT', `/v1/steps/${ids['C']}/place`, { after: X })).status).toBe(400)
  const elsewhere = (await company.admin.create('/v1/workspaces', { workspaceName: 'There' })).id
  await company.admin.ok('PUT', `/v1/tasks/${task}`, { workspaceId: elsewhere })
  expect(await titlesOf(task)).toBe('CD')
  await company.admin.ok('DELETE', `/v1/tasks/${task}`)
  expect((await company.admin.get(`/v1/steps/${ids['C']}`)).status).toBe(404)
  await company.admin.ok('POST', `/v1/tasks/${task}/restore`)
  expect(await titlesOf(task)).toBe('CD')
})

test('a step becomes a subtask in the list and milestone of its task', async () => {
  const { id: tasklistId } = await company.admin.create('/v1/tasklists', { tasklistName: 'L', workspaceId })
  const parent = await newTask('Parent', { tasklistId })
  const { A, B } = await newSteps(parent, 'AB')
  await company.admin.ok('PUT', `/v1/steps/${B}/done`)
  const { body } = await company.admin.ok('POST', `/v1/steps/${A}/task`)
  expect(body.details).toMatchObject({ title: 'A', parentTaskId: parent, tasklistId, status: 'Open' })
  expect((await company.admin.ok('POST', `/v1/steps/${B}/task`)).body.details).toMatchObject({
    status: 'Completed',
  })
  expect(await titlesOf(parent)).toBe('')
})

test('a task has at most 100 steps', async () => {
  const task = await newTask()
  for (let n = 0; n < 100; n += 1) await company.admin.create(`/v1/tasks/${task}/steps`, { title: `${n}` })
  expect((await company.admin.send('POST', `/v1/tasks/${task}/steps`, { title: 'X' })).status).toBe(409)
})

test('blockers are listed on both sides, and setting one twice is no error', async () => {
  const [a, b, c] = [await newTask('A'), await newTask('B'), await newTask('C')]
  for (const blocker of [b, c, c]) expect((await block(a, blocker)).status).toBe(204)
  expect(await idsAt(`/v1/tasks/${a}/blockers`)).toEqual([b, c].toSorted())
  expect(await idsAt(`/v1/tasks/${c}/blocked`)).toEqual([a])
  await company.admin.ok('DELETE', `/v1/tasks/${a}/blockers/${b}`)
  await company.admin.ok('DELETE', `/v1/tasks/${a}/blockers/${b}`)
  expect(await idsAt(`/v1/tasks/${a}/blockers`)).toEqual([c])
  await company.admin.ok('DELETE', `/v1/tasks/${c}`)
  expect(await idsAt(`/v1/tasks/${a}/blockers`)).toEqual([])
})

test('a cycle of blockers is a 409 that names the path, in the trash too', async () => {
  const [a, b, c] = [await newTask('A'), await newTask('B'), await newTask('C')]
  await block(a, b)
  await block(b, c)
  const refused = await block(c, a)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain(`"A" (${a}) waits for "B" (${b}) waits for "C" (${c})`)
  expect((await block(a, a)).status).toBe(409)
  await company.admin.ok('DELETE', `/v1/tasks/${b}`)
  expect((await block(c, a)).status).toBe(409)
})

test('people who set blockers at once never close a cycle', async () => {
  const size = 6
  for (let round = 0; round < 3; round += 1) {
    const ring = await Promise.all(Array.from({ length: size }, (_, n) => newTask(`T${n}`)))
    const replies = await Promise.all(ring.map((id, n) => block(id, ring[(n + 1) % size] ?? '')))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(size - 1).fill(204), 409])
  }
})

test('only a task of the same workspace blocks, so a move leaves the others behind', async () => {
  const elsewhere = (await company.admin.create('/v1/workspaces', { workspaceName: 'There' })).id
  const [a, b, child] = [await newTask('A'), await newTask('B'), await newTask('Child')]
  expect((await block(a, await newTask('X', { workspaceId: elsewhere }))).status).toBe(400)
  await company.admin.ok('PUT', `/v1/tasks/${child}`, { parentTaskId: a })
  await block(a, b)
  await block(a, child)
  await company.admin.ok('PUT', `/v1/tasks/${a}`, { workspaceId: elsewhere })
  expect(await idsAt(`/v1/tasks/${a}/blockers`)).toEqual([child])
  expect(await idsAt(`/v1/tasks/${b}/blocked`)).toEqual([])
})

test('a copied list has the steps, none of them done, and the blockers among its tasks', async () => {
  const { id: tasklistId } = await company.admin.create('/v1/tasklists', { tasklistName: 'L', workspaceId })
  const [a, b] = [await newTask('A', { tasklistId }), await newTask('B', { tasklistId })]
  const steps = await newSteps(a, 'XYZ')
  await company.admin.ok('PUT', `/v1/steps/${steps['Z']}/place`, { before: steps['X'] })
  await company.admin.ok('PUT', `/v1/steps/${steps['Y']}/done`)
  await block(a, b)
  const copy = await company.admin.create('/v1/tasklists', {
    ...{ tasklistName: 'Copy', workspaceId, tasklistTemplate: tasklistId },
  })
  const copies = (await company.admin.list(`/v1/tasklists/${copy.id}/tasks?sort=title`)).items
  const [one, two] = copies.map(({ id }) => id)
  expect(await titlesOf(one)).toBe('ZXY')
  const made = (await company.admin.list(`/v1/tasks/${one}/steps`)).items
  expect(made.every(({ details }) => details.doneAt === null)).toBe(true)
  expect(await idsAt(`/v1/tasks/${one}/blockers`)).toEqual([two])
})
