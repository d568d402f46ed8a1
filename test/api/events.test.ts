import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string
let path: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Events' })).id
  path = `/v1/workspaces/${workspaceId}/events`
})

const startsAt = '2026-03-31T09:30:00.000Z'

const newEvent = (body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  company.admin.create(path, { title: 'Kick-off', startsAt, ...body })

const fault = ({ status, body }: Reply): unknown[] => [status, body.code, body.errors?.[0]?.pointer]

test('an event has its defaults, and ends when it starts unless it has an end', async () => {
  const { id, permalink, details } = await newEvent()
  expect(permalink).toBe(`https://atrium.example.com/p/event/${id}`)
  expect(details).toMatchObject({
    title: 'Kick-off',
    description: null,
    location: null,
    startsAt,
    endsAt: startsAt,
    allDay: false,
    workspaceId,
    createdBy: company.adminId,
    externalId: null,
  })
  const listed = await company.admin.all(`${path}?limit=500`)
  expect(listed.map((each) => each.id)).toContain(id)
  const other = (await company.admin.create('/v1/workspaces', { workspaceName: 'Other' })).id
  expect((await company.admin.list(`/v1/workspaces/${other}/events`)).items).toEqual([])
})

describe('a timestamp', () => {
  test.each([
    ['2026-03-31', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31T09:30:00Z', '2026-03-31T09:30:00.000Z'],
    ['2026-03-31t09:30:00z', '2026-03-31T09:30:00.000Z'],
    ['2026-03-31T09:30:00.5+02:00', '2026-03-31T07:30:00.500Z'],
    ['2026-03-31T23:30:00-05:30', '2026-04-01T05:00:00.000Z'],
    ['2026-03-31T09:30:00.123999Z', '2026-03-31T09:30:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is stored in UTC, to the millisecond', async (sent, kept) => {
    expect((await newEvent({ startsAt: sent })).details.startsAt).toBe(kept)
  })

  test('is required for the start, and cannot be cleared', async () => {
    const { id } = await newEvent()
    const missing = await company.admin.send('POST', path, { title: 'x' })
    expect(fault(missing)).toEqual([400, 'invalid_request', '/startsAt'])
    for (const name of ['startsAt', 'endsAt']) {
      const reply = await company.admin.send('PUT', `/v1/events/${id}`, { [name]: null })
      expect(fault(reply)).toEqual([400, 'invalid_request', `/${name}`])
    }
  })

  test('that is sent back changes nothing, however it is written', async () => {
    const event = await newEvent()
    await company.admin.ok('PUT', `/v1/events/${event.id}`, { startsAt: '2026-03-31T11:30:00+02:00' })
    expect((await company.admin.ok('GET', `/v1/events/${event.id}`)).body).toEqual(event)
  })
})

describe('an end before the start', () => {
  test('is a 400 that names it', async () => {
    const body = { title: 'x', startsAt, endsAt: '2026-03-31T09:29:59.999Z' }
    expect(fault(await company.admin.send('POST', path, body))).toEqual([400, 'invalid_request', '/endsAt'])
    await newEvent({ endsAt: '2026-03-31T11:30:00+02:00' })
  })

  test('in a change names the member that the change names', async () => {
    const event = await newEvent()
    const own = `/v1/events/${event.id}`
    const later = { startsAt: '2026-04-01' }
    expect(fault(await company.admin.send('PUT', own, later))[2]).toBe('/startsAt')
    expect(fault(await company.admin.send('PUT', own, { endsAt: '2026-03-31' }))[2]).toBe('/endsAt')
    expect((await company.admin.ok('GET', own)).body).toEqual(event)
    await company.admin.ok('PUT', own, { ...later, endsAt: '2026-04-02' })
  })
})

test('PUT changes only what it names', async () => {
  const { id } = await newEvent({ location: 'Room 4', description: 'All' })
  await company.admin.ok('PUT', `/v1/events/${id}`, { title: 'New', allDay: true, description: null })
  const { details } = (await company.admin.ok('GET', `/v1/events/${id}`)).body
  expect(details).toMatchObject({
    title: 'New',
    allDay: true,
    description: null,
    location: 'Room 4',
    startsAt,
  })
  const other = (await company.admin.create('/v1/workspaces', { workspaceName: 'Other' })).id
  const moved = await company.admin.send('PUT', `/v1/events/${id}`, { workspaceId: other })
  expect(fault(moved)).toEqual([400, 'invalid_request', '/workspaceId'])
})

test('those of a day, and of a period, are found', async () => {
  const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Days' })
  const inside = `/v1/workspaces/${place.id}/events`
  for (const [title, at] of [
    ['before', '2026-05-01T23:59:59.999Z'],
    ['morning', '2026-05-02'],
    ['night', '2026-05-02T23:59:59.999Z'],
    ['after', '2026-05-03'],
  ])
    await company.admin.create(inside, { title, startsAt: at, endsAt: '2026-05-04' })
  const found = async (filter: string): Promise<string[]> =>
    (await company.admin.all(`${inside}?sort=startsAt&filter=${encodeURIComponent(filter)}`)).map(
      ({ details }) => details.title,
    )
  expect(await found('startsAt="2026-05-02"')).toEqual(['morning', 'night'])
  expect(await found('startsAt>"2026-05-02"')).toEqual(['after'])
  expect(await found('startsAt>="2026-05-02" AND startsAt<"2026-05-03"')).toEqual(['morning', 'night'])
  expect(await found('startsAt="2026-05-02T23:59:59.999Z"')).toEqual(['night'])
  expect(await found('allDay=false AND endsAt="2026-05-04"')).toHaveLength(4)
  expect(await found('allDay=true')).toEqual([])
})

test('an externalId is unique among events, and a second one names the first', async () => {
  const first = await newEvent({ externalId: 'crm-1' })
  const reply = await company.admin.send('POST', path, { title: 'x', startsAt, externalId: 'crm-1' })
  expect(fault(reply)).toEqual([409, 'duplicate', '/externalId'])
  expect(reply.body.message).toContain(first.id)
  await company.admin.ok('DELETE', `/v1/events/${first.id}`)
  expect((await company.admin.get(`/v1/events/${first.id}`)).status).toBe(404)
  await newEvent({ externalId: 'crm-1' })
})

test('DELETE is for its creator and for Admins', async () => {
  const maker = await world.person(company, { workspaceId })
  const other = await world.person(company, { workspaceId })
  const admin = await world.person(company, { workspaceId, role: 'Admin' })
  const [one, two] = [
    await maker.client.create(path, { title: 'One', startsAt }),
    await maker.client.create(path, { title: 'Two', startsAt }),
  ]
  expect((await other.client.send('DELETE', `/v1/events/${one.id}`)).status).toBe(403)
  await other.client.ok('PUT', `/v1/events/${one.id}`, { title: 'Changed' })
  await maker.client.ok('DELETE', `/v1/events/${one.id}`)
  await admin.client.ok('DELETE', `/v1/events/${two.id}`)
})

describe('the workspace', () => {
  test('archived, keeps its events unchanged', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Archive' })
    const inside = `/v1/workspaces/${place.id}/events`
    const { id } = await company.admin.create(inside, { title: 'Old', startsAt })
    await company.admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
    for (const [method, url, body] of [
      ['POST', inside, { title: 'New', startsAt }],
      ['PUT', `/v1/events/${id}`, { title: 'New' }],
      ['DELETE', `/v1/events/${id}`, undefined],
    ] as const) {
      const reply = await company.admin.send(method, url, body)
      expect([reply.status, reply.body.code], method).toEqual([409, 'archived'])
    }
    expect((await company.admin.list(inside)).items).toHaveLength(1)
  })

  test('in the trash, takes them along, and brings them back', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Trash' })
    const inside = `/v1/workspaces/${place.id}/events`
    const { id } = await company.admin.create(inside, { title: 'Old', startsAt })
    await company.admin.ok('DELETE', `/v1/workspaces/${place.id}`)
    expect((await company.admin.get(inside)).status).toBe(404)
    const reply = await company.admin.get(`/v1/events/${id}`)
    expect([reply.status, reply.body.message]).toEqual([404, 'There is no such event.'])
    await company.admin.ok('POST', `/v1/workspaces/${place.id}/restore`)
    await company.admin.ok('GET', `/v1/events/${id}`)
  })
})

test('every write is in the change log, with its workspace', async () => {
  const seen = (await changesOf(world, company)).length
  const { id } = await newEvent()
  await company.admin.ok('PUT', `/v1/events/${id}`, { title: 'New', endsAt: '2026-05-01' })
  await company.admin.ok('PUT', `/v1/events/${id}`, { title: 'New' })
  await company.admin.ok('DELETE', `/v1/events/${id}`)
  // The log does not define the order within a millisecond.
  const log = (await changesOf(world, company)).slice(seen)
  expect(log.toSorted()).toEqual(
    [`event.created ${id}`, `event.updated ${id} endsAt title`, `event.deleted ${id}`].toSorted(),
  )
  const logged = await world.db.query
    .selectFrom('changes')
    .select('workspaceId')
    .where('recordId', '=', id)
    .execute()
  expect(logged.map((entry) => entry.workspaceId)).toEqual([workspaceId, workspaceId, workspaceId])
})

test('the list across workspaces has the events of those that the caller sees, by date', async () => {
  const own = await world.company()
  const make = async (name: string): Promise<string> =>
    (await own.admin.create('/v1/workspaces', { workspaceName: name })).id
  const [first, second, other, gone] = [await make('A'), await make('B'), await make('C'), await make('D')]
  for (const [n, workspaceId] of [first, second, other, gone].entries())
    for (const month of ['03', '04', '05'])
      await own.admin.create(`/v1/workspaces/${workspaceId}/events`, {
        title: `${n} ${month}`,
        startsAt: `2026-${month}-0${n + 1}T09:00:00Z`,
        endsAt: `2026-${month}-1${n}T09:00:00Z`,
      })
  await own.admin.ok('DELETE', `/v1/workspaces/${gone}`)
  const person = await world.person(own, { workspaceId: first })
  await own.admin.ok('PUT', `/v1/workspaces/${second}/members/${person.id}`, { role: 'Reader' })
  const titles = async (client: Client, query: string): Promise<string[]> =>
    (await client.all(`/v1/events?limit=2&${query}`)).map(({ details }) => details.title)
  const april = `filter=${encodeURIComponent('startsAt<"2026-05-01" AND endsAt>="2026-04-01"')}`
  const { admin } = own
  for (const sort of ['startsAt', 'endsAt', '-title']) {
    const expected = ['0 04', '1 04', '2 04']
    const inOrder = sort === '-title' ? expected.toReversed() : expected
    expect(await titles(admin, `sort=${sort}&${april}`)).toEqual(inOrder)
    const seen = inOrder.filter((title) => !title.startsWith('2'))
    expect(await titles(person.client, `sort=${sort}&${april}`)).toEqual(seen)
  }
  expect(await titles(person.client, 'sort=-startsAt')).toEqual([
    ...['1 05', '0 05', '1 04', '0 04', '1 03', '0 03'],
  ])
  const inOne = encodeURIComponent(`workspaceId="${second}" AND startsAt>"2026-04-15"`)
  expect(await titles(person.client, `filter=${inOne}`)).toEqual(['1 05'])
  const elsewhere = encodeURIComponent(`workspaceId="${other}" AND startsAt>"2026-04-15"`)
  expect(await titles(person.client, `filter=${elsewhere}`)).toEqual([])
  const named = await person.client.ok('GET', '/v1/events?limit=1&expand=names&fields=workspaceId')
  expect(named.body.names).toEqual({ [second]: 'B' })
})
