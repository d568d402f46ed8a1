import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** Contract section 7: who sees what inside of a company. */
const world = useSharedWorld()

interface Person {
  id: string
  client: Client
}

let company: Company
let open: string
let closed: string
let tasks: { open: string; closed: string }
let internal: Person
let external: Person
let colleague: Person
let outsider: Person

beforeAll(async () => {
  company = await world.company()
  const { admin } = company
  open = (await admin.create('/v1/workspaces', { workspaceName: 'Open' })).id
  closed = (await admin.create('/v1/workspaces', { workspaceName: 'Closed' })).id
  tasks = {
    open: (await admin.create('/v1/tasks', { title: 'Seen', workspaceId: open })).id,
    closed: (await admin.create('/v1/tasks', { title: 'Hidden', workspaceId: closed })).id,
  }
  internal = await world.person(company, { workspaceId: open, role: 'Reader' })
  external = await world.person(company, { workspaceId: open, userType: 'External' })
  colleague = await world.person(company, { workspaceId: open })
  outsider = await world.person(company, { workspaceId: closed })
})

const idsOf = async (client: Client, path: string): Promise<string[]> =>
  (await client.all(`${path}${path.includes('?') ? '&' : '?'}limit=500`)).map(({ id }) => id as string)

const statusOf = async (client: Client, path: string): Promise<number> => (await client.get(path)).status

describe('workspaces', () => {
  test('are listed to their members, and all of them to company admins', async () => {
    expect(await idsOf(internal.client, '/v1/workspaces')).toEqual([open])
    expect(await idsOf(external.client, '/v1/workspaces')).toEqual([open])
    expect(await idsOf(outsider.client, '/v1/workspaces')).toEqual([closed])
    expect(await idsOf(company.admin, '/v1/workspaces')).toEqual([closed, open])
  })

  test('exist for internal people even if they are not members; their content is a 403', async () => {
    expect(await statusOf(internal.client, `/v1/workspaces/${closed}`)).toBe(200)
    expect(await statusOf(external.client, `/v1/workspaces/${closed}`)).toBe(403)
    for (const { client } of [internal, external])
      for (const path of [
        `/v1/workspaces/${closed}/members`,
        `/v1/workspaces/${closed}/members/${outsider.id}`,
        `/v1/workspaces/${closed}/tasks`,
        `/v1/tasks/${tasks.closed}`,
      ])
        expect(await statusOf(client, path), path).toBe(403)
  })

  test('a company admin who is External still sees everything', async () => {
    const chief = await world.person(company, { userType: 'External', permissions: ['companyAdmin'] })
    expect(await idsOf(chief.client, '/v1/workspaces')).toEqual([closed, open])
    expect(await statusOf(chief.client, `/v1/tasks/${tasks.closed}`)).toBe(200)
    expect(await statusOf(chief.client, '/v1/workspaceGroups')).toBe(200)
    expect(await idsOf(chief.client, '/v1/users')).toContain(outsider.id)
    await chief.client.create('/v1/tasks', { title: 'Theirs', workspaceId: closed })
  })
})

describe('tasks', () => {
  test('are listed to the members of their workspace', async () => {
    for (const { client } of [internal, external, colleague])
      expect(await idsOf(client, '/v1/tasks')).toEqual([tasks.open])
    expect(await idsOf(outsider.client, '/v1/tasks')).toContain(tasks.closed)
    const admin = await idsOf(company.admin, '/v1/tasks')
    expect(admin).toContain(tasks.open)
    expect(admin).toContain(tasks.closed)
  })

  test('of others are not found by any filter or sort', async () => {
    for (const filter of [
      `workspaceId="${closed}"`,
      'title="Hidden"',
      `assignees="${outsider.id}"`,
      'status="Open" AND title="Hidden"',
    ])
      for (const sort of ['', '-title', 'priority,title'])
        expect(
          await idsOf(internal.client, `/v1/tasks?sort=${sort}&filter=${encodeURIComponent(filter)}`),
        ).toEqual([])
  })

  test('follow the membership immediately', async () => {
    const person = await world.person(company)
    expect(await idsOf(person.client, '/v1/tasks')).toEqual([])
    const member = `/v1/workspaces/${closed}/members/${person.id}`
    await company.admin.ok('PUT', member, { role: 'Reader' })
    expect(await idsOf(person.client, '/v1/tasks')).toContain(tasks.closed)
    await company.admin.ok('DELETE', member)
    expect(await idsOf(person.client, '/v1/tasks')).toEqual([])
  })

  test('of a member of very many workspaces are only theirs too', async () => {
    const other = await world.company()
    const person = await world.person(other)
    const own: string[] = []
    for (let n = 0; n < 70; n += 1) {
      const place = await other.admin.create('/v1/workspaces', { workspaceName: `Many ${n}` })
      const task = await other.admin.create('/v1/tasks', { title: `T${n}`, workspaceId: place.id })
      if (n % 35 === 0) continue
      await other.admin.ok('PUT', `/v1/workspaces/${place.id}/members/${person.id}`)
      own.unshift(task.id)
    }
    expect(own).toHaveLength(68)
    expect(await idsOf(person.client, '/v1/tasks')).toEqual(own)
    expect((await person.client.all('/v1/tasks?sort=title&limit=7')).map(({ id }) => id).sort()).toEqual(
      own.toSorted(),
    )
    const [, gone] = await idsOf(person.client, '/v1/workspaces')
    await other.admin.ok('DELETE', `/v1/workspaces/${gone}`)
    expect(await idsOf(person.client, '/v1/tasks')).toHaveLength(67)
  })
})

