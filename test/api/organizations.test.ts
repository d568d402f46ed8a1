import { beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/base/actor.ts'
import { stamp } from '../../src/base/ids.ts'
import { useSharedWorld } from '../support/world.ts'
import {
  bodyFor,
  buildFixtures,
  contentsOfBoth,
  type Fixture,
  type Fixtures,
  nameOf,
  organizationOf,
  pathOf,
} from './fixture.ts'

/** "Company organization: `accounts` or `workspaceGroups`." */
const world = useSharedWorld()
let fixtures: Fixtures
let groups: Fixture
let accounts: Fixture

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  groups = fixtures.of({ path: '/v1/workspaceGroups' })
  accounts = fixtures.of({ path: '/v1/accounts' })
})

const refused = [403, 'not_for_this_account_type']

test.each(['accounts', 'workspaceGroups'] satisfies Organization[])(
  'methods of the other kind than %s answer 403 with a specific code, whatever they name',
  async (organization) => {
    const [own, other] = organization === 'accounts' ? [accounts, groups] : [groups, accounts]
    const person = await world.person(own.company, { userType: 'External' })
    const methods = world.app.operations.filter(
      (operation) => organizationOf(operation) === other.organization,
    )
    expect(methods.length).toBeGreaterThanOrEqual(9)
    // The time they were last seen is written once.
    await person.client.ok('GET', '/v1/users/me')
    const before = await contentsOfBoth(world, fixtures)
    const never = Object.fromEntries(Object.keys(other.ids).map((place) => [place, stamp().id]))
    for (const operation of methods)
      for (const client of [own.admin, person.client])
        for (const ids of [other.ids, never])
          for (const body of [bodyFor(operation, other), {}]) {
            const path = pathOf(operation, { ids })
            const reply = await client.send(operation.method, path, operation.body && body)
            expect([reply.status, reply.body.code], nameOf(operation)).toEqual(refused)
          }
    expect(await contentsOfBoth(world, fixtures)).toEqual(before)
  },
)

describe('a workspace', () => {
  const makers = (own: Fixture): [string, string][] => [
    ['POST', '/v1/workspaces'],
    ['PUT', `/v1/workspaces/${own.ids['workspaces/{workspaceId}']}`],
    ['POST', `/v1/workspaces/${own.ids['workspaces/{workspaceId}']}/updateDetails`],
  ]

  test('cannot be given a parent of the other kind, whether it exists or not', async () => {
    const before = await contentsOfBoth(world, fixtures)
    const notGrouped = await world.db.query
      .selectFrom('workspaceGroups')
      .select('id')
      .where('companyNo', '=', accounts.company.companyNo)
      .executeTakeFirstOrThrow()
    for (const [own, name, ids] of [
      [groups, 'accountId', [accounts.ids['accounts/{accountId}'], stamp().id]],
      [accounts, 'workspaceGroupId', [groups.ids['workspaceGroups/{groupId}'], notGrouped.id]],
    ] as const)
      for (const id of ids)
        for (const [method, path] of makers(own)) {
          const reply = await own.admin.send(method, path, { workspaceName: 'x', [name]: id })
          expect([reply.status, reply.body.code], `${method} ${path} ${name}`).toEqual(refused)
        }
    expect(await contentsOfBoth(world, fixtures)).toEqual(before)
  })

  test('can be set to have none, and can be sent back as it was read', async () => {
    for (const [own, name] of [
      [groups, 'accountId'],
      [accounts, 'workspaceGroupId'],
    ] as const) {
      const place = await own.admin.create('/v1/workspaces', { workspaceName: 'None', [name]: null })
      expect(place.details[name]).toBeNull()
      await own.admin.ok('PUT', `/v1/workspaces/${place.id}`, { [name]: null })
      await own.admin.ok('PUT', `/v1/workspaces/${place.id}`, place.details)
    }
  })

  test('may be in an account or in none; it is always in a group', async () => {
    const path = '/v1/workspaces'
    const accountId = accounts.ids['accounts/{accountId}']
    const place = await accounts.admin.create(path, { workspaceName: 'Placed', accountId })
    expect(place.details).toMatchObject({ accountId, workspaceGroupId: null })
    await accounts.admin.ok('PUT', `${path}/${place.id}`, { accountId: null })
    expect((await accounts.admin.get(`${path}/${place.id}`)).body.details.accountId).toBeNull()
    const grouped = await groups.admin.create(path, { workspaceName: 'Grouped', workspaceGroupId: null })
    expect(grouped.details.workspaceGroupId).toMatch(/^\w{22}$/)
  })
})
