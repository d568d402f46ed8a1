import { beforeAll, describe, expect, test } from 'vitest'
import { findNarrowings } from '../../scripts/docs/narrowing.ts'
import { buildApp } from '../../src/app.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { said } from './said.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Records' })).id
})

const newTask = () => company.admin.create('/v1/tasks', { title: 'Contract', workspaceId })
const hash = /^[0-9A-Za-z]{22}$/

describe('requests', () => {
  test(said('Requests and responses use JSON.'), async () => {
    const reply = await company.admin.send('POST', '/v1/tasks', { title: 'JSON', workspaceId })
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await company.admin.send('POST', '/v1/tasks', 'title=x', form)).status).toBe(415)
  })

  test(
    said(
      'HTTP verbs are used by meaning: GET reads, POST creates or uploads, PUT updates or uploads, DELETE deletes.',
    ),
    async () => {
      const { id } = await newTask()
      const path = `/v1/tasks/${id}`
      expect((await company.admin.get(path)).body.details.title).toBe('Contract')
      expect((await company.admin.send('PUT', path, { title: 'Changed' })).status).toBe(204)
      expect((await company.admin.get(path)).body.details.title).toBe('Changed')
      expect((await company.admin.send('DELETE', path)).status).toBe(204)
      expect((await company.admin.get(path)).status).toBe(404)
    },
  )
})

describe('organizations', () => {
  test(said('Some methods do not apply to every account type.'), async () => {
    const other = await world.company('accounts')
    const refused = [await other.admin.get('/v1/workspaceGroups'), await company.admin.get('/v1/accounts')]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'not_for_this_account_type'],
      [403, 'not_for_this_account_type'],
    ])
  })

  test(
    said('Customers organize workspaces either by hierarchical "accounts" or by "workspace group".'),
    async () => {
      const { admin } = await world.company('accounts')
      const parent = await admin.create('/v1/accounts', { accountName: 'Parent' })
      const child = await admin.create(`/v1/accounts/${parent.id}/accounts`, { accountName: 'Child' })
      const workspace = await admin.create(`/v1/accounts/${child.id}/workspaces`, { workspaceName: 'W' })
      expect(workspace.details.accountId).toBe(child.id)
      const group = await company.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Group' })
      const grouped = await company.admin.create(`/v1/workspaceGroups/${group.id}/workspaces`, {
        workspaceName: 'G',
      })
      expect(grouped.details.workspaceGroupId).toBe(group.id)
    },
  )
})

