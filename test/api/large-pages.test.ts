import { beforeAll, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'

// A page of large records is written and sent in chunks, which callers must not notice.
const world = useSharedWorld()
const path = '/v1/tasks?sort=title'
let company: Company
let ids: string[]

beforeAll(async () => {
  company = await world.company()
  const { admin } = company
  const workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Large' })).id
  const numbers = Array.from({ length: 14 }, (_, n) => n)
  ids = await Promise.all(
    numbers.map(async (n) => {
      const title = `Task ${String(n).padStart(2, '0')}`
      const description = `${n} – “ä” 😀 `.repeat(4_000)
      return (await admin.create('/v1/tasks', { title, workspaceId, description })).id
    }),
  )
})

test('it equals its records, however often it is requested', async () => {
  const { admin } = company
  const records = await Promise.all(ids.map(async (id) => (await admin.get(`/v1/tasks/${id}`)).body))
  for (let n = 0; n < 3; n += 1) {
    const reply = await admin.get(path)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)))
    expect(reply.text.length).toBeGreaterThan(600_000)
    expect(reply.body.items).toEqual(records)
    expect(reply.body.links).toEqual({})
  }
})

test('it has an ETag, and is not sent again', async () => {
  const { admin } = company
  const { headers } = await admin.get(path)
  expect(headers['etag']).toMatch(/^"[\w-]{27}"$/)
  const again = await admin.get(path, { 'if-none-match': headers['etag'] ?? '' })
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']])
  await admin.ok('PUT', `/v1/tasks/${ids[13]}`, { priority: 1 })
  const changed = await admin.get(path, { 'if-none-match': headers['etag'] ?? '' })
  expect(changed.status).toBe(200)
})

test('it works with HEAD, page by page and as CSV', async () => {
  const { admin } = company
  const reply = await admin.get(path)
  const head = await admin.send('HEAD', path)
  expect(head.status).toBe(200)
  expect(head.text).toBe('')
  expect(head.headers['content-length']).toBe(reply.headers['content-length'])
  expect(await admin.all(`${path}&limit=9`)).toEqual(reply.body.items)
  const csv = await admin.send('GET', path, undefined, { accept: 'text/csv' })
  expect(csv.text.trim().split('\r\n')).toHaveLength(1 + ids.length)
  expect(csv.text).toContain('13 – “ä” 😀 13')
})

test('a report of it contains the same, and so does its CSV', async () => {
  const { admin } = company
  const columns = ['task.title', 'task.description']
  const report = await admin.create('/v1/reports', {
    reportName: 'Large',
    source: 'tasks',
    columns,
    sort: 'title',
  })
  const reply = await admin.get(`/v1/reports/${report.id}/records`)
  expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)))
  const all = await admin.all(path)
  expect(reply.body.items).toEqual(
    all.map(({ details: { title, description } }) => ({
      fields: [
        { fieldName: 'task.title', value: title },
        { fieldName: 'task.description', value: description },
      ],
    })),
  )
  const csv = await admin.send('GET', `/v1/reports/${report.id}/records`, undefined, { accept: 'text/csv' })
  expect(csv.text.trim().split('\r\n')).toHaveLength(1 + ids.length)
})
