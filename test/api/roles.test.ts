import { beforeAll, describe, expect, test } from 'vitest'
import { stamp } from '../../src/base/ids.ts'
import { rows } from '../../src/db/database.ts'
import { migration as work } from '../../src/db/migrations/0003-work.ts'
import { insertRow, newRow } from '../../src/db/records.ts'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf, contentsOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company
let roleIds: Record<string, string>

beforeAll(async () => {
  company = await world.company()
  roleIds = await rolesOf(company)
})

async function rolesOf({ admin }: Company): Promise<Record<string, string>> {
  const { items } = await admin.list('/v1/roles')
  return Object.fromEntries(items.map(({ id, details }) => [details.title, id]))
}

const newPlace = async (): Promise<string> =>
  (await company.admin.create('/v1/workspaces', { workspaceName: 'Roles' })).id

const add = (place: string, title: string, body: unknown, client: Client = company.admin): Promise<Reply> =>
  client.send('POST', `/v1/workspaces/${place}/roles/${roleIds[title]}/addUsers`, body)

/** The members of a workspace, by role. */
async function membersOf(place: string): Promise<Record<string, string>> {
  const items = await company.admin.all(`/v1/workspaces/${place}/members?limit=500`)
  return Object.fromEntries(items.map(({ id, details }) => [id, details.role]))
}

async function people(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await world.person(company)).id)
  return ids
}

describe('the roles of a company', () => {
  test('are three, created with it and logged, beginning with Reader', async () => {
    const { items } = await company.admin.list('/v1/roles')
    expect(items.map(({ details }) => details.title)).toEqual(['Reader', 'Contributor', 'Admin'])
    expect(items[0].details).toMatchObject({ createdBy: null, externalId: null })
    const log = await changesOf(world, company)
    for (const { id } of items) expect(log).toContain(`role.created ${id}`)
  })

  test('can be sorted and filtered by title, and read by anyone who is signed in', async () => {
    const person = await world.person(company, { userType: 'External' })
    const { items } = await person.client.list('/v1/roles?sort=title')
    expect(items.map(({ details }) => details.title)).toEqual(['Admin', 'Contributor', 'Reader'])
    const filter = encodeURIComponent('title="Reader"')
    expect((await person.client.list(`/v1/roles?filter=${filter}`)).items).toHaveLength(1)
    const { body } = await person.client.ok('GET', `/v1/roles/${roleIds['Admin']}`)
    expect(body.details.title).toBe('Admin')
  })

  test('are added to existing companies', async () => {
    const older = await world.company('accounts')
    await world.db.transaction(async (tx) => {
      await tx.query.deleteFrom('roles').where('companyNo', '=', older.companyNo).execute()
      for (const sql of work.statements.filter((text) => text.startsWith('INSERT INTO "roles"')))
        await rows(tx, { sql: `${sql} WHERE "companyNo" = ?`, values: [older.companyNo] })
    })
    const { items } = await older.admin.list('/v1/roles?sort=title')
    expect(items.map(({ details }) => details.title)).toEqual(['Admin', 'Contributor', 'Reader'])
    for (const { id } of items) await older.admin.ok('GET', `/v1/roles/${id}`)
  })
})

