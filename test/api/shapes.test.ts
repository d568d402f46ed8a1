import { beforeAll, describe, expect, test } from 'vitest'
import { hasShape, type Operation } from '../../src/http/operation.ts'
import type { Reply } from '../support/client.ts'
import { isFirstEngine } from '../support/effort.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { buildFixtures, type Fixtures, nameOf, pathOf } from './fixture.ts'

/** `fields` and `expand=names`, on every list and record. */
const world = useSharedWorld()
let fixtures: Fixtures
let operations: Operation[]

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  operations = world.app.operations.filter((operation) => hasShape(operation))
})

const membersOf = ({ answer }: Operation): string[] => {
  if (typeof answer !== 'object') return []
  if ('list' in answer) return Object.keys(answer.list.resource.fields)
  return 'one' in answer ? Object.keys(answer.one.fields) : []
}

const recordsOf = ({ body }: Reply): { id: string; details: Record<string, unknown> }[] =>
  body.items ?? [body]

describe('fields', () => {
  test('of every list and record: each alone equals that member of the whole', async () => {
    expect(operations.length).toBeGreaterThan(60)
    for (const operation of operations) {
      const own = fixtures.of(operation)
      const path = pathOf(operation, own)
      const whole = recordsOf(await own.admin.ok('GET', path))
      for (const name of membersOf(operation)) {
        const some = recordsOf(await own.admin.ok('GET', `${path}?fields=${name}`))
        // The audit log and the records of the caller change with each request.
        const known = new Map(whole.map(({ id, details }) => [id, details[name]]))
        for (const { id, details } of some.filter((record) => known.has(record.id)))
          expect(details, `${nameOf(operation)} ${name}`).toEqual({ [name]: known.get(id) })
        expect(some.length, nameOf(operation)).toBeGreaterThanOrEqual(whole.length)
      }
    }
  })

  test.runIf(isFirstEngine())('unknown names are a 400 that lists the known ones', async () => {
    for (const operation of operations) {
      const own = fixtures.of(operation)
      const path = pathOf(operation, own)
      const reply = await own.admin.get(`${path}?fields=createdAt,nope,id&expand=everything`)
      expect([reply.status, reply.body.code], nameOf(operation)).toEqual([400, 'invalid_request'])
      expect(reply.body.errors, nameOf(operation)).toEqual([
        {
          parameter: 'fields',
          detail: `fields has unknown names: "nope", "id". It accepts ${membersOf(operation).join(', ')}.`,
        },
        { parameter: 'expand', detail: 'expand must be names, not "everything".' },
      ])
      for (const query of [
        'fields=createdAt&fields=updatedAt',
        'expand=names&expand=names',
        'fields=createdAt,',
      ])
        expect((await own.admin.get(`${path}?${query}`)).status, query).toBe(400)
      const empty = await own.admin.ok('GET', `${path}?fields=&expand=`)
      for (const { details } of recordsOf(empty)) expect(Object.keys(details)).toEqual(membersOf(operation))
    }
  })

  test('the order is the order of the request, links carry it, and a CSV has these columns', async () => {
    const { admin } = fixtures.of({ path: '/v1/tasks' })
    const first = await admin.list('/v1/tags?fields=updatedAt,tagName&limit=1')
    expect(Object.keys(first.items[0].details)).toEqual(['updatedAt', 'tagName'])
    expect(first.links.next).toContain('fields=updatedAt%2CtagName')
    const second = await admin.list(first.links.next ?? '')
    expect(Object.keys(second.items[0].details)).toEqual(['updatedAt', 'tagName'])
    const csv = await admin.ok('GET', '/v1/tasks?fields=status,title', undefined, { accept: 'text/csv' })
    expect(csv.text.split('\r\n')[0]).toBe('id,status,title')
  })

  test('a filter and a sort may use other fields', async () => {
    const { admin, ids } = fixtures.of({ path: '/v1/tasks' })
    const path = `/v1/workspaces/${ids['workspaces/{workspaceId}']}/tasks`
    const all = await admin.list(`${path}?sort=-priority,title&filter=status="Open"`)
    const some = await admin.list(`${path}?sort=-priority,title&filter=status="Open"&fields=dueDate`)
    expect(some.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id))
  })

  test('text that is not requested is not read', async () => {
    const { admin, ids } = fixtures.of({ path: '/v1/tasks' })
    const list = world.app.operations.find(({ path }) => path === '/v1/tasks')?.answer
    if (typeof list !== 'object' || !('list' in list)) throw new Error('There is no list of tasks')
    expect(list.list.columnsOf({ ...world.db, engine: 'sqlite' }, ['title', 'tags'])).toBe(
      't."companyNo", t."id", t."updatedAt", t."tagIds", t."title", NULL AS "spentMinutes", NULL AS "commentCount"',
    )
    const path = `/v1/workspaces/${ids['workspaces/{workspaceId}']}/tasks?fields=title,tags`
    expect((await admin.list(path)).items[0].details).toEqual({
      title: expect.any(String),
      tags: expect.any(Array),
    })
  })
})

