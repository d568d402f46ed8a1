import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Client } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let admin: Client
let workspaceId: string
let ada: { id: string; client: Client }
let reader: { id: string; client: Client }

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Followed' })).id
  ada = await world.person(company, { workspaceId, role: 'Contributor' })
  reader = await world.person(company, { workspaceId, role: 'Reader' })
})

const kinds = ['tasks', 'milestones', 'workspaces', 'files'] as const

const newPath = async (kind: (typeof kinds)[number]): Promise<string> => {
  if (kind === 'workspaces') return `/v1/workspaces/${workspaceId}`
  if (kind === 'files')
    return `/v1/files/${await admin.file(`/v1/workspaces/${workspaceId}`, `${clock.now()}.txt`)}`
  const path = `/v1/workspaces/${workspaceId}/${kind}`
  return `/v1/${kind}/${(await admin.create(path, { title: 'Followed' })).id}`
}

const idsAt = async (path: string): Promise<string[]> =>
  (await admin.list(`${path}/subscribers`)).items.map(({ id }) => id)

describe.each(kinds)('%s', (kind) => {
  test('are followed by people who want to, or whom a Contributor adds', async () => {
    const path = await newPath(kind)
    await reader.client.ok('PUT', `${path}/subscribers/${reader.id}`)
    await reader.client.ok('PUT', `${path}/subscribers/${reader.id}`)
    expect((await reader.client.send('PUT', `${path}/subscribers/${ada.id}`)).status).toBe(403)
    await ada.client.ok('PUT', `${path}/subscribers/${company.adminId}`)
    const outsider = await world.person(company)
    expect((await ada.client.send('PUT', `${path}/subscribers/${outsider.id}`)).status).toBe(409)
    expect((await idsAt(path)).toSorted()).toEqual([company.adminId, reader.id].toSorted())
    await reader.client.ok('DELETE', `${path}/subscribers/${reader.id}`)
    await reader.client.ok('DELETE', `${path}/subscribers/${reader.id}`)
    expect(await idsAt(path)).toEqual([company.adminId])
    const types = (await ada.client.get(`/v1/changes?after=start&recordId=${path.split('/').at(-1)}`)).body
    expect(types.items.map(({ type }: { type: string }) => type.split('.')[1])).toEqual(
      expect.arrayContaining(['subscribed', 'unsubscribed']),
    )
  })

  test('are muted by one person, and nobody else sees that', async () => {
    const path = await newPath(kind)
    const id = path.split('/').at(-1)
    const stateOf = async (as: Client) => (await as.get(`${path}/mute`)).body
    await reader.client.ok('PUT', `${path}/mute`)
    await reader.client.ok('PUT', `${path}/mute`)
    expect(await stateOf(reader.client)).toEqual({ muted: true, subscribed: false })
    expect((await stateOf(ada.client)).muted).toBe(false)
    const mutesSeenBy = async (as: Client): Promise<string[]> => {
      const { items } = (await as.get(`/v1/changes?after=start&recordId=${id}`)).body
      const history = (await as.list(`${path}/history`)).items
      return [...items, ...history.map(({ details }) => details)]
        .map(({ type }: { type: string }) => type)
        .filter((type) => type.endsWith('muted'))
    }
    expect(await mutesSeenBy(reader.client)).toHaveLength(1)
    expect(await mutesSeenBy(ada.client)).toEqual([])
    await reader.client.ok('DELETE', `${path}/mute`)
    await reader.client.ok('DELETE', `${path}/mute`)
    expect((await stateOf(reader.client)).muted).toBe(false)
    const outsider = await world.person(company)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await outsider.client.send(method, `${path}/mute`)).status).toBe(403)
  })
})

test('followers and mutes go with what they are about', async () => {
  const space = await admin.create('/v1/workspaces', { workspaceName: 'Short' })
  const milestone = await admin.create(`/v1/workspaces/${space.id}/milestones`, { title: 'Gone' })
  const path = `/v1/milestones/${milestone.id}`
  await admin.ok('PUT', `${path}/subscribers/${company.adminId}`)
  await admin.ok('PUT', `${path}/mute`)
  await admin.ok('DELETE', path)
  const left = await world.db.query
    .selectFrom('mutes')
    .select('recordId')
    .where('recordId', '=', milestone.id)
    .execute()
  expect(left).toEqual([])
})
