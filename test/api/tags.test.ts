import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Tags' })).id
})

const newTag = async (tagName: string): Promise<string> =>
  (await company.admin.create('/v1/tags', { tagName })).id
const newTask = async (tags: string[]): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title: 'Tagged', workspaceId, tags })).id
const tagsOf = async (taskId: string): Promise<string[]> =>
  (await company.admin.ok('GET', `/v1/tasks/${taskId}`)).body.details.tags
const tagNamed = async (tagName: string): Promise<{ id: string; details: Record<string, unknown> }> => {
  const { items } = await company.admin.list(`/search/tags?filter=${encodeURIComponent(`tags="${tagName}"`)}`)
  return items[0]
}
const tasksWith = async (tagName: string): Promise<string[]> =>
  (await company.admin.all(`/v1/tasks?filter=${encodeURIComponent(`tags="${tagName}"`)}`)).map(({ id }) => id)

describe('a tag', () => {
  test('is created, read, renamed and deleted', async () => {
    const { admin } = company
    const made = await admin.send('POST', '/v1/tags', { tagName: '  Spring \n', externalId: 't-1' })
    expect([made.status, made.headers['location']]).toEqual([201, `/v1/tags/${made.body.id}`])
    expect(made.body.details).toMatchObject({
      tagName: 'Spring',
      fileCount: 0,
      taskCount: 0,
      externalId: 't-1',
      createdBy: company.adminId,
    })
    const path = `/v1/tags/${made.body.id}`
    expect((await admin.ok('GET', path)).body).toEqual(made.body)
    await admin.ok('PUT', path, { tagName: 'Summer' })
    await admin.ok('POST', `${path}/updateDetails`, { externalId: null })
    expect((await admin.ok('GET', path)).body.details).toMatchObject({ tagName: 'Summer', externalId: null })
    await admin.ok('DELETE', path)
    expect((await admin.get(path)).status).toBe(404)
  })

  test('is unique, ignoring case: a second is a 409 that names the first and suggests merging', async () => {
    const { admin } = company
    const first = await newTag('Größe')
    for (const tagName of ['größe', 'GRÖßE', ' Größe ', 'Gro\u0308ße'])
      expect((await admin.send('POST', '/v1/tags', { tagName })).body, tagName).toMatchObject({
        status: 409,
        code: 'duplicate',
        errors: [{ pointer: '/tagName', detail: expect.stringContaining(first) }],
      })
    const second = await newTag('Weight')
    const reply = await admin.send('PUT', `/v1/tags/${second}`, { tagName: 'GRÖßE' })
    expect([reply.status, reply.body.code]).toEqual([409, 'duplicate'])
    expect(reply.body.message).toContain('merge')
    // Changing only the case is a rename, and shows on tagged records.
    const task = await newTask(['größe'])
    expect(await tagsOf(task)).toEqual(['Größe'])
    await admin.ok('PUT', `/v1/tags/${first}`, { tagName: 'GRÖßE' })
    expect(await tagsOf(task)).toEqual(['GRÖßE'])
  })

  test('is created by tagging a task, and counted', async () => {
    const task = await newTask(['Fresh', 'fresh'])
    expect((await tagNamed('FRESH')).details).toMatchObject({ tagName: 'fresh', taskCount: 1, fileCount: 0 })
    await newTask(['FRESH'])
    expect((await tagNamed('fresh')).details['taskCount']).toBe(2)
    await company.admin.ok('DELETE', `/v1/tasks/${task}`)
    expect((await tagNamed('fresh')).details['taskCount']).toBe(1)
    await company.admin.ok('POST', `/v1/tasks/${task}/restore`)
    expect((await tagNamed('fresh')).details['taskCount']).toBe(2)
  })

  test('has an ETag that changes with its name and its counts', async () => {
    const id = await newTag('tagged')
    const tagOf = async () => (await company.admin.ok('GET', `/v1/tags/${id}`)).headers['etag']
    const first = await tagOf()
    await newTask(['tagged'])
    const second = await tagOf()
    expect(second).not.toBe(first)
    await company.admin.ok('PUT', `/v1/tags/${id}`, { tagName: 'renamed' })
    expect(await tagOf()).not.toBe(second)
  })
})

