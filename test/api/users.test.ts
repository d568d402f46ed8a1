import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'
import { contentsOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const newPerson = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  email: `${randomUUID()}@example.com`,
  fullName: 'Ada',
  ...more,
})

test('a new person is Internal and Active, in UTC, with no permission and never seen', async () => {
  const { details } = await company.admin.create('/v1/users', newPerson())
  expect(details).toMatchObject({
    userType: 'Internal',
    status: 'Active',
    timeZone: 'UTC',
    permissions: [],
    lastSeenAt: null,
    createdBy: company.adminId,
  })
  expect(JSON.stringify(details)).not.toMatch(/password/i)
})

test('/users/me is the caller', async () => {
  const person = await world.person(company)
  const { body } = await person.client.ok('GET', '/v1/users/me')
  expect([body.id, body.userHash]).toEqual([person.id, person.id])
  expect(body.details.lastSeenAt).toMatch(/Z$/)
})

describe('an email address', () => {
  test('belongs to one user of the whole installation, ignoring case', async () => {
    const other = await world.company()
    const [one, two] = [randomUUID(), randomUUID()]
    const first = await company.admin.create('/v1/users', newPerson({ email: `${one}@Example.com` }))
    const second = await other.admin.create('/v1/users', newPerson({ email: `${two}@example.com` }))
    expect(first.details.email).toBe(`${one}@Example.com`)
    const taken = { email: `${one.toUpperCase()}@example.COM` }
    for (const reply of [
      await company.admin.send('POST', '/v1/users', newPerson(taken)),
      await other.admin.send('POST', '/v1/users', newPerson(taken)),
      await other.admin.send('PUT', `/v1/users/${second.id}`, taken),
    ]) {
      expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([
        409,
        'duplicate',
        '/email',
      ])
      expect(reply.text).not.toContain(first.id)
    }
    // Changing the case of your own address is a change like any other.
    await company.admin.ok('PUT', `/v1/users/${first.id}`, taken)
    expect((await company.admin.get(`/v1/users/${first.id}`)).body.details.email).toBe(taken.email)
    await company.admin.ok('DELETE', `/v1/users/${first.id}`)
    await other.admin.ok('PUT', `/v1/users/${second.id}`, taken)
  })

  test.each([
    'x',
    '@example.com',
    'a@b',
    'a b@example.com',
    'a@b@example.com',
    'a@example.com, b@example.com',
    '<a@example.com>',
    'a@example.',
    'a@example.com\nBcc: b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(250)}.com`,
  ])('%j is not valid', async (email) => {
    const reply = await company.admin.send('POST', '/v1/users', newPerson({ email }))
    expect([reply.status, reply.body.errors?.[0]?.pointer]).toEqual([400, '/email'])
  })

  test.each(["o'neil+tag@sub.example.co", 'ü@exämple.com', 'a@xn--bcher-kva.example'])(
    '%s is valid',
    async (email) => {
      expect((await company.admin.create('/v1/users', newPerson({ email }))).details.email).toBe(email)
    },
  )
})

test.each([
  ['Europe/Vienna', 204],
  ['UTC', 204],
  ['America/Argentina/Buenos_Aires', 204],
  ['Mars/Olympus', 400],
  ['+01:00', 400],
  ['', 400],
])('the time zone %s: %i', async (timeZone, status) => {
  const { id } = await company.admin.create('/v1/users', newPerson())
  expect((await company.admin.send('PUT', `/v1/users/${id}`, { timeZone })).status).toBe(status)
})

