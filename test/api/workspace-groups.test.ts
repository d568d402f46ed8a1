import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'
import { contentsOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

describe('the group Not Grouped', () => {
  test('exists from the start, as the first', async () => {
    const fresh = await world.company()
    const { items } = await fresh.admin.list('/v1/workspaceGroups')
    expect(items.map(({ details }) => details.workspaceGroupName)).toEqual(['Not Grouped'])
    expect(items[0].details.createdBy).toBeNull()
  })

  test('keeps its name and cannot be deleted', async () => {
    const [group] = (await company.admin.list('/v1/workspaceGroups?sort=createdAt')).items
    const path = `/v1/workspaceGroups/${group.id}`
    const before = await contentsOf(world, company)
    for (const [method, body] of [
      ['PUT', { workspaceGroupName: 'Other' }],
      ['PUT', { workspaceGroupName: 'not grouped', externalId: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await company.admin.send(method, path, body)
      expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
    }
    expect(await contentsOf(world, company)).toEqual(before)
    await company.admin.ok('PUT', path, { workspaceGroupName: ' Not Grouped ', externalId: 'none' })
  })

  test('holds the workspaces that are in no other', async () => {
    const [group] = (await company.admin.list('/v1/workspaceGroups?sort=createdAt')).items
    const other = await company.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Other' })
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'A' })
    expect(place.details.workspaceGroupId).toBe(group.id)
    const path = `/v1/workspaces/${place.id}`
    await company.admin.ok('PUT', path, { workspaceGroupId: other.id })
    expect((await company.admin.get(path)).body.details.workspaceGroupId).toBe(other.id)
    await company.admin.ok('PUT', path, { workspaceGroupId: null })
    expect((await company.admin.get(path)).body.details.workspaceGroupId).toBe(group.id)
  })
})

test('a group with workspaces cannot be deleted, those in the trash included', async () => {
  const group = await company.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Full' })
  const path = `/v1/workspaceGroups/${group.id}`
  const place = await company.admin.create(`${path}/workspaces`, { workspaceName: 'In it' })
  expect(place.details.workspaceGroupId).toBe(group.id)
  expect((await company.admin.send('DELETE', path)).body.code).toBe('conflict')
  await company.admin.ok('DELETE', `/v1/workspaces/${place.id}`)
  expect((await company.admin.send('DELETE', path)).body.code).toBe('conflict')
  await company.admin.ok('POST', `/v1/workspaces/${place.id}/restore`)
  await company.admin.ok('PUT', `/v1/workspaces/${place.id}`, { workspaceGroupId: null })
  await company.admin.ok('DELETE', path)
  expect((await company.admin.get(path)).status).toBe(404)
})

test('its list shows the workspaces that the caller is a member of, and all to company admins', async () => {
  const group = await company.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Seen' })
  const path = `/v1/workspaceGroups/${group.id}/workspaces`
  const places = []
  for (const workspaceName of ['one', 'two']) places.push(await company.admin.create(path, { workspaceName }))
  const person = await world.person(company, { workspaceId: places[1].id })
  expect((await company.admin.list(path)).items).toHaveLength(2)
  expect((await person.client.list(path)).items.map(({ id }) => id)).toEqual([places[1].id])
})

test('its companyWorkspaces are all of them, for internal people', async () => {
  const group = await company.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'All' })
  const path = `/v1/workspaceGroups/${group.id}`
  const places: string[] = []
  for (const workspaceName of ['one', 'two', 'gone'])
    places.push((await company.admin.create(`${path}/workspaces`, { workspaceName })).id)
  await company.admin.ok('DELETE', `/v1/workspaces/${places.pop()}`)
  const person = await world.person(company)
  const outside = await world.person(company, { userType: 'External', workspaceId: String(places[0]) })
  const { items } = await person.client.list(`${path}/companyWorkspaces`)
  expect(items.map(({ id }) => id).sort()).toEqual(places.toSorted())
  expect((await person.client.list(`${path}/workspaces`)).items).toEqual([])
  expect((await outside.client.get(`${path}/companyWorkspaces`)).status).toBe(403)
})

test('managing groups requires manageAccounts, which an admin has', async () => {
  const manager = await world.person(company, { permissions: ['manageAccounts'] })
  const creator = await world.person(company, { permissions: ['createWorkspaces'] })
  const body = { workspaceGroupName: 'Managed' }
  const { id } = await manager.client.create('/v1/workspaceGroups', body)
  const path = `/v1/workspaceGroups/${id}`
  await manager.client.ok('PUT', path, { workspaceGroupName: 'Renamed' })
  expect((await creator.client.send('POST', '/v1/workspaceGroups', body)).status).toBe(403)
  expect((await creator.client.send('PUT', path, body)).status).toBe(403)
  expect((await creator.client.send('DELETE', path)).status).toBe(403)
  const place = await creator.client.create(`${path}/workspaces`, { workspaceName: 'Created' })
  expect(place.details.workspaceGroupId).toBe(id)
  expect((await manager.client.send('POST', `${path}/workspaces`, { workspaceName: 'x' })).status).toBe(403)
})