describe('addUsers', () => {
  test('adds people as members, and changes the role of members', async () => {
    const place = await newPlace()
    const [one = '', two = '', three = ''] = await people(3)
    await company.admin.ok('PUT', `/v1/workspaces/${place}/members/${two}`, { role: 'Reader' })
    await company.admin.ok('PUT', `/v1/workspaces/${place}/members/${three}`, { role: 'Contributor' })
    const log = await changesOf(world, company)
    const reply = await add(place, 'Contributor', { userIds: [one, two, three, one] })
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await membersOf(place)).toEqual({
      [company.adminId]: 'Admin',
      [one]: 'Contributor',
      [two]: 'Contributor',
      [three]: 'Contributor',
    })
    // As the member's own PUT writes them; people who already have the role are unchanged.
    expect((await changesOf(world, company)).slice(log.length).sort()).toEqual(
      [`member.created ${one} role`, `member.updated ${two} role`].sort(),
    )
    const member = await company.admin.ok('GET', `/v1/workspaces/${place}/members/${one}`)
    expect(member.body.details.createdBy).toBe(company.adminId)
  })

  test('keeps the others with the role unless the request clears them', async () => {
    const place = await newPlace()
    const [one = '', two = '', three = ''] = await people(3)
    await add(place, 'Reader', { userIds: [one, two] })
    await add(place, 'Reader', { userIds: [three], clearExisting: false })
    expect(Object.keys(await membersOf(place))).toHaveLength(4)
    const log = await changesOf(world, company)
    expect((await add(place, 'Reader', { userIds: [two], clearExisting: true })).status).toBe(204)
    expect(await membersOf(place)).toEqual({ [company.adminId]: 'Admin', [two]: 'Reader' })
    expect((await changesOf(world, company)).slice(log.length).sort()).toEqual(
      [`member.deleted ${one}`, `member.deleted ${three}`].sort(),
    )
    expect((await add(place, 'Reader', { userIds: [], clearExisting: true })).status).toBe(204)
    expect(await membersOf(place)).toEqual({ [company.adminId]: 'Admin' })
  })

  test('leaves an Admin at the end, or nothing happens', async () => {
    const place = await newPlace()
    const [one = '', two = ''] = await people(2)
    await add(place, 'Reader', { userIds: [one] })
    const before = await contentsOf(world, company)
    for (const [title, body] of [
      ['Admin', { userIds: [], clearExisting: true }],
      ['Reader', { userIds: [company.adminId] }],
      ['Contributor', { userIds: [two, company.adminId], clearExisting: true }],
    ] as const) {
      const reply = await add(place, title, body)
      expect([reply.status, reply.body.code]).toEqual([409, 'last_admin'])
    }
    expect(await contentsOf(world, company)).toEqual(before)
    // Another becomes Admin in the same request.
    expect((await add(place, 'Admin', { userIds: [two], clearExisting: true })).status).toBe(204)
    expect(await membersOf(place)).toEqual({ [one]: 'Reader', [two]: 'Admin' })
  })

  test('accepts ids of people that the caller may see, and names invalid ones', async () => {
    const place = await newPlace()
    const [one = ''] = await people(1)
    const other = await world.company()
    const before = await contentsOf(world, company)
    for (const bad of [stamp().id, other.adminId, place, 'x', 7, null]) {
      const reply = await add(place, 'Reader', { userIds: [one, bad], clearExisting: true })
      expect([reply.status, reply.body.errors[0].pointer], String(bad)).toEqual([400, '/userIds/1'])
    }
    for (const [body, pointer] of [
      [{}, '/userIds'],
      [undefined, '/userIds'],
      [{ userIds: one }, '/userIds'],
      [{ userIds: [one], clearExisting: 'yes' }, '/clearExisting'],
      [{ userIds: [one], role: 'Reader' }, '/role'],
    ] as const) {
      const reply = await add(place, 'Reader', body)
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer])
    }
    expect(await contentsOf(world, company)).toEqual(before)
    const outside = await world.person(company, { userType: 'External', workspaceId: place, role: 'Admin' })
    const hidden = await add(place, 'Reader', { userIds: [one] }, outside.client)
    expect([hidden.status, hidden.body.errors[0].pointer]).toEqual([400, '/userIds/0'])
    expect((await add(place, 'Admin', { userIds: [company.adminId] }, outside.client)).status).toBe(204)
  })

  test('is for Admins of the workspace', async () => {
    const place = await newPlace()
    const body = { userIds: [company.adminId] }
    for (const [role, status] of [
      ['Reader', 403],
      ['Contributor', 403],
      ['Admin', 204],
    ] as const) {
      const person = await world.person(company, { workspaceId: place, role })
      expect((await add(place, 'Admin', body, person.client)).status, role).toBe(status)
    }
    const stranger = await world.company()
    expect((await add(place, 'Admin', body, stranger.admin)).status).toBe(404)
    const theirs = (await rolesOf(stranger))['Admin']
    const foreign = await company.admin.send('POST', `/v1/workspaces/${place}/roles/${theirs}/addUsers`, body)
    expect(foreign.status).toBe(404)
  })

  test('does not work in an archived workspace', async () => {
    const place = await newPlace()
    await company.admin.ok('PUT', `/v1/workspaces/${place}/archive`)
    const before = await contentsOf(world, company)
    const reply = await add(place, 'Reader', { userIds: await people(1) })
    expect([reply.status, reply.body.code]).toEqual([409, 'archived'])
    expect((await contentsOf(world, company))['members']).toEqual(before['members'])
  })

  test('accepts up to 1,000 people, and clears as many', async () => {
    const place = await newPlace()
    const ids: string[] = []
    await world.db.transaction(async (tx) => {
      for (let n = 0; n < 1_001; n += 1) {
        const row = newRow(company.companyNo, null)
        ids.push(row.id)
        await insertRow(tx, 'users', {
          ...row,
          externalId: null,
          email: `${row.id}@example.com`,
          emailKey: `${row.id}@example.com`.toLowerCase() + n,
          fullName: `Many ${n}`,
          fullNameKey: `many ${n}`,
          userType: 'Internal',
          status: 'Active',
          permissions: '[]',
          timeZone: 'UTC',
          lastSeenAt: null,
          passwordHash: null,
        })
      }
    })
    const tooMany = await add(place, 'Reader', { userIds: ids })
    expect([tooMany.status, tooMany.body.errors[0].pointer]).toEqual([400, '/userIds'])
    expect((await add(place, 'Reader', { userIds: ids.slice(0, 1_000) })).status).toBe(204)
    expect(Object.keys(await membersOf(place))).toHaveLength(1_001)
    expect((await add(place, 'Reader', { userIds: ids.slice(1_000), clearExisting: true })).status).toBe(204)
    expect(Object.keys(await membersOf(place))).toHaveLength(2)
  })

  test('and the last Admin remains, when two clear each other at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const place = await newPlace()
      const [one = '', two = ''] = await people(2)
      await add(place, 'Admin', { userIds: [one, two], clearExisting: true })
      const replies = await Promise.all([
        add(place, 'Reader', { userIds: [one] }),
        add(place, 'Reader', { userIds: [two] }),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
      expect(Object.values(await membersOf(place)).sort()).toEqual(['Admin', 'Reader'])
    }
  })
})
