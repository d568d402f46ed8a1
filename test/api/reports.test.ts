import { beforeAll, describe, expect, test } from 'vitest'
import { sources } from '../../src/resources/reports/sources.ts'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "Report (a saved list): records with the caller's own permission." */
const world = useSharedWorld()
let company: Company
let open: string
let closed: string
let person: { id: string; client: Client }

beforeAll(async () => {
  company = await world.company()
  open = (await company.admin.create('/v1/workspaces', { workspaceName: 'Open' })).id
  closed = (await company.admin.create('/v1/workspaces', { workspaceName: 'Closed' })).id
  person = await world.person(company, { workspaceId: open })
  for (const [n, workspaceId] of [open, closed, open, open].entries()) {
    const priority = n + 1
    await company.admin.create('/v1/tasks', {
      title: `=T${n}`,
      workspaceId,
      priority,
      tags: n === 0 ? ['gone'] : [],
    })
    await company.admin.create('/v1/times', {
      date: `2026-01-0${priority}`,
      minutes: 10,
      billable: n > 1,
      workspaceId,
    })
    await company.admin.file(`/v1/workspaces/${workspaceId}`, `Offer ${n}.pdf`)
  }
})

const save = (body: object, client = company.admin): Promise<Reply['body']> =>
  client.create('/v1/reports', { reportName: 'Report', source: 'tasks', ...body })

const records = (id: string, query = '', client = company.admin): Promise<Reply> =>
  client.ok('GET', `/v1/reports/${id}/records${query}`)

const column = ({ body }: Reply, name: string): unknown[] =>
  body.items.map(
    ({ fields }: { fields: { fieldName: string; value: unknown }[] }) =>
      fields.find(({ fieldName }) => fieldName === name)?.value,
  )

describe('a report', () => {
  test('is saved, read, changed and deleted', async () => {
    const { admin } = company
    const made = await save({
      columns: ['title', 'task.priority', 'id'],
      filter: 'priority>1',
      sort: '-priority',
    })
    expect(made.details).toMatchObject({
      reportName: 'Report',
      source: 'tasks',
      columns: ['task.title', 'task.priority', 'task.id'],
      filter: 'priority>1',
      sort: '-priority',
      shared: false,
    })
    await admin.ok('PUT', `/v1/reports/${made.id}`, { columns: ['status'], filter: null, shared: true })
    expect((await admin.ok('GET', `/v1/reports/${made.id}`)).body.details).toMatchObject({
      columns: ['task.status'],
      filter: null,
      sort: '-priority',
      shared: true,
    })
    await admin.ok('DELETE', `/v1/reports/${made.id}`)
    expect((await admin.get(`/v1/reports/${made.id}/records`)).status).toBe(404)
  })

  test.each([
    [{ columns: ['title', 'colour'] }, '/columns/1'],
    [{ columns: ['user.email'] }, '/columns/0'],
    [{ columns: ['constructor'] }, '/columns/0'],
    [{ filter: 'colour="red"' }, '/filter'],
    [{ filter: 'priority="1"' }, '/filter'],
    [{ filter: 'dueDate="2026-02-30"' }, '/filter'],
    [{ sort: 'description' }, '/sort'],
    [{ source: 'clients' }, '/source'],
    [{ source: 'times', sort: 'priority' }, '/sort'],
  ])('with %j is a 400', async (bad, pointer) => {
    const body = { reportName: 'Bad', source: 'tasks', ...bad }
    const reply = await company.admin.send('POST', '/v1/reports', body)
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer])
    if ('source' in bad) return
    const { id } = await save({})
    const change = await company.admin.send('PUT', `/v1/reports/${id}`, bad)
    expect([change.status, change.body.errors[0].pointer]).toEqual([400, pointer])
  })

  test('all faults are reported at once', async () => {
    const body = { reportName: 'Bad', source: 'tasks', columns: ['x', 'y'], filter: 'x=1 AND y=2', sort: 'x' }
    const reply = await company.admin.send('POST', '/v1/reports', body)
    const pointers = reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual(['/columns/0', '/columns/1', '/filter', '/filter', '/sort'])
  })

  test('is visible to its creator, and to internal people if it is shared', async () => {
    const external = await world.person(company, { userType: 'External', workspaceId: open })
    const own = await save({ reportName: 'Own' }, person.client)
    const shared = await save({ reportName: 'Shared', shared: true }, person.client)
    const other = await world.person(company)
    const seen = async (client: Client): Promise<string[]> =>
      (await client.all('/v1/reports?limit=500')).map(({ id }) => id)
    for (const [client, ids] of [
      [person.client, [own.id, shared.id]],
      [company.admin, [own.id, shared.id]],
      [other.client, [shared.id]],
      [external.client, []],
    ] as const)
      for (const { id } of [own, shared]) {
        const path = `/v1/reports/${id}`
        const isSeen = (ids as readonly string[]).includes(id)
        expect((await client.get(path)).status).toBe(isSeen ? 200 : 403)
        expect((await client.get(`${path}/records`)).status).toBe(isSeen ? 200 : 403)
        expect((await seen(client)).includes(id)).toBe(isSeen)
      }
    expect((await other.client.send('PUT', `/v1/reports/${shared.id}`, { reportName: 'x' })).status).toBe(403)
    expect((await other.client.send('DELETE', `/v1/reports/${shared.id}`)).status).toBe(403)
    await company.admin.ok('PUT', `/v1/reports/${shared.id}`, { reportName: 'Admins may' })
    // Everyone who runs it sees what they may see, not what its creator may.
    expect((await records(shared.id, '', other.client)).body.items).toEqual([])
  })
})

