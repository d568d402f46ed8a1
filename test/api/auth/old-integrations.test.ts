import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/client.ts'
import { makeClient, tokenFor } from '../../support/signer.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'

/** Contract section 11: what the earlier service's exporter and importer rely on. */
const world = useSharedWorld()
let company: Company
let old: Client

beforeAll(async () => {
  company = await world.company()
  old = world.client(await tokenFor(world, await makeClient(company, { compatibility: true })))
})

/** The operations that create tasks in a workspace. */
const newTasks = (count: number, body: (n: number) => object): object => ({
  operations: Array.from({ length: count }, (_, n) => ({
    requestId: `${n}`,
    method: 'POST',
    body: { title: `Task ${String(n).padStart(3, '0')}`, ...body(n) },
  })),
})

describe('the records of a report', () => {
  const columns = ['title', 'priority', 'tags', 'dueDate', 'customFields']
  let path: string

  const valuesOf = (items: { fields: { value: unknown }[] }[]): unknown[][] =>
    items.map(({ fields }) => fields.map(({ value }) => value))

  beforeAll(async () => {
    const { admin } = company
    const { id: workspaceId } = await admin.create('/v1/workspaces', { workspaceName: 'Reported' })
    const special = {
      tags: ['a', 'b'],
      customFields: [{ fieldApiId: 'c_x', value: true }],
      priority: 5,
    }
    // More than the service reads at once.
    await admin.ok(
      'POST',
      '/v1/tasks/bulk',
      newTasks(120, (n) => ({ workspaceId, ...(n === 0 && special) })),
    )
    const filter = `workspaceId="${workspaceId}"`
    const report = { reportName: 'Whole', source: 'tasks', columns, filter, sort: 'title' }
    path = `/v1/reports/${(await admin.create('/v1/reports', report)).id}/records`
  })

  test('come whole without a limit: the column names first, then all values as text', async () => {
    const { body, headers } = await old.ok('GET', path)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body.links).toEqual({})
    expect(body.items[0].fields[0]).toEqual({ fieldName: 'task.title', value: 'task.title' })
    const [header, first, second, ...others] = valuesOf(body.items)
    expect(header).toEqual(columns.map((name) => `task.${name}`))
    expect(first).toEqual(['Task 000', '5', 'a, b', '', '[{"fieldApiId":"c_x","value":true}]'])
    expect(second).toEqual(['Task 001', '3', '', '', ''])
    expect(others.map(([title]) => title)).toEqual(
      Array.from({ length: 118 }, (_, n) => `Task ${String(n + 2).padStart(3, '0')}`),
    )
  })

  test('with booleans as text; an empty report still has its column names', async () => {
    const report = { reportName: 'Flags', source: 'workspaces', columns: ['archived'] }
    const { id } = await company.admin.create('/v1/reports', report)
    const read = async (filter: string, more = '') => {
      const query = `filter=${encodeURIComponent(filter)}${more}`
      return valuesOf((await old.ok('GET', `/v1/reports/${id}/records?${query}`)).body.items)
    }
    expect(await read('urlShortName="reported"', '&paging=first&unknown=1')).toEqual([
      ['workspace.archived'],
      ['false'],
    ])
    expect(await read('urlShortName="none"')).toEqual([['workspace.archived']])
  })

  test('with a limit, and for other clients, are pages of the values themselves', async () => {
    const page = await old.ok('GET', `${path}?limit=2`)
    expect(page.body.items).toEqual((await company.admin.ok('GET', `${path}?limit=2`)).body.items)
    const custom = [{ fieldApiId: 'c_x', value: true }]
    expect(valuesOf(page.body.items)[0]).toEqual(['Task 000', 5, ['a', 'b'], null, custom])
    expect((await company.admin.ok('GET', path)).body.items).toHaveLength(25)
    expect((await old.get(path, { accept: 'text/csv' })).headers['content-type']).toContain('text/csv')
  })

  test('are refused as always, and the audit log names who took them', async () => {
    expect((await old.get(`${path}?sort=nonsense`)).text).toBe('Invalid sorter(s): nonsense')
    expect((await old.send('HEAD', path)).status).toBe(200)
    const filter = encodeURIComponent('type="report.exported"')
    expect((await company.admin.list(`/v1/audit?filter=${filter}`)).items.length).toBeGreaterThan(0)
  })
})