describe('people', () => {
  test('are all in the directory for internal people; external ones see those of their workspaces', async () => {
    const all = await idsOf(internal.client, '/v1/users')
    for (const { id } of [internal, external, colleague, outsider]) expect(all).toContain(id)
    expect((await idsOf(external.client, '/v1/users')).sort()).toEqual(
      [company.adminId, internal.id, external.id, colleague.id].sort(),
    )
    expect(await statusOf(external.client, `/v1/users/${colleague.id}`)).toBe(200)
    expect(await statusOf(external.client, `/v1/users/${outsider.id}`)).toBe(403)
    expect(await statusOf(internal.client, `/v1/users/${outsider.id}`)).toBe(200)
  })

  test('an external person without a workspace sees only themselves', async () => {
    const alone = await world.person(company, { userType: 'External' })
    expect(await idsOf(alone.client, '/v1/users')).toEqual([alone.id])
    expect(await statusOf(alone.client, `/v1/users/${alone.id}`)).toBe(200)
    expect(await statusOf(alone.client, '/v1/users/me')).toBe(200)
  })

  test('a workspace in the trash makes nobody visible', async () => {
    const place = (await company.admin.create('/v1/workspaces', { workspaceName: 'Brief' })).id
    const guest = await world.person(company, { userType: 'External', workspaceId: place })
    expect(await idsOf(guest.client, '/v1/users')).toEqual([guest.id, company.adminId])
    await company.admin.ok('DELETE', `/v1/workspaces/${place}`)
    expect(await idsOf(guest.client, '/v1/users')).toEqual([guest.id])
    expect(await statusOf(guest.client, `/v1/users/${company.adminId}`)).toBe(403)
  })

  test('an external person finds nobody else by filter', async () => {
    const { email } = (await company.admin.get(`/v1/users/${outsider.id}`)).body.details
    const filter = encodeURIComponent(`email="${email}"`)
    expect(await idsOf(external.client, `/v1/users?filter=${filter}`)).toEqual([])
    expect(await idsOf(internal.client, `/v1/users?filter=${filter}`)).toEqual([outsider.id])
  })
})

test('a record can be sent back as it was read, even if it refers to something invisible', async () => {
  const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Mixed' })
  const guest = await world.person(company, {
    userType: 'External',
    workspaceId: place.id,
    role: 'Admin',
  })
  const path = `/v1/workspaces/${place.id}`
  const { details } = (await guest.client.ok('GET', path)).body
  expect(details.workspaceGroupId).not.toBeNull()
  await guest.client.ok('PUT', path, { ...details, workspaceName: 'Renamed' })
  const assigned = { title: 'Assigned', workspaceId: place.id, assignees: [outsider.id] }
  const task = await company.admin.create('/v1/tasks', assigned)
  const url = `/v1/tasks/${task.id}`
  await guest.client.ok('PUT', url, { ...task.details, assignees: [guest.id, outsider.id] })
  const other = await guest.client.send('PUT', url, { assignees: [outsider.id, internal.id] })
  expect([other.status, other.body.errors[0].pointer]).toEqual([400, '/assignees/1'])
})

