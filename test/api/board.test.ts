import { beforeAll, describe, expect, test } from 'vitest'
import { inChunks } from '../../src/db/database.ts'
import { boardAddress, columnContinued, commonFields } from '../../web/src/pages/tasks/board-request.ts'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string
let stages: string[]
let all: Reply['body'][]

beforeAll(async () => {
  company = await world.company()
  const { admin } = company
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Board' })).id
  stages = []
  for (const [stageName, status] of [
    ['Ideas', 'Open'],
    ['Next', 'Open'],
    ['Doing', 'In Progress'],
    ['Done', 'Completed'],
  ])
    stages.push((await admin.create(`/v1/workspaces/${workspaceId}/stages`, { stageName, status })).id)
  // The last one comes first.
  await admin.ok('PUT', `/v1/stages/${stages[3]}/place`, { before: stages[0] })
  for (let n = 0; n < 24; n += 1)
    await admin.create('/v1/tasks', {
      workspaceId,
      title: `T${n}`,
      estimateMinutes: n,
      ...(n % 6 === 5 ? { status: 'On Hold' } : { stageId: stages[n % 3] }),
      assignees: n % 2 === 0 ? [company.adminId] : [],
    })
  const tasks = (await admin.all(`/v1/workspaces/${workspaceId}/tasks?sort=rank`)) as Reply['body'][]
  await admin.ok('PUT', `/v1/tasks/${tasks[20]?.id}/place`, { before: tasks[0]?.id })
  // Another workspace must not show up.
  const elsewhere = await admin.create('/v1/workspaces', { workspaceName: 'Elsewhere' })
  await admin.create('/v1/tasks', { workspaceId: elsewhere.id, title: 'Elsewhere' })
  all = (await admin.all(`/v1/workspaces/${workspaceId}/tasks?sort=rank`)) as Reply['body'][]
})

const board = async (query: string, client = company.admin): Promise<Reply['body']> =>
  (await client.ok('GET', `/v1/workspaces/${workspaceId}/board?${query}`)).body

const idsOf = (items: readonly Reply['body'][]): string[] => items.map(({ id }) => id)

const fieldOf: Readonly<Record<string, string>> = {
  stage: 'stageId',
  status: 'status',
  assignee: 'assignees',
  tasklist: 'tasklistId',
  milestone: 'milestoneId',
  priority: 'priority',
}

describe('each group has its exact count, its sums, and its first tasks by rank', () => {
  test.each(Object.keys(fieldOf))('by %s, and its link goes on in the list', async (groupBy) => {
    for (const filter of ['', 'title contains "T1"', 'open=true AND unassigned=true']) {
      const query = `groupBy=${groupBy}&limit=2&filter=${encodeURIComponent(filter)}`
      const { groups, total } = await board(query)
      const matching = (await company.admin.all(
        `/v1/workspaces/${workspaceId}/tasks?sort=rank&filter=${encodeURIComponent(filter)}`,
      )) as Reply['body'][]
      expect(total.count).toBe(matching.length)
      let seen = 0
      for (const { group, count, estimateMinutes, items, links } of groups) {
        const expected = matching.filter(({ details }) => {
          const own = details[fieldOf[groupBy] ?? '']
          return Array.isArray(own)
            ? group === null
              ? own.length === 0
              : own.includes(group)
            : own === group
        })
        expect(count, `${group}`).toBe(expected.length)
        expect(estimateMinutes).toBe(expected.reduce((sum, { details }) => sum + details.estimateMinutes, 0))
        expect(idsOf(items)).toEqual(idsOf(expected).slice(0, 2))
        const rest =
          links.next === undefined ? [] : ((await company.admin.all(links.next)) as Reply['body'][])
        expect(idsOf([...items, ...rest])).toEqual(idsOf(expected))
        seen += count
      }
      expect(seen).toBe(matching.length)
    }
  })
})

test('stages come in their order, even without tasks, and tasks without a stage last', async () => {
  const { groups, groupBy, links } = await board('')
  expect([groupBy, links]).toEqual(['stage', {}])
  expect(groups.map(({ group }: Reply['body']) => group)).toEqual([
    stages[3],
    stages[0],
    stages[1],
    stages[2],
    null,
  ])
  expect(groups[0]).toMatchObject({ count: 0, estimateMinutes: 0, items: [], links: {} })
})

test('all statuses and priorities are shown', async () => {
  const keysBy = async (by: string) =>
    (await board(`groupBy=${by}`)).groups.map(({ group }: Reply['body']) => group)
  expect(await keysBy('status')).toEqual(['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'])
  expect(await keysBy('priority')).toEqual([1, 2, 3, 4, 5])
})

test('with some fields, and names of the people and lists that tasks and groups name', async () => {
  const { groups, names } = await board('groupBy=assignee&fields=title,assignees&expand=names')
  expect(Object.keys(groups[0].items[0].details)).toEqual(['title', 'assignees'])
  expect(Object.keys(names)).toEqual([company.adminId])
  const next = groups[0].links.next ?? ''
  expect(next === '' || next.includes('fields=title')).toBe(true)
})