describe('records', () => {
  test('have the columns of the report, with its filter and sort', async () => {
    const { id } = await save({ columns: ['title', 'priority'], filter: 'priority>1', sort: '-priority' })
    const reply = await records(id)
    expect(reply.body).toEqual({
      items: [4, 3, 2].map((priority) => ({
        fields: [
          { fieldName: 'task.title', value: `=T${priority - 1}` },
          { fieldName: 'task.priority', value: priority },
        ],
      })),
      links: {},
    })
    expect(column(await records(id, '', (await share(id)).client), 'task.priority')).toEqual([4, 3])
  })

  const share = async (id: string): Promise<{ client: Client }> => {
    await company.admin.ok('PUT', `/v1/reports/${id}`, { shared: true })
    return person
  }

  test('accept the list parameters, in terms of the source', async () => {
    const { id } = await save({ columns: ['priority'], filter: 'priority>1', sort: 'priority' })
    expect(column(await records(id, '?filter=priority%3C4'), 'task.priority')).toEqual([2, 3])
    expect(column(await records(id, '?sort=-priority'), 'task.priority')).toEqual([4, 3, 2])
    expect(column(await records(id, '?sort=&filter='), 'task.priority')).toEqual([2, 3, 4])
    const pages: unknown[] = []
    let next: string | undefined = `/v1/reports/${id}/records?limit=1&filter=priority%3C4`
    while (next !== undefined) {
      const page: Reply = await company.admin.ok('GET', next)
      pages.push(...column(page, 'task.priority'))
      next = page.body.links.next
    }
    expect(pages).toEqual([2, 3])
    for (const bad of ['sort=x', 'filter=x%3D1', 'limit=0', 'paging=next', 'nonsense=1'])
      expect((await company.admin.get(`/v1/reports/${id}/records?${bad}`)).status, bad).toBe(400)
  })

  test('of every source, with all its fields if none is named', async () => {
    for (const source of Object.keys(sources)) {
      const { id } = await save({ source })
      const { list } = sources[source as keyof typeof sources]
      const reply = await records(id)
      const { kind, fields } = list.resource
      expect(reply.body.items.length, source).toBeGreaterThan(0)
      expect(
        reply.body.items[0].fields.map(({ fieldName }: { fieldName: string }) => fieldName),
        source,
      ).toEqual(['id', 'permalink', ...Object.keys(fields)].map((name) => `${kind}.${name}`))
    }
  })

  test('of files are those of the caller’s workspaces', async () => {
    const { id } = await save({ source: 'files', columns: ['fileName'], sort: 'fileName', shared: true })
    expect(column(await records(id), 'file.fileName')).toEqual([0, 1, 2, 3].map((n) => `Offer ${n}.pdf`))
    const seen = column(await records(id, '', person.client), 'file.fileName')
    expect(seen).toEqual([0, 2, 3].map((n) => `Offer ${n}.pdf`))
  })

  test('of a report that names something deleted are still returned', async () => {
    const { id } = await save({ filter: 'tags="gone"', columns: ['title'] })
    expect((await records(id)).body.items).toHaveLength(1)
    const [tag] = (await company.admin.list(`/v1/tags?filter=${encodeURIComponent('tagName="gone"')}`)).items
    await company.admin.ok('DELETE', `/v1/tags/${tag.id}`)
    expect((await records(id)).body.items).toEqual([])
  })

  test('of a report that is no longer valid are a 409 that explains what to do; it can be changed', async () => {
    const { id } = await save({ columns: ['title'] })
    await world.db.transaction((tx) =>
      tx.query.updateTable('reports').set({ filter: 'colour="red"' }).where('id', '=', id).execute(),
    )
    expect((await company.admin.get(`/v1/reports/${id}/records`)).body.code).toBe('conflict')
    await company.admin.ok('PUT', `/v1/reports/${id}`, { reportName: 'Renamed', filter: 'colour="red"' })
    await company.admin.ok('PUT', `/v1/reports/${id}`, { filter: null })
    expect((await records(id)).body.items).toHaveLength(4)
  })

  test('are a CSV with the same columns, safe and complete', async () => {
    const { id } = await save({ columns: ['title', 'priority'], sort: 'priority' })
    const { text, headers } = await company.admin.ok('GET', `/v1/reports/${id}/records`, undefined, {
      accept: 'text/csv',
    })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(text).toBe("task.title,task.priority\r\n'=T0,1\r\n'=T1,2\r\n'=T2,3\r\n'=T3,4\r\n")
    const bad = await company.admin.get(`/v1/reports/${id}/records?limit=2`, { accept: 'text/csv' })
    expect(bad.status).toBe(400)
  })
})
