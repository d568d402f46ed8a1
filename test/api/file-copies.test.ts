import { beforeAll, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let workspaceId = ''

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id
})

const copiesOf = (id: string): string => `/v1/files/${id}/copies`

test('a copy has the current content, description and tags, but a history of its own', async () => {
  const { admin } = company
  const id = await admin.file(`/v1/workspaces/${workspaceId}`, 'plan.v1.pdf', 'one')
  await admin.ok('PUT', `/v1/files/${id}/content`, 'two', { 'content-type': 'text/plain' })
  const given = { description: 'The plan', tags: ['press'], status: 'Approved', externalId: 'plan' }
  await admin.ok('PUT', `/v1/files/${id}`, given)
  const copy = await admin.create(copiesOf(id), {})
  expect(copy.details).toMatchObject({
    fileName: 'plan.v1 (2).pdf',
    description: 'The plan',
    tags: ['press'],
    status: 'Draft',
    externalId: null,
    version: 1,
    size: 3,
    workspaceId,
  })
  expect((await admin.ok('GET', `/v1/files/${copy.id}/content`)).text).toBe('two')
  expect((await admin.create(copiesOf(id), {})).details.fileName).toBe('plan.v1 (3).pdf')
  // The content stays as long as one of them needs it.
  await admin.ok('PUT', `/v1/files/${copy.id}/content`, 'other', { 'content-type': 'text/plain' })
  expect((await admin.ok('GET', `/v1/files/${id}/content`)).text).toBe('two')
})

test('a copy goes to the place in the body', async () => {
  const { admin } = company
  const folder = await admin.create(`/v1/workspaces/${workspaceId}/folders`, { folderName: 'Copies' })
  const task = await admin.create('/v1/tasks', { title: 'T', workspaceId })
  const id = await admin.file(`/v1/folders/${folder.id}`, 'a.txt', 'A')
  const details = async (body: object) => (await admin.create(copiesOf(id), body)).details
  expect(await details({ fileName: 'b.txt' })).toMatchObject({ folderId: folder.id, fileName: 'b.txt' })
  expect(await details({ folderId: null })).toMatchObject({ folderId: null, fileName: 'a.txt' })
  expect(await details({ taskId: task.id })).toMatchObject({ folderId: null, taskId: task.id })
  const other = await admin.create('/v1/workspaces', { workspaceName: 'Other' })
  expect(await details({ workspaceId: other.id })).toMatchObject({ workspaceId: other.id, folderId: null })
  const taken = await admin.send('POST', copiesOf(id), { fileName: 'B.TXT' })
  expect([taken.status, taken.body.code]).toEqual([409, 'duplicate'])
  const apart = await admin.send('POST', copiesOf(id), { workspaceId: other.id, taskId: task.id })
  expect([apart.status, apart.body.errors[0].pointer]).toEqual([400, '/taskId'])
})

test('a Reader may copy to where they contribute, and nowhere else', async () => {
  const { admin } = company
  const id = await admin.file(`/v1/workspaces/${workspaceId}`, 'read.txt', 'R')
  const own = await admin.create('/v1/workspaces', { workspaceName: 'Own' })
  const person = await world.person(company, { workspaceId, role: 'Reader' })
  await admin.ok('PUT', `/v1/workspaces/${own.id}/members/${person.id}`, { role: 'Contributor' })
  expect((await person.client.send('POST', copiesOf(id), {})).status).toBe(403)
  const copy = await person.client.create(copiesOf(id), { workspaceId: own.id })
  expect(copy.details).toMatchObject({ createdBy: person.id, workspaceId: own.id })
})
