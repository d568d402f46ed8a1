import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let path: string

beforeAll(async () => {
  company = await world.company()
  path = await newWorkspace()
})

async function newWorkspace(workspaceName = 'Members'): Promise<string> {
  const { id } = await company.admin.create('/v1/workspaces', { workspaceName })
  return `/v1/workspaces/${id}/members`
}

const roleOf = async (id: string): Promise<string | undefined> =>
  (await company.admin.get(`${path}/${id}`)).body.details?.role

test('a member’s id is the userHash, with name, address and role', async () => {
  const person = await world.person(company)
  await company.admin.ok('PUT', `${path}/${person.id}`, { role: 'Reader' })
  const { body } = await company.admin.ok('GET', `${path}/${person.id}`)
  const user = (await company.admin.ok('GET', `/v1/users/${person.id}`)).body
  expect(body.id).toBe(person.id)
  expect(body.details).toMatchObject({
    userHash: person.id,
    fullName: user.details.fullName,
    email: user.details.email,
    role: 'Reader',
    createdBy: company.adminId,
    externalId: null,
  })
})

describe('PUT', () => {
  test('adds a Contributor by default, and keeps the role of existing members', async () => {
    const person = await world.person(company)
    await company.admin.ok('PUT', `${path}/${person.id}`)
    expect(await roleOf(person.id)).toBe('Contributor')
    await company.admin.ok('PUT', `${path}/${person.id}`, { role: 'Reader' })
    for (const body of [undefined, {}, { role: 'Reader' }])
      await company.admin.ok('PUT', `${path}/${person.id}`, body)
    expect(await roleOf(person.id)).toBe('Reader')
    await company.admin.ok('PUT', `${path}/${person.id}`, { role: null })
    expect(await roleOf(person.id)).toBe('Contributor')
  })

  test('accepts what was read, and refuses fields of the person', async () => {
    const person = await world.person(company)
    const url = `${path}/${person.id}`
    await company.admin.ok('PUT', url)
    const { details } = (await company.admin.ok('GET', url)).body
    await company.admin.ok('PUT', url, { ...details, role: 'Admin' })
    expect(await roleOf(person.id)).toBe('Admin')
    for (const change of [{ fullName: 'x' }, { email: 'x@example.com' }, { userHash: company.adminId }]) {
      const reply = await company.admin.send('PUT', url, { ...change, role: 'Reader' })
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, `/${Object.keys(change)[0]}`])
    }
    expect(await roleOf(person.id)).toBe('Admin')
  })

  test.each(['Owner', 'admin', '', 7, ['Reader']])('the role %j does not exist', async (role) => {
    const person = await world.person(company)
    const reply = await company.admin.send('PUT', `${path}/${person.id}`, { role })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/role'])
    expect((await company.admin.get(`${path}/${person.id}`)).status).toBe(404)
  })
})

describe('DELETE', () => {
  test('removes a person; repeating is not an error', async () => {
    const person = await world.person(company)
    await company.admin.ok('PUT', `${path}/${person.id}`)
    await company.admin.ok('DELETE', `${path}/${person.id}`)
    expect((await company.admin.get(`${path}/${person.id}`)).status).toBe(404)
    expect((await company.admin.send('DELETE', `${path}/${person.id}`)).status).toBe(204)
  })

  test('is for Admins, and for the person themselves', async () => {
    const place = await newWorkspace()
    const workspaceId = place.split('/')[3] ?? ''
    const people = []
    for (const role of ['Reader', 'Contributor', 'Admin'] as const)
      people.push(await world.person(company, { workspaceId, role }))
    const [reader, contributor, admin] = people
    const remove = async (by: typeof reader, whom: typeof reader): Promise<number> =>
      (await by?.client.send('DELETE', `${place}/${whom?.id}`))?.status ?? 0
    expect(await remove(reader, contributor)).toBe(403)
    expect(await remove(contributor, reader)).toBe(403)
    expect(await remove(reader, reader)).toBe(204)
    expect(await remove(reader, reader)).toBe(403)
    expect(await remove(admin, contributor)).toBe(204)
    expect(await remove(admin, admin)).toBe(204)
  })
})

describe('the last Admin', () => {
  const conflict = (reply: Reply): unknown => [reply.status, reply.body?.code]

  test('can neither be removed nor demoted, not even by their own request', async () => {
    const place = await newWorkspace()
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PUT', { role: 'Contributor' }],
      ['PUT', { role: null }],
    ] as const)
      expect(conflict(await company.admin.send(method, `${place}/${company.adminId}`, body))).toEqual([
        409,
        'last_admin',
      ])
    await company.admin.ok('PUT', `${place}/${company.adminId}`, { role: 'Admin' })
    const second = await world.person(company)
    await company.admin.ok('PUT', `${place}/${second.id}`, { role: 'Admin' })
    await company.admin.ok('DELETE', `${place}/${company.adminId}`)
    expect(conflict(await second.client.send('DELETE', `${place}/${second.id}`))).toEqual([409, 'last_admin'])
  })

  test('stays when the last two are removed at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const place = await newWorkspace()
      const second = await world.person(company)
      await company.admin.ok('PUT', `${place}/${second.id}`, { role: 'Admin' })
      const replies = await Promise.all(
        [company.adminId, second.id].map((id) => company.admin.send('DELETE', `${place}/${id}`)),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
      expect((await company.admin.list(place)).items).toHaveLength(1)
    }
  })
})

test('the list of a workspace has each member once, however many workspaces they are in', async () => {
  // One person is in more workspaces than a list reads at a time.
  const places: string[] = []
  for (let n = 0; n < 80; n += 1) places.push(await newWorkspace(`Many ${n}`))
  const [first = '', last = ''] = [places[0], places.at(-1)]
  const people: string[] = []
  for (let n = 0; n < 70; n += 1) {
    const email = `many-${n}-${company.companyId}@example.com`
    people.push((await company.admin.create('/v1/users', { email, fullName: `Many ${n % 5}` })).id)
    await company.admin.ok('PUT', `${last}/${people[n]}`)
  }
  for (const sort of ['', 'fullName', '-email', '-updatedAt,fullName'])
    for (const limit of [20, 100]) {
      const found = await company.admin.all(`${last}?limit=${limit}&sort=${sort}`)
      expect(found.map(({ id }) => id).sort(), sort).toEqual([company.adminId, ...people].sort())
      expect(await company.admin.all(`${first}?limit=${limit}&sort=${sort}`)).toHaveLength(1)
    }
})
