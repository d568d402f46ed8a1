import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { inChunks, rows } from '../../src/db/database.ts'
import { insertMany } from '../../src/db/insert-many.ts'
import { buildRow, insertRecords } from '../../src/db/records.ts'
import { sql } from '../../src/db/sql.ts'
import { isoWeek } from '../../src/query/weeks.ts'
import { user } from '../../src/schema/records/user.ts'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "Minutes, billable minutes and entries of each group, exact." */
const world = useSharedWorld()
let company: Company
let places: string[]
let taskId: string
let person: { id: string; client: Client }
let entries: Reply['body'][]

beforeAll(async () => {
  company = await world.company()
  const { admin } = company
  const names = ['A', 'B', 'C']
  places = []
  for (const workspaceName of names) places.push((await admin.create('/v1/workspaces', { workspaceName })).id)
  person = await world.person(company, { workspaceId: String(places[0]) })
  taskId = (await admin.create('/v1/tasks', { title: 'T', workspaceId: places[0] })).id
  entries = []
  for (let n = 0; n < 60; n += 1)
    entries.push(
      await admin.create('/v1/times', {
        date: new Date(Date.UTC(2025, 11, 20) + n * 86_400_000).toISOString().slice(0, 10),
        minutes: n + 1,
        billable: n % 3 === 0,
        workspaceId: places[n % 3],
        userHash: n % 2 === 0 ? person.id : company.adminId,
        ...(n % 6 === 0 && { taskId }),
        ...(n === 7 && { externalId: 'seven' }),
      }),
    )
})

const summary = async (client: Client, query: Record<string, string>): Promise<Reply['body']> =>
  (await client.ok('GET', `/v1/times/summary?${new URLSearchParams(query)}`)).body

interface Sums {
  minutes: number
  billableMinutes: number
  entries: number
}

function sumsOf(found: readonly Reply['body'][]): Sums {
  const minutes = (some: readonly Reply['body'][]): number =>
    some.reduce((total, { details }) => total + details.minutes, 0)
  return {
    minutes: minutes(found),
    billableMinutes: minutes(found.filter(({ details }) => details.billable)),
    entries: found.length,
  }
}

const keys: Readonly<Record<string, (details: Reply['body']) => unknown>> = {
  user: ({ userHash }) => userHash,
  workspace: ({ workspaceId }) => workspaceId,
  task: ({ taskId: id }) => id,
  date: ({ date }) => date,
  week: ({ date }) => isoWeek(date),
  month: ({ date }) => date.slice(0, 7),
  billable: ({ billable }) => billable,
}

describe('each group, and the total', () => {
  test.each(Object.keys(keys))('by %s, equals the sum of the list, whatever the filter', async (groupBy) => {
    const filters = [
      '',
      `workspaceId="${places[0]}"`,
      `workspaceId="${places[1]}" AND date>="2026-01-01" AND date<"2026-02-01"`,
      `userHash="${person.id}" AND date<="2026-01-15"`,
      `taskId="${taskId}"`,
      'date="2026-01-03"',
      'date>"2026-01-31"',
      'billable=true AND minutes>10',
      'externalId="seven"',
      'createdAt>="2020-01-01"',
      'userHash="nobody"',
    ]
    for (const filter of filters)
      for (const client of [company.admin, person.client]) {
        const found = await client.all(`/v1/times?limit=500&filter=${encodeURIComponent(filter)}`)
        const body = await summary(client, { groupBy, filter })
        const expected = Map.groupBy(found, ({ details }) => keys[groupBy]?.(details))
        const what = `${groupBy} ${filter}`
        expect(body.groupBy).toBe(groupBy)
        expect(new Map(body.groups.map(({ group, ...sums }: Reply['body']) => [group, sums])), what).toEqual(
          new Map([...expected].map(([group, some]) => [group, sumsOf(some)])),
        )
        expect(body.total, what).toEqual(sumsOf(found))
        const order = body.groups.map(({ group }: { group: unknown }) =>
          group === null ? '~' : String(group),
        )
        expect(order, what).toEqual(order.toSorted())
      }
  })

  test('without groupBy there is only the total', async () => {
    const body = await summary(company.admin, {})
    expect(body).toEqual({ groupBy: null, groups: [], total: sumsOf(entries), links: {} })
  })

  test('of somebody in no workspace is zero', async () => {
    const { client } = await world.person(company)
    expect((await summary(client, { groupBy: 'user' })).groups).toEqual([])
  })

  test('does not count entries in the trash', async () => {
    const other = await world.company()
    const place = await other.admin.create('/v1/workspaces', { workspaceName: 'Gone' })
    await other.admin.create('/v1/times', { date: '2026-01-01', minutes: 5, workspaceId: place.id })
    expect((await summary(other.admin, {})).total.entries).toBe(1)
    await other.admin.ok('DELETE', `/v1/workspaces/${place.id}`)
    expect((await summary(other.admin, {})).total.entries).toBe(0)
  })
})

