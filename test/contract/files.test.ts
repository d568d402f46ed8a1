import { beforeAll, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'
import { said } from './said.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Files' })).id
})

/** Uploads content and turns it into a file, as integrations do. */
async function newFile(name: string, details: Record<string, unknown> = {}): Promise<string> {
  const { admin } = company
  const headers = { 'content-disposition': `attachment; filename="${name}"`, 'content-type': 'text/plain' }
  const asset = await admin.send('POST', '/v1/files/upload', `The content of ${name}`, headers)
  expect(asset.status, asset.text).toBe(201)
  const made = await admin.ok('POST', `/v1/workspaces/${workspaceId}/files`, {
    deferredAssetIds: [asset.body.id],
  })
  const [{ status, body: id }] = made.body.responses
  expect(status).toBe(201)
  if (Object.keys(details).length > 0) await admin.ok('PUT', `/v1/files/${id}`, details)
  return id
}

const names = async (path: string, filter: string): Promise<string[]> => {
  const { items } = await company.admin.list(`${path}?sort=fileName&filter=${encodeURIComponent(filter)}`)
  return items.map((file) => file.details.fileName)
}

test(
  said(
    'file: path /v1/files/{fileId}; filterable fields `tags`, `status` (example value of status is Draft); can be locked',
  ),
  async () => {
    const id = await newFile('plan.txt', { tags: ['contract'] })
    const { details } = (await company.admin.get(`/v1/files/${id}`)).body
    expect([details.fileName, details.status, details.locked]).toEqual(['plan.txt', 'Draft', false])
    await company.admin.ok('POST', `/v1/files/${id}/lock`)
    expect((await company.admin.get(`/v1/files/${id}`)).body.details.locked).toBe(true)
  },
)

test(said('POST /v1/files/{fileId}/lock: Locks file {fileId}. Success: 204 No Content.'), async () => {
  const id = await newFile('locked.txt')
  const reply = await company.admin.send('POST', `/v1/files/${id}/lock`)
  expect([reply.status, reply.text]).toEqual([204, ''])
  const { client } = await world.person(company, { workspaceId })
  expect((await client.send('PUT', `/v1/files/${id}`, { description: 'mine' })).status).toBe(409)
})

test(
  said('204: No Content; a known resource was successfully updated (e.g. file locked, time entry deleted)'),
  async () => {
    const id = await newFile('204.txt')
    const time = await company.admin.create('/v1/times', { workspaceId, date: '2026-05-01', minutes: 5 })
    for (const [method, path] of [
      ['POST', `/v1/files/${id}/lock`],
      ['DELETE', `/v1/times/${time.id}`],
    ] as const) {
      const reply = await company.admin.send(method, path)
      expect([reply.status, reply.text]).toEqual([204, ''])
    }
  },
)

test(said('query /v1/workspaces/allFiles: Supports `filter` on `tags`, `status`.'), async () => {
  await newFile('a.txt', { tags: ['all'], status: 'Approved' })
  await newFile('b.txt', { tags: ['All'] })
  expect(await names('/v1/workspaces/allFiles', 'tags="all"')).toEqual(['a.txt', 'b.txt'])
  expect(await names('/v1/workspaces/allFiles', 'tags="all" AND status="Approved"')).toEqual(['a.txt'])
})

test(
  said('query /v1/workspaces/{workspaceId}/allFiles: Supports `filter` on `tags`, `status`.'),
  async () => {
    await newFile('c.txt', { tags: ['one place'], status: 'Approved' })
    const path = `/v1/workspaces/${workspaceId}/allFiles`
    expect(await names(path, 'tags="ONE PLACE" AND status="Approved"')).toEqual(['c.txt'])
    expect(await names(path, 'tags="one place" AND status="Draft"')).toEqual([])
  },
)
