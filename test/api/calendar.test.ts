import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../../src/auth/access-token.ts'
import type { Actor } from '../../src/base/actor.ts'
import { newId } from '../../src/base/ids.ts'
import { readCalendar } from '../../src/resources/calendar/contents.ts'
import { type Entry, writeCalendar } from '../../src/resources/calendar/icalendar.ts'
import type { Client, Reply } from '../support/client.ts'
import { dayAhead } from '../support/clock.ts'
import { recorded } from '../support/recording.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

/** "iCalendar: a secret, revocable address per person that calendars can subscribe to." */
const world = useSharedWorld()
const path = '/v1/users/me/calendar'
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id
})

const subscribe = async (client: Client): Promise<string> =>
  new URL((await client.ok('POST', path)).body.address).pathname

/** Like a calendar app: without a token. */
const fetched = (address: string, headers: Record<string, string> = {}): Promise<Reply> =>
  world.nobody.get(address, headers)

/** Parses RFC 5545 by its grammar: lines unfolded, each event as its properties. */
function parse(text: string): Record<string, string>[] {
  expect(text.endsWith('\r\n')).toBe(true)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect([lines[0], lines[1], lines.at(-2)]).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'])
  const found: Record<string, string>[] = []
  for (const line of lines) {
    const [name = '', ...rest] = line.split(':')
    if (line === 'BEGIN:VEVENT') found.push({})
    else found.at(-1) && Object.assign(found.at(-1) ?? {}, { [name]: rest.join(':') })
  }
  return found
}

