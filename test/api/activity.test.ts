import { beforeAll, expect, test } from 'vitest'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let admin: Client
let workspaceId: string
let member: Client
let guest: Client

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Busy' })).id
  member = (await world.person(company, { workspaceId, role: 'Reader' })).client
  guest = (await world.person(company, { workspaceId, role: 'Reader', userType: 'External' })).client
})

const activityOf = async (client: Client, query = '', path = `/v1/workspaces/${workspaceId}`) =>
  (await client.list(`${path}/activity${query}`)).items.map(({ details }) => details)

test('lists what happened with the values before and after', async () => {
  const task = await admin.create('/v1/tasks', { title: 'One', workspaceId })
  await admin.ok('PUT', `/v1/tasks/${task.id}`, { title: 'Two', status: 'On Hold' })
  await admin.ok('PUT', `/v1/tasks/${task.id}`, { title: 'Three' })
  const filter = `?filter=${encodeURIComponent(`recordId="${task.id}"`)}`
  const expected = [
    { type: 'task.updated', kind: 'task', previous: { title: 'Two' }, after: { title: 'Three' } },
    { previous: { title: 'One', status: 'Open' }, after: { title: 'Two', status: 'On Hold' } },
    { type: 'task.created', userHash: company.adminId, workspaceId, after: {} },
  ]
  expect(await activityOf(member, filter)).toMatchObject(expected)
  expect(await activityOf(member, filter, '/v1/users/me')).toMatchObject(expected)
  const named = await member.get(`/v1/users/me/activity${filter}&expand=names`)
  expect(named.body.names).toMatchObject({ [task.id]: 'Three' })
  expect((await member.list(`/v1/tasks/${task.id}/history`)).items[0]?.details.after).toEqual({
    title: 'Three',
  })
  await admin.ok('PUT', `/v1/tasks/${task.id}`, { tags: ['press'] })
  await admin.ok('PUT', `/v1/tasks/${task.id}`, { tags: ['press', 'news'] })
  expect(await activityOf(member, filter)).toMatchObject([
    { previous: { tags: ['press'] }, after: { tags: ['press', 'news'] } },
    { previous: { tags: [] }, after: { tags: ['press'] } },
    ...expected,
  ])
})

test('names the people and stages among the values, as far as the caller may see them', async () => {
  const [stage, next] = await Promise.all(
    ['Review', 'Print'].map((stageName) =>
      admin.create(`/v1/workspaces/${workspaceId}/stages`, { stageName, status: 'In Progress' }),
    ),
  )
  const task = await admin.create('/v1/tasks', { title: 'One', workspaceId, stageId: stage?.id })
  await admin.ok('PUT', `/v1/tasks/${task.id}`, { stageId: next?.id, assignees: [company.adminId] })
  await admin.ok('PUT', `/v1/tasks/${task.id}`, { stageId: null, assignees: [] })
  for (const path of [`/v1/tasks/${task.id}/history`, `/v1/workspaces/${workspaceId}/activity`]) {
    const { names } = (await member.get(`${path}?expand=names`)).body
    expect(names).toMatchObject({ [String(stage?.id)]: 'Review', [String(next?.id)]: 'Print' })
    expect(names[company.adminId]).toBeDefined()
  }
  const { names } = (await member.get(`/v1/tasks/${task.id}?expand=names`)).body
  expect(names).not.toHaveProperty([String(stage?.id)])
})

test('a new comment has the record that it is on, and both have names', async () => {
  const task = await admin.create('/v1/tasks', { title: 'Talk', workspaceId })
  const milestone = await admin.create(`/v1/workspaces/${workspaceId}/milestones`, { title: 'Opening' })
  const comments = [
    await admin.create(`/v1/tasks/${task.id}/comments`, { body: 'Families pay less.' }),
    await admin.create(`/v1/milestones/${milestone.id}/comments`, { body: 'At last.' }),
  ]
  const { items, names } = (
    await member.get('/v1/users/me/activity?limit=2&expand=names&fields=fields,after,recordId')
  ).body
  expect(items.map(({ details }: Reply['body']) => details)).toEqual([
    { recordId: comments[1]?.id, fields: ['milestoneId'], after: { milestoneId: milestone.id } },
    { recordId: comments[0]?.id, fields: ['taskId'], after: { taskId: task.id } },
  ])
  expect(names).toMatchObject({
    ...{ [task.id]: 'Talk', [milestone.id]: 'Opening' },
    ...{ [String(comments[0]?.id)]: 'Families pay less.', [String(comments[1]?.id)]: 'At last.' },
  })
})

test('shows nobody what they may not see', async () => {
  const task = await admin.create('/v1/tasks', { title: 'Talk', workspaceId })
  await admin.create(`/v1/tasks/${task.id}/comments`, { body: 'Inside', internalOnly: true })
  await admin.ok('PUT', `/v1/tasks/${task.id}/mute`)
  const typesFor = async (client: Client) => (await activityOf(client, '?limit=2')).map(({ type }) => type)
  expect(await typesFor(member)).toEqual(['comment.created', 'task.created'])
  expect((await typesFor(guest))[0]).toBe('task.created')
  const stranger = (await world.person(company, {})).client
  expect((await stranger.send('GET', `/v1/workspaces/${workspaceId}/activity`)).status).toBe(403)
  expect(await activityOf(stranger, '', '/v1/users/me')).toEqual([])
})

test('a record that leaves is seen to leave, without its new workspace', async () => {
  const other = (await admin.create('/v1/workspaces', { workspaceName: 'Closed' })).id
  const task = await admin.create('/v1/tasks', { title: 'Leaves', workspaceId })
  await admin.ok('PUT', `/v1/tasks/${task.id}`, { workspaceId: other, title: 'Secret' })
  const [left] = await activityOf(member, '?limit=1')
  expect(left).toMatchObject({
    recordId: task.id,
    otherWorkspaceId: workspaceId,
    workspaceId: null,
    after: {},
  })
  const [arrived] = await activityOf(admin, '?limit=1', `/v1/workspaces/${other}`)
  expect(arrived).toMatchObject({ workspaceId: other, after: { workspaceId: other } })
})
