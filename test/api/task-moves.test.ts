import { beforeAll, describe, expect, test } from 'vitest'
import { insertRecords, newRow } from '../../src/db/records.ts'
import { type TaskRow, task } from '../../src/schema/records/task.ts'
import { columnsOf } from '../../src/schema/storage.ts'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { contentsOf } from './fixture.ts'

/** "Moving to another workspace with permission in both." */
const world = useSharedWorld()
let company: Company
let here: string
let there: string

beforeAll(async () => {
  company = await world.company()
  here = await newWorkspace()
  there = await newWorkspace()
})

const newWorkspace = async (): Promise<string> =>
  (await company.admin.create('/v1/workspaces', { workspaceName: 'Place' })).id

const newTask = async (body: Record<string, unknown> = {}): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title: 'Task', workspaceId: here, ...body })).id

const newPlaces = async (workspaceId: string) => ({
  tasklistId: (await company.admin.create('/v1/tasklists', { tasklistName: 'L', workspaceId })).id,
  milestoneId: (await company.admin.create(`/v1/workspaces/${workspaceId}/milestones`, { title: 'M' })).id,
})

const put = (id: string, body: unknown): Promise<Reply> => company.admin.send('PUT', `/v1/tasks/${id}`, body)

const detailsOf = async (id: string): Promise<Reply['body']> =>
  (await company.admin.ok('GET', `/v1/tasks/${id}`)).body.details

const linksOf = async (id: string): Promise<string[]> => {
  const found = await world.db.query.selectFrom('taskLinks').selectAll().where('taskId', '=', id).execute()
  return found.map(({ targetId }) => targetId).toSorted()
}

test('a task moves with its subtasks at every level; references to the old workspace stay behind', async () => {
  const places = await newPlaces(here)
  const above = await newTask()
  const task = await newTask({
    parentTaskId: above,
    ...places,
    tags: ['moving'],
    assignees: [company.adminId],
  })
  const child = await newTask({ parentTaskId: task, ...places, externalId: 'kept' })
  const grandchild = await newTask({ parentTaskId: child, tasklistId: places.tasklistId })
  const before = await detailsOf(task)
  const etag = (await company.admin.get(`/v1/tasks/${child}`)).headers['etag']
  const reply = await put(task, { workspaceId: there })
  expect([reply.status, reply.headers['etag']]).toEqual([
    204,
    (await company.admin.get(`/v1/tasks/${task}`)).headers['etag'],
  ])
  const none = { workspaceId: there, tasklistId: null, milestoneId: null }
  const { updatedAt: _, ...others } = before
  expect(await detailsOf(task)).toMatchObject({ ...others, ...none, parentTaskId: null })
  expect(await detailsOf(child)).toMatchObject({ ...none, parentTaskId: task, externalId: 'kept' })
  expect(await detailsOf(grandchild)).toMatchObject({ ...none, parentTaskId: child })
  expect(await detailsOf(above)).toMatchObject({ workspaceId: here })
  expect((await company.admin.get(`/v1/tasks/${child}`)).headers['etag']).not.toBe(etag)
  expect([await linksOf(task), await linksOf(child), await linksOf(grandchild)]).toEqual([
    [],
    [task],
    [child],
  ])
  const listed = (await company.admin.all(`/v1/workspaces/${there}/tasks`)).map(({ id }) => id)
  expect(listed).toEqual(expect.arrayContaining([task, child, grandchild]))
})

test('each moved task is logged with both workspaces', async () => {
  const task = await newTask()
  const child = await newTask({ parentTaskId: task, ...(await newPlaces(here)) })
  await put(task, { workspaceId: there, title: 'Moved' })
  const logged = async (recordId: string): Promise<unknown> => {
    const [last] = await world.db.query
      .selectFrom('changes')
      .selectAll()
      .where('companyNo', '=', company.companyNo)
      .where('recordId', '=', recordId)
      .orderBy('id', 'desc')
      .execute()
    const fields = (JSON.parse(last?.fields ?? '[]') as string[]).toSorted().join(' ')
    return [last?.type, last?.workspaceId, last?.otherWorkspaceId, fields]
  }
  expect(await logged(task)).toEqual(['task.updated', there, here, 'title workspaceId'])
  expect(await logged(child)).toEqual(['task.updated', there, here, 'milestoneId tasklistId workspaceId'])
  await put(task, { workspaceId: there, title: 'Stays' })
  expect(await logged(task)).toEqual(['task.updated', there, null, 'title'])
})

test('a file that moves with its task is logged with the workspace that it came from', async () => {
  const task = await newTask()
  const file = await company.admin.file(`/v1/tasks/${task}`, 'Offer.pdf')
  await put(task, { workspaceId: there })
  const { items } = await company.admin.list(`/v1/files/${file}/history`)
  expect(items[0]?.details).toMatchObject({ fields: ['workspaceId'], previous: { workspaceId: here } })
})

