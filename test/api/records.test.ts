import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src/http/operation.ts'
import type { Resource } from '../../src/schema/resource.ts'
import { useSharedWorld } from '../support/world.ts'
import { bodyFor, buildFixtures, type Fixture, type Fixtures, nameOf, pathOf, requestFor } from './fixture.ts'

/** Contract section 1, for every declared resource. */
const world = useSharedWorld()
let fixtures: Fixtures
let fixture: Fixture

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  fixture = fixtures.of({ path: '/v1/tasks' })
})

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

interface Read {
  operation: Operation
  resource: Resource
}

function reading(): Read[] {
  return world.app.operations.flatMap((operation) => {
    const { method, answer } = operation
    return method === 'GET' && typeof answer === 'object' && 'one' in answer
      ? [{ operation, resource: answer.one }]
      : []
  })
}

test('a record has id, permalink and details with the common fields, and only declared members', async () => {
  for (const { operation, resource } of reading()) {
    const own = fixtures.of(operation)
    const { body } = await own.admin.ok('GET', pathOf(operation, own))
    const what = nameOf(operation)
    // An upload has a UUID until it becomes a file.
    const id = resource.kind === 'upload' ? /^[0-9a-f-]{36}$/ : /^[0-9A-Za-z]{22}$/
    expect(body.id, what).toMatch(id)
    expect(body.permalink, what).toBe(`https://atrium.example.com/p/${resource.kind}/${body.id}`)
    expect(Object.keys(body), what).toEqual(
      resource.kind === 'user' ? ['id', 'userHash', 'permalink', 'details'] : ['id', 'permalink', 'details'],
    )
    if (resource.kind === 'user') expect(body.userHash).toBe(body.id)
    expect(Object.keys(body.details).sort(), what).toEqual(Object.keys(resource.fields).sort())
    expect(body.details.createdAt, what).toMatch(time)
    expect(body.details.updatedAt, what).toMatch(time)
    // Sessions are created by their owners.
    const makers = [null, own.company.adminId, own.ids['members/{userHash}']]
    expect(makers, what).toContain(body.details.createdBy)
  }
})

/** A step becomes a task, and a copy is a file next to the others. */
const listedElsewhere: Readonly<Record<string, string>> = {
  '/v1/steps/{stepId}/task': '/v1/tasks',
  '/v1/files/{fileId}/copies': '/v1/workspaces/allFiles',
}

test('a record is the same alone, in a list, and in the response that created it', async () => {
  for (const operation of world.app.operations) {
    const { method, answer } = operation
    if (method !== 'POST' || typeof answer !== 'object' || !('created' in answer) || operation.secretAnswer)
      continue
    const own = fixtures.of(operation)
    const path = pathOf(operation, own)
    const { body, headers } = requestFor(operation, own)
    const made = await own.admin.ok('POST', path, body, headers)
    expect([made.status, made.body.details.createdBy], path).toEqual([201, own.company.adminId])
    expect(made.body.details.updatedAt, path).toBe(made.body.details.createdAt)
    const alone = await own.admin.ok('GET', made.headers['location'] ?? '')
    expect([alone.text, alone.headers['etag']], path).toEqual([made.text, made.headers['etag']])
    // Uploads are in no list: they are private and short-lived.
    if (answer.created.kind === 'upload') continue
    const list = listedElsewhere[operation.path] ?? path
    const items = await own.admin.all(`${list}?limit=500`)
    expect(
      items.find(({ id }) => id === made.body.id),
      path,
    ).toEqual(made.body)
  }
})

