import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { newId } from '../../src/base/ids.ts'
import { inChunks } from '../../src/db/database.ts'
import type { Client, Reply } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { insist } from '../support/insist.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

/** "Time entries: all members see them; one enters and changes one's own; workspace admins others' too." */
const world = useSharedWorld()
let company: Company
let workspaceId: string
let people: Record<'reader' | 'one' | 'other' | 'admin', { id: string; client: Client }>

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id
  people = {
    reader: await world.person(company, { workspaceId, role: 'Reader' }),
    one: await world.person(company, { workspaceId }),
    other: await world.person(company, { workspaceId }),
    admin: await world.person(company, { workspaceId, role: 'Admin' }),
  }
})

const newTask = async (body: Record<string, unknown> = {}): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title: 'Task', workspaceId, ...body })).id

const entry = { date: '2026-03-02', minutes: 30 }

const enter = (client: Client, body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  client.create('/v1/times', { ...entry, workspaceId, ...body })

const spentOn = async (taskId: string): Promise<number> => {
  const one = (await company.admin.ok('GET', `/v1/tasks/${taskId}`)).body.details.spentMinutes
  const filter = encodeURIComponent(`createdAt>"2000-01-01"`)
  const all = await company.admin.all(`/v1/workspaces/${workspaceId}/tasks?limit=500&filter=${filter}`)
  const listed = all.find(({ id }) => id === taskId)
  if (listed !== undefined) expect(listed.details.spentMinutes).toBe(one)
  return one
}

const timesOf = async (path: string): Promise<string[]> =>
  (await company.admin.all(`${path}?limit=500`)).map(({ id }) => id)

describe('an entry', () => {
  test('is created, read, changed and permanently deleted', async () => {
    const { client, id } = people.one
    const made = await enter(client, { note: 'Draft', billable: true, externalId: 'T-1' })
    expect(made.details).toMatchObject({
      ...entry,
      note: 'Draft',
      billable: true,
      userHash: id,
      workspaceId,
      taskId: null,
      createdBy: id,
      externalId: 'T-1',
    })
    const path = `/v1/times/${made.id}`
    expect(made.permalink).toMatch(/\/p\/time\/\w{22}$/)
    const changed = await client.ok('PUT', path, { minutes: 45, note: null })
    expect(changed.status).toBe(204)
    expect((await client.ok('GET', path)).body.details).toMatchObject({ minutes: 45, note: null })
    expect((await client.send('DELETE', path)).status).toBe(204)
    expect((await client.get(path)).status).toBe(404)
    expect((await client.send('DELETE', path)).status).toBe(404)
    expect(await timesOf('/v1/times')).not.toContain(made.id)
    // Its key is free again.
    await enter(client, { externalId: 'T-1' })
  })

  test.each([
    ['a day that is none', { date: '2026-02-30' }, '/date'],
    ['a moment', { date: '2026-03-02T10:00:00Z' }, '/date'],
    ['no day', { date: null }, '/date'],
    ['0 minutes', { minutes: 0 }, '/minutes'],
    ['1,441 minutes', { minutes: 1441 }, '/minutes'],
    ['minutes and a half', { minutes: 1.5 }, '/minutes'],
    ['minutes as a text', { minutes: '30' }, '/minutes'],
    ['billable as a text', { billable: 'yes' }, '/billable'],
    ['nobody', { userHash: null }, '/userHash'],
    ['nowhere', { workspaceId: null }, '/workspaceId'],
  ])('with %s is a 400', async (_, bad, pointer) => {
    const reply = await people.one.client.send('POST', '/v1/times', { ...entry, workspaceId, ...bad })
    expect([reply.status, reply.body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([
      400,
      [pointer],
    ])
  })

  test('of 1 and of 1,440 minutes is accepted', async () => {
    for (const minutes of [1, 1440])
      expect((await enter(people.one.client, { minutes })).details.minutes).toBe(minutes)
  })

  test('needs a workspace or a task, and they must match', async () => {
    const { client } = people.one
    const nowhere = await client.send('POST', '/v1/times', entry)
    expect([nowhere.status, nowhere.body.errors[0].pointer]).toEqual([400, '/workspaceId'])
    const taskId = await newTask()
    const made = await client.create('/v1/times', { ...entry, taskId })
    expect(made.details).toMatchObject({ taskId, workspaceId })
    const other = await company.admin.create('/v1/workspaces', { workspaceName: 'Elsewhere' })
    const far = await newTask({ workspaceId: other.id })
    for (const [method, path, body] of [
      ['POST', '/v1/times', { ...entry, workspaceId, taskId: far }],
      ['POST', `/v1/workspaces/${workspaceId}/times`, { ...entry, taskId: far }],
      ['PUT', `/v1/times/${made.id}`, { taskId: far }],
    ] as const) {
      const reply = await company.admin.send(method, path, body)
      expect([reply.status, reply.body.errors[0].pointer], path).toEqual([400, '/taskId'])
    }
    // A member of one workspace does not even see the task of the other.
    expect((await client.send('PUT', `/v1/times/${made.id}`, { taskId: far })).status).toBe(400)
  })

  test('stays in its workspace and with its person', async () => {
    const { id } = await enter(people.one.client)
    const other = await company.admin.create('/v1/workspaces', { workspaceName: 'Elsewhere' })
    for (const change of [{ workspaceId: other.id }, { userHash: people.other.id }])
      expect((await company.admin.send('PUT', `/v1/times/${id}`, change)).status).toBe(400)
    expect((await company.admin.send('PUT', `/v1/times/${id}`, { workspaceId })).status).toBe(204)
  })
})

describe('permissions', () => {
  test('members see all of it, others nothing', async () => {
    const { id } = await enter(people.one.client)
    for (const { client } of Object.values(people)) {
      expect((await client.get(`/v1/times/${id}`)).status).toBe(200)
      expect((await client.all('/v1/times?limit=500')).some((time) => time.id === id)).toBe(true)
    }
    const outside = await world.person(company)
    expect((await outside.client.get(`/v1/times/${id}`)).status).toBe(403)
    expect((await outside.client.list('/v1/times')).items).toEqual([])
  })

  test('people log and change their own time; workspace admins that of others too', async () => {
    const { one, other, admin, reader } = people
    const mine = await enter(one.client)
    for (const [method, body] of [
      ['PUT', { minutes: 1 }],
      ['DELETE', undefined],
    ] as const)
      for (const { client } of [other, reader])
        expect((await client.send(method, `/v1/times/${mine.id}`, body)).status).toBe(403)
    const forAnother = { ...entry, workspaceId, userHash: one.id }
    expect((await other.client.send('POST', '/v1/times', forAnother)).status).toBe(403)
    expect((await reader.client.send('POST', '/v1/times', { ...entry, workspaceId })).status).toBe(403)
    const given = await admin.client.create('/v1/times', forAnother)
    expect(given.details).toMatchObject({ userHash: one.id, createdBy: admin.id })
    // It is theirs, no matter who logged it.
    await one.client.ok('PUT', `/v1/times/${given.id}`, { minutes: 2 })
    await admin.client.ok('PUT', `/v1/times/${mine.id}`, { minutes: 3 })
    await admin.client.ok('DELETE', `/v1/times/${mine.id}`)
    await one.client.ok('DELETE', `/v1/times/${given.id}`)
  })

  test('nobody in an archived workspace', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })
    const { id } = await enter(company.admin, { workspaceId: place.id })
    await company.admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
    for (const [method, path, body] of [
      ['POST', '/v1/times', { ...entry, workspaceId: place.id }],
      ['POST', `/v1/workspaces/${place.id}/times`, entry],
      ['PUT', `/v1/times/${id}`, { minutes: 5 }],
      ['DELETE', `/v1/times/${id}`, undefined],
    ] as const) {
      const reply = await company.admin.send(method, path, body)
      expect([reply.status, reply.body.code], path).toEqual([409, 'archived'])
    }
    expect((await company.admin.get(`/v1/times/${id}`)).status).toBe(200)
  })

  test('entries of a workspace in the trash are gone with it, and come back', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Gone' })
    const { id } = await enter(company.admin, { workspaceId: place.id })
    await company.admin.ok('DELETE', `/v1/workspaces/${place.id}`)
    expect((await company.admin.get(`/v1/times/${id}`)).status).toBe(404)
    expect(await timesOf('/v1/times')).not.toContain(id)
    await company.admin.ok('POST', `/v1/workspaces/${place.id}/restore`)
    expect(await timesOf('/v1/times')).toContain(id)
  })

  test('a person with time cannot be deleted', async () => {
    const { id } = await company.admin.create('/v1/users', {
      email: `t-${company.companyId}@example.com`,
      fullName: 'Timed',
    })
    const made = await enter(company.admin, { userHash: id })
    expect((await company.admin.send('DELETE', `/v1/users/${id}`)).body.code).toBe('conflict')
    await company.admin.ok('DELETE', `/v1/times/${made.id}`)
    await company.admin.ok('DELETE', `/v1/users/${id}`)
  })
})