describe('an externalId that another record has', () => {
  const places = { open: '', closed: '' }

  beforeAll(async () => {
    places.open = `/v1/workspaces/${open}`
    places.closed = `/v1/workspaces/${closed}`
  })

  test.each([
    ['tasks', () => ({ title: 'x' })],
    ['milestones', () => ({ title: 'x' })],
    ['tasklists', () => ({ tasklistName: 'x' })],
    ['folders', () => ({ folderName: randomUUID() })],
    ['events', () => ({ title: 'x', startsAt: '2026-01-01', endsAt: '2026-01-02' })],
    ['times', () => ({ date: '2026-01-01', minutes: 5 })],
  ])('of the same kind (%s) is named to those who may see it, and to nobody else', async (kind, body) => {
    const { admin } = company
    const given = { ...body(), externalId: `hidden ${kind}` }
    const hidden = await admin.create(`${places.closed}/${kind}`, given)
    const shown = await admin.create(`${places.open}/${kind}`, { ...body(), externalId: `shown ${kind}` })
    const refused = await colleague.client.send('POST', `${places.open}/${kind}`, given)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'duplicate',
      `The externalId "hidden ${kind}" already belongs to another record.`,
    ])
    expect(refused.text).not.toContain(hidden.id)
    const seen = await colleague.client.send('POST', `${places.open}/${kind}`, {
      ...body(),
      externalId: `shown ${kind}`,
    })
    expect(seen.body.errors).toEqual([
      { pointer: '/externalId', detail: `already belongs to the record ${shown.id}.` },
    ])
    expect((await admin.send('POST', `${places.open}/${kind}`, given)).text).toContain(hidden.id)
  })

  test('is not named by a change, a restore or a bulk request either', async () => {
    const { admin } = company
    const externalId = 'hidden again'
    const hidden = await admin.create(`${places.closed}/tasks`, { title: 'x', externalId })
    const own = await colleague.client.create(`${places.open}/tasks`, { title: 'x' })
    const bulk = await colleague.client.ok('POST', '/v1/tasks/bulk', {
      operations: [{ requestId: '1', method: 'PUT', id: own.id, body: { externalId } }],
    })
    expect(bulk.body.responses[0].status).toBe(409)
    const changed = await colleague.client.send('PUT', `/v1/tasks/${own.id}`, { externalId })
    await admin.ok('DELETE', `/v1/tasks/${hidden.id}`)
    await colleague.client.ok('PUT', `/v1/tasks/${own.id}`, { externalId })
    await colleague.client.ok('DELETE', `/v1/tasks/${own.id}`)
    const back = await admin.ok('POST', `/v1/tasks/${hidden.id}/restore`)
    const restored = await colleague.client.send('POST', `/v1/tasks/${own.id}/restore`)
    expect([back.status, changed.status, restored.status]).toEqual([204, 409, 409])
    for (const reply of [bulk, changed, restored]) {
      expect(reply.text).toContain('already belongs to another record.')
      expect(reply.text).not.toContain(hidden.id)
    }
  })

  test('of a report that is not shared is not named', async () => {
    const report = { reportName: 'Own', source: 'tasks', externalId: 'own report' }
    const { id } = await company.admin.create('/v1/reports', report)
    const refused = await colleague.client.send('POST', '/v1/reports', report)
    expect([refused.status, refused.text.includes(id)]).toEqual([409, false])
    await company.admin.ok('PUT', `/v1/reports/${id}`, { shared: true })
    expect((await colleague.client.send('POST', '/v1/reports', report)).text).toContain(id)
  })
})

describe('an id in a body that the caller may not see counts as one that does not exist', () => {
  const pointers = (reply: Reply): string[] =>
    reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)

  test('people, workspaces and tasks', async () => {
    const never = '034xoOp7QM7UE5C1GyMpSt'
    const path = '/v1/tasks'
    const answers: unknown[] = []
    for (const [workspaceId, assignee, parentTaskId] of [
      [closed, outsider.id, tasks.closed],
      [never, never, never],
    ] as const) {
      const body = { title: 'x', workspaceId, assignees: [assignee], parentTaskId }
      const reply = await external.client.send('POST', path, body)
      expect([reply.status, pointers(reply).sort()]).toEqual([
        400,
        ['/assignees/0', '/parentTaskId', '/workspaceId'],
      ])
      answers.push(
        reply.text
          .replace(reply.headers['x-request-id'] ?? '', '')
          .replaceAll(new RegExp([workspaceId, assignee, parentTaskId].join('|'), 'g'), 'id'),
      )
    }
    expect(answers[0]).toBe(answers[1])
    // Internal people may see that the workspace exists, but not work in it or see its tasks.
    const known = await internal.client.send('POST', path, { title: 'x', workspaceId: closed })
    expect(known.status).toBe(403)
    const body = { title: 'x', workspaceId: open, parentTaskId: tasks.closed }
    expect(pointers(await colleague.client.send('POST', path, body))).toEqual(['/parentTaskId'])
    const seen = { title: 'x', workspaceId: open, assignees: [colleague.id, company.adminId] }
    await external.client.create(path, seen)
  })
})
