import { beforeAll, describe, expect, test } from 'vitest'
import { retireTag } from '../../src/db/tag-clearing.ts'
import { isoWeek } from '../../src/query/weeks.ts'
import type { Client, Reply } from '../support/client.ts'
import { dayAhead } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "With count, estimate and spent, for any filter. Exact." */
const world = useSharedWorld()
let company: Company
let places: string[]
let people: { id: string; client: Client }[]
let stages: string[]
let all: Reply['body'][]

const statuses = ['Open', 'In Progress', 'Completed']

beforeAll(async () => {
  company = await world.company()
  const { admin } = company
  places = []
  for (const workspaceName of ['A', 'B'])
    places.push((await admin.create('/v1/workspaces', { workspaceName })).id)
  const [first = '', second = ''] = places
  people = [
    await world.person(company, { workspaceId: first }),
    await world.person(company, { workspaceId: first }),
  ]
  stages = []
  for (const [n, status] of ['Open', 'Open', 'In Progress'].entries())
    stages.push((await admin.create(`/v1/workspaces/${first}/stages`, { stageName: `S${n}`, status })).id)
  const tasklist = await admin.create(`/v1/workspaces/${first}/tasklists`, { tasklistName: 'L' })
  const milestone = await admin.create(`/v1/workspaces/${first}/milestones`, { title: 'M' })
  for (let n = 0; n < 40; n += 1) {
    const isFirst = n % 4 !== 3
    const task = await admin.create('/v1/tasks', {
      workspaceId: isFirst ? first : second,
      title: `T${n}`,
      status: statuses[n % 3],
      priority: 1 + (n % 5),
      assignees: people.slice(0, n % 3).map(({ id }) => id),
      tags: ['red', 'round', 'raw'].slice(0, n % 4),
      estimateMinutes: n % 2 === 0 ? n : null,
      startDate: [null, '2026-01-05', '2099-01-01'][n % 4] ?? null,
      dueDate: n % 5 === 0 ? null : `2026-0${1 + (n % 3)}-${10 + (n % 18)}`,
      ...(isFirst && n % 2 === 0 && { tasklistId: tasklist.id }),
      ...(isFirst && n % 8 === 0 && { milestoneId: milestone.id }),
    })
    if (n % 7 === 0) await admin.create('/v1/times', { taskId: task.id, date: '2026-03-02', minutes: n + 1 })
    if (n % 14 === 0)
      await people[0]?.client.create('/v1/times', { taskId: task.id, date: '2026-03-03', minutes: 5 })
  }
  all = (await admin.all('/v1/tasks?limit=500')) as Reply['body'][]
})

const summary = async (query: Record<string, string>, client = company.admin): Promise<Reply['body']> =>
  (await client.ok('GET', `/v1/tasks/summary?${new URLSearchParams(query)}`)).body

const orNone = (values: readonly unknown[]): readonly unknown[] => (values.length === 0 ? [null] : values)
const weekOf = (moment: string | null): unknown => (moment === null ? null : isoWeek(moment.slice(0, 10)))

const keys: Readonly<Record<string, (details: Reply['body']) => readonly unknown[]>> = {
  status: ({ status }) => [status],
  stage: ({ stageId }) => [stageId],
  assignee: ({ assignees }) => orNone(assignees),
  tasklist: ({ tasklistId }) => [tasklistId],
  milestone: ({ milestoneId }) => [milestoneId],
  priority: ({ priority }) => [priority],
  tag: ({ tags }) => orNone(tags),
  dueWeek: ({ dueDate }) => [weekOf(dueDate)],
  createdWeek: ({ createdAt }) => [weekOf(createdAt)],
  completedWeek: ({ completedAt }) => [weekOf(completedAt)],
  workspace: ({ workspaceId }) => [workspaceId],
}

function sumsOf(found: readonly Reply['body'][]) {
  const sum = (name: string): number => found.reduce((total, { details }) => total + (details[name] ?? 0), 0)
  const completed = found.filter(({ details }) => details.completedAt !== null)
  return {
    ...{ count: found.length, estimateMinutes: sum('estimateMinutes'), spentMinutes: sum('spentMinutes') },
    completed: completed.length,
    cycleMinutes: completed.reduce((total, { details }) => total + cycleOf(details), 0),
    overdue: found.filter(({ details: { status, dueDate } }) => isOverdue(status, dueDate)).length,
  }
}