describe('spentMinutes', () => {
  test('is the sum through every change', async () => {
    const [a, b] = [await newTask(), await newTask()]
    const { client } = people.one
    const first = await client.create(`/v1/tasks/${a}/times`, entry)
    await people.other.client.create(`/v1/tasks/${a}/times`, { ...entry, minutes: 10 })
    expect(await spentOn(a)).toBe(40)
    const path = `/v1/times/${first.id}`
    await client.ok('PUT', path, { minutes: 35 })
    expect(await spentOn(a)).toBe(45)
    await client.ok('PUT', path, { taskId: b })
    expect([await spentOn(a), await spentOn(b)]).toEqual([10, 35])
    await client.ok('PUT', path, { taskId: null, minutes: 20 })
    expect([await spentOn(a), await spentOn(b)]).toEqual([10, 0])
    await client.ok('PUT', path, { taskId: b })
    await client.ok('DELETE', path)
    expect([await spentOn(a), await spentOn(b)]).toEqual([10, 0])
  })

  test('cannot be set, and changes the task’s ETag but not its updatedAt', async () => {
    const id = await newTask()
    const before = await company.admin.ok('GET', `/v1/tasks/${id}`)
    expect((await company.admin.send('PUT', `/v1/tasks/${id}`, { spentMinutes: 5 })).status).toBe(400)
    await company.admin.create(`/v1/tasks/${id}/times`, entry)
    const after = await company.admin.ok('GET', `/v1/tasks/${id}`)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(after.body.details.updatedAt).toBe(before.body.details.updatedAt)
  })

  test('is exact when many log, change and delete at once', async () => {
    const id = await newTask()
    const clients = Object.values(people)
      .filter(({ id: userHash }) => userHash !== people.reader.id)
      .map(({ client }) => client)
    const kept = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const client = clients[n % clients.length] as Client
        const send = async (...request: [method: string, path: string, body?: object]): Promise<Reply> => {
          const reply = await insist(() => client.send(...request))
          expect(reply.status, reply.text).toBeLessThan(300)
          return reply
        }
        const { body: made } = await send('POST', `/v1/tasks/${id}/times`, { ...entry, minutes: n + 1 })
        if (n % 3 === 0) await send('DELETE', `/v1/times/${made.id}`)
        if (n % 3 === 1) await send('PUT', `/v1/times/${made.id}`, { minutes: 7 })
        return n % 3 === 0 ? 0 : n % 3 === 1 ? 7 : n + 1
      }),
    )
    const sum = kept.reduce((total, minutes) => total + minutes, 0)
    expect(await spentOn(id)).toBe(sum)
    const entries = await company.admin.all(`/v1/tasks/${id}/times?limit=500`)
    expect(entries.reduce((total, { details }) => total + details.minutes, 0)).toBe(sum)
  })
})

