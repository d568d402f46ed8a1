import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string
let person: { id: string; client: Client }

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Kept' })).id
  person = await world.person(company, { workspaceId })
})

const newPerson = () => world.person(company, { workspaceId })

const newTask = async (title: string): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title, workspaceId })).id

const pathOf = (kind: string, id: string): string => `/v1/users/me/favorites/${kind}/${id}`

const namesOf = async ({ client }: { client: Client }): Promise<string[]> =>
  (await client.all('/v1/users/me/favorites?sort=rank')).map(({ details }) => details.name)

describe('favorites', () => {
  test('are workspaces, tasks, files, folders, milestones and task lists, each with its name', async () => {
    const { client } = await newPerson()
    const inside = `/v1/workspaces/${workspaceId}`
    const made: [string, string, string][] = [
      ['workspace', workspaceId, 'Kept'],
      ['task', await newTask('Write'), 'Write'],
      ['file', await company.admin.file(inside, 'Offer.pdf'), 'Offer.pdf'],
    ]
    for (const [kind, field] of [
      ['folder', 'folderName'],
      ['milestone', 'title'],
      ['tasklist', 'tasklistName'],
    ] as const) {
      const { id } = await company.admin.create(`${inside}/${kind}s`, { [field]: `A ${kind}` })
      made.push([kind, id, `A ${kind}`])
    }
    for (const [kind, id] of made) expect((await client.ok('PUT', pathOf(kind, id))).status).toBe(204)
    const items = await client.all('/v1/users/me/favorites?sort=rank&limit=4')
    expect(items.map(({ details: { kind, recordId, name } }) => [kind, recordId, name])).toEqual(made)
    const [first] = items
    expect((await client.get(pathOf('workspace', workspaceId))).body).toEqual(first)
    const only = await client.all(`/v1/users/me/favorites?filter=${encodeURIComponent('kind="file"')}`)
    expect(only.map(({ details }) => details.name)).toEqual(['Offer.pdf'])
  })

  test('are added and removed once, however often the request is repeated, and only the person sees it', async () => {
    const { client, id: own } = await newPerson()
    const id = await newTask('Once')
    const before = await changesOf(world, company)
    for (let n = 0; n < 2; n += 1) await client.ok('PUT', pathOf('task', id))
    const [star] = await client.all('/v1/users/me/favorites')
    expect(star.details.createdBy).toBe(own)
    expect((await client.send('DELETE', pathOf('workspace', id))).status).toBe(404)
    expect(await client.all('/v1/users/me/favorites')).toHaveLength(1)
    for (let n = 0; n < 2; n += 1) await client.ok('DELETE', pathOf('task', id))
    expect(await client.all('/v1/users/me/favorites')).toEqual([])
    expect((await client.get(pathOf('task', id))).status).toBe(404)
    const log = (await changesOf(world, company)).slice(before.length)
    expect(log).toEqual([`favorite.created ${star.id}`, `favorite.deleted ${star.id}`])
    const seen = await person.client.ok('GET', '/v1/changes?after=start&limit=500')
    expect(seen.text).not.toContain(star.id)
    expect((await client.ok('GET', '/v1/changes?after=start&limit=500')).text).toContain(star.id)
  })

  test('have the order that the person gives them', async () => {
    const one = await newPerson()
    const other = await newPerson()
    const ids: Record<string, string> = {}
    for (const title of ['A', 'B', 'C', 'D']) {
      ids[title] = await newTask(title)
      for (const { client } of [one, other]) await client.ok('PUT', pathOf('task', ids[title]))
    }
    const stars = await one.client.all('/v1/users/me/favorites')
    const starOf = (title: string): string => stars.find(({ details }) => details.name === title).id
    const place = (title: string, body?: object) =>
      one.client.send('PUT', `${pathOf('task', ids[title] ?? '')}/place`, body)
    await place('D', { before: starOf('A') })
    await place('B', { after: starOf('C') })
    expect(await namesOf(one)).toEqual(['D', 'A', 'C', 'B'])
    await place('D')
    expect(await namesOf(one)).toEqual(['A', 'C', 'B', 'D'])
    expect(await namesOf(other)).toEqual(['A', 'B', 'C', 'D'])
    const [theirs] = await other.client.all('/v1/users/me/favorites')
    for (const body of [
      { after: theirs.id },
      { after: starOf('A') },
      { after: starOf('B'), before: starOf('C') },
    ])
      expect((await place('A', body)).status).toBe(400)
  })

  test('of records that one may no longer see are hidden, and can be removed', async () => {
    const guest = await world.person(company, { workspaceId, userType: 'External' })
    const id = await newTask('Secret')
    await guest.client.ok('PUT', pathOf('task', id))
    await guest.client.ok('PUT', pathOf('workspace', workspaceId))
    await company.admin.ok('DELETE', `/v1/tasks/${id}`)
    expect(await namesOf(guest)).toEqual(['Kept'])
    await company.admin.ok('POST', `/v1/tasks/${id}/restore`)
    expect(await namesOf(guest)).toEqual(['Secret', 'Kept'])
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${guest.id}`)
    expect(await namesOf(guest)).toEqual([])
    expect((await guest.client.get(pathOf('task', id))).status).toBe(403)
    await guest.client.ok('DELETE', pathOf('task', id))
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${guest.id}`)
    expect(await namesOf(guest)).toEqual(['Kept'])
  })

  test('of unknown kinds and records return 404, and there can be 200', async () => {
    const { client } = await newPerson()
    for (const [kind, id] of [
      ['comment', workspaceId],
      ['task', workspaceId],
      ['task', 'x'],
    ] as const) {
      const reply = await client.send('PUT', pathOf(kind, id))
      expect([reply.status, reply.body.message]).toEqual([404, 'There is no such record.'])
    }
    const operations = Array.from({ length: 201 }, (_, n) => ({
      requestId: String(n),
      method: 'POST',
      body: { title: `Task ${n}`, workspaceId },
    }))
    const { responses } = (await company.admin.ok('POST', '/v1/tasks/bulk', { operations })).body
    const ids: string[] = responses.map(({ body }: { body: string }) => body)
    for (const id of ids.slice(0, 200)) await client.ok('PUT', pathOf('task', id))
    const refused = await client.send('PUT', pathOf('task', ids[200] ?? ''))
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
  })
})

