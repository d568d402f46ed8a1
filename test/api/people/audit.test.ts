import { beforeAll, describe, expect, test } from 'vitest'
import { dayAhead } from '../../support/clock.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const filtered = (filter: string): string => `/v1/audit?filter=${encodeURIComponent(filter)}`

describe('the audit log', () => {
  test('records who changed what, where and with which request, newest first', async () => {
    const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Audited' })
    const person = await world.person(company, { workspaceId: workspace.id })
    const made = await person.client.ok('POST', '/v1/tasks', { title: 'A', workspaceId: workspace.id })
    const path = `/v1/tasks/${made.body.id}`
    const changed = await person.client.ok('PUT', path, { title: 'B', priority: 5 })
    const entries = await company.admin.all(filtered(`recordId="${made.body.id}"`))
    expect(entries.map(({ details }) => details.type)).toEqual(['task.updated', 'task.created'])
    const [{ details, id }] = entries
    expect(details).toMatchObject({
      kind: 'task',
      recordId: made.body.id,
      workspaceId: workspace.id,
      userHash: person.id,
      clientId: null,
      requestId: changed.headers['x-request-id'],
      address: null,
      createdBy: person.id,
      externalId: null,
    })
    expect(details.fields.toSorted()).toEqual(['priority', 'title'])
    expect(details.createdAt).toBe(details.updatedAt)
    expect((await company.admin.get(`/v1/audit/${id}`)).body).toEqual(entries[0])
  })

  test('is filtered by type, kind, person, workspace and day, together', async () => {
    const day = dayAhead(0)
    const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Filtered' })
    const person = await world.person(company, { workspaceId: workspace.id })
    for (const title of ['A', 'B', 'C'])
      await person.client.create('/v1/tasks', { title, workspaceId: workspace.id })
    const own = `userHash="${person.id}" AND workspaceId="${workspace.id}"`
    expect(await company.admin.all(filtered(`${own} AND type="task.created"`))).toHaveLength(3)
    expect(await company.admin.all(filtered(`${own} AND kind="task" AND createdAt>="${day}"`))).toHaveLength(
      3,
    )
    expect(await company.admin.all(filtered(`${own} AND kind="member"`))).toHaveLength(0)
    expect(await company.admin.all(filtered(`${own} AND createdAt<"${day}"`))).toHaveLength(0)
  })

  test('records administration: people, clients, settings, invitations', async () => {
    const { id } = await company.admin.create('/v1/users', {
      email: `${crypto.randomUUID()}@example.com`,
      fullName: 'X',
    })
    await company.admin.ok('PUT', `/v1/users/${id}`, {
      permissions: ['createWorkspaces'],
      status: 'Inactive',
    })
    await company.admin.ok('PUT', '/v1/company', { oneTimeCodesRequired: true })
    await company.admin.ok('PUT', '/v1/company', { oneTimeCodesRequired: false })
    const [change] = await company.admin.all(filtered(`recordId="${id}"`))
    expect(change.details).toMatchObject({ type: 'user.updated', userHash: company.adminId })
    expect(change.details.fields.toSorted()).toEqual(['permissions', 'status'])
    const [setting] = await company.admin.all(filtered('kind="company"'))
    expect(setting.details).toMatchObject({ type: 'company.updated', fields: ['oneTimeCodesRequired'] })
  })

  test('records each CSV export with its list and number of records, before any of it is sent', async () => {
    const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Exported' })
    const { client, id } = await world.person(company, { workspaceId: workspace.id })
    const path = `/v1/workspaces/${workspace.id}/tasks`
    for (const n of [1, 2])
      await company.admin.create('/v1/tasks', { title: `T${n}`, workspaceId: workspace.id })
    const accept = { accept: 'text/csv' }
    const of = (who: string) => company.admin.all(filtered(`userHash="${who}" AND type="list.exported"`))
    await client.ok('HEAD', path, undefined, accept)
    await client.ok('GET', path)
    expect((await client.get('/v1/audit', accept)).status).toBe(403)
    expect((await client.get(`${path}?limit=1`, accept)).status).toBe(400)
    expect(await of(id)).toEqual([])
    const filter = 'title="T1"'
    const { headers } = await client.ok(
      'GET',
      `${path}?filter=${encodeURIComponent(filter)}`,
      undefined,
      accept,
    )
    await client.ok('GET', '/v1/tasks', undefined, accept)
    const [whole, part, ...more] = await of(id)
    expect(more).toEqual([])
    expect(part.details).toMatchObject({
      kind: 'list',
      recordId: workspace.id,
      workspaceId: workspace.id,
      requestId: headers['x-request-id'],
      fields: [path, `filter=${filter}`, 'records=1'],
    })
    expect(whole.details).toMatchObject({ workspaceId: null, fields: ['/v1/tasks', 'records=2'] })
    // If the records do not fit on one page, their number is not known at the start.
    await company.admin.ok('GET', '/v1/audit', undefined, accept)
    const [own] = await of(company.adminId)
    expect(own.details.fields[0]).toBe('/v1/audit')
  })

  test('records exported reports', async () => {
    const report = await company.admin.create('/v1/reports', { reportName: 'People', source: 'users' })
    await company.admin.ok('GET', `/v1/reports/${report.id}/records`, undefined, { accept: 'text/csv' })
    const [entry] = await company.admin.all(filtered(`recordId="${report.id}"`))
    expect(entry.details).toMatchObject({ type: 'report.exported', kind: 'report' })
  })

  test('contains no secrets, only the names of changed fields', async () => {
    await company.admin.ok('PUT', '/v1/company', { ssoClientSecret: 'a very secret thing' })
    const [{ details }] = await company.admin.all(filtered('kind="company"'))
    expect(details.fields).toEqual(['ssoClientSecret'])
    expect(JSON.stringify(await world.db.query.selectFrom('changes').selectAll().execute())).not.toContain(
      'very secret',
    )
  })

  test('cannot be changed by anybody', async () => {
    const [entry] = (await company.admin.list('/v1/audit?limit=1')).items
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      expect((await company.admin.send(method, `/v1/audit/${entry.id}`, {})).status, method).toBe(405)
      expect((await company.admin.send(method, '/v1/audit', {})).status, method).toBe(405)
    }
    expect((await company.admin.get(`/v1/audit/${entry.id}`)).body).toEqual(entry)
  })

  test('is for company admins, each in their own company', async () => {
    const { client } = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
    expect((await client.get('/v1/audit')).status).toBe(403)
    const other = await world.company()
    const theirs = new Set((await other.admin.all('/v1/audit')).map(({ id }) => id))
    for (const { id } of await company.admin.all('/v1/audit')) expect(theirs.has(id)).toBe(false)
  })
})