describe('people may change their own name and time zone, and nothing else', () => {
  test('if it is a change', async () => {
    const person = await world.person(company)
    const path = `/v1/users/${person.id}`
    await person.client.ok('PUT', path, { fullName: 'New name', timeZone: 'Europe/Vienna' })
    const { details } = (await person.client.ok('GET', path)).body
    expect([details.fullName, details.timeZone]).toEqual(['New name', 'Europe/Vienna'])
    await person.client.ok('PUT', path, details)
    const before = await contentsOf(world, company)
    for (const change of [
      { email: `${randomUUID()}@example.com` },
      { permissions: ['companyAdmin'] },
      { userType: 'External' },
      { status: 'Inactive' },
      { externalId: 'mine' },
      { fullName: 'Together', permissions: ['createWorkspaces'] },
    ])
      expect((await person.client.send('PUT', path, change)).status, JSON.stringify(change)).toBe(403)
    expect(await contentsOf(world, company)).toEqual(before)
  })

  test('and do not learn from it which addresses are taken', async () => {
    const person = await world.person(company)
    const taken = (await company.admin.ok('GET', '/v1/users/me')).body.details.email
    const answers = []
    for (const email of [taken, `${randomUUID()}@example.com`])
      answers.push((await person.client.send('PUT', `/v1/users/${person.id}`, { email })).body.code)
    expect(answers).toEqual(['forbidden', 'forbidden'])
  })
})

describe('the last active company admin', () => {
  test('can neither be deactivated, nor demoted, nor deleted', async () => {
    const alone = await world.company()
    const path = `/v1/users/${alone.adminId}`
    // A former admin does not count.
    const former = await alone.admin.create(
      '/v1/users',
      newPerson({ permissions: ['companyAdmin'], status: 'Inactive' }),
    )
    for (const change of [{ status: 'Inactive' }, { permissions: [] }, { permissions: ['manageAccounts'] }]) {
      const reply = await alone.admin.send('PUT', path, change)
      expect([reply.status, reply.body.code]).toEqual([409, 'last_admin'])
    }
    expect((await alone.admin.send('DELETE', path)).body.code).toBe('last_admin')
    await alone.admin.ok('PUT', path, { permissions: ['companyAdmin', 'manageAccounts'] })
    await alone.admin.ok('PUT', `/v1/users/${former.id}`, { status: 'Active' })
    await alone.admin.ok('PUT', path, { permissions: [] })
    expect((await alone.admin.send('POST', '/v1/users', newPerson())).status).toBe(403)
  })

  test('stays when the last two leave at the same time', async () => {
    const pair = await world.company()
    const second = await world.person(pair, { permissions: ['companyAdmin'] })
    const replies = await Promise.all([
      pair.admin.send('PUT', `/v1/users/${pair.adminId}`, { status: 'Inactive' }),
      second.client.send('PUT', `/v1/users/${second.id}`, { status: 'Inactive' }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
  })
})

describe('DELETE', () => {
  test('works when nothing refers to the person', async () => {
    const { id } = await company.admin.create('/v1/users', newPerson())
    await company.admin.ok('DELETE', `/v1/users/${id}`)
    expect((await company.admin.get(`/v1/users/${id}`)).status).toBe(404)
    expect((await company.admin.send('DELETE', `/v1/users/${id}`)).status).toBe(404)
  })

  test('is a 409 for members, assignees and people with activity: deactivate them', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Users' })
    const member = await world.person(company, { workspaceId: place.id })
    const seen = await world.person(company)
    await seen.client.ok('GET', '/v1/users/me')
    const assigned = await company.admin.create('/v1/users', newPerson())
    const task = await company.admin.create('/v1/tasks', {
      title: 'Theirs',
      workspaceId: place.id,
      assignees: [assigned.id],
    })
    for (const id of [member.id, seen.id, assigned.id]) {
      const reply = await company.admin.send('DELETE', `/v1/users/${id}`)
      expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
    }
    const acted = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
    await company.admin.create('/v1/clients', { name: 'Robot', actAs: acted.id })
    expect((await company.admin.send('DELETE', `/v1/users/${acted.id}`)).status).toBe(409)
    await company.admin.ok('PUT', `/v1/tasks/${task.id}`, { assignees: [] })
    await company.admin.ok('DELETE', `/v1/users/${assigned.id}`)
  })
})

test('a deactivated person loses access immediately, and gets it back when reactivated', async () => {
  const person = await world.person(company)
  await person.client.ok('GET', '/v1/users/me')
  await company.admin.ok('PUT', `/v1/users/${person.id}`, { status: 'Inactive' })
  expect((await person.client.get('/v1/users/me')).status).toBe(401)
  await company.admin.ok('PUT', `/v1/users/${person.id}`, { status: 'Active' })
  expect((await person.client.get('/v1/users/me')).status).toBe(200)
})