describe('renaming', () => {
  test('takes effect everywhere immediately; the old name is free', async () => {
    const { admin } = company
    const task = await newTask(['old name'])
    const { id } = await tagNamed('old name')
    const before = await admin.ok('GET', `/v1/tasks/${task}`)
    await admin.ok('PUT', `/v1/tags/${id}`, { tagName: 'new name' })
    expect(await tagsOf(task)).toEqual(['new name'])
    expect(await tasksWith('NEW name')).toEqual([task])
    expect(await tasksWith('old name')).toEqual([])
    const after = await admin.ok('GET', `/v1/tasks/${task}`)
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(after.body.details.updatedAt).toBe(before.body.details.updatedAt)
    expect(await newTag('old name')).not.toBe(id)
  })
})

describe('merging', () => {
  test('moves tagged records, in the trash too; records with both tags have one', async () => {
    const { admin } = company
    const one = await newTask(['first', 'from', 'last'])
    const both = await newTask(['from', 'into'])
    const other = await newTask(['into'])
    const trashed = await newTask(['from'])
    await admin.ok('DELETE', `/v1/tasks/${trashed}`)
    const [from, into] = [await tagNamed('from'), await tagNamed('into')]
    const reply = await admin.ok('POST', `/v1/tags/${from.id}/merge`, { into: into.id })
    expect([reply.status, reply.text]).toEqual([204, ''])
    expect(await tagsOf(one)).toEqual(['first', 'into', 'last'])
    expect(await tagsOf(both)).toEqual(['into'])
    expect((await tasksWith('into')).toSorted()).toEqual([one, both, other].toSorted())
    expect(await tasksWith('from')).toEqual([])
    expect((await tagNamed('into')).details['taskCount']).toBe(3)
    expect((await admin.get(`/v1/tags/${from.id}`)).status).toBe(404)
    await admin.ok('POST', `/v1/tasks/${trashed}/restore`)
    expect(await tagsOf(trashed)).toEqual(['into'])
    expect((await tagNamed('into')).details['taskCount']).toBe(4)
    // Nothing remains of it, and the name is free.
    const rows = await world.db.query.selectFrom('tags').selectAll().where('id', '=', from.id).execute()
    expect(rows).toEqual([])
    await newTag('FROM')
  })

  test('into itself, into nothing, or into a deleted tag is a 400', async () => {
    const { admin } = company
    const [id, gone] = [await newTag('lonely'), await newTag('gone')]
    await admin.ok('DELETE', `/v1/tags/${gone}`)
    const stranger = await world.company()
    const foreign = (await stranger.admin.create('/v1/tags', { tagName: 'foreign' })).id
    for (const body of [{ into: id }, { into: gone }, { into: foreign }, { into: null }, {}]) {
      const reply = await admin.send('POST', `/v1/tags/${id}/merge`, body)
      expect([reply.status, reply.body.errors[0].pointer], JSON.stringify(body)).toEqual([400, '/into'])
    }
    expect((await admin.get(`/v1/tags/${id}`)).status).toBe(200)
  })
})

test('deleting removes it from all records', async () => {
  const { admin } = company
  const task = await newTask(['stays', 'goes', 'stays too'])
  const alone = await newTask(['goes'])
  const { id } = await tagNamed('goes')
  await admin.ok('DELETE', `/v1/tags/${id}`)
  expect([await tagsOf(task), await tagsOf(alone)]).toEqual([['stays', 'stays too'], []])
  expect(await tasksWith('goes')).toEqual([])
  // A new tag with that name is a different one.
  const again = await newTag('goes')
  expect(again).not.toBe(id)
  expect([await tasksWith('goes'), (await tagNamed('goes')).details['taskCount']]).toEqual([[], 0])
})