describe('ETag', () => {
  test('is "<version>.<body>": If-Match takes that of any part of the record', async () => {
    const { admin, ids } = fixtures.of({ path: '/v1/tasks' })
    const task = `/v1/tasks/${ids['tasks/{taskId}']}`
    const forms = [
      '',
      '?fields=title',
      '?fields=status,priority',
      '?expand=names',
      '?fields=title&expand=names',
    ]
    for (const form of forms)
      for (const encoding of ['identity', 'br', 'gzip']) {
        await admin.ok('PUT', task, { description: `${form} ${encoding} ${'x'.repeat(3_000)}` })
        const tags = await Promise.all(
          forms.map(async (each) => (await admin.ok('GET', task + each)).headers['etag'] ?? ''),
        )
        expect(new Set(tags).size).toBe(forms.length)
        expect(new Set(tags.map((tag) => tag.split('.')[0])).size).toBe(1)
        const { headers } = await admin.ok('GET', task + form, undefined, { 'accept-encoding': encoding })
        const known = headers['etag'] ?? ''
        const again = await admin.get(task + form, { 'if-none-match': known })
        expect([again.status, again.text]).toEqual([304, ''])
        expect((await admin.get(`${task}?fields=dueDate`, { 'if-none-match': known })).status).toBe(200)
        await admin.ok('PUT', task, { title: `By ${form} ${encoding}` }, { 'if-match': known })
        const late = await admin.send('PUT', task, { title: 'Late' }, { 'if-match': known })
        expect([late.status, late.body.code]).toEqual([412, 'precondition_failed'])
      }
  })

  test('the version changes with every change, even within a millisecond', async () => {
    const { admin, ids } = fixtures.of({ path: '/v1/tasks' })
    const task = `/v1/tasks/${ids['tasks/{taskId}']}`
    const known = (await admin.ok('GET', task)).headers['etag'] ?? ''
    const titles = Array.from({ length: 20 }, (_, n) => `Title ${n}`)
    const replies = await Promise.all(
      titles.map((title) => admin.send('PUT', task, { title }, { 'if-match': known })),
    )
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(19)
  })

  test('the version does not change with counts and the names of others', async () => {
    const { admin, ids } = fixtures.of({ path: '/v1/tasks' })
    const task = `/v1/tasks/${ids['tasks/{taskId}']}`
    await admin.ok('PUT', task, { tags: ['Renamed soon'] })
    const known = (await admin.ok('GET', task)).headers['etag'] ?? ''
    await admin.create(`${task}/times`, { date: '2026-01-05', minutes: 5 })
    const { items } = await admin.list('/search/tags?filter=tags="Renamed soon"')
    await admin.ok('PUT', `/v1/tags/${items[0].id}`, { tagName: 'Renamed now' })
    const now = (await admin.ok('GET', task)).headers['etag'] ?? ''
    expect([now === known, now.split('.')[0]]).toEqual([false, known.split('.')[0]])
    await admin.ok('PUT', task, { title: 'Still mine' }, { 'if-match': known })
  })
})

