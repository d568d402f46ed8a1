import { beforeAll, describe, expect, test } from 'vitest'
import { write } from '../../src/db/write.ts'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'History' })).id
})

const entries = async (path: string, client = company.admin): Promise<Reply['body'][]> =>
  (await client.list(`${path}/history`)).items.map(({ details }) => details)

test('everybody who may see a task sees what changed, and the values before', async () => {
  const { client } = await world.person(company, { workspaceId, role: 'Reader' })
  const { id } = await company.admin.create('/v1/tasks', {
    workspaceId,
    title: 'First',
    tags: ['one', 'two'],
  })
  await company.admin.ok('PUT', `/v1/tasks/${id}`, {
    status: 'In Progress',
    title: 'Second',
    tags: ['three'],
  })
  await company.admin.ok('PUT', `/v1/tasks/${id}`, { description: 'x'.repeat(2_000) })
  await company.admin.ok('PUT', `/v1/tasks/${id}`, { description: null })
  const [cleared, described, changed, created] = await entries(`/v1/tasks/${id}`, client)
  expect(cleared).toMatchObject({ fields: ['description'], previous: { description: { omitted: 2_002 } } })
  expect(described.previous).toEqual({ description: null })
  expect(changed).toMatchObject({
    type: 'task.updated',
    recordId: id,
    userHash: company.adminId,
    workspaceId,
  })
  expect(changed.previous).toMatchObject({ status: 'Open', title: 'First', tags: ['one', 'two'] })
  expect(created).toMatchObject({ type: 'task.created', previous: {} })
})

test('lists of changes have all list parameters', async () => {
  const { id } = await company.admin.create('/v1/tasks', { workspaceId, title: 'Listed' })
  for (const title of ['a', 'b', 'c']) await company.admin.ok('PUT', `/v1/tasks/${id}`, { title })
  const all = await company.admin.all(`/v1/tasks/${id}/history?limit=2`)
  expect(all.map(({ details }) => details.previous.title)).toEqual(['b', 'a', 'Listed', undefined])
  const filtered = await company.admin.list(
    `/v1/tasks/${id}/history?filter=${encodeURIComponent('type="task.created"')}`,
  )
  expect(filtered.items).toHaveLength(1)
  const oldest = await company.admin.list(`/v1/tasks/${id}/history?sort=createdAt&limit=1`)
  expect(oldest.items[0].details.type).toBe('task.created')
})

describe('other records have a history as well', () => {
  test.each([
    [
      '/v1/milestones',
      'title',
      () => ['/v1/workspaces', workspaceId, '/milestones'].join('/').replace('//', '/'),
    ],
    ['/v1/tags', 'tagName', () => '/v1/tags'],
    ['/v1/workspaceGroups', 'workspaceGroupName', () => '/v1/workspaceGroups'],
    ['/v1/reports', 'reportName', () => '/v1/reports'],
  ])('%s', async (path, name, place) => {
    const more = path === '/v1/reports' ? { source: 'tasks', columns: ['title'] } : {}
    const { id } = await company.admin.create(place(), { [name]: 'Before', ...more })
    await company.admin.ok('PUT', `${path}/${id}`, { [name]: 'After' })
    const [changed] = await entries(`${path}/${id}`)
    expect(changed).toMatchObject({ fields: [name], previous: { [name]: 'Before' } })
  })

  test('a workspace, a file and a member', async () => {
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}`, { description: 'New' })
    const [changed] = await entries(`/v1/workspaces/${workspaceId}`)
    expect(changed.previous).toEqual({ description: null })
    const fileId = await company.admin.file(`/v1/workspaces/${workspaceId}`, 'a.txt')
    await company.admin.ok('PUT', `/v1/files/${fileId}`, { fileName: 'b.txt' })
    expect((await entries(`/v1/files/${fileId}`))[0].previous).toEqual({ fileName: 'a.txt' })
    const person = await world.person(company, { workspaceId, role: 'Reader' })
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${person.id}`, { role: 'Admin' })
    const { items } = (await company.admin.get('/v1/changes?types=member.updated&limit=500')).body
    expect(items.at(-1)).toMatchObject({ recordId: person.id, previous: { role: 'Reader' } })
  })
})

test.each(['folders', 'tasklists', 'events', 'times', 'users', 'accounts'])(
  '%s have one, too',
  async (kind) => {
    const owner = kind === 'accounts' ? await world.company('accounts') : company
    const paths: Record<string, [string, object]> = {
      folders: [`/v1/workspaces/${workspaceId}/folders`, { folderName: 'F' }],
      tasklists: [`/v1/workspaces/${workspaceId}/tasklists`, { tasklistName: 'L' }],
      events: [
        `/v1/workspaces/${workspaceId}/events`,
        { title: 'E', startsAt: '2026-03-02T09:00:00Z', endsAt: '2026-03-02T10:00:00Z' },
      ],
      times: [`/v1/workspaces/${workspaceId}/times`, { date: '2026-03-02', minutes: 5 }],
      users: ['/v1/users', { email: `h${company.companyId}@example.com`, fullName: 'U' }],
      accounts: ['/v1/accounts', { accountName: 'A' }],
    }
    const [place = '', body = {}] = paths[kind] ?? []
    const { id } = await owner.admin.create(place, body)
    expect(await entries(`/v1/${kind}/${id}`, owner.admin)).toMatchObject([{ recordId: id, previous: {} }])
  },
)

test('sign-ins and exports are not part of a history', async () => {
  const person = await world.person(company)
  const author = { companyNo: company.companyNo, userId: null, clientId: undefined, requestId: 'failed' }
  await write(world.db, author, async (tx) =>
    tx.log({ verb: 'signInFailed', kind: 'user', recordId: person.id }),
  )
  await company.admin.ok('GET', `/v1/workspaces/${workspaceId}/tasks`, undefined, { accept: 'text/csv' })
  const types = [
    ...(await entries(`/v1/users/${person.id}`)),
    ...(await entries(`/v1/workspaces/${workspaceId}`)),
  ]
  expect(types.some(({ type }) => type === 'user.signInFailed' || type === 'list.exported')).toBe(false)
})

test('no secret is among the previous values', async () => {
  const { items } = (await company.admin.get('/v1/changes?limit=500')).body
  expect(JSON.stringify(items)).not.toMatch(/passwordHash|ssoClientSecret|publicKey/)
})

test('a workspace that the reader does not see is hidden', async () => {
  const { id: hidden } = await company.admin.create('/v1/workspaces', { workspaceName: 'Hidden' })
  const { id } = await company.admin.create('/v1/tasks', { workspaceId: hidden, title: 'Moves' })
  await company.admin.ok('PUT', `/v1/tasks/${id}`, { workspaceId })
  const { client } = await world.person(company, { workspaceId })
  const [moved, created] = await entries(`/v1/tasks/${id}`, client)
  expect([moved.workspaceId, moved.otherWorkspaceId, created.workspaceId]).toEqual([workspaceId, null, null])
  expect(moved.previous).toEqual({})
})