test('the change log records what happened', async () => {
  const { admin } = company
  const before = (await changesOf(world, company)).length
  const logged = async () => (await changesOf(world, company)).slice(before).toSorted()
  const [one, two] = [await newTag('logged 1'), await newTag('logged 2')]
  await admin.ok('PUT', `/v1/tags/${one}`, { tagName: 'Logged 1' })
  await admin.ok('POST', `/v1/tags/${one}/merge`, { into: two })
  await admin.ok('DELETE', `/v1/tags/${two}`)
  expect(await logged()).toEqual(
    [
      `tag.created ${one}`,
      `tag.created ${two}`,
      `tag.updated ${one} tagName`,
      `tag.merged ${one} into:${two}`,
      `tag.deleted ${two}`,
    ].toSorted(),
  )
})

describe('searching', () => {
  const found = async (filter: string, path = '/search/tags'): Promise<string[]> =>
    (await company.admin.all(`${path}?limit=3&sort=tagName&filter=${encodeURIComponent(filter)}`)).map(
      ({ details }) => details.tagName,
    )

  beforeAll(async () => {
    for (const name of [
      'Proj',
      'project A',
      'PROJECT b',
      'Projekt',
      'proh',
      'prok',
      'Čas',
      'čas 2',
      'a"\\b',
      '𝒵x',
      '\uD7FFx',
    ])
      await newTag(name)
  })

  test.each(['/search/tags', '/v1/search/tags'])('%s finds tags by prefix', async (path) => {
    expect(await found('tags startsWith "PROJ"', path)).toEqual(['Proj', 'project A', 'PROJECT b', 'Projekt'])
    expect(await found('tags startsWith "project"', path)).toEqual(['project A', 'PROJECT b'])
    expect(await found('tags="pROJ"', path)).toEqual(['Proj'])
    expect(await found('tags startsWith "proj" AND tags="project a"', path)).toEqual(['project A'])
    expect(await found('tags startsWith "p" AND tags startsWith "proje"', path)).toEqual([
      'project A',
      'PROJECT b',
      'Projekt',
    ])
    expect(await found('tags startsWith "projz"', path)).toEqual([])
    expect(await found('tags startsWith "Č"', path)).toEqual(['Čas', 'čas 2'])
    expect(await found('tags startsWith "a\\"\\\\"', path)).toEqual(['a"\\b'])
    expect(await found('tags startsWith "\uD7FF"', path)).toEqual(['\uD7FFx'])
    // The same in another normalization form: NFKC.
    expect(await found('tags startsWith "z"', path)).toEqual(['𝒵x'])
    const links = (await company.admin.list(`${path}?limit=1`)).links
    expect(links.next?.startsWith(`${path}?`)).toBe(true)
  })

  test('an empty prefix finds all', async () => {
    const all = await company.admin.all('/v1/tags?limit=500')
    expect(await found('tags startsWith ""')).toHaveLength(all.length)
  })

  test('every order and page', async () => {
    const filter = encodeURIComponent('tags startsWith "proj"')
    const up = await found('tags startsWith "proj"')
    for (const sort of ['tagName', '-tagName', 'createdAt', '-updatedAt', 'updatedAt,-tagName'])
      for (const limit of [1, 2, 500]) {
        const items = await company.admin.all(`/search/tags?limit=${limit}&sort=${sort}&filter=${filter}`)
        const names = items.map(({ details }) => details.tagName)
        expect(names.toSorted(), `${sort} ${limit}`).toEqual(up.toSorted())
        if (sort === '-tagName') expect(names).toEqual(up.toReversed())
      }
    const last = await company.admin.list(`/search/tags?limit=1&paging=last&sort=tagName&filter=${filter}`)
    expect(last.items[0].details.tagName).toBe(up.at(-1))
    expect((await company.admin.list(String(last.links.previous))).items[0].details.tagName).toBe(up.at(-2))
  })

  test('startsWith works nowhere else, and the field is called tags only here', async () => {
    for (const [path, filter] of [
      ['/v1/tags', 'tagName startsWith "a"'],
      ['/v1/tags', 'tags startsWith "a"'],
      ['/v1/tasks', 'tags startsWith "a"'],
      ['/search/tags', 'tagName="a"'],
      ['/search/tags', 'externalId startsWith "a"'],
    ]) {
      const reply = await company.admin.get(`${path}?filter=${encodeURIComponent(String(filter))}`)
      expect([reply.status, reply.body.code], `${path} ${filter}`).toEqual([400, 'invalid_filter'])
    }
  })
})