describe('the same body', () => {
  test('may name a parent, a list and a milestone of the new workspace', async () => {
    const places = await newPlaces(there)
    const parentTaskId = await newTask({ workspaceId: there })
    const task = await newTask(await newPlaces(here))
    const body = { workspaceId: there, parentTaskId, ...places }
    expect((await put(task, body)).status).toBe(204)
    expect(await detailsOf(task)).toMatchObject(body)
    expect(await linksOf(task)).toEqual([parentTaskId, ...Object.values(places)].toSorted())
  })

  test.each(['tasklistId', 'milestoneId', 'parentTaskId'] as const)(
    'that names a %s of the old one is a 400 that names it, and nothing moves',
    async (name) => {
      const places = { ...(await newPlaces(here)), parentTaskId: await newTask() }
      const task = await newTask(places)
      await newTask({ parentTaskId: task })
      const before = await contentsOf(world, company)
      const reply = await put(task, { workspaceId: there, [name]: places[name] })
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, `/${name}`])
      expect(await contentsOf(world, company)).toEqual(before)
    },
  )

  test('may not move it below its own subtask, nor deeper than eight levels', async () => {
    const task = await newTask()
    const child = await newTask({ parentTaskId: task })
    expect((await put(task, { workspaceId: there, parentTaskId: child })).body.code).toBe('conflict')
    let deepest: string | null = null
    for (let n = 0; n < 7; n += 1) deepest = await newTask({ workspaceId: there, parentTaskId: deepest })
    expect((await put(task, { workspaceId: there, parentTaskId: deepest })).body.code).toBe('conflict')
    expect(await detailsOf(task)).toMatchObject({ workspaceId: here, parentTaskId: null })
  })
})

describe('permission', () => {
  test('the caller must be a Contributor of both workspaces', async () => {
    const roles = ['Reader', 'Contributor', 'Admin'] as const
    for (const from of roles)
      for (const to of roles) {
        const person = await world.person(company, { workspaceId: here })
        const { id: task } = await person.client.create('/v1/tasks', { title: 'Own', workspaceId: here })
        await company.admin.ok('PUT', `/v1/workspaces/${here}/members/${person.id}`, { role: from })
        await company.admin.ok('PUT', `/v1/workspaces/${there}/members/${person.id}`, { role: to })
        const reply = await person.client.send('PUT', `/v1/tasks/${task}`, { workspaceId: there })
        expect(reply.status, `${from} to ${to}`).toBe(from === 'Reader' || to === 'Reader' ? 403 : 204)
      }
  })

  test.each([
    ['Internal', 403],
    // People who may not see the workspace get the error for a missing one.
    ['External', 400],
  ] as const)('somebody %s who is not a member of the other one: %i', async (userType, status) => {
    const person = await world.person(company, { userType, workspaceId: here })
    const task = await newTask()
    const reply = await person.client.send('PUT', `/v1/tasks/${task}`, { workspaceId: there })
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.body.errors[0].pointer).toBe('/workspaceId')
    expect((await detailsOf(task)).workspaceId).toBe(here)
  })

  test('a Contributor may not move away tasks that others created, nor the time that they logged', async () => {
    const [bob, ann] = [
      await world.person(company, { workspaceId: here }),
      await world.person(company, { workspaceId: here }),
    ]
    await company.admin.ok('PUT', `/v1/workspaces/${there}/members/${bob.id}`, { role: 'Admin' })
    const move = async (task: string): Promise<number> =>
      (await bob.client.send('PUT', `/v1/tasks/${task}`, { workspaceId: there })).status
    const { id: hers } = await ann.client.create('/v1/tasks', { title: 'Hers', workspaceId: here })
    expect(await move(hers)).toBe(403)
    const { id: his } = await bob.client.create('/v1/tasks', { title: 'His', workspaceId: here })
    const { id: part } = await ann.client.create('/v1/tasks', {
      title: 'Her part',
      workspaceId: here,
      parentTaskId: his,
    })
    expect(await move(his)).toBe(403)
    await ann.client.ok('PUT', `/v1/tasks/${part}`, { parentTaskId: null })
    const entry = { date: '2026-05-01', minutes: 60 }
    const { id: time } = await ann.client.create(`/v1/tasks/${his}/times`, entry)
    expect(await move(his)).toBe(403)
    await ann.client.ok('DELETE', `/v1/times/${time}`)
    expect(await move(his)).toBe(204)
    await company.admin.ok('PUT', `/v1/workspaces/${here}/members/${bob.id}`, { role: 'Admin' })
    expect(await move(hers)).toBe(204)
  })

  test('neither workspace may be archived, and the target not in the trash', async () => {
    const archived = await newWorkspace()
    const inside = await newTask({ workspaceId: archived })
    await company.admin.ok('PUT', `/v1/workspaces/${archived}/archive`)
    for (const [task, workspaceId] of [
      [inside, here],
      [await newTask(), archived],
    ] as const)
      expect((await put(task, { workspaceId })).body.code).toBe('archived')
    const trashed = await newWorkspace()
    await company.admin.ok('DELETE', `/v1/workspaces/${trashed}`)
    const reply = await put(await newTask(), { workspaceId: trashed })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/workspaceId'])
  })
})

