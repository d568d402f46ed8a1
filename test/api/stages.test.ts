import { beforeAll, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "A workspace's own board columns without touching the five statuses." */
const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const newWorkspace = async (): Promise<string> =>
  (await company.admin.create('/v1/workspaces', { workspaceName: 'Board' })).id

const newStage = async (workspaceId: string, stageName: string, status: string): Promise<string> => {
  // Ids of the same millisecond have no order.
  time.pass(2)
  return (await company.admin.create(`/v1/workspaces/${workspaceId}/stages`, { stageName, status })).id
}

/** A workspace with two stages for In Progress and one each for Open and Completed. */
async function newBoard() {
  const workspaceId = await newWorkspace()
  return {
    workspaceId,
    open: await newStage(workspaceId, 'To do', 'Open'),
    doing: await newStage(workspaceId, 'Doing', 'In Progress'),
    review: await newStage(workspaceId, 'In review', 'In Progress'),
    done: await newStage(workspaceId, 'Done', 'Completed'),
  }
}

const newTask = async (workspaceId: string, body: object = {}): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title: 'Task', workspaceId, ...body })).id

const put = (id: string, body: object): Promise<Reply> => company.admin.send('PUT', `/v1/tasks/${id}`, body)

const stateOf = async (id: string): Promise<unknown[]> => {
  const { status, stageId, completedAt } = (await company.admin.get(`/v1/tasks/${id}`)).body.details
  return [status, stageId, completedAt !== null]
}

const namesOf = async (workspaceId: string): Promise<string[]> =>
  (await company.admin.list(`/v1/workspaces/${workspaceId}/stages?sort=rank`)).items.map(
    ({ details }) => details.stageName,
  )

test('a stage sets the status of a task, and a status picks its first stage by rank, or none', async () => {
  const { workspaceId, open, doing, review, done } = await newBoard()
  const task = await newTask(workspaceId)
  expect(await stateOf(task)).toEqual(['Open', open, false])
  await put(task, { stageId: review })
  expect(await stateOf(task)).toEqual(['In Progress', review, false])
  await put(task, { status: 'In Progress', title: 'Stays' })
  expect(await stateOf(task)).toEqual(['In Progress', review, false])
  await put(task, { status: 'Completed' })
  expect(await stateOf(task)).toEqual(['Completed', done, true])
  await put(task, { status: 'In Progress' })
  expect(await stateOf(task)).toEqual(['In Progress', doing, false])
  const { details } = (await company.admin.get(`/v1/tasks/${task}`)).body
  expect((await put(task, { ...details, status: 'Completed' })).status).toBe(204)
  expect(await stateOf(task)).toEqual(['Completed', done, true])
  await put(task, { status: 'Cancelled' })
  expect(await stateOf(task)).toEqual(['Cancelled', null, false])
  await put(task, { stageId: done, status: 'Completed' })
  expect(await stateOf(task)).toEqual(['Completed', done, true])
  await put(task, { stageId: null })
  expect(await stateOf(task)).toEqual(['Completed', null, true])
})

test('a new task takes the status of its stage, and a stage and a status that differ are refused', async () => {
  const { workspaceId, open, review, done } = await newBoard()
  expect(await stateOf(await newTask(workspaceId, { stageId: done }))).toEqual(['Completed', done, true])
  expect(await stateOf(await newTask(workspaceId, { status: 'Completed' }))).toEqual([
    'Completed',
    done,
    true,
  ])
  expect(await stateOf(await newTask(workspaceId, { status: 'On Hold' }))).toEqual(['On Hold', null, false])
  expect(await stateOf(await newTask(workspaceId, { stageId: null }))).toEqual(['Open', null, false])
  const both = { title: 'Both', workspaceId, stageId: review, status: 'Open' }
  const created = await company.admin.send('POST', '/v1/tasks', both)
  expect([created.status, created.body.errors[0].pointer]).toEqual([400, '/status'])
  const task = await newTask(workspaceId)
  const changed = await put(task, { stageId: review, status: 'Completed' })
  expect([changed.status, changed.body.errors[0].pointer]).toEqual([400, '/status'])
  for (const given of [
    { stageId: review, status: 'Open' },
    { stageId: open, status: 'Completed' },
  ]) {
    const placed = await company.admin.send('PUT', `/v1/tasks/${task}/place`, given)
    expect([placed.status, placed.body.errors[0].pointer]).toEqual([400, '/status'])
  }
  expect(await stateOf(task)).toEqual(['Open', open, false])
  await company.admin.ok('PUT', `/v1/tasks/${task}/place`, { stageId: review })
  expect(await stateOf(task)).toEqual(['In Progress', review, false])
})

test('a stage of another workspace is refused', async () => {
  const { workspaceId } = await newBoard()
  const { open } = await newBoard()
  const reply = await put(await newTask(workspaceId), { stageId: open })
  expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/stageId'])
  const created = await company.admin.send('POST', '/v1/tasks', { title: 'X', workspaceId, stageId: open })
  expect(created.status).toBe(400)
})

test('the first stage of a status takes the tasks of that status', async () => {
  const workspaceId = await newWorkspace()
  const [task, other] = [await newTask(workspaceId), await newTask(workspaceId, { status: 'On Hold' })]
  const trashed = await newTask(workspaceId)
  await company.admin.ok('DELETE', `/v1/tasks/${trashed}`)
  const first = await newStage(workspaceId, 'To do', 'Open')
  await newStage(workspaceId, 'Later', 'Open')
  expect(await stateOf(task)).toEqual(['Open', first, false])
  expect(await stateOf(other)).toEqual(['On Hold', null, false])
  await company.admin.ok('POST', `/v1/tasks/${trashed}/restore`)
  expect(await stateOf(trashed)).toEqual(['Open', first, false])
  const filter = encodeURIComponent(`stageId="${first}"`)
  const { items } = await company.admin.list(`/v1/workspaces/${workspaceId}/tasks?filter=${filter}`)
  expect(items).toHaveLength(2)
  const [change] = (await company.admin.list(`/v1/tasks/${task}/history`)).items
  expect(change?.details).toMatchObject({ previous: { stageId: null }, after: { stageId: first } })
})

