import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'
import { contentsOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

describe('a new workspace', () => {
  test('has the defaults of the contract', async () => {
    const { details } = await company.admin.create('/v1/workspaces', { workspaceName: ' Über uns! ' })
    expect(details).toMatchObject({
      workspaceName: 'Über uns!',
      urlShortName: 'uber-uns',
      description: null,
      workspaceType: 'pm',
      archived: false,
      customFields: [],
      externalId: null,
    })
  })

  test('requires createWorkspaces, and its creator becomes its Admin', async () => {
    const maker = await world.person(company, { permissions: ['createWorkspaces'] })
    const place = await maker.client.create('/v1/workspaces', { workspaceName: 'Mine' })
    const { items } = await maker.client.list(`/v1/workspaces/${place.id}/members`)
    expect(items.map(({ id, details }) => [id, details.role])).toEqual([[maker.id, 'Admin']])
    await maker.client.ok('PUT', `/v1/workspaces/${place.id}`, { description: 'Changed' })
    const other = await world.person(company, { permissions: ['manageAccounts'] })
    expect((await other.client.send('POST', '/v1/workspaces', { workspaceName: 'x' })).status).toBe(403)
  })

  test('of an external person is in no group that they could name', async () => {
    const maker = await world.person(company, { userType: 'External', permissions: ['createWorkspaces'] })
    const place = await maker.client.create('/v1/workspaces', { workspaceName: 'Outside' })
    expect((await maker.client.list('/v1/workspaces')).items.map(({ id }) => id)).toEqual([place.id])
    const group = place.details.workspaceGroupId
    const reply = await maker.client.send('POST', '/v1/workspaces', {
      workspaceName: 'x',
      workspaceGroupId: group,
    })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/workspaceGroupId'])
  })
})

describe('urlShortName', () => {
  test('is derived from the name if absent, with a number if it is taken', async () => {
    const made = []
    for (const workspaceName of ['Same name', 'same-NAME', 'Same  name', '日本', '!!!', 'x'.repeat(255)])
      made.push((await company.admin.create('/v1/workspaces', { workspaceName })).details.urlShortName)
    expect(made).toEqual([
      'same-name',
      'same-name-2',
      'same-name-3',
      'workspace',
      'workspace-2',
      'x'.repeat(80),
    ])
  })

  test('is unique in the company, ignoring case, and free once its workspace is in the trash', async () => {
    const first = await company.admin.create('/v1/workspaces', { workspaceName: 'a', urlShortName: 'Short' })
    const second = await company.admin.create('/v1/workspaces', { workspaceName: 'b' })
    for (const [method, path, body] of [
      ['POST', '/v1/workspaces', { workspaceName: 'c', urlShortName: 'sHORT' }],
      ['PUT', `/v1/workspaces/${second.id}`, { urlShortName: 'SHORT' }],
    ] as const) {
      const reply = await company.admin.send(method, path, body)
      expect([reply.status, reply.body.code]).toEqual([409, 'duplicate'])
      expect(reply.body.message).toContain(first.id)
      expect(reply.body.errors[0].pointer).toBe('/urlShortName')
    }
    await company.admin.ok('PUT', `/v1/workspaces/${first.id}`, { urlShortName: 'SHORT' })
    await company.admin.ok('DELETE', `/v1/workspaces/${first.id}`)
    await company.admin.ok('PUT', `/v1/workspaces/${second.id}`, { urlShortName: 'short' })
    const back = await company.admin.send('POST', `/v1/workspaces/${first.id}/restore`)
    expect([back.status, back.body.code]).toEqual([409, 'duplicate'])
    expect(back.body.message).toContain(second.id)
  })

  test.each(['', ' ', '-a', '_a', 'a b', 'ä', 'a/b', 'a.b', 'x'.repeat(101)])(
    '%j is not valid',
    async (name) => {
      const body = { workspaceName: 'x', urlShortName: name }
      expect((await company.admin.send('POST', '/v1/workspaces', body)).status).toBe(400)
    },
  )
})

test.each([
  ['a', 201],
  ['A_b-9', 201],
  ['x'.repeat(64), 201],
  ['x'.repeat(65), 400],
  ['', 400],
  ['a b', 400],
  ['ä', 400],
])('workspaceType %j: %i', async (workspaceType, status) => {
  const body = { workspaceName: 'x', workspaceType }
  expect((await company.admin.send('POST', '/v1/workspaces', body)).status).toBe(status)
})

describe('an archived workspace', () => {
  test('is read-only: every write is a 409, and reads still work', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Archive' })
    const path = `/v1/workspaces/${place.id}`
    const task = await company.admin.create(`${path}/tasks`, { title: 'Old' })
    const gone = await company.admin.create(`${path}/tasks`, { title: 'Gone' })
    await company.admin.ok('DELETE', `/v1/tasks/${gone.id}`)
    const admin = await world.person(company, { workspaceId: place.id, role: 'Admin' })
    await admin.client.ok('PUT', `${path}/archive`)
    const before = await contentsOf(world, company)
    for (const client of [admin.client, company.admin])
      for (const [method, url, body] of [
        ['PUT', path, { workspaceName: 'x' }],
        ['POST', `${path}/updateDetails`, { workspaceName: 'x' }],
        ['DELETE', path, undefined],
        ['PUT', `${path}/members/${company.adminId}`, { role: 'Reader' }],
        ['DELETE', `${path}/members/${company.adminId}`, undefined],
        ['POST', `${path}/tasks`, { title: 'New' }],
        ['POST', '/v1/tasks', { title: 'New', workspaceId: place.id }],
        ['PUT', `/v1/tasks/${task.id}`, { title: 'x' }],
        ['POST', `/v1/tasks/${task.id}/updateDetails`, { title: 'x' }],
        ['DELETE', `/v1/tasks/${task.id}`, undefined],
        ['POST', `/v1/tasks/${gone.id}/restore`, undefined],
      ] as const) {
        const reply = await client.send(method, url, body)
        expect([reply.status, reply.body?.code], `${method} ${url}`).toEqual([409, 'archived'])
      }
    expect(await contentsOf(world, company)).toEqual(before)
    for (const url of [path, `${path}/members`, `${path}/tasks`, `/v1/tasks/${task.id}`])
      await admin.client.ok('GET', url)
    expect((await company.admin.get(path)).body.details.archived).toBe(true)
  })

  test('is archived by PUT or POST and unarchived by DELETE; repeating is not an error; only company admins unarchive it', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Twice' })
    const path = `/v1/workspaces/${place.id}`
    const admin = await world.person(company, { workspaceId: place.id, role: 'Admin' })
    const tagOf = async () => (await company.admin.get(path)).headers['etag']
    for (const method of ['PUT', 'POST']) {
      await admin.client.ok(method, `${path}/archive`)
      const tag = await tagOf()
      await admin.client.ok(method, `${path}/archive`)
      expect(await tagOf()).toBe(tag)
      expect((await admin.client.send('DELETE', `${path}/archive`)).status).toBe(403)
      await company.admin.ok('DELETE', `${path}/archive`)
      await company.admin.ok('DELETE', `${path}/archive`)
      expect((await company.admin.get(path)).body.details.archived).toBe(false)
    }
    const reply = await company.admin.send('PUT', path, { archived: true })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/archived'])
  })
})