describe('the trash', () => {
  test('its tasks do not move, and come back without a parent that has moved', async () => {
    const task = await newTask()
    const child = await newTask({ parentTaskId: task })
    const grandchild = await newTask({ parentTaskId: child })
    await company.admin.ok('DELETE', `/v1/tasks/${child}`)
    expect((await put(child, { workspaceId: there })).status).toBe(404)
    await put(task, { workspaceId: there })
    await company.admin.ok('POST', `/v1/tasks/${child}/restore`)
    expect(await detailsOf(child)).toMatchObject({ workspaceId: here, parentTaskId: null })
    expect(await detailsOf(grandchild)).toMatchObject({ workspaceId: here, parentTaskId: child })
    expect([await linksOf(child), await linksOf(grandchild)]).toEqual([[], [child]])
  })

  test('also when that parent is in the trash itself', async () => {
    const task = await newTask()
    const child = await newTask({ parentTaskId: task })
    await company.admin.ok('DELETE', `/v1/tasks/${child}`)
    await put(task, { workspaceId: there })
    await company.admin.ok('DELETE', `/v1/tasks/${task}`)
    await company.admin.ok('POST', `/v1/tasks/${child}/restore`)
    expect((await detailsOf(child)).parentTaskId).toBeNull()
    await company.admin.ok('POST', `/v1/tasks/${task}/restore`)
    expect((await detailsOf(task)).workspaceId).toBe(there)
  })

  test('a milestone that was deleted in the meantime is cleared', async () => {
    const { milestoneId } = await newPlaces(here)
    const task = await newTask({ milestoneId })
    await company.admin.ok('DELETE', `/v1/tasks/${task}`)
    await company.admin.ok('DELETE', `/v1/milestones/${milestoneId}`)
    await company.admin.ok('POST', `/v1/tasks/${task}/restore`)
    expect((await detailsOf(task)).milestoneId).toBeNull()
    expect(await linksOf(task)).toEqual([])
  })
})

/** Subtasks inserted directly: creating them one by one would take long. */
async function addSubtasks(parentTaskId: string, count: number): Promise<void> {
  const { companyNo, adminId } = company
  const parent = await world.db.query
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', parentTaskId)
    .executeTakeFirstOrThrow()
  const columns = Object.fromEntries(columnsOf(task).map((name) => [name, parent[name as keyof TaskRow]]))
  const made = Array.from({ length: count }, () => ({
    ...(columns as unknown as TaskRow),
    ...newRow(companyNo, adminId),
    parentTaskId,
  }))
  await world.db.transaction(async (tx) => {
    await insertRecords(tx, task, made)
  })
}

test('a thousand subtasks move along, and not one more', async () => {
  const task = await newTask(await newPlaces(here))
  await addSubtasks(task, 1_000)
  expect((await put(task, { workspaceId: there })).status).toBe(204)
  const filter = encodeURIComponent(`parentTaskId="${task}" AND workspaceId="${there}"`)
  expect(await company.admin.all(`/v1/tasks?limit=500&filter=${filter}`)).toHaveLength(1_000)
  await newTask({ workspaceId: there, parentTaskId: task })
  const reply = await put(task, { workspaceId: here })
  expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
  expect((await detailsOf(task)).workspaceId).toBe(there)
})

describe('at once', () => {
  test('two moves: the task and all its subtasks end up in one place', async () => {
    const third = await newWorkspace()
    for (let round = 0; round < 5; round += 1) {
      const task = await newTask()
      const below = [await newTask({ parentTaskId: task }), await newTask({ parentTaskId: task })]
      const replies = await Promise.all([there, third].map((workspaceId) => put(task, { workspaceId })))
      expect(replies.map(({ status }) => status)).toEqual([204, 204])
      const { workspaceId } = await detailsOf(task)
      for (const id of below) expect((await detailsOf(id)).workspaceId).toBe(workspaceId)
    }
  })

  test('a move and a new subtask: it is where its parent is, or it is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const task = await newTask()
      const body = { title: 'New', workspaceId: here, parentTaskId: task }
      const [moved, added] = await Promise.all([
        put(task, { workspaceId: there }),
        company.admin.send('POST', '/v1/tasks', body),
      ])
      expect([moved.status, [201, 400].includes(added.status)]).toEqual([204, true])
      if (added.status === 201) expect((await detailsOf(added.body.id)).workspaceId).toBe(there)
      else expect(added.body.errors[0].pointer).toBe('/parentTaskId')
    }
  })

  test('a move and adding the task to a list of the old workspace', async () => {
    for (let round = 0; round < 8; round += 1) {
      const task = await newTask()
      const { tasklistId } = await newPlaces(here)
      const [moved, listed] = await Promise.all([
        put(task, { workspaceId: there }),
        put(task, { tasklistId }),
      ])
      expect([moved.status, [204, 400].includes(listed.status)]).toEqual([204, true])
      expect(await detailsOf(task)).toMatchObject({ workspaceId: there, tasklistId: null })
    }
  })
})
