import { beforeAll, describe, expect, test } from 'vitest'
import { insertRows, newRow } from '../../src/db/records.ts'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf, contentsOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company
let admin: Client

beforeAll(async () => {
  company = await world.company('accounts')
  admin = company.admin
})

const answered = ({ status, body }: Reply): unknown => [status, body?.code]
const parentOf = async (id: string): Promise<string | null> =>
  (await admin.ok('GET', `/v1/accounts/${id}`)).body.details.parentAccountId
const move = (id: string | undefined, parentAccountId: string | null | undefined): Promise<Reply> =>
  admin.send('PUT', `/v1/accounts/${id}`, { parentAccountId })

async function newAccount(accountName = 'Account', parentAccountId: string | null = null): Promise<string> {
  return (await admin.create('/v1/accounts', { accountName, parentAccountId })).id
}

/** A chain of accounts, each inside the previous one. */
async function chain(length: number, top: string | null = null): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < length; n += 1) ids.push(await newAccount(`Level ${n}`, ids.at(-1) ?? top))
  return ids
}

test('an account has a name, a description, custom fields and a place in the tree', async () => {
  const top = await newAccount(' Top ')
  const made = await admin.create(`/v1/accounts/${top}/accounts`, {
    accountName: 'Below',
    description: 'For tests',
    customFields: [{ fieldApiId: 'region', value: 'North' }],
    externalId: 'crm-1',
  })
  expect(made.details).toMatchObject({
    accountName: 'Below',
    parentAccountId: top,
    description: 'For tests',
    customFields: [{ fieldApiId: 'c_region', value: 'North' }],
    createdBy: company.adminId,
    externalId: 'crm-1',
  })
  expect((await admin.get(`/v1/accounts/${top}`)).body.details).toMatchObject({
    accountName: 'Top',
    parentAccountId: null,
    description: null,
    customFields: [],
  })
})

test('a PUT changes only the custom fields it names, and updateDetails does the same', async () => {
  const path = `/v1/accounts/${await newAccount()}`
  const of = (name: string, value: number) => ({ customFields: [{ fieldApiId: name, value }] })
  await admin.ok('PUT', path, of('a', 1))
  await admin.ok('POST', `${path}/updateDetails`, { ...of('b', 2), accountName: 'Renamed' })
  const { details } = (await admin.get(path)).body
  expect(details.accountName).toBe('Renamed')
  expect(details.customFields).toEqual([...of('c_a', 1).customFields, ...of('c_b', 2).customFields])
})

test('the list has all accounts, and that of an account its direct children', async () => {
  const [top = '', middle = '', bottom = ''] = await chain(3)
  const second = await newAccount('Second', top)
  const idsOf = async (path: string) => (await admin.all(path)).map(({ id }) => id)
  expect(await idsOf('/v1/accounts?limit=500')).toEqual(expect.arrayContaining([top, middle, bottom, second]))
  expect(await idsOf(`/v1/accounts/${top}/accounts`)).toEqual([second, middle])
  expect(await idsOf(`/v1/accounts/${bottom}/accounts`)).toEqual([])
  const filter = encodeURIComponent(`parentAccountId="${top}"`)
  expect(await idsOf(`/v1/accounts?filter=${filter}&sort=accountName`)).toEqual([middle, second])
})