test('ids are ordered by time, and unique', async () => {
  const ids: string[] = []
  for (let n = 0; n < 20; n += 1)
    ids.push((await fixture.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Order' })).id)
  const times = (await fixture.admin.all('/v1/workspaceGroups?sort=createdAt')).map(({ details }) => details)
  expect(new Set(ids).size).toBe(20)
  expect(times.map(({ createdAt }) => createdAt)).toEqual(times.map(({ createdAt }) => createdAt).toSorted())
})

describe('externalId', () => {
  test('is unique per kind in the company: a second record with it is a 409 that names the first', async () => {
    const freshly = await buildFixtures(world)
    const creating = world.app.operations.filter(
      ({ method, body }) => method === 'POST' && body !== undefined && 'new' in body,
    )
    for (const operation of creating) {
      const fresh = freshly.of(operation)
      const externalId = `same "key" ${operation.path}`
      const path = pathOf(operation, fresh)
      const first = await fresh.admin.create(path, { ...bodyFor(operation, fresh), externalId })
      const second = await fresh.admin.send('POST', path, { ...bodyFor(operation, fresh), externalId })
      expect([second.status, second.body.code], nameOf(operation)).toEqual([409, 'duplicate'])
      expect(second.body.message, nameOf(operation)).toContain(first.id)
      expect(second.body.errors[0].pointer, nameOf(operation)).toBe('/externalId')
      const other = await fresh.admin.create(path, bodyFor(operation, fresh))
      const kind = path.split('/').at(-1)
      const changed = await fresh.admin.send('PUT', `/v1/${kind}/${other.id}`, { externalId })
      expect([changed.status, changed.body.code], nameOf(operation)).toEqual([409, 'duplicate'])
      // The same key in another case is different, and a record's own is no conflict.
      await fresh.admin.ok('PUT', `/v1/${kind}/${other.id}`, { externalId: externalId.toUpperCase() })
      await fresh.admin.ok('PUT', `/v1/${kind}/${first.id}`, { externalId })
      const filter = encodeURIComponent(`externalId="${externalId.replaceAll('"', '\\"')}"`)
      const { items } = await fresh.admin.list(`${path}?filter=${filter}`)
      expect(
        items.map(({ id }) => id),
        nameOf(operation),
      ).toEqual([first.id])
    }
  })

  test('is free again once its record gives it up', async () => {
    const { admin, ids } = fixture
    const workspaceId = ids['workspaces/{workspaceId}']
    const first = await admin.create('/v1/tasks', { title: 'a', workspaceId, externalId: 'once' })
    await admin.ok('PUT', `/v1/tasks/${first.id}`, { externalId: null })
    const second = await admin.create('/v1/tasks', { title: 'b', workspaceId, externalId: 'once' })
    await admin.ok('DELETE', `/v1/tasks/${second.id}`)
    await admin.create('/v1/tasks', { title: 'c', workspaceId, externalId: 'once' })
  })
})

describe('text', () => {
  const stored = async (title: string): Promise<string> => {
    const path = `/v1/tasks/${fixture.ids['tasks/{taskId}']}`
    await fixture.admin.ok('PUT', path, { title })
    return (await fixture.admin.get(path)).body.details.title
  }

  test('is Unicode NFC, and names are trimmed', async () => {
    expect(await stored('A\u030angstro\u0308m')).toBe('Ångström')
    expect(await stored('\u00a0\t two  words \n')).toBe('two  words')
    expect(await stored('line\none\ttab')).toBe('line\none\ttab')
    expect(await stored('line\r\ntwo')).toBe('line\ntwo')
    expect(await stored('👩‍👩‍👧‍👦 \u202e ok')).toBe('👩‍👩‍👧‍👦 \u202e ok')
  })

  test('is found by a filter in either form', async () => {
    await stored('Ångström')
    for (const title of ['Ångström', 'A\u030angstro\u0308m']) {
      const filter = encodeURIComponent(`title="${title}"`)
      expect((await fixture.admin.list(`/v1/tasks?filter=${filter}`)).items).toHaveLength(1)
    }
  })

  test('descriptions are stored unchanged', async () => {
    const path = `/v1/tasks/${fixture.ids['tasks/{taskId}']}`
    for (const description of ['  padded \n', '', null]) {
      await fixture.admin.ok('PUT', path, { description })
      expect((await fixture.admin.get(path)).body.details.description).toBe(description)
    }
  })
})