test('deleting a stage moves its tasks to the next one of the same status, or to none', async () => {
  const { workspaceId, doing, review, done } = await newBoard()
  const [one, two] = [
    await newTask(workspaceId, { stageId: doing }),
    await newTask(workspaceId, { stageId: done }),
  ]
  const trashed = await newTask(workspaceId, { stageId: doing })
  await company.admin.ok('DELETE', `/v1/tasks/${trashed}`)
  await company.admin.ok('DELETE', `/v1/stages/${doing}`)
  await company.admin.ok('DELETE', `/v1/stages/${done}`)
  expect(await stateOf(one)).toEqual(['In Progress', review, false])
  expect(await stateOf(two)).toEqual(['Completed', null, true])
  await company.admin.ok('POST', `/v1/tasks/${trashed}/restore`)
  expect(await stateOf(trashed)).toEqual(['In Progress', review, false])
  const filter = encodeURIComponent(`stageId="${review}"`)
  const found = (await company.admin.list(`/v1/workspaces/${workspaceId}/tasks?filter=${filter}`)).items
  expect(found.map(({ id }) => id).toSorted()).toEqual([one, trashed].toSorted())
  expect((await company.admin.get(`/v1/stages/${doing}`)).status).toBe(404)
})

test('moving to another workspace picks a stage there, for subtasks too', async () => {
  const { workspaceId, review, done } = await newBoard()
  const other = await newBoard()
  const parent = await newTask(workspaceId, { stageId: review })
  const child = await newTask(workspaceId, { stageId: done, parentTaskId: parent })
  await put(parent, { workspaceId: other.workspaceId })
  expect(await stateOf(parent)).toEqual(['In Progress', other.doing, false])
  expect(await stateOf(child)).toEqual(['Completed', other.done, true])
  await put(parent, { workspaceId: await newWorkspace() })
  expect(await stateOf(parent)).toEqual(['In Progress', null, false])
})

test('copies of tasks start in the first stage for Open', async () => {
  const { workspaceId, done } = await newBoard()
  const { id: tasklistTemplate } = await company.admin.create('/v1/tasklists', {
    tasklistName: 'Template',
    workspaceId,
  })
  await newTask(workspaceId, { stageId: done, tasklistId: tasklistTemplate })
  const other = await newBoard()
  const copy = await company.admin.create('/v1/tasklists', {
    ...{ tasklistName: 'Copy', workspaceId: other.workspaceId, tasklistTemplate },
  })
  const [task] = (await company.admin.list(`/v1/tasklists/${copy.id}/tasks`)).items
  expect([task.details.status, task.details.stageId]).toEqual(['Open', other.open])
})

test('stages have an order, a soft limit, and a status that never changes', async () => {
  const { workspaceId, open, review, doing } = await newBoard()
  expect(await namesOf(workspaceId)).toEqual(['To do', 'Doing', 'In review', 'Done'])
  await company.admin.ok('PUT', `/v1/stages/${review}/place`, { before: open })
  expect(await namesOf(workspaceId)).toEqual(['In review', 'To do', 'Doing', 'Done'])
  // Now it is the first for its status.
  expect(await stateOf(await newTask(workspaceId, { status: 'In Progress' }))).toEqual([
    'In Progress',
    review,
    false,
  ])
  await company.admin.ok('PUT', `/v1/stages/${doing}`, { stageName: 'Now', softLimit: 3 })
  expect((await company.admin.get(`/v1/stages/${doing}`)).body.details).toMatchObject({
    ...{ stageName: 'Now', softLimit: 3, status: 'In Progress', workspaceId },
  })
  expect((await company.admin.send('PUT', `/v1/stages/${doing}`, { status: 'Open' })).status).toBe(400)
})

test('two stages of a workspace cannot have the same name', async () => {
  const { workspaceId, doing, done } = await newBoard()
  const path = `/v1/workspaces/${workspaceId}/stages`
  const again = await company.admin.send('POST', path, { stageName: ' DOING', status: 'Open' })
  expect([again.status, again.body.code, again.body.detail]).toEqual([
    409,
    'duplicate',
    `The stage ${doing} of this workspace already has this name.`,
  ])
  expect(again.body.errors).toMatchObject([{ pointer: '/stageName' }])
  expect((await company.admin.send('PUT', `/v1/stages/${done}`, { stageName: 'doing' })).status).toBe(409)
  // Its own name in other letters, and the name of a stage elsewhere.
  await company.admin.ok('PUT', `/v1/stages/${doing}`, { stageName: 'DOING' })
  await newStage(await newWorkspace(), 'Doing', 'In Progress')
  expect(await namesOf(workspaceId)).toEqual(['To do', 'DOING', 'In review', 'Done'])
})

test('a workspace has at most 50 stages, and none are added to an archived one', async () => {
  const workspaceId = await newWorkspace()
  const path = `/v1/workspaces/${workspaceId}/stages`
  for (let n = 0; n < 50; n += 1)
    await company.admin.create(path, { stageName: `Stage ${n}`, status: 'Open' })
  const body = { stageName: 'One more', status: 'Open' }
  expect((await company.admin.send('POST', path, body)).status).toBe(409)
  await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/archive`)
  expect((await company.admin.send('POST', path, body)).body.code).toBe('archived')
})