test.each([
  ['groupBy=colour', 'groupBy'],
  ['groupBy=user&groupBy=task', 'groupBy'],
  ['groupBy=user&filter=colour%3D1', 'filter'],
  ['groupBy=user&filter=date%3D%222026-02-30%22', 'filter'],
  ['groupBy=user&limit=5', 'limit'],
  ['groupBy=user&sort=date', 'sort'],
])('%s is a 400', async (query, parameter) => {
  const reply = await company.admin.get(`/v1/times/summary?${query}`)
  expect([reply.status, reply.body.errors[0].parameter]).toEqual([400, parameter])
})

test.each([
  ['2025-12-28', '2025-W52'],
  ['2025-12-29', '2026-W01'],
  ['2026-01-01', '2026-W01'],
  ['2021-01-03', '2020-W53'],
  ['2024-12-30', '2025-W01'],
  ['0001-01-01', '0001-W01'],
])('%s is in the week %s', (day, week) => {
  expect(isoWeek(day)).toBe(week)
})

describe('of very many entries', () => {
  let large: Company
  let workspaceId: string
  const count = 40_000

  beforeAll(async () => {
    large = await world.company()
    workspaceId = (await large.admin.create('/v1/workspaces', { workspaceName: 'Large' })).id
    const { companyNo, adminId } = large
    const padded = (n: number): string => String(n).padStart(22, '0')
    const people = Array.from({ length: 12_000 }, (_, n) =>
      buildRow({ companyNo, userId: adminId }, user, {
        id: padded(n),
        email: `${n}@large.example`,
        fullName: `Person ${n}`,
        userType: 'Internal',
        status: 'Inactive',
        permissions: [],
        timeZone: 'UTC',
      }),
    )
    await world.db.transaction((tx) => insertRecords(tx, user, people))
    // Autovacuum would do this later. Without it, PostgreSQL reads all people for each entry that refers to one.
    await world.db.transaction((tx) => rows(tx, sql`ANALYZE "users"`))
    const shared = { companyNo, createdBy: adminId, createdAt: '', updatedAt: '', workspaceId }
    const times = Array.from({ length: count }, (_, n) => ({
      ...{ ...shared, externalId: null, deletedAt: null, deletedBy: null, taskId: null, note: null },
      id: padded(n),
      userHash: padded(n % 12_000),
      date: `2026-01-${String(1 + (n % 28)).padStart(2, '0')}`,
      minutes: 10,
      billable: true,
    }))
    for (const some of inChunks(times, 4_000))
      await world.db.transaction((tx) =>
        insertMany(
          tx,
          'times',
          Object.keys(times[0] ?? {}),
          some.map((row) => Object.values(row)),
        ),
      )
  })

  test('is from one moment, while others write', async () => {
    let isOver = false
    const writing = (async () => {
      // Each change moves ten minutes from one entry to the other, and a day from the end to the beginning.
      const date = '2026-01-28'
      const body = { date, minutes: 100, workspaceId }
      const [one, other] = [
        await large.admin.create('/v1/times', body),
        await large.admin.create('/v1/times', body),
      ]
      for (let n = 0; !isOver; n += 1) {
        await setImmediate()
        const [up, down] = n % 2 === 0 ? [one, other] : [other, one]
        await world.db.transaction(async (tx) => {
          await tx.query
            .updateTable('times')
            .set({ minutes: 110, date: '2026-01-01' })
            .where('id', '=', up.id)
            .execute()
          await tx.query.updateTable('times').set({ minutes: 90, date }).where('id', '=', down.id).execute()
        })
      }
    })()
    for (let n = 0; n < 5; n += 1) {
      const filter = `workspaceId="${workspaceId}" AND date>="2026-01-01"`
      const { total } = await summary(large.admin, { groupBy: 'date', filter })
      expect([0, 100, 200]).toContain(total.minutes - count * 10)
    }
    isOver = true
    await writing
  })

  test('does not block the process, and has at most the documented number of groups', async () => {
    let [turns, isOver] = [0, false]
    const counted = (async () => {
      for (; !isOver; turns += 1) await setImmediate()
    })()
    const { groups } = await summary(large.admin, { groupBy: 'date' })
    isOver = true
    await counted
    expect(groups).toHaveLength(28)
    expect(turns).toBeGreaterThan(5)
    const reply = await large.admin.get('/v1/times/summary?groupBy=user')
    expect([reply.status, reply.body.errors[0].parameter]).toEqual([400, 'filter'])
    expect(reply.body.message).toContain('10,000 groups')
  })
})