describe('the tree', () => {
  test('is at most 16 deep', async () => {
    const ids = await chain(16)
    const bottom = ids.at(-1) ?? ''
    const before = await contentsOf(world, company)
    for (const [path, body] of [
      ['/v1/accounts', { accountName: 'x', parentAccountId: bottom }],
      [`/v1/accounts/${bottom}/accounts`, { accountName: 'x' }],
    ] as const)
      expect(answered(await admin.send('POST', path, body))).toEqual([409, 'conflict'])
    expect(await contentsOf(world, company)).toEqual(before)
  })

  test('stays within the limit when an account is moved with everything below it', async () => {
    const ids = await chain(10)
    const [top = '', second = ''] = await chain(7)
    await newAccount('Beside', top)
    expect(answered(await move(top, ids[9]))).toEqual([409, 'conflict'])
    expect(await parentOf(top)).toBeNull()
    expect((await move(top, ids[8])).status).toBe(204)
    expect(await parentOf(top)).toBe(ids[8])
    expect(answered(await move(second, ids[9]))).toEqual([204, undefined])
    expect((await move(top, null)).status).toBe(204)
  })

  test('has no cycles', async () => {
    const [top = '', middle = '', bottom = ''] = await chain(3)
    for (const [id, parent] of [
      [top, top],
      [top, middle],
      [top, bottom],
      [middle, bottom],
    ] as const)
      expect(answered(await move(id, parent))).toEqual([409, 'conflict'])
    expect(await parentOf(top)).toBeNull()
    expect((await move(middle, null)).status).toBe(204)
    expect((await move(top, bottom)).status).toBe(204)
  })

  test('has none either when two are moved below each other at once', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, other] = [await chain(2), await chain(2)]
      const replies = await Promise.all([move(one[0], other[1]), move(other[0], one[1])])
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
    }
  })

  test('does not become too deep when two are moved at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [upper, middle, lower] = [await chain(7), await chain(6), await chain(6)]
      const replies = await Promise.all([move(middle[0], upper[6]), move(lower[0], middle[5])])
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
    }
  })

  test('must be moved in parts if more than 5,000 accounts would move at once', async () => {
    const top = await newAccount('Large')
    const to = await newAccount()
    const { companyNo } = company
    const below = () => ({
      ...newRow(companyNo, null),
      externalId: null,
      accountName: 'x',
      accountNameKey: 'x',
      parentAccountId: top,
      description: null,
      customFields: '[]',
    })
    const rows = Array.from({ length: 5_001 }, below)
    await world.db.transaction((tx) => insertRows(tx, 'accounts', rows))
    expect(answered(await move(top, to))).toEqual([409, 'conflict'])
    await admin.ok('DELETE', `/v1/accounts/${rows[0]?.id}`)
    expect((await move(top, to)).status).toBe(204)
    await world.db.transaction((tx) =>
      tx.query.deleteFrom('accounts').where('parentAccountId', '=', top).execute(),
    )
  })

  test('can be moved back and sent back as it was read, and that is logged once', async () => {
    const [top = '', bottom = ''] = await chain(2)
    const log = await changesOf(world, company)
    await admin.ok('PUT', `/v1/accounts/${bottom}`, { parentAccountId: null })
    await admin.ok('PUT', `/v1/accounts/${bottom}`, { parentAccountId: null })
    const { details } = (await admin.get(`/v1/accounts/${bottom}`)).body
    await admin.ok('PUT', `/v1/accounts/${bottom}`, { ...details, parentAccountId: top })
    const entry = `account.updated ${bottom} parentAccountId`
    expect((await changesOf(world, company)).slice(log.length)).toEqual([entry, entry])
  })
})

describe('an account that is not empty', () => {
  test('because of accounts in it, cannot be deleted', async () => {
    const [top = '', bottom = ''] = await chain(2)
    expect(answered(await admin.send('DELETE', `/v1/accounts/${top}`))).toEqual([409, 'conflict'])
    await admin.ok('DELETE', `/v1/accounts/${bottom}`)
    await admin.ok('DELETE', `/v1/accounts/${top}`)
    expect((await admin.get(`/v1/accounts/${top}`)).status).toBe(404)
    const log = await changesOf(world, company)
    expect(log.slice(-2)).toEqual([`account.deleted ${bottom}`, `account.deleted ${top}`])
  })

  test('because of workspaces in it, including those in the trash, cannot be deleted', async () => {
    const path = `/v1/accounts/${await newAccount()}`
    const place = await admin.create(`${path}/workspaces`, { workspaceName: 'In it' })
    expect(answered(await admin.send('DELETE', path))).toEqual([409, 'conflict'])
    await admin.ok('DELETE', `/v1/workspaces/${place.id}`)
    expect(answered(await admin.send('DELETE', path))).toEqual([409, 'conflict'])
    await admin.ok('POST', `/v1/workspaces/${place.id}/restore`)
    await admin.ok('PUT', `/v1/workspaces/${place.id}`, { accountId: null })
    await admin.ok('DELETE', path)
  })

  test('is not deleted while something is moved into it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await newAccount()
      const [made, deleted] = await Promise.all([
        admin.send('POST', `/v1/accounts/${id}/workspaces`, { workspaceName: 'At once' }),
        admin.send('DELETE', `/v1/accounts/${id}`),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([made.status, deleted.status])
    }
  })
})