describe('people', () => {
  test('who are external see the tags used in their workspaces, without counts', async () => {
    const own = await world.company()
    const { admin } = own
    const [mine, other] = await Promise.all(
      ['Mine', 'Other'].map(
        async (workspaceName) => (await admin.create('/v1/workspaces', { workspaceName })).id,
      ),
    )
    const { client } = await world.person(own, { userType: 'External', workspaceId: mine, role: 'Reader' })
    const task = await admin.create('/v1/tasks', { title: 'x', workspaceId: mine, tags: ['seen', 'Both'] })
    await admin.create('/v1/tasks', { title: 'x', workspaceId: other, tags: ['unseen', 'both'] })
    await admin.create('/v1/tags', { tagName: 'unused' })
    const names = async (path = '/v1/tags'): Promise<string[]> =>
      (await client.all(`${path}${path.includes('?') ? '&' : '?'}limit=1`)).map(
        ({ details }) => details.tagName,
      )
    for (const path of ['/v1/tags', '/search/tags', '/v1/search/tags?sort=-tagName'])
      expect((await names(path)).toSorted()).toEqual(['Both', 'seen'])
    const { items } = await client.list('/v1/tags?sort=tagName')
    for (const { id, details } of items) {
      expect([details.taskCount, details.fileCount]).toEqual([null, null])
      await client.ok('GET', `/v1/tags/${id}`)
    }
    const unseen = (await admin.list(`/search/tags?filter=${encodeURIComponent('tags="unseen"')}`)).items[0]
      .id
    expect((await client.get(`/v1/tags/${unseen}`)).status).toBe(403)
    for (const [method, path, body] of [
      ['POST', '/v1/tags', { tagName: 'theirs' }],
      ['PUT', `/v1/tags/${items[0].id}`, { tagName: 'theirs' }],
      ['DELETE', `/v1/tags/${items[0].id}`, undefined],
      ['POST', `/v1/tags/${items[0].id}/merge`, { into: items[1].id }],
    ] as const)
      expect((await client.send(method, path, body)).status, path).toBe(403)
    // Tags that are no longer used there are no longer visible.
    await admin.ok('PUT', `/v1/tasks/${task.id}`, { tags: ['seen'] })
    expect(await names()).toEqual(['seen'])
    await admin.ok('DELETE', `/v1/tasks/${task.id}`)
    expect(await names()).toEqual([])
    await admin.ok('POST', `/v1/tasks/${task.id}/restore`)
    await admin.ok('DELETE', `/v1/workspaces/${mine}`)
    expect(await names()).toEqual([])
  })

  test('who are internal create tags; company admins change them', async () => {
    const { client } = await world.person(company)
    const { id } = await client.create('/v1/tags', { tagName: 'By somebody' })
    for (const [method, path, body] of [
      ['PUT', `/v1/tags/${id}`, { tagName: 'x' }],
      ['DELETE', `/v1/tags/${id}`, undefined],
      ['POST', `/v1/tags/${id}/merge`, { into: id }],
    ] as const)
      expect((await client.send(method, path, body)).status, path).toBe(403)
  })
})