const isOverdue = (status: string, dueDate: string | null): boolean =>
  dueDate !== null && dueDate < dayAhead(0) && status !== 'Completed'

/** "From `startDate`, or from `createdAt` if there is none or if it was completed before, to `completedAt`." */
function cycleOf({ startDate, createdAt, completedAt }: Reply['body']): number {
  const isStarted = startDate !== null && startDate <= completedAt.slice(0, 10)
  const start = isStarted ? `${startDate}T00:00:00` : createdAt.slice(0, 19)
  return Math.floor((Date.parse(`${completedAt.slice(0, 19)}Z`) - Date.parse(`${start}Z`)) / 60_000)
}

/** The expected groups, in no order. */
function groupsOf(found: readonly Reply['body'][], names: readonly string[]): unknown[] {
  const groups = new Map<string, Reply['body'][]>()
  for (const each of found)
    for (const one of keys[names[0] ?? '']?.(each.details) ?? [])
      for (const other of names[1] === undefined ? [undefined] : (keys[names[1]]?.(each.details) ?? [])) {
        const name = JSON.stringify({ group: one, ...(other !== undefined && { subgroup: other }) })
        groups.set(name, [...(groups.get(name) ?? []), each])
      }
  return [...groups].map(([name, some]) => ({ ...JSON.parse(name), ...sumsOf(some) }))
}

const inAnyOrder = (groups: readonly unknown[]): string[] =>
  groups.map((group) => JSON.stringify(Object.entries(group as object).sort())).sort()