describe('the workspaces of an account', () => {
  test('are those you are a member of; companyWorkspaces are all, for internal people', async () => {
    const [top = '', below = ''] = await chain(2)
    const path = `/v1/accounts/${top}`
    const places: string[] = []
    for (const workspaceName of ['one', 'two', 'gone']) {
      const place = await admin.create(`${path}/workspaces`, { workspaceName })
      expect(place.details.accountId).toBe(top)
      places.push(place.id)
    }
    await admin.ok('DELETE', `/v1/workspaces/${places.pop()}`)
    await admin.create(`/v1/accounts/${below}/workspaces`, { workspaceName: 'Deeper' })
    const [first = ''] = places
    const member = await world.person(company, { workspaceId: first })
    const nobody = await world.person(company)
    const outside = await world.person(company, { userType: 'External', workspaceId: first })
    const idsOf = async (client: Client, url: string) =>
      (await client.list(url)).items.map(({ id }) => id).sort()
    expect(await idsOf(admin, `${path}/workspaces`)).toEqual(places.toSorted())
    expect(await idsOf(member.client, `${path}/workspaces`)).toEqual([first])
    expect(await idsOf(nobody.client, `${path}/workspaces`)).toEqual([])
    for (const client of [admin, member.client, nobody.client])
      expect(await idsOf(client, `${path}/companyWorkspaces`)).toEqual(places.toSorted())
    for (const url of [path, `${path}/workspaces`, `${path}/companyWorkspaces`, `${path}/accounts`])
      expect(answered(await outside.client.get(url))).toEqual([403, 'forbidden'])
    // Internal people can read the record of a workspace they are not a member of, but nothing in it.
    await nobody.client.ok('GET', `/v1/workspaces/${first}`)
    expect((await nobody.client.get(`/v1/workspaces/${first}/tasks`)).status).toBe(403)
  })

  test('can be moved to another account by an Admin, and found by a filter', async () => {
    const [from, to] = [await newAccount(), await newAccount()]
    const place = await admin.create(`/v1/accounts/${from}/workspaces`, { workspaceName: 'Moving' })
    const mover = await world.person(company, { workspaceId: place.id, role: 'Admin' })
    await mover.client.ok('PUT', `/v1/workspaces/${place.id}`, { accountId: to })
    const filter = encodeURIComponent(`accountId="${to}"`)
    const { items } = await mover.client.list(`/v1/workspaces?filter=${filter}`)
    expect(items.map(({ id }) => id)).toEqual([place.id])
    expect(await changesOf(world, company)).toContain(`workspace.updated ${place.id} accountId`)
  })

  test('cannot be moved to a place that an external person may not see', async () => {
    const maker = await world.person(company, { userType: 'External', permissions: ['createWorkspaces'] })
    const accountId = await newAccount()
    const place = await maker.client.create('/v1/workspaces', { workspaceName: 'Outside' })
    expect(place.details.accountId).toBeNull()
    const body = { workspaceName: 'x', accountId }
    const reply = await maker.client.send('POST', '/v1/workspaces', body)
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/accountId'])
  })
})

test('writing requires manageAccounts, creating a workspace createWorkspaces', async () => {
  const manager = await world.person(company, { permissions: ['manageAccounts'] })
  const creator = await world.person(company, { permissions: ['createWorkspaces'] })
  const body = { accountName: 'Managed' }
  const { id } = await manager.client.create('/v1/accounts', body)
  const path = `/v1/accounts/${id}`
  await manager.client.ok('PUT', path, { accountName: 'Renamed' })
  await manager.client.create(`${path}/accounts`, body)
  for (const [method, url, sent] of [
    ['POST', '/v1/accounts', body],
    ['POST', `${path}/accounts`, body],
    ['PUT', path, body],
    ['POST', `${path}/updateDetails`, body],
    ['DELETE', path, undefined],
  ] as const)
    expect(answered(await creator.client.send(method, url, sent)), `${method} ${url}`).toEqual([
      403,
      'forbidden',
    ])
  await creator.client.create(`${path}/workspaces`, { workspaceName: 'Created' })
  const refused = await manager.client.send('POST', `${path}/workspaces`, { workspaceName: 'x' })
  expect(answered(refused)).toEqual([403, 'forbidden'])
})