describe('a task with time', () => {
  test('is not deleted, nor one with a subtask that has time, unless requested', async () => {
    const parent = await newTask()
    const child = await newTask({ parentTaskId: parent })
    const other = await company.admin.create(`/v1/tasks/${parent}/times`, entry)
    const { id } = await company.admin.create(`/v1/tasks/${child}/times`, { ...entry, externalId: 'sub' })
    await company.admin.ok('DELETE', `/v1/times/${other.id}`)
    const refused = await company.admin.send('DELETE', `/v1/tasks/${parent}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    expect(refused.body.message).toContain('withTimes=true')
    expect((await company.admin.send('DELETE', `/v1/tasks/${parent}?withTimes=perhaps`)).status).toBe(400)
    expect((await company.admin.send('DELETE', `/v1/tasks/${parent}?withTimes=false`)).status).toBe(409)
    const log = (await changesOf(world, company)).length
    await company.admin.ok('DELETE', `/v1/tasks/${parent}?withTimes=true`)
    expect((await changesOf(world, company)).slice(log).sort()).toEqual(
      [`task.deleted ${parent}`, `task.deleted ${child}`, `time.deleted ${id}`].sort(),
    )
    expect((await company.admin.get(`/v1/times/${id}`)).status).toBe(404)
    expect(await timesOf('/v1/times')).not.toContain(id)
    // Its key is free while it is in the trash, and conflicts when it comes back.
    const taken = await enter(company.admin, { externalId: 'sub' })
    expect((await company.admin.send('POST', `/v1/tasks/${parent}/restore`)).body.code).toBe('duplicate')
    await company.admin.ok('DELETE', `/v1/times/${taken.id}`)
    await company.admin.ok('POST', `/v1/tasks/${parent}/restore`)
    expect(await timesOf(`/v1/tasks/${child}/times`)).toEqual([id])
    expect(await spentOn(child)).toBe(30)
  })

  test('is deleted with other people’s time only by Admins', async () => {
    const { one, other } = people
    const task = await one.client.create('/v1/tasks', { title: 'Mine', workspaceId })
    await one.client.create(`/v1/tasks/${task.id}/times`, entry)
    await other.client.create(`/v1/tasks/${task.id}/times`, entry)
    const path = `/v1/tasks/${task.id}?withTimes=true`
    expect((await one.client.send('DELETE', path)).status).toBe(403)
    expect(await spentOn(task.id)).toBe(60)
    await people.admin.client.ok('DELETE', path)
  })

  test('with more than 10,000 entries is neither deleted, restored nor moved with them', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Too many' })
    const id = await newTask()
    const first = await company.admin.create(`/v1/tasks/${id}/times`, entry)
    const row = await world.db.query
      .selectFrom('times')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 10_000 }, () => ({ ...row, id: newId() }))
    for (const some of inChunks(copies, 1_000))
      await world.db.transaction((tx) => tx.query.insertInto('times').values(some).execute())
    const refused = async (sent: Promise<Reply>, verb: string): Promise<void> => {
      const { status, body } = await sent
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.message).toContain(`More than 10,000 time entries would be ${verb}`)
    }
    const { admin } = company
    await refused(admin.send('DELETE', `/v1/tasks/${id}?withTimes=true`), 'deleted')
    await refused(admin.send('PUT', `/v1/tasks/${id}`, { workspaceId: place.id }), 'moved')
    // Nothing was done halfway.
    const left = await world.db.query
      .selectFrom('times')
      .select('id')
      .where('taskId', '=', id)
      .where('workspaceId', '=', workspaceId)
      .where('deletedAt', 'is', null)
      .execute()
    expect(left).toHaveLength(10_001)
    const inTrashAt = (deletedAt: string | null) =>
      world.db.transaction((tx) =>
        tx.query.updateTable('times').set({ deletedAt }).where('taskId', '=', id).execute(),
      )
    await inTrashAt(clock.timestamp())
    await admin.ok('DELETE', `/v1/tasks/${id}`)
    const task = await world.db.query
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await inTrashAt(task.deletedAt)
    await refused(admin.send('POST', `/v1/tasks/${id}/restore`), 'restored')
    // One fewer works.
    await world.db.transaction(async (tx) => {
      await tx.query.deleteFrom('times').where('id', '=', first.id).execute()
    })
    await admin.ok('POST', `/v1/tasks/${id}/restore`)
  })

  test('takes it along to another workspace, in as many steps as necessary', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Target' })
    const id = await newTask()
    // One after another: concurrent entries on one task would be retried again and again.
    for (let n = 0; n < 501; n += 1)
      await company.admin.create(`/v1/tasks/${id}/times`, { ...entry, minutes: (n % 9) + 1 })
    const before = await spentOn(id)
    await company.admin.ok('PUT', `/v1/tasks/${id}`, { workspaceId: place.id })
    expect(await timesOf(`/v1/workspaces/${place.id}/times`)).toHaveLength(501)
    expect(
      (await company.admin.list(`/v1/workspaces/${workspaceId}/times`)).items[0].details.taskId,
    ).not.toBe(id)
    expect((await company.admin.ok('GET', `/v1/tasks/${id}`)).body.details.spentMinutes).toBe(before)
  })
})

test('days in a workspace, by every path', async () => {
  const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Days' })
  const { client } = await world.person(company, { workspaceId: place.id })
  for (let n = 1; n <= 28; n += 1) {
    await enter(company.admin, {
      workspaceId: place.id,
      date: `2026-02-${String(n).padStart(2, '0')}`,
      minutes: n,
    })
    // Those created in the same millisecond have no order among them.
    time.pass(2)
  }
  const range = 'date>="2026-02-10" AND date<"2026-02-20"'
  for (const [path, filter] of [
    [`/v1/workspaces/${place.id}/times`, range],
    ['/v1/times', `workspaceId="${place.id}" AND ${range}`],
  ] as const)
    for (const who of [company.admin, client])
      for (const sort of ['', 'date', '-date', 'minutes', '-createdAt']) {
        const query = new URLSearchParams({ limit: '3', sort, filter })
        const found = (await who.all(`${path}?${query}`)).map(({ details }) => details.minutes)
        const up = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
        expect(found, `${path} ${sort}`).toEqual(sort === 'date' || sort === 'minutes' ? up : up.toReversed())
        const day = new URLSearchParams({ sort, filter: filter.replace(range, 'date="2026-02-11"') })
        expect((await who.list(`${path}?${day}`)).items).toHaveLength(1)
      }
})