describe('each group, and the total', () => {
  test.each(Object.keys(keys))('by %s, equals the sums of the list, whatever the filter', async (groupBy) => {
    for (const filter of [
      '',
      `workspaceId="${places[0]}"`,
      `open=true AND workspaceId="${places[0]}"`,
      `assignees="${people[0]?.id}"`,
      'tags="round" AND priority>=3',
      'dueDate>="2026-02-01" AND dueDate<"2026-03-15"',
      'title contains "T1"',
      'createdAt="today"',
    ]) {
      const found = (await company.admin.all(
        `/v1/tasks?limit=500&filter=${encodeURIComponent(filter)}`,
      )) as Reply['body'][]
      const { groups, total, links } = await summary({ groupBy, filter })
      expect(inAnyOrder(groups), filter).toEqual(inAnyOrder(groupsOf(found, [groupBy])))
      expect([total, links], filter).toEqual([sumsOf(found), {}])
    }
  })

  test.each(['status,assignee', 'assignee,tag', 'dueWeek,status', 'stage,priority', 'workspace,status'])(
    'by %s',
    async (groupBy) => {
      const { groups, total } = await summary({ groupBy })
      expect(inAnyOrder(groups)).toEqual(inAnyOrder(groupsOf(all, groupBy.split(','))))
      expect(total).toEqual(sumsOf(all))
    },
  )

  test('are in ascending order, tasks without a value last', async () => {
    const { groups } = await summary({ groupBy: 'priority,assignee' })
    const order = groups.map(({ group, subgroup }: Reply['body']) => [group, subgroup])
    const byKeys = ([a, b]: [number, string | null], [c, d]: [number, string | null]) =>
      a - c || (b === null ? 1 : d === null || b < d ? -1 : 1)
    expect(order).toEqual(order.toSorted(byKeys))
  })

  test('without a grouping, only the total', async () => {
    expect(await summary({})).toEqual({ groupBy: null, groups: [], total: sumsOf(all), links: {} })
  })

  test('are those of the tasks that the caller may see', async () => {
    const mine = all.filter(({ details }) => details.workspaceId === places[0])
    expect((await summary({ groupBy: 'status' }, people[0]?.client)).total).toEqual(sumsOf(mine))
    const elsewhere = await world.person(company)
    expect((await summary({}, elsewhere.client)).total.count).toBe(0)
    const other = await world.company()
    expect((await summary({ groupBy: 'status' }, other.admin)).groups).toEqual([])
  })

  test('are those of the named workspaces, as far as the caller may see them', async () => {
    const [first = '', second = ''] = places
    const inside = (...ids: string[]) => all.filter(({ details }) => ids.includes(details.workspaceId))
    const of = (workspaceIds: string, client?: Client, filter = '') =>
      summary({ groupBy: 'workspace,status', workspaceIds, filter }, client)
    for (const ids of [[first], [second], [first, second], [second, second]]) {
      const { groups, total } = await of(ids.join())
      expect(inAnyOrder(groups)).toEqual(inAnyOrder(groupsOf(inside(...ids), ['workspace', 'status'])))
      expect(total).toEqual(sumsOf(inside(...ids)))
    }
    const open = inside(second).filter(({ details }) => details.status !== 'Completed')
    expect((await of(second, undefined, 'open=true')).total).toEqual(sumsOf(open))
    expect((await of(second, undefined, `workspaceId="${first}"`)).total.count).toBe(0)
    const [{ client } = { client: company.admin }] = people
    expect((await of(places.join(), client)).total).toEqual(sumsOf(inside(first)))
    expect((await of(second, client)).groups).toEqual([])
    expect((await of(places.join(), (await world.company()).admin)).groups).toEqual([])
    const times = await company.admin.ok('GET', `/v1/times/summary?groupBy=workspace&workspaceIds=${second}`)
    expect(times.body.total.minutes).toBe(sumsOf(inside(second)).spentMinutes)
    const files = await company.admin.ok('GET', `/v1/files/summary?workspaceIds=${second}`)
    expect(files.body.total.count).toBe(0)
  })

  test.each([
    ['', 'nothing'],
    ['x', 'something that is no id'],
    [`${'0'.repeat(22)},`, 'an empty one among them'],
    [Array.from({ length: 51 }, (_, n) => String(n).padStart(22, '0')).join(), 'more than 50'],
  ])('workspaces cannot be named by %j (%s)', async (workspaceIds) => {
    for (const kind of ['tasks', 'times', 'files']) {
      const { status, body } = await company.admin.get(`/v1/${kind}/summary?workspaceIds=${workspaceIds}`)
      expect([status, body.errors[0].parameter]).toEqual([400, 'workspaceIds'])
    }
  })

  test('count as overdue what the filter finds, in the caller’s time zone', async () => {
    const own = await world.company()
    const { id: workspaceId } = await own.admin.create('/v1/workspaces', { workspaceName: 'Due' })
    for (const away of [-2, -1, 0, 1, 2])
      for (const status of ['On Hold', 'Cancelled'])
        await own.admin.create('/v1/tasks', { workspaceId, title: 'T', status, dueDate: dayAhead(away) })
    const found = []
    // There, it is never the same day.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await own.admin.ok('PUT', `/v1/users/${own.adminId}`, { timeZone })
      const client = world.client(await world.token(own, own.adminId))
      const { total } = await summary({}, client)
      expect(total.overdue).toBe((await summary({ filter: 'overdue=true' }, client)).total.count)
      found.push(total.overdue)
    }
    expect(found[0]).toBeGreaterThan(found[1] ?? 0)
  })

  test('only with the figures that are wanted', async () => {
    const whole = await summary({ groupBy: 'status', expand: 'names' })
    const wanted = ['estimateMinutes', 'overdue']
    const only = ({ group, ...figures }: Reply['body']): object => ({
      ...(group !== undefined && { group }),
      ...Object.fromEntries(wanted.map((name) => [name, figures[name]])),
    })
    const some = await summary({ groupBy: 'status', expand: 'names', fields: wanted.join() })
    expect(some).toEqual({ ...whole, groups: whole.groups.map(only), total: only(whole.total) })
    expect((await summary({ fields: 'count' })).total).toEqual({ count: whole.total.count })
    const { status, body } = await company.admin.get('/v1/tasks/summary?fields=count,minutes')
    expect(status).toBe(400)
    expect(body.errors).toEqual([
      {
        parameter: 'fields',
        detail:
          'fields has unknown names: "minutes". It accepts count, estimateMinutes, spentMinutes, completed, cycleMinutes, overdue.',
      },
    ])
  })

  test('with names of people and lists', async () => {
    const { names } = await summary({ groupBy: 'assignee,tasklist', expand: 'names' })
    expect(Object.keys(names)).toHaveLength(3)
    expect(Object.values(names)).toContain('L')
  })

  test('weeks of timestamps begin in the caller’s time zone', async () => {
    const { id } = await company.admin.create('/v1/tasks', { workspaceId: places[1], title: 'Late' })
    const zoned = await world.person(company, { workspaceId: String(places[1]) })
    const filter = 'title="Late"'
    const weeks = []
    // A Sunday evening in UTC is a Monday in Nepal from 18:15 on.
    for (const moment of ['2026-03-01T18:14:59.999Z', '2026-03-01T18:15:00.000Z']) {
      await world.db.transaction((tx) =>
        tx.query.updateTable('tasks').set({ createdAt: moment }).where('id', '=', id).execute(),
      )
      for (const timeZone of ['Asia/Kathmandu', 'UTC']) {
        await company.admin.ok('PUT', `/v1/users/${zoned.id}`, { timeZone })
        const client = world.client(await world.token(company, zoned.id))
        weeks.push((await summary({ groupBy: 'createdWeek', filter }, client)).groups[0].group)
      }
    }
    expect(weeks).toEqual(['2026-W09', '2026-W09', '2026-W10', '2026-W09'])
    await company.admin.ok('DELETE', `/v1/tasks/${id}`)
  })

  test('a tag that is being merged counts as its target, and one that is being deleted not at all', async () => {
    const own = await world.company()
    const { id: workspaceId } = await own.admin.create('/v1/workspaces', { workspaceName: 'Tags' })
    for (const tags of [['kept', 'merged'], ['merged'], ['gone']])
      await own.admin.create('/v1/tasks', { workspaceId, title: 'T', tags })
    const { companyNo, adminId } = own
    await world.db.transaction(async (tx) => {
      const tags = await tx.query.selectFrom('tags').selectAll().where('companyNo', '=', companyNo).execute()
      const idOf = (name: string): string => tags.find(({ tagName }) => tagName === name)?.id ?? ''
      await retireTag(tx, { companyNo, id: idOf('merged') }, idOf('kept'), adminId)
      await retireTag(tx, { companyNo, id: idOf('gone') }, null, adminId)
    })
    const { groups } = await summary({ groupBy: 'tag' }, own.admin)
    expect(groups.map(({ group, count }: Reply['body']) => [group, count])).toEqual([
      ['kept', 2],
      [null, 1],
    ])
  })

  test.each(['x', 'status,', 'status,status', 'status,stage,tag', 'constructor'])(
    'not by %s',
    async (groupBy) => {
      const { status, body } = await company.admin.get(`/v1/tasks/summary?groupBy=${groupBy}`)
      expect([status, body.errors[0].parameter]).toEqual([400, 'groupBy'])
    },
  )
})