describe('identifiers', () => {
  test(said('A record\'s identifier is called a "hash".'), async () => {
    expect((await newTask()).id).toMatch(hash)
  })

  test(said('On the User model the identifier field is `userHash`.'), async () => {
    const me = (await company.admin.get('/v1/users/me')).body
    expect(me.userHash).toBe(me.id)
  })

  test(said('user: field `userHash` (identifier)'), async () => {
    const [user] = (await company.admin.list('/v1/users')).items
    expect(user.userHash).toMatch(hash)
    expect((await company.admin.get(`/v1/users/${user.userHash}`)).body.userHash).toBe(user.userHash)
  })

  test(said('It is used to add users to spaces and to subscribe users to documents.'), async () => {
    const { id: userHash } = await world.person(company)
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${userHash}`)
    const members = await company.admin.list(`/v1/workspaces/${workspaceId}/members?limit=100`)
    expect(members.items.map((member) => member.details.userHash)).toContain(userHash)
  })

  test(said('workspace: collection path /v1/workspaces'), async () => {
    expect((await company.admin.list('/v1/workspaces')).items.map(({ id }) => id)).toContain(workspaceId)
  })

  test(said('task: collection path /v1/tasks; sortable field `priority`'), async () => {
    await newTask()
    expect((await company.admin.list('/v1/tasks?sort=priority')).items.length).toBeGreaterThan(0)
  })

  test(said('tag: searched through the /search/tags path'), async () => {
    await company.admin.create('/v1/tasks', { title: 'Tagged', workspaceId, tags: ['Contract'] })
    const find = (filter: string) => company.admin.list(`/search/tags?filter=${encodeURIComponent(filter)}`)
    expect((await find('tags="contract"')).items.map((tag) => tag.details.tagName)).toEqual(['Contract'])
    expect((await find('tags="contrac"')).items).toEqual([])
  })

  test(
    said('query /search/tags: `filter` on `tags` additionally accepts the `startsWith` operator.'),
    async () => {
      await company.admin.create('/v1/tasks', {
        title: 'T',
        workspaceId,
        tags: ['prefix-a', 'Prefix-b', 'pre'],
      })
      const query = `filter=${encodeURIComponent('tags startsWith "PREFIX"')}&sort=tagName`
      for (const path of ['/search/tags', '/v1/search/tags']) {
        const { items } = await company.admin.list(`${path}?${query}`)
        expect(items.map((tag) => tag.details.tagName)).toEqual(['prefix-a', 'Prefix-b'])
      }
    },
  )
})

describe('status codes', () => {
  test(said('200: OK'), async () => {
    expect((await company.admin.get('/v1/tasks')).status).toBe(200)
  })

  test(said('201: Created'), async () => {
    const reply = await company.admin.send('POST', '/v1/tasks', { title: 'New', workspaceId })
    expect(reply.status).toBe(201)
    expect((await company.admin.get(reply.headers['location'] ?? '')).body).toEqual(reply.body)
  })

  test(
    said(
      '400: Bad Request; includes invalid sorter, unsupported or nonexistent filter field, invalid boolean filter value',
    ),
    async () => {
      for (const query of ['sort=x', 'filter=x%3D1', 'filter=description%3D%22x%22'])
        expect((await company.admin.get(`/v1/tasks?${query}`)).status).toBe(400)
      expect((await company.admin.get('/v1/workspaces?filter=archived%3Dmaybe')).status).toBe(400)
    },
  )

  test(said('401: Unauthorized'), async () => {
    for (const client of [world.nobody, world.client('nonsense')])
      expect((await client.get('/v1/tasks')).status).toBe(401)
  })

  test(said('403: Forbidden; access to a resource without permission'), async () => {
    const { client } = await world.person(company)
    expect((await client.get(`/v1/tasks/${(await newTask()).id}`)).status).toBe(403)
  })

  test(said('404: Not Found'), async () => {
    for (const path of ['/v1/tasks/034xoOp7QM7UE5C1GyMpSt', '/v1/nothing'])
      expect((await company.admin.get(path)).status).toBe(404)
  })

  test(said('409: Conflict'), async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })
    await company.admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
    const reply = await company.admin.send('POST', '/v1/tasks', { title: 'Late', workspaceId: place.id })
    expect(reply.status).toBe(409)
  })

  test(said('500: Internal Server Error; unexpected failure in the service'), async () => {
    const broken = await world.company()
    // A row that the service itself would never write.
    await world.db.transaction((tx) =>
      tx.query
        .updateTable('users')
        .set({ permissions: 'not JSON' })
        .where('companyNo', '=', broken.companyNo)
        .execute(),
    )
    expect((await broken.admin.get('/v1/users/me')).status).toBe(500)
  })

  test(said('503: Service Unavailable; the requested resource is currently unavailable'), async () => {
    const app = buildApp({ config: world.config, db: world.db, blobs: world.blobs, secret: Buffer.alloc(32) })
    await app.server.ready()
    await app.unready()
    const headers = { authorization: `Bearer ${await world.token(company, company.adminId)}` }
    const reply = await app.server.inject({ url: '/v1/tasks', headers })
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
    await app.server.close()
  })
})

test(
  said(
    'On a breaking change, new methods are created, and the old versions are kept compatible for a period.',
  ),
  () => {
    const { description } = world.app
    const { '/v1/tasks': _, ...paths } = description.paths
    expect(findNarrowings(description, description)).toEqual([])
    // Removing a method is detected, and fails the suite unless it is declared.
    expect(findNarrowings(description, { ...description, paths })).not.toEqual([])
  },
)