describe('recent records', () => {
  const recent = async ({ client }: { client: Client }) =>
    (await client.ok('GET', '/v1/users/me/recent')).body.items
  const open = ({ client }: { client: Client }, kind: string, recordId: string) =>
    client.send('POST', '/v1/users/me/recent', { kind, recordId })

  test('are those that the person has opened or changed, last one first, each once', async () => {
    const one = await newPerson()
    const [first, second, third] = [await newTask('First'), await newTask('Second'), await newTask('Third')]
    await open(one, 'workspace', workspaceId)
    await open(one, 'task', first)
    await one.client.ok('PUT', `/v1/tasks/${second}`, { title: 'Second, changed' })
    await open(one, 'task', third)
    await one.client.ok('PUT', `/v1/tasks/${third}/subscribers/${one.id}`)
    await open(one, 'task', first)
    const found = await recent(one)
    expect(found.map(({ name, act }: { name: string; act: string }) => `${name} ${act}`)).toEqual([
      'First opened',
      'Third opened',
      'Second, changed changed',
      'Kept opened',
    ])
    expect(found[0]).toMatchObject({
      kind: 'task',
      id: first,
      workspaceId,
      permalink: `https://atrium.example.com/p/task/${first}`,
    })
    expect(found[3].workspaceId).toBe(workspaceId)
    expect(await recent(await newPerson())).toEqual([])
  })

  test('are at most 50, and opening them is not logged', async () => {
    const one = await newPerson()
    const before = await changesOf(world, company)
    const ids: string[] = []
    for (const { id } of (await company.admin.list(`/v1/workspaces/${workspaceId}/tasks?limit=60`)).items)
      ids.push(id)
    for (const id of ids) {
      expect((await open(one, 'task', id)).status).toBe(204)
      // Records opened in the same millisecond have no order.
      time.pass(2)
    }
    expect((await recent(one)).map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 50))
    const stored = await world.db.query
      .selectFrom('recents')
      .select('recordId')
      .where('userHash', '=', one.id)
      .execute()
    expect(stored).toHaveLength(50)
    expect(await changesOf(world, company)).toEqual(before)
  })

  test('are hidden while one may not see them, and only visible ones can be opened', async () => {
    const guest = await world.person(company, { userType: 'External' })
    const id = await newTask('Hidden')
    for (const [kind, recordId] of [
      ['task', id],
      ['task', workspaceId],
      ['workspace', workspaceId],
    ] as const) {
      const reply = await open(guest, kind, recordId)
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/recordId'])
    }
    expect((await open(guest, 'comment', id)).body.errors[0].pointer).toBe('/kind')
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${guest.id}`)
    expect((await open(guest, 'task', id)).status).toBe(204)
    expect(await recent(guest)).toHaveLength(1)
    await company.admin.ok('DELETE', `/v1/tasks/${id}`)
    expect(await recent(guest)).toEqual([])
  })
})