test('more tasks than one statement sums up', async () => {
  const own = await world.company()
  const { id } = await own.admin.create('/v1/workspaces', { workspaceName: 'Many' })
  for (let batch = 0; batch < 3; batch += 1)
    await own.admin.ok('POST', '/v1/tasks/bulk', {
      operations: Array.from({ length: 1_000 }, (_, n) => ({
        requestId: `${n}`,
        method: 'POST',
        body: { workspaceId: id, title: 'T', dueDate: `2026-01-${10 + (n % 20)}`, estimateMinutes: 1 },
      })),
    })
  for (const filter of ['', 'dueDate>"2026-01-10"', `workspaceId="${id}"`]) {
    const { total } = await summary({ groupBy: 'dueWeek', filter }, own.admin)
    const expected = filter.startsWith('due') ? 2_850 : 3_000
    expect([total.count, total.estimateMinutes], filter).toEqual([expected, expected])
  }
})

test('time entries by two groupings', async () => {
  const { body } = await company.admin.ok('GET', '/v1/times/summary?groupBy=week,user')
  const common = { group: '2026-W10', billableMinutes: 0 }
  expect(body.groups).toEqual([
    { ...common, subgroup: company.adminId, minutes: 111, entries: 6 },
    { ...common, subgroup: people[0]?.id, minutes: 15, entries: 3 },
  ])
  expect(body.groupBy).toBe('week,user')
})

test('files by type and status, with their bytes', async () => {
  const { admin } = company
  const sizes = [5, 7, 11]
  for (const [n, size] of sizes.entries()) {
    const upload = await admin.send('POST', '/v1/files/upload', Buffer.alloc(size, 'a'), {
      'content-disposition': `attachment; filename="f${n}.txt"`,
      'content-type': 'text/plain',
    })
    await admin.ok('POST', `/v1/workspaces/${places[0]}/files`, { deferredAssetIds: [upload.body.id] })
  }
  const { body } = await admin.ok('GET', '/v1/files/summary?groupBy=type,status')
  expect(body.total).toEqual({ count: 3, bytes: 23 })
  expect(body.groups).toEqual([{ group: 'text/plain', subgroup: 'Draft', count: 3, bytes: 23 }])
  const outsider = await world.person(company)
  expect((await outsider.client.ok('GET', '/v1/files/summary?groupBy=type')).body.groups).toEqual([])
})
