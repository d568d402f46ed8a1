import { beforeAll, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'

// Pages are cached until somebody writes, which callers must not notice.
const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Again' })).id
})

const titles = async (client: Company['admin'], path = '/v1/tasks'): Promise<string[]> => {
  const { items } = await client.list(path)
  return items.map(({ details }: { details: { title: string } }) => details.title)
}

test('a repeated page shows what was written in the meantime, to its records and to those they refer to', async () => {
  const { admin } = company
  const { id } = await admin.create('/v1/tasks', { title: 'First', workspaceId, tags: ['Old'] })
  expect(await titles(admin)).toEqual(['First'])
  expect(await titles(admin)).toEqual(['First'])
  await admin.ok('PUT', `/v1/tasks/${id}`, { title: 'Changed' })
  expect(await titles(admin)).toEqual(['Changed'])
  const [tag] = (await admin.list('/v1/tags')).items
  await admin.ok('PUT', `/v1/tags/${tag.id}`, { tagName: 'New' })
  expect((await admin.list('/v1/tasks')).items[0].details.tags).toEqual(['New'])
  await admin.create(`/v1/tasks/${id}/times`, { date: '2026-01-01', minutes: 30 })
  expect((await admin.list('/v1/tasks')).items[0].details.spentMinutes).toBe(30)
})

test('another person, another company and another filter get their own pages', async () => {
  const { client: stranger } = await world.person(company)
  const other = await world.company()
  const all = await titles(company.admin)
  expect(all.length).toBeGreaterThan(0)
  expect(await titles(stranger)).toEqual([])
  expect(await titles(other.admin)).toEqual([])
  expect(await titles(company.admin, '/v1/tasks?filter=priority=5')).toEqual([])
  expect(await titles(company.admin)).toEqual(all)
})

test('a member who leaves a workspace no longer sees its page', async () => {
  const { id, client } = await world.person(company, { workspaceId })
  const before = await titles(client)
  expect(before).toEqual(await titles(client))
  expect(before.length).toBeGreaterThan(0)
  await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${id}`)
  expect(await titles(client)).toEqual([])
})

test('the same as CSV, before and after it was requested as JSON', async () => {
  const path = '/v1/tasks?sort=title'
  const csv = async (): Promise<string> =>
    (await company.admin.send('GET', path, undefined, { accept: 'text/csv' })).text
  const first = await csv()
  await company.admin.list(path)
  expect(await csv()).toBe(first)
  expect(first).toContain('Changed')
})

test('a repeated record shows what was written in the meantime, and only to those who may see it', async () => {
  const { admin } = company
  const member = await world.person(company, { workspaceId })
  const { id } = await admin.create('/v1/tasks', { title: 'One', workspaceId, tags: ['New'] })
  const time = await admin.create(`/v1/tasks/${id}/times`, { date: '2026-01-01', minutes: 30 })
  const paths = [`/v1/tasks/${id}`, `/v1/times/${time.id}`, `/v1/workspaces/${workspaceId}`]
  const read = async (client: Company['admin']) =>
    Promise.all(paths.map(async (path) => (await client.get(path)).body?.details))
  for (const client of [admin, member.client])
    for (let n = 0; n < 3; n += 1)
      expect(await read(client)).toMatchObject([
        { title: 'One' },
        { minutes: 30 },
        { workspaceName: 'Again' },
      ])
  const [tag] = (await admin.list('/v1/tags?filter=tagName="New"')).items
  await admin.ok('PUT', `/v1/tags/${tag.id}`, { tagName: 'Newer' })
  await admin.ok('PUT', `/v1/times/${time.id}`, { minutes: 45 })
  await admin.ok('PUT', `/v1/workspaces/${workspaceId}`, { workspaceName: 'Once more' })
  for (const client of [admin, member.client])
    expect(await read(client)).toMatchObject([
      { tags: ['Newer'], spentMinutes: 45 },
      { minutes: 45 },
      { workspaceName: 'Once more' },
    ])
  await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${member.id}`)
  const other = await world.company()
  for (const path of paths.slice(0, 2)) {
    expect((await member.client.get(path)).status).toBe(403)
    expect((await other.admin.get(path)).status).toBe(404)
  }
  await admin.ok('DELETE', `/v1/tasks/${id}?withTimes=true`)
  expect((await admin.get(`/v1/tasks/${id}`)).status).toBe(404)
})