test('the link keeps fields, filter and limit', async () => {
  const { groups } = await board('groupBy=status&limit=3&fields=title&filter=priority%3D3')
  const { next } = groups[0].links
  const page = (await company.admin.get(next)).body
  expect(page.items).toHaveLength(3)
  expect(Object.keys(page.items[0].details)).toEqual(['title'])
})

describe('five columns of thirty cards, as the web application requests them, take at most 60 kB', () => {
  let own: string
  const statuses = ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled']
  beforeAll(async () => {
    own = (await company.admin.create('/v1/workspaces', { workspaceName: 'Large' })).id
    for (const status of statuses)
      await company.admin.create(`/v1/workspaces/${own}/stages`, { stageName: status, status })
    const operations = Array.from({ length: 160 }, (_, n) => ({
      requestId: `${n}`,
      method: 'POST',
      body: {
        workspaceId: own,
        title: `Write the press release for the launch in spring ${n}`,
        status: statuses[n % 5],
        dueDate: '2026-03-31',
        assignees: [company.adminId],
        tags: ['press', 'launch'],
        description: 'long '.repeat(500),
      },
    }))
    for (const some of inChunks(operations, 40))
      await company.admin.ok('POST', '/v1/tasks/bulk', { operations: some })
  })

  test.each(['stage', 'status', 'priority'] as const)('by %s', async (groupBy) => {
    const { text, body } = await company.admin.ok('GET', boardAddress(own, groupBy, ''))
    const shown = body.groups.filter(({ count }: Reply['body']) => count > 0)
    for (const { group, items, links } of shown) {
      expect(items).toHaveLength(30)
      const common = commonFields(own, groupBy, group)
      const [whole] = (await company.admin.ok('GET', columnContinued(links.next) ?? '')).body.items
      expect(whole.details).toMatchObject(common)
      expect(Object.keys({ ...items[0].details, ...common }).sort()).toEqual(
        Object.keys(whole.details).sort(),
      )
    }
    expect(shown).toHaveLength(groupBy === 'priority' ? 1 : 5)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000)
  })
})

test.each([
  ['groupBy=title', 'groupBy'],
  ['groupBy=status,stage', 'groupBy'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['fields=nothing', 'fields'],
  ['expand=people', 'expand'],
  ['filter=x', 'filter'],
  ['sort=rank', 'sort'],
])('%s is a 400', async (query, parameter) => {
  const { status, body } = await company.admin.get(`/v1/workspaces/${workspaceId}/board?${query}`)
  expect([status, body.errors[0].parameter]).toEqual([400, parameter])
})

test('a filter of 50 conditions works, and so do the links, which have one more', async () => {
  const filter = (count: number, last = 'priority>0'): string =>
    encodeURIComponent([...Array(count - 1).fill('priority>0'), last].join(' AND '))
  const { groups } = await board(`limit=1&fields=title&filter=${filter(50)}`)
  const idsIn = (all: Reply['body'][]) => all.map(({ group, items }) => [group, idsOf(items)])
  expect(idsIn(groups)).toEqual(idsIn((await board('limit=1&fields=title')).groups))
  const link = groups.find(({ links }: Reply['body']) => links.next !== undefined).links.next
  const { body: next } = await company.admin.ok('GET', link)
  expect(next.items).toHaveLength(1)
  for (const each of Object.values(next.links)) await company.admin.ok('GET', String(each))
  // The longest one, in bytes.
  const longest = 'priority>0'.padEnd(8192)
  await board(`groupBy=milestone&filter=${longest.replaceAll(' ', '+')}`)
  const { status, body } = await company.admin.get(`/v1/workspaces/${workspaceId}/board?filter=${filter(51)}`)
  expect([status, body.errors[0].detail]).toEqual([400, expect.stringContaining('at most 50 terms')])
  const list = await company.admin.get(`/v1/workspaces/${workspaceId}/tasks?filter=${filter(51)}`)
  expect(list.status).toBe(400)
})

test('more than 100 groups are a 400 that explains it', async () => {
  const own = await company.admin.create('/v1/workspaces', { workspaceName: 'Many lists' })
  for (let n = 0; n < 101; n += 1) {
    const list = await company.admin.create(`/v1/workspaces/${own.id}/tasklists`, { tasklistName: `L${n}` })
    await company.admin.create(`/v1/tasklists/${list.id}/tasks`, { title: 'T' })
  }
  const { status, body } = await company.admin.get(`/v1/workspaces/${own.id}/board?groupBy=tasklist`)
  expect([status, body.message]).toEqual([400, expect.stringContaining('more than 100 groups')])
})

test('only members see it', async () => {
  const { client } = await world.person(company)
  expect((await client.get(`/v1/workspaces/${workspaceId}/board`)).status).toBe(403)
  expect(all.length).toBe(24)
})