describe('expand=names', () => {
  test('adds names to every list and record, and changes nothing else', async () => {
    for (const operation of operations) {
      const own = fixtures.of(operation)
      const isList = typeof operation.answer === 'object' && 'list' in operation.answer
      const url = `${pathOf(operation, own)}?${isList ? 'limit=3' : ''}`
      const plain = await own.admin.ok('GET', url)
      const { body, headers } = await own.admin.ok('GET', `${url}&expand=names`)
      expect(body.names, nameOf(operation)).toBeTypeOf('object')
      expect(headers['etag'], nameOf(operation)).not.toBe(plain.headers['etag'])
      expect(Object.keys(body).filter((name) => name !== 'names')).toEqual(Object.keys(plain.body))
    }
  })

  test('of people, workspaces, lists, milestones, tasks and folders', async () => {
    const { admin, adminId }: Company = await world.company()
    const person = await admin.create('/v1/users', {
      email: `n-${adminId}@example.com`,
      fullName: 'Ada Lovelace',
    })
    const place = await admin.create('/v1/workspaces', { workspaceName: 'Engines' })
    const workspaceId = place.id
    await admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${person.id}`, { role: 'Reader' })
    const milestone = await admin.create(`/v1/workspaces/${workspaceId}/milestones`, { title: 'Launch' })
    const list = await admin.create(`/v1/workspaces/${workspaceId}/tasklists`, { tasklistName: 'To do' })
    const parent = await admin.create('/v1/tasks', { title: 'Parent', workspaceId })
    const folder = await admin.create(`/v1/workspaces/${workspaceId}/folders`, { folderName: 'Drawings' })
    const task = await admin.create('/v1/tasks', {
      title: 'Child',
      workspaceId,
      assignees: [person.id, adminId],
      parentTaskId: parent.id,
      tasklistId: list.id,
      milestoneId: milestone.id,
    })
    const names = {
      [person.id]: 'Ada Lovelace',
      [adminId]: 'Admin',
      [workspaceId]: 'Engines',
      [milestone.id]: 'Launch',
      [list.id]: 'To do',
      [parent.id]: 'Parent',
    }
    expect((await admin.ok('GET', `/v1/tasks/${task.id}?expand=names`)).body.names).toEqual(names)
    const page = await admin.ok('GET', `/v1/workspaces/${workspaceId}/tasks?expand=names`)
    expect(page.body.names).toEqual(names)
    // Only of what is sent.
    const some = await admin.ok('GET', `/v1/tasks/${task.id}?expand=names&fields=tasklistId,title`)
    expect(some.body).toEqual({
      id: task.id,
      permalink: task.permalink,
      details: { tasklistId: list.id, title: 'Child' },
      names: { [list.id]: 'To do' },
    })
    const file = await admin.file(`/v1/folders/${folder.id}`, 'a.txt')
    const { body } = await admin.ok('GET', `/v1/files/${file}?expand=names&fields=folderId`)
    expect(body.names).toEqual({ [folder.id]: 'Drawings' })
    // A list that is gone has no name, and a renamed person has the new one at once.
    await admin.ok('PUT', `/v1/users/${person.id}`, { fullName: 'Countess Lovelace' })
    await admin.ok('DELETE', `/v1/tasks/${parent.id}`)
    const later = await admin.ok('GET', `/v1/tasks?expand=names&filter=title="Child"`)
    expect(later.body.names?.[person.id] ?? 'no name').toBe(
      later.body.items.length === 0 ? 'no name' : 'Countess Lovelace',
    )
  })

  test('on a page, of what its own records refer to', async () => {
    const company = await world.company()
    const { admin } = company
    const { id: workspaceId } = await admin.create('/v1/workspaces', { workspaceName: 'Pages' })
    for (const title of ['First', 'Second', 'Third']) {
      const { id } = await admin.create(`/v1/workspaces/${workspaceId}/tasklists`, { tasklistName: title })
      await admin.create('/v1/tasks', { title, workspaceId, tasklistId: id })
    }
    const shown = ['Third', 'Second', 'First']
    let url = '/v1/tasks?limit=1&expand=names&fields=title,tasklistId'
    for (const title of shown) {
      const { body } = await admin.ok('GET', url)
      expect(body.items).toMatchObject([{ details: { title } }])
      expect(body.names).toEqual({ [body.items[0].details.tasklistId]: title })
      url = body.links.next ?? ''
    }
  })

  test('gives external people no names of those they may not see', async () => {
    const company = await world.company()
    const { admin } = company
    const { id: workspaceId } = await admin.create('/v1/workspaces', { workspaceName: 'Shared' })
    const other = await world.person(company)
    const guest = await world.person(company, { userType: 'External', workspaceId, role: 'Reader' })
    const { id } = await admin.create('/v1/tasks', { title: 'Seen', workspaceId })
    await admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${other.id}`, { role: 'Contributor' })
    await admin.ok('PUT', `/v1/tasks/${id}`, { assignees: [other.id] })
    const shape = 'expand=names&fields=assignees,workspaceId'
    // A record, a page in the order of an index, and one that is found in another way.
    const paths = [
      `/v1/tasks/${id}?${shape}`,
      `/v1/tasks?${shape}`,
      `/v1/tasks?${shape}&sort=-priority,title&filter=title="Seen" AND status="Open"`,
    ]
    for (const path of paths)
      expect((await guest.client.ok('GET', path)).body.names).toEqual({
        [other.id]: expect.any(String),
        [workspaceId]: 'Shared',
      })
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${other.id}`)
    for (const path of paths) {
      const { details, items, names } = (await guest.client.ok('GET', path)).body
      expect((details ?? items[0].details).assignees).toEqual([other.id])
      expect(names).toEqual({ [workspaceId]: 'Shared' })
    }
    const { body } = await guest.client.ok('GET', `/v1/workspaces?expand=names&fields=workspaceGroupId`)
    expect(body.names).toEqual({})
  })
})
