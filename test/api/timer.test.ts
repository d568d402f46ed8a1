import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { stretchesOf } from '../../src/resources/times/stretches.ts'
import type { Client, Reply } from '../support/client.ts'
import { ago } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

/** "A running timer per person: `PUT` starts it, `DELETE` stops it and makes the entry, `GET` tells." */
const world = useSharedWorld()
const path = '/v1/users/me/timer'
let company: Company
let workspaceId: string
let taskId: string
let person: { id: string; client: Client }

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id
  taskId = (await company.admin.create('/v1/tasks', { title: 'T', workspaceId })).id
})

beforeEach(async () => {
  person = await world.person(company, { workspaceId })
})

const minutesAgo = (minutes: number): string => ago(minutes * 60_000)

/** Sets the start of the running timer back. */
async function startedAgo(minutes: number): Promise<void> {
  const startedAt = minutesAgo(minutes)
  await world.db.transaction((tx) =>
    tx.query.updateTable('timers').set({ startedAt }).where('userHash', '=', person.id).execute(),
  )
}

const entries = async (): Promise<Reply['body'][]> =>
  (
    await person.client.all(`/v1/times?limit=500&filter=${encodeURIComponent(`userHash="${person.id}"`)}`)
  ).map(({ details }) => details)

test('it can end at an earlier moment, but not before it started', async () => {
  const { client } = person
  await client.ok('PUT', path, { workspaceId })
  await startedAgo(90)
  for (const endedAt of ['yesterday', minutesAgo(91), minutesAgo(-1)]) {
    const refused = await client.send('DELETE', `${path}?endedAt=${encodeURIComponent(endedAt)}`)
    expect(refused.status, endedAt).toBe(400)
    expect(refused.body.errors[0].parameter).toBe('endedAt')
  }
  await client.ok('DELETE', `${path}?endedAt=${encodeURIComponent(minutesAgo(30))}`)
  const found = await entries()
  expect(found.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(60)
  expect((await client.get(path)).status).toBe(404)
})

test('it is started, read and stopped, which creates the entry', async () => {
  const { client, id } = person
  expect((await client.get(path)).status).toBe(404)
  const started = await client.ok(
    'PUT',
    path,
    { taskId, note: 'Draft', billable: true },
    { prefer: 'return=representation' },
  )
  expect(started.body.details).toMatchObject({
    taskId,
    workspaceId,
    note: 'Draft',
    billable: true,
    createdBy: id,
  })
  expect((await client.ok('GET', path)).text).toBe(started.text)
  await startedAgo(12.4)
  expect((await client.send('DELETE', path)).status).toBe(204)
  const found = await entries()
  expect(found.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(12)
  expect(found[0]).toMatchObject({ taskId, workspaceId, note: 'Draft', billable: true, userHash: id })
  expect((await client.get(path)).status).toBe(404)
  // Repeating is not an error.
  expect((await client.send('DELETE', path)).status).toBe(204)
  expect(await entries()).toHaveLength(found.length)
  const spent = (await client.ok('GET', `/v1/tasks/${taskId}`)).body.details.spentMinutes
  expect(spent).toBe(12)
})

describe('while one runs', () => {
  test('another place stops it and starts a new one, the same place continues', async () => {
    const { client } = person
    await client.ok('PUT', path, { taskId, note: 'One' })
    const first = (await client.ok('GET', path)).body
    // A repeated request, or one with more details, starts nothing.
    await client.ok('PUT', path, { taskId, note: 'One' })
    await client.ok('PUT', path, { note: 'Two', billable: true })
    const same = (await client.ok('GET', path)).body
    expect([same.id, same.details.startedAt]).toEqual([first.id, first.details.startedAt])
    expect(same.details).toMatchObject({ note: 'Two', billable: true, taskId })
    expect(await entries()).toEqual([])
    await startedAgo(3)
    await client.ok('PUT', path, { taskId: null })
    const other = (await client.ok('GET', path)).body
    expect(other.id).not.toBe(first.id)
    expect(other.details).toMatchObject({ taskId: null, workspaceId, note: null, billable: false })
    const [entry] = await entries()
    expect(entry).toMatchObject({ taskId, note: 'Two', billable: true })
  })

  test('each step is in the change log', async () => {
    const { client } = person
    const before = (await changesOf(world, company)).length
    await client.ok('PUT', path, { workspaceId })
    const { id } = (await client.ok('GET', path)).body
    await client.ok('PUT', path, { note: 'x' })
    await client.ok('DELETE', path)
    const logged = (await changesOf(world, company)).slice(before)
    expect(logged.filter((line) => line.includes(id)).sort()).toEqual([
      `timer.created ${id}`,
      `timer.deleted ${id}`,
      `timer.updated ${id} note`,
    ])
    expect(logged.filter((line) => line.startsWith('time.created'))).toHaveLength(1)
  })

  test('everyone has their own', async () => {
    await person.client.ok('PUT', path, { workspaceId })
    const other = await world.person(company, { workspaceId })
    expect((await other.client.get(path)).status).toBe(404)
    await other.client.ok('PUT', path, { workspaceId })
    expect((await person.client.ok('GET', path)).body.id).not.toBe(
      (await other.client.ok('GET', path)).body.id,
    )
  })

  test('two at once leave one', async () => {
    const { client } = person
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        client.send('PUT', path, n % 2 === 0 ? { taskId } : { workspaceId, taskId: null }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(204))
    const rows = await world.db.query
      .selectFrom('timers')
      .selectAll()
      .where('userHash', '=', person.id)
      .execute()
    expect(rows).toHaveLength(1)
  })
})

describe('the start', () => {
  const started = async (): Promise<string> => (await person.client.ok('GET', path)).body.details.startedAt

  test('can be chosen, and moved while the timer runs', async () => {
    const { client } = person
    const [first, second] = [minutesAgo(20), minutesAgo(45)]
    await client.ok('PUT', path, { taskId, startedAt: first })
    expect(await started()).toBe(first)
    const { id } = (await client.ok('GET', path)).body
    await client.ok('PUT', path, { startedAt: second })
    expect([(await client.ok('GET', path)).body.id, await started()]).toEqual([id, second])
    await client.ok('DELETE', path)
    expect((await entries()).reduce((sum, { minutes }) => sum + minutes, 0)).toBe(45)
  })

  test('ends the timer that runs elsewhere at that moment', async () => {
    const { client } = person
    await client.ok('PUT', path, { taskId, startedAt: minutesAgo(60) })
    await client.ok('PUT', path, { workspaceId, taskId: null, startedAt: minutesAgo(15) })
    const found = await entries()
    expect(found.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(45)
    expect(found[0]).toMatchObject({ taskId })
  })

  test('is neither in the future, nor long ago, nor before the timer that it ends', async () => {
    const { client } = person
    await client.ok('PUT', path, { taskId, startedAt: minutesAgo(30) })
    for (const [body, words] of [
      [{ startedAt: minutesAgo(-5) }, 'future'],
      [{ startedAt: minutesAgo(7 * 24 * 60 + 1) }, 'seven days'],
      [{ taskId: null, startedAt: minutesAgo(31) }, 'must not be before'],
      [{ startedAt: 'yesterday' }, 'RFC 3339'],
    ] as const) {
      const reply = await client.send('PUT', path, body)
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/startedAt'])
      expect(reply.body.errors[0].detail).toContain(words)
    }
    expect(await entries()).toEqual([])
  })
})

describe('the place', () => {
  test('is required, and task and workspace must match', async () => {
    const { client } = person
    const nowhere = await client.send('PUT', path, {})
    expect([nowhere.status, nowhere.body.errors[0].pointer]).toEqual([400, '/workspaceId'])
    const other = await company.admin.create('/v1/workspaces', { workspaceName: 'Other' })
    await company.admin.ok('PUT', `/v1/workspaces/${other.id}/members/${person.id}`)
    const apart = await client.send('PUT', path, { workspaceId: other.id, taskId })
    expect([apart.status, apart.body.errors[0].pointer]).toEqual([400, '/taskId'])
    await client.ok('PUT', path, { taskId })
    const again = await client.send('PUT', path, { workspaceId: other.id, taskId })
    expect([again.status, again.body.errors[0].pointer]).toEqual([400, '/taskId'])
    await client.ok('PUT', path, { workspaceId, taskId })
    await client.ok('PUT', path, { workspaceId: other.id })
    expect((await client.ok('GET', path)).body.details).toMatchObject({ workspaceId: other.id, taskId: null })
  })

  test('is refused for readers and outsiders, and for everyone if it is archived', async () => {
    const reader = await world.person(company, { workspaceId, role: 'Reader' })
    const outside = await world.person(company)
    for (const { client } of [reader, outside])
      expect((await client.send('PUT', path, { workspaceId })).status).toBe(403)
    const old = await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })
    await company.admin.ok('PUT', `/v1/workspaces/${old.id}/archive`)
    expect((await company.admin.send('PUT', path, { workspaceId: old.id })).body.code).toBe('archived')
  })

  test('time that can no longer be logged is kept until it is discarded', async () => {
    const { client, id } = person
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Soon old' })
    await company.admin.ok('PUT', `/v1/workspaces/${place.id}/members/${id}`)
    await client.ok('PUT', path, { workspaceId: place.id })
    for (const [close, open] of [
      [
        () => company.admin.ok('PUT', `/v1/workspaces/${place.id}/archive`),
        () => company.admin.ok('DELETE', `/v1/workspaces/${place.id}/archive`),
      ],
      [
        () => company.admin.ok('DELETE', `/v1/workspaces/${place.id}/members/${id}`),
        () => company.admin.ok('PUT', `/v1/workspaces/${place.id}/members/${id}`),
      ],
      [() => company.admin.ok('DELETE', `/v1/workspaces/${place.id}`), async () => undefined],
    ] as const) {
      await close()
      for (const reply of [await client.send('DELETE', path), await client.send('PUT', path, { taskId })]) {
        expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
        expect(reply.body.message).toContain('discard=true')
      }
      expect((await client.get(path)).status).toBe(200)
      await open()
    }
    await client.ok('DELETE', `${path}?discard=true`)
    expect((await client.get(path)).status).toBe(404)
    expect(await entries()).toEqual([])
  })

  test('time on a deleted task still counts', async () => {
    const task = await company.admin.create('/v1/tasks', { title: 'Gone', workspaceId })
    await person.client.ok('PUT', path, { taskId: task.id, note: 'kept' })
    await company.admin.ok('DELETE', `/v1/tasks/${task.id}`)
    await person.client.ok('DELETE', path)
    expect((await entries())[0]).toMatchObject({ taskId: null, workspaceId, note: 'kept', minutes: 1 })
  })
})

test('a task that has moved takes the time along, if the person may log it there', async () => {
  const { client, id } = person
  const target = (await company.admin.create('/v1/workspaces', { workspaceName: 'Target' })).id
  const member = `/v1/workspaces/${target}/members/${id}`
  await company.admin.ok('PUT', member, { role: 'Reader' })
  const task = await company.admin.create('/v1/tasks', { title: 'Moves', workspaceId })
  await client.ok('PUT', path, { taskId: task.id })
  await company.admin.ok('PUT', `/v1/tasks/${task.id}`, { workspaceId: target })
  expect((await client.send('DELETE', path)).body.code).toBe('conflict')
  await company.admin.ok('PUT', member, { role: 'Contributor' })
  await client.ok('DELETE', path)
  expect((await entries())[0]).toMatchObject({ taskId: task.id, workspaceId: target })
})

describe('the end of a day', () => {
  const cut = (from: string, to: string, zone: string): string[] =>
    [...stretchesOf(new Date(from), new Date(to), zone)].map(({ date, minutes }) => `${date} ${minutes}`)

  test.each([
    ['less than a minute is one', '2026-03-02T10:00:00Z', '2026-03-02T10:00:01Z', 'UTC', ['2026-03-02 1']],
    ['half a minute is rounded up', '2026-03-02T10:00:00Z', '2026-03-02T10:02:30Z', 'UTC', ['2026-03-02 3']],
    ['midnight', '2026-03-02T23:30:00Z', '2026-03-03T00:15:00Z', 'UTC', ['2026-03-02 30', '2026-03-03 15']],
    [
      'that of the zone',
      '2026-03-02T22:30:00Z',
      '2026-03-02T23:15:00Z',
      'Europe/Vienna',
      ['2026-03-02 30', '2026-03-03 15'],
    ],
    ['no entry of nothing', '2026-03-02T23:59:50Z', '2026-03-03T00:00:05Z', 'UTC', ['2026-03-03 1']],
    [
      'days between',
      '2026-03-01T23:00:00Z',
      '2026-03-04T01:00:00Z',
      'UTC',
      ['2026-03-01 60', '2026-03-02 1440', '2026-03-03 1440', '2026-03-04 60'],
    ],
    [
      '25 hours',
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
      'Europe/Vienna',
      ['2026-10-25 1440', '2026-10-25 60'],
    ],
    ['23 hours', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 'Europe/Vienna', ['2026-03-29 1380']],
    [
      'a day that was left out',
      '2011-12-30T09:00:00Z',
      '2011-12-30T11:00:00Z',
      'Pacific/Apia',
      ['2011-12-29 60', '2011-12-31 60'],
    ],
  ])('%s', (_, from, to, zone, expected) => {
    expect(cut(from, to, zone)).toEqual(expected)
  })

  test('nothing is lost, whenever it started and ended', () => {
    for (let n = 0; n < 300; n += 1) {
      const from = Date.UTC(2026, n % 12, (n * 7) % 28, n % 24) + n * 7_919
      const to = from + ((n * 104_729_000) % (9 * 86_400_000))
      const zone = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe'][n % 4] ?? 'UTC'
      const parts = [...stretchesOf(new Date(from), new Date(to), zone)]
      const sum = parts.reduce((total, { minutes }) => total + minutes, 0)
      expect(sum).toBe(Math.max(1, Math.round((to - from) / 60_000)))
      expect(parts.every(({ minutes }) => minutes >= 1 && minutes <= 1_440)).toBe(true)
    }
  })

  test('a forgotten timer creates an entry for each day', async () => {
    await company.admin.ok('PUT', `/v1/users/${person.id}`, { timeZone: 'Pacific/Auckland' })
    await person.client.ok('PUT', path, { taskId, note: 'Forgotten' })
    await startedAgo(40 * 1_440)
    await person.client.ok('DELETE', path)
    const found = await entries()
    expect([40, 41]).toContain(new Set(found.map(({ date }) => date)).size)
    expect(Math.abs(found.reduce((sum, { minutes }) => sum + minutes, 0) - 40 * 1_440)).toBeLessThanOrEqual(1)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland', dateStyle: 'short' })
    expect(found[0].date <= today.format(clock.now())).toBe(true)
  })
})