describe('the address', () => {
  test('is shown once, opens the calendar for anyone who knows it, and can be revoked', async () => {
    const { client } = await world.person(company, { workspaceId })
    expect((await client.get(path)).status).toBe(404)
    const made = await client.ok('POST', path)
    expect(made.status).toBe(201)
    expect(made.body.address).toMatch(/^https:\/\/atrium\.example\.com\/calendar\/[\w-]{43}\.ics$/)
    expect(made.headers['cache-control']).toBe('no-store')
    const address = new URL(made.body.address).pathname
    const told = await client.ok('GET', path)
    expect(told.text).not.toContain(address.slice(10, 40))
    expect(told.body.details.lastUsedAt).toBeNull()
    const reply = await fetched(address)
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect((await client.ok('GET', path)).body.details.lastUsedAt).toMatch(/Z$/)
    await client.ok('DELETE', path)
    expect((await fetched(address)).status).toBe(404)
    expect((await client.send('DELETE', path)).status).toBe(204)
  })

  test('is stored only as a hash, and never logged', async () => {
    const { client, id } = await world.person(company)
    const secret = (await subscribe(client)).slice('/calendar/'.length, -'.ics'.length)
    const rows = await world.db.query
      .selectFrom('calendarFeeds')
      .selectAll()
      .where('userHash', '=', id)
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(await changesOf(world, company))).not.toContain(secret)
  })

  test('is not created for an API client, which it would outlive', async () => {
    const { id } = await company.admin.create('/v1/clients', { name: 'Calendar', actAs: company.adminId })
    const holder = { companyNo: company.companyNo, userId: company.adminId, clientId: id }
    const client = world.client(await world.db.transaction((tx) => issueToken(tx, holder)))
    const refused = await client.send('POST', path)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    expect(refused.body.message).toContain('API client')
    expect((await company.admin.get(path)).status).toBe(404)
  })

  test('is replaced by the next one', async () => {
    const { client } = await world.person(company)
    const first = await subscribe(client)
    const second = await subscribe(client)
    expect([(await fetched(first)).status, (await fetched(second)).status]).toEqual([404, 200])
  })

  test('of a deactivated person is revoked, and stays so when they are reactivated', async () => {
    const { client, id } = await world.person(company)
    const address = await subscribe(client)
    await company.admin.ok('PUT', `/v1/users/${id}`, { status: 'Inactive' })
    expect((await fetched(address)).status).toBe(404)
    await company.admin.ok('PUT', `/v1/users/${id}`, { status: 'Active' })
    expect((await fetched(address)).status).toBe(404)
    expect((await client.get(path)).status).toBe(404)
    expect((await fetched(await subscribe(client))).status).toBe(200)
  })

  test.each(['x.ics', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}`, '%00.ics', '..%2f.ics'])(
    '%s is a 404',
    async (file) => {
      const reply = await fetched(`/calendar/${file}`)
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    },
  )

  test('an invalid address is a 400, as described', async () => {
    const reply = await fetched('/calendar/%zz')
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request'])
    const description = (await company.admin.get('/openapi.json')).body
    expect(Object.keys(description.paths['/calendar/{file}'].get.responses)).toContain('400')
  })

  test('returns 304 while the calendar has not changed', async () => {
    const { client, id } = await world.person(company, { workspaceId })
    const address = await subscribe(client)
    const { headers } = await fetched(address)
    const tag = { 'if-none-match': headers['etag'] ?? '' }
    expect((await fetched(address, tag)).status).toBe(304)
    const task = { title: 'New', workspaceId, dueDate: dayAhead(1), assignees: [id] }
    await company.admin.create('/v1/tasks', task)
    expect((await fetched(address, tag)).status).toBe(200)
  })
})

describe('the calendar', () => {
  test('is the same for all concurrent requests, although only two run at a time', async () => {
    const { client } = await world.person(company, { workspaceId })
    const address = await subscribe(client)
    const replies = await Promise.all(Array.from({ length: 10 }, () => fetched(address)))
    for (const reply of replies) {
      expect(reply.status).toBe(200)
      expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)))
      expect(reply.text).toBe(replies[0]?.text)
    }
  })

  test('has the open tasks of the person by due date, and the milestones and events of their workspaces', async () => {
    const { client, id } = await world.person(company, { workspaceId })
    const closed = (await company.admin.create('/v1/workspaces', { workspaceName: 'Closed' })).id
    const mine = { assignees: [id], workspaceId, dueDate: dayAhead(3) }
    const task = await company.admin.create('/v1/tasks', {
      ...mine,
      title: 'Mine; yes, \\ mine',
      description: 'a\nb',
    })
    for (const other of [
      { ...mine, title: 'Done', status: 'Completed' },
      { ...mine, title: 'Long ago', dueDate: dayAhead(-100) },
      { ...mine, title: 'No date', dueDate: null },
      { ...mine, title: 'Somebody else’s', assignees: [company.adminId] },
      { ...mine, title: 'Not to be seen', workspaceId: closed },
    ])
      await company.admin.create('/v1/tasks', other)
    const gone = await company.admin.create('/v1/tasks', { ...mine, title: 'In the trash' })
    await company.admin.ok('DELETE', `/v1/tasks/${gone.id}`)
    const milestone = await company.admin.create(`/v1/workspaces/${workspaceId}/milestones`, {
      title: 'Launch',
      dueDate: dayAhead(9),
    })
    await company.admin.create(`/v1/workspaces/${closed}/milestones`, {
      title: 'Hidden',
      dueDate: dayAhead(9),
    })
    await company.admin.create(`/v1/workspaces/${workspaceId}/milestones`, { title: 'No date' })
    const event = await company.admin.create(`/v1/workspaces/${workspaceId}/events`, {
      title: 'Kick-off',
      location: 'Room 4',
      startsAt: `${dayAhead(2)}T09:30:00Z`,
      endsAt: `${dayAhead(2)}T11:00:00Z`,
    })
    const holiday = await company.admin.create(`/v1/workspaces/${workspaceId}/events`, {
      title: 'Away',
      startsAt: dayAhead(5),
      endsAt: dayAhead(6),
      allDay: true,
    })
    await company.admin.create(`/v1/workspaces/${workspaceId}/events`, {
      title: 'Past',
      startsAt: '2001-01-01',
    })
    const found = parse((await fetched(await subscribe(client))).text)
    const plain = (offset: number): string => dayAhead(offset).replaceAll('-', '')
    expect(found.map(({ SUMMARY }) => SUMMARY)).toEqual([
      'Mine\\; yes\\, \\\\ mine',
      'Launch',
      'Kick-off',
      'Away',
    ])
    expect(found[0]).toMatchObject({
      UID: `task-${task.id}@atrium.example.com`,
      'DTSTART;VALUE=DATE': plain(3),
      DESCRIPTION: 'a\\nb',
      TRANSP: 'TRANSPARENT',
      URL: task.permalink,
      DTSTAMP: `${task.details.updatedAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    })
    expect(found[1]).toMatchObject({
      UID: `milestone-${milestone.id}@atrium.example.com`,
      'DTSTART;VALUE=DATE': plain(9),
    })
    expect(found[2]).toMatchObject({
      UID: `event-${event.id}@atrium.example.com`,
      DTSTART: `${plain(2)}T093000Z`,
      DTEND: `${plain(2)}T110000Z`,
      LOCATION: 'Room 4',
      TRANSP: 'OPAQUE',
    })
    expect(found[3]).toMatchObject({
      UID: `event-${holiday.id}@atrium.example.com`,
      'DTSTART;VALUE=DATE': plain(5),
      'DTEND;VALUE=DATE': plain(7),
    })
  })

  test('loses records that the person may no longer see', async () => {
    const { client, id } = await world.person(company, { workspaceId })
    await company.admin.create('/v1/tasks', {
      title: 'T',
      workspaceId,
      dueDate: dayAhead(1),
      assignees: [id],
    })
    const address = await subscribe(client)
    expect(parse((await fetched(address)).text).length).toBeGreaterThan(0)
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${id}`)
    expect(parse((await fetched(address)).text)).toEqual([])
  })
})

test('a long calendar is read in pages and written in chunks', async () => {
  const { client, id } = await world.person(company)
  const place = (await company.admin.create('/v1/workspaces', { workspaceName: 'Many' })).id
  await company.admin.ok('PUT', `/v1/workspaces/${place}/members/${id}`)
  const description = '𝒵'.repeat(1_000) + 'x'.repeat(9_000)
  const made = await company.admin.create(`/v1/workspaces/${place}/events`, {
    title: 'E',
    startsAt: dayAhead(1),
    allDay: true,
    description,
  })
  const row = await world.db.query
    .selectFrom('events')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  const count = 1_200
  const copies = Array.from({ length: count - 1 }, () => ({ ...row, id: newId() }))
  for (let n = 0; n < copies.length; n += 100)
    await world.db.transaction((tx) =>
      tx.query
        .insertInto('events')
        .values(copies.slice(n, n + 100))
        .execute(),
    )
  const address = await subscribe(client)
  const reply = await fetched(address)
  const found = parse(reply.text)
  expect(new Set(found.map(({ UID }) => UID)).size).toBe(count)
  expect(found).toHaveLength(count)
  expect(found[0]?.['DESCRIPTION']).toBe('𝒵'.repeat(1_000))
  const sent: string[] = []
  const db = recorded(world.db, {
    query: () => undefined,
    run({ sql }, send) {
      sent.push(sql)
      return send()
    },
  })
  const actor: Actor = {
    ...{
      companyNo: row.companyNo,
      companyId: company.companyId,
      organization: 'workspaceGroups',
      userId: id,
    },
    ...{ userType: 'Internal', permissions: [], clientId: undefined, compatibility: false, requestId: 'x' },
    timeZone: 'UTC',
  }
  const entries = await readCalendar(db, actor, 'http://x')
  expect(entries).toHaveLength(count)
  expect(sent.filter((sql) => /"events"/.test(sql)).length).toBeGreaterThan(5)
  expect(sent.some((sql) => /t\.\*/.test(sql))).toBe(false)
  // Other requests get a turn while it is written.
  let [turns, isOver] = [0, false]
  const counted = (async () => {
    for (; !isOver; turns += 1) await setImmediate()
  })()
  let pieces = 0
  for await (const _ of writeCalendar('Name', 'x', entries)) pieces += 1
  isOver = true
  await counted
  expect(pieces).toBeGreaterThan(count / 50)
  expect(turns).toBeGreaterThan(5)
})

test('long lines are folded between characters, at 75 octets', async () => {
  const entry: Entry = {
    ...{ kind: 'task', id: 'x', title: 'ä𝒵'.repeat(60), description: `${'é'.repeat(2_000)}`, location: null },
    ...{ startsAt: '2026-01-01', endsAt: undefined, allDay: true, busy: false },
    ...{ address: 'http://x', updatedAt: '2026-01-01T00:00:00.000Z' },
  }
  let text = ''
  for await (const part of writeCalendar('Name', 'x', [entry])) text += part
  const [found] = parse(text)
  expect(found?.['SUMMARY']).toBe('ä𝒵'.repeat(60))
  expect(found?.['DESCRIPTION']).toBe('é'.repeat(1_000))
})
