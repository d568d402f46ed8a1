import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

/** "Every change to any resource is appended, in the same transaction, to one log per company." */
const world = useSharedWorld()
let company: Company
let seen: number

beforeAll(async () => {
  company = await world.company()
})

/** What was logged since the last call. */
async function logged(): Promise<string[]> {
  const all = await changesOf(world, company)
  const fresh = all.slice(seen)
  seen = all.length
  return fresh.sort()
}

const lastRow = () =>
  world.db.query
    .selectFrom('changes')
    .selectAll()
    .where('companyNo', '=', company.companyNo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('a company begins with itself, its roles, its group and its first admin', async () => {
  const fresh = await world.company()
  const types = (await changesOf(world, fresh)).map((entry) => entry.split(' ')[0])
  expect(types.sort()).toEqual([
    'company.created',
    ...Array(3).fill('role.created'),
    'user.created',
    'workspaceGroup.created',
  ])
})

describe('every write logs exactly what it did', () => {
  const created = async (path: string, body: unknown): Promise<string> =>
    (await company.admin.create(path, body)).id

  beforeAll(async () => {
    seen = (await changesOf(world, company)).length
  })

  test('company, people and groups', async () => {
    const { admin } = company
    await admin.ok('PUT', '/v1/company', { companyName: 'New', externalId: 'c' })
    expect(await logged()).toEqual([`company.updated ${company.companyId} companyName externalId`])
    const user = await created('/v1/users', { email: `${company.companyId}@example.com`, fullName: 'U' })
    expect(await logged()).toEqual([`user.created ${user}`])
    await admin.ok('PUT', `/v1/users/${user}`, { email: `x${company.companyId}@example.com`, fullName: 'U' })
    expect(await logged()).toEqual([`user.updated ${user} email`])
    await admin.ok('POST', `/v1/users/${user}/updateDetails`, { permissions: ['manageAccounts'] })
    expect(await logged()).toEqual([`user.updated ${user} permissions`])
    await admin.ok('DELETE', `/v1/users/${user}`)
    expect(await logged()).toEqual([`user.deleted ${user}`])
    const group = await created('/v1/workspaceGroups', { workspaceGroupName: 'G' })
    await admin.ok('PUT', `/v1/workspaceGroups/${group}`, { workspaceGroupName: 'H' })
    await admin.ok('DELETE', `/v1/workspaceGroups/${group}`)
    expect(await logged()).toEqual([
      `workspaceGroup.created ${group}`,
      `workspaceGroup.deleted ${group}`,
      `workspaceGroup.updated ${group} workspaceGroupName`,
    ])
  })

  test('workspaces and members', async () => {
    const { admin, adminId } = company
    const place = await created('/v1/workspaces', { workspaceName: 'W' })
    expect(await logged()).toEqual([`member.created ${adminId} role`, `workspace.created ${place}`])
    const path = `/v1/workspaces/${place}`
    await admin.ok('PUT', path, { workspaceName: 'W', customFields: [{ fieldApiId: 'a', value: 1 }] })
    expect(await logged()).toEqual([`workspace.updated ${place} customFields`])
    for (const [method, url, entry] of [
      ['PUT', `${path}/archive`, [`workspace.archived ${place} archived`]],
      ['POST', `${path}/archive`, []],
      ['DELETE', `${path}/archive`, [`workspace.unarchived ${place} archived`]],
      ['DELETE', `${path}/archive`, []],
      ['DELETE', path, [`workspace.deleted ${place}`]],
      ['POST', `${path}/restore`, [`workspace.restored ${place}`]],
      ['POST', `${path}/restore`, []],
    ] as const) {
      await admin.ok(method, url)
      expect(await logged(), `${method} ${url}`).toEqual(entry)
    }
    const { id } = await world.person(company)
    await logged()
    for (const [method, body, entry] of [
      ['PUT', { role: 'Reader' }, [`member.created ${id} role`]],
      ['PUT', { role: 'Reader' }, []],
      ['PUT', { role: 'Admin' }, [`member.updated ${id} role`]],
      ['DELETE', undefined, [`member.deleted ${id}`]],
      ['DELETE', undefined, []],
    ] as const) {
      await admin.ok(method, `${path}/members/${id}`, body)
      expect(await logged(), `${method} member`).toEqual(entry)
      if (entry.length > 0) expect((await lastRow()).workspaceId).toBe(place)
    }
  })

  test('tasks, their tags and subtasks', async () => {
    const { admin } = company
    const workspaceId = await created('/v1/workspaces', { workspaceName: 'T' })
    await logged()
    const task = await created('/v1/tasks', { title: 'a', workspaceId, tags: ['log'] })
    const [tag] = await world.db.query
      .selectFrom('tags')
      .selectAll()
      .where('companyNo', '=', company.companyNo)
      .where('tagName', '=', 'log')
      .execute()
    expect(await logged()).toEqual([`tag.created ${tag?.id}`, `task.created ${task}`])
    const path = `/v1/tasks/${task}`
    await admin.ok('PUT', path, { title: 'A', status: 'Completed', tags: ['LOG'], priority: 3 })
    expect(await logged()).toEqual([`task.updated ${task} completedAt status title`])
    await admin.ok('PUT', path, { tags: [], assignees: [company.adminId], estimateMinutes: 0 })
    expect(await logged()).toEqual([`task.updated ${task} assignees estimateMinutes tags`])
    const part = await created('/v1/tasks', { title: 'b', workspaceId, parentTaskId: task })
    await logged()
    await admin.ok('DELETE', path)
    expect(await logged()).toEqual([`task.deleted ${part}`, `task.deleted ${task}`].sort())
    await admin.ok('POST', `${path}/restore`)
    expect(await logged()).toEqual([`task.restored ${part}`, `task.restored ${task}`].sort())
    expect((await lastRow()).workspaceId).toBe(workspaceId)
  })

  test('who, with which request, when and where', async () => {
    const workspaceId = await created('/v1/workspaces', { workspaceName: 'Who' })
    const person = await world.person(company, { workspaceId })
    const reply = await person.client.ok('POST', '/v1/tasks', { title: 'Mine', workspaceId })
    const { createdAt, requestId, userId, clientId, kind, recordId, ...row } = await lastRow()
    expect({ requestId, userId, clientId, kind, recordId }).toEqual({
      requestId: reply.headers['x-request-id'],
      userId: person.id,
      clientId: null,
      kind: 'task',
      recordId: reply.body.id,
    })
    expect([row.workspaceId, row.otherWorkspaceId]).toEqual([workspaceId, null])
    expect(Math.abs(Date.parse(createdAt) - clock.now())).toBeLessThan(60_000)
  })
})

test('a failed write logs nothing, not even the tags that it would have created', async () => {
  const { admin } = company
  const workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Fails' })).id
  const taken = await admin.create('/v1/tasks', { title: 'x', workspaceId, externalId: 'fails' })
  const tagCount = () =>
    world.db.query.selectFrom('tags').selectAll().where('companyNo', '=', company.companyNo).execute()
  const [log, tags] = [await changesOf(world, company), await tagCount()]
  const attempts: [number, () => Promise<Reply>][] = [
    [
      409,
      () =>
        admin.send('POST', '/v1/tasks', { title: 'y', workspaceId, externalId: 'fails', tags: ['fail 1'] }),
    ],
    [409, () => admin.send('PUT', `/v1/tasks/${taken.id}`, { tags: ['fail 2'], parentTaskId: taken.id })],
    [400, () => admin.send('PUT', `/v1/tasks/${taken.id}`, { tags: ['fail 3'], priority: 0 })],
    [412, () => admin.send('PUT', `/v1/tasks/${taken.id}`, { tags: ['fail 4'] }, { 'if-match': '"x"' })],
    [409, () => admin.send('PUT', `/v1/users/${company.adminId}`, { fullName: 'x', status: 'Inactive' })],
  ]
  for (const [status, attempt] of attempts) expect((await attempt()).status).toBe(status)
  expect(await changesOf(world, company)).toEqual(log)
  expect(await tagCount()).toEqual(tags)
})