describe('a workspace with the id of another as its workspaceType', () => {
  let modelId: string

  beforeAll(async () => {
    const { admin } = company
    modelId = (await admin.create('/v1/workspaces', { workspaceName: 'Model' })).id
    const goal = await admin.create(`/v1/workspaces/${modelId}/milestones`, {
      title: 'Launch',
      status: 'Completed',
      startDate: '2026-03-02',
      reminders: ['1 day before'],
      externalId: 'goal',
      customFields: [{ fieldApiId: 'c_x', value: 1 }],
    })
    const list = await admin.create(`/v1/milestones/${goal.id}/tasklists`, { tasklistName: 'Preparation' })
    await admin.create(`/v1/workspaces/${modelId}/tasklists`, { tasklistName: 'Empty', template: true })
    const parent = await admin.create(`/v1/tasklists/${list.id}/tasks`, {
      title: 'Invite',
      status: 'Completed',
      tags: ['model'],
      milestoneId: goal.id,
    })
    await admin.create(`/v1/tasklists/${list.id}/tasks`, { title: 'Print', parentTaskId: parent.id })
    await admin.create(`/v1/workspaces/${modelId}/tasks`, { title: 'Without a list' })
  })

  test('gets copies of its task lists, with their tasks, and of its milestones', async () => {
    const body = { workspaceName: 'Copy', workspaceType: modelId }
    const { text: id } = await old.ok('POST', '/v1/workspaces', body)
    expect((await old.ok('GET', `/v1/workspaces/${id}`)).body.details.workspaceType).toBe(modelId)
    const within = async (kind: string) => (await old.list(`/v1/workspaces/${id}/${kind}`)).items
    const [milestone, ...others] = await within('milestones')
    expect(others).toEqual([])
    expect(milestone.details).toMatchObject({
      title: 'Launch',
      status: 'Open',
      startDate: '2026-03-02',
      reminders: ['1 day before'],
      externalId: null,
      customFields: [{ fieldApiId: 'c_x', value: 1 }],
    })
    const lists = (await within('tasklists')).map(({ details }) => [
      details.tasklistName,
      details.template,
      details.milestoneId,
    ])
    expect(lists.sort()).toEqual([
      ['Empty', true, null],
      ['Preparation', false, milestone.id],
    ])
    const tasks = await within('tasks')
    const taskOf = (title: string) => tasks.find(({ details }) => details.title === title)
    expect(tasks).toHaveLength(2)
    expect(taskOf('Invite').details).toMatchObject({
      status: 'Open',
      tags: ['model'],
      milestoneId: milestone.id,
    })
    expect(taskOf('Print').details.parentTaskId).toBe(taskOf('Invite').id)
    // The original stays as it was.
    expect((await old.list(`/v1/workspaces/${modelId}/tasklists`)).items).toHaveLength(2)
  })

  test('is an ordinary workspace for other clients, and for those who may not enter the other', async () => {
    const person = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
    const outside = world.client(
      await tokenFor(world, await makeClient(company, { actAs: person.id, compatibility: true })),
    )
    const body = { workspaceName: 'Plain', workspaceType: modelId }
    const modern = (await company.admin.create('/v1/workspaces', body)).id
    const hidden = (await outside.ok('POST', '/v1/workspaces', body)).text
    for (const id of [modern, hidden])
      for (const kind of ['milestones', 'tasklists', 'tasks'])
        expect((await company.admin.list(`/v1/workspaces/${id}/${kind}`)).items).toEqual([])
  })

  test('is refused if the other has more than can be copied at once', async () => {
    const { admin } = company
    const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Large' })
    for (const tasklistName of ['One', 'Two']) {
      const list = await admin.create(`/v1/workspaces/${id}/tasklists`, { tasklistName })
      const tasks = newTasks(501, () => ({ workspaceId: id, tasklistId: list.id }))
      await admin.ok('POST', '/v1/tasks/bulk', tasks)
    }
    const refused = await old.send('POST', '/v1/workspaces', { workspaceName: 'Copy', workspaceType: id })
    expect([refused.status, refused.text]).toEqual([
      409,
      'The workspace that workspaceType names has more than 1,000 tasks in its lists, too many to copy.',
    ])
  })
})
