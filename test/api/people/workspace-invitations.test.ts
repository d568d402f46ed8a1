import { beforeAll, describe, expect, test } from 'vitest'
import { acceptLink } from '../../support/browser.ts'
import type { Client } from '../../support/client.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'
import { address } from './invited.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string
let path: string
let admin: Client

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Guests' })).id
  path = `/v1/workspaces/${workspaceId}/invitations`
  admin = (await world.person(company, { workspaceId, role: 'Admin' })).client
})

const ada = (more: object = {}): Record<string, unknown> => ({
  email: address(),
  fullName: 'Ada Byron',
  role: 'Reader',
  ...more,
})

describe('an invitation into a workspace', () => {
  test('adds an external person and makes them a member, with a link that signs them in', async () => {
    const asked = ada()
    const reply = await admin.send('POST', path, asked)
    expect(reply.status).toBe(201)
    const { id, details, link } = reply.body
    expect(reply.headers['location']).toBe(`/v1/workspaces/${workspaceId}/members/${id}`)
    expect(details).toMatchObject({ ...asked, userHash: id, invited: true })
    const person = (await company.admin.ok('GET', `/v1/users/${id}`)).body
    expect(person.details).toMatchObject({ userType: 'External', status: 'Active', permissions: [] })
    expect(person.details.invited).toBe(true)
    const browser = world.browser()
    expect((await acceptLink(browser, link)).status).toBe(200)
    const guest = world.client(await browser.token())
    expect((await guest.list('/v1/workspaces')).items.map((each) => each.id)).toEqual([workspaceId])
    expect((await guest.get('/v1/users/me')).body.details).toMatchObject({ invited: false, status: 'Active' })
    const now = await admin.ok('GET', `/v1/workspaces/${workspaceId}/members/${id}`)
    expect(now.body.details.invited).toBe(false)
  })

  test('lists people who have not signed in as invited, with and without the other fields', async () => {
    const { id } = (await admin.ok('POST', path, ada())).body
    const find = async (url: string) => (await admin.all(url)).find((each) => each.id === id)
    for (const query of ['', '?fields=invited', '?fields=fullName,invited'])
      for (const list of [`/v1/users${query}`, `/v1/workspaces/${workspaceId}/members${query}`])
        expect((await find(list))?.details.invited, list).toBe(true)
    const seen = await world.person(company, { workspaceId })
    const others = await admin.all('/v1/users?fields=invited')
    expect(others.find((each) => each.id === seen.id)?.details).toEqual({ invited: true })
    await seen.client.ok('GET', '/v1/users/me')
    await expect.poll(async () => (await admin.get(`/v1/users/${seen.id}`)).body.details.invited).toBe(false)
  })

  test('makes people of the company members immediately, without a link', async () => {
    const person = await world.person(company)
    const { email } = (await company.admin.get(`/v1/users/${person.id}`)).body.details
    const { id, link, details } = (
      await admin.ok('POST', path, ada({ email: email.toUpperCase(), role: 'Admin' }))
    ).body
    expect([id, link, details.role]).toEqual([person.id, null, 'Admin'])
    expect((await company.admin.get(`/v1/users/${id}`)).body.details.fullName).toBe(details.fullName)
    const again = await admin.send('POST', path, ada({ email }))
    expect([again.status, again.body.code, again.body.errors[0].pointer]).toEqual([
      409,
      'duplicate',
      '/email',
    ])
  })

  test('does not reveal the people of other companies, or people whom an external Admin cannot see', async () => {
    const other = await world.company()
    const stranger = (await other.admin.get('/v1/users/me')).body.details.email
    const colleague = await world.person(company)
    const { email } = (await company.admin.get(`/v1/users/${colleague.id}`)).body.details
    const external = await world.person(company, { userType: 'External', workspaceId, role: 'Admin' })
    const answers = [
      await admin.send('POST', path, ada({ email: stranger })),
      await external.client.send('POST', path, ada({ email: stranger })),
      await external.client.send('POST', path, ada({ email })),
    ]
    const told = answers.map(({ status, body }) => [status, body.code, body.message])
    expect(new Set(told.map(String)).size).toBe(1)
    expect(told[0]?.slice(0, 2)).toEqual([409, 'duplicate'])
  })

  test('is refused for inactive people and in archived workspaces', async () => {
    const person = await world.person(company)
    const { email } = (await company.admin.get(`/v1/users/${person.id}`)).body.details
    await company.admin.ok('PUT', `/v1/users/${person.id}`, { status: 'Inactive' })
    expect((await admin.send('POST', path, ada({ email }))).body.code).toBe('conflict')
    const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })
    await company.admin.ok('PUT', `/v1/workspaces/${id}/archive`)
    const reply = await company.admin.send('POST', `/v1/workspaces/${id}/invitations`, ada())
    expect([reply.status, reply.body.code]).toEqual([409, 'archived'])
  })

  test('names every fault of the body at once', async () => {
    const reply = await admin.send('POST', path, { email: 'nobody', role: 'Owner', colour: 'red' })
    expect(reply.status).toBe(400)
    expect(reply.body.errors.map((each: { pointer: string }) => each.pointer).toSorted()).toEqual([
      '/colour',
      '/email',
      '/fullName',
      '/role',
    ])
  })
})

describe('the permission to invite', () => {
  test('of internal people is that of company admins', async () => {
    expect((await admin.send('POST', path, ada({ userType: 'Internal' }))).status).toBe(403)
    const { id } = (await company.admin.ok('POST', path, ada({ userType: 'Internal' }))).body
    expect((await company.admin.get(`/v1/users/${id}`)).body.details.userType).toBe('Internal')
  })

  test('is a setting of the company, on by default', async () => {
    const other = await world.company()
    const { id } = await other.admin.create('/v1/workspaces', { workspaceName: 'Closed' })
    const closed = `/v1/workspaces/${id}/invitations`
    const person = await world.person(other, { workspaceId: id, role: 'Admin' })
    expect((await other.admin.get('/v1/company')).body.details.workspaceAdminsMayInvite).toBe(true)
    await other.admin.ok('PUT', '/v1/company', { workspaceAdminsMayInvite: false })
    const refused = await person.client.send('POST', closed, ada())
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'In your company only company admins may invite people.',
    ])
    expect((await other.admin.send('POST', closed, ada())).status).toBe(201)
    await other.admin.ok('PUT', '/v1/company', { workspaceAdminsMayInvite: true })
    expect((await person.client.send('POST', closed, ada())).status).toBe(201)
  })
})
