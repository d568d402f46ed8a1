import { beforeAll, expect, test } from 'vitest'
import { longestRank, longRank } from '../../src/base/rank.ts'
import { rows } from '../../src/db/database.ts'
import { rankAt, storeRanks } from '../../src/db/ranks.ts'
import { sql } from '../../src/db/sql.ts'
import { shortenRanks } from '../../src/jobs/shorten-ranks.ts'
import type { Reply } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "Order is the server's." */
const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const newWorkspace = async (): Promise<string> =>
  (await company.admin.create('/v1/workspaces', { workspaceName: 'Order' })).id

const newTask = async (workspaceId: string, title: string, body = {}): Promise<string> => {
  // Ids of the same millisecond have no order.
  time.pass(2)
  return (await company.admin.create('/v1/tasks', { workspaceId, title, ...body })).id
}

const newTasks = async (workspaceId: string, titles: string): Promise<Record<string, string>> => {
  const ids: Record<string, string> = {}
  for (const title of titles) ids[title] = await newTask(workspaceId, title)
  return ids
}

const titlesOf = async (path: string): Promise<string> => {
  const { items } = await company.admin.list(path)
  return items.map(({ details }) => details.title ?? details.tasklistName).join('')
}

const inOrder = (workspaceId: string, query = ''): Promise<string> =>
  titlesOf(`/v1/workspaces/${workspaceId}/tasks?sort=rank&limit=500${query}`)

const place = (id = '', body?: object): Promise<Reply> =>
  company.admin.send('PUT', `/v1/tasks/${id}/place`, body)

const ranksOf = (workspaceId: string): Promise<{ id: string; rankKey: string }[]> =>
  rows(
    world.db,
    sql`SELECT "id", "rankKey" FROM "tasks" WHERE "workspaceId" = ${workspaceId} ORDER BY "rankKey"`,
  )

test('tasks come oldest first until somebody places them after, before or last', async () => {
  const workspaceId = await newWorkspace()
  const ids = await newTasks(workspaceId, 'ABCD')
  expect(await inOrder(workspaceId)).toBe('ABCD')
  expect((await place(ids['D'], { after: ids['A'] })).status).toBe(204)
  expect(await inOrder(workspaceId)).toBe('ADBC')
  await place(ids['C'], { before: ids['A'] })
  expect(await inOrder(workspaceId)).toBe('CADB')
  await place(ids['C'])
  expect(await inOrder(workspaceId)).toBe('ADBC')
  await place(ids['A'], {})
  expect(await inOrder(workspaceId)).toBe('DBCA')
  await newTask(workspaceId, 'E')
  expect(await inOrder(workspaceId)).toBe('DBCAE')
  expect(await titlesOf(`/v1/workspaces/${workspaceId}/tasks?sort=-rank`)).toBe('EACBD')
})

test('a place is no change of the record: its ETag and updatedAt stay, and the rank is never sent', async () => {
  const workspaceId = await newWorkspace()
  const { A, B } = await newTasks(workspaceId, 'AB')
  const before = await company.admin.get(`/v1/tasks/${A}`)
  const reply = await place(A, { after: B })
  const after = await company.admin.get(`/v1/tasks/${A}`)
  expect(reply.headers['etag']).toBe(before.headers['etag'])
  expect(after.text).toBe(before.text)
  expect(after.text).not.toContain('rank')
  const [entry] = (await company.admin.list('/v1/audit?limit=1')).items
  expect(entry.details).toMatchObject({ type: 'task.placed', recordId: A, fields: [] })
  const stale = await company.admin.send('PUT', `/v1/tasks/${A}/place`, {}, { 'if-match': '"x"' })
  expect(stale.status).toBe(412)
})

test('a place sets status, list and parent with it', async () => {
  const workspaceId = await newWorkspace()
  const { A, B } = await newTasks(workspaceId, 'AB')
  const { id: tasklistId } = await company.admin.create('/v1/tasklists', { tasklistName: 'L', workspaceId })
  await place(A, { after: B, status: 'Completed', tasklistId, parentTaskId: B })
  const { details } = (await company.admin.get(`/v1/tasks/${A}`)).body
  expect(details).toMatchObject({ status: 'Completed', tasklistId, parentTaskId: B })
  expect(details.completedAt).not.toBe(null)
  await place(A, { tasklistId: null })
  expect((await company.admin.get(`/v1/tasks/${A}`)).body.details).toMatchObject({
    status: 'Completed',
    tasklistId: null,
    parentTaskId: B,
  })
  expect((await place(B, { parentTaskId: A })).status).toBe(409)
})

test('a place names one other record of the same workspace', async () => {
  const workspaceId = await newWorkspace()
  const elsewhere = await newWorkspace()
  const { A, B, C } = await newTasks(workspaceId, 'ABC')
  const { D } = await newTasks(elsewhere, 'D')
  const refused = async (body: object): Promise<string> => {
    const reply = await place(A, body)
    expect(reply.status).toBe(400)
    return reply.body.errors.map(({ detail }: { detail: string }) => detail).join(' ')
  }
  expect(await refused({ after: B, before: C })).toContain('"before" cannot be given together with "after"')
  expect(await refused({ after: D })).toContain('"after" must name a record in the same order')
  expect(await refused({ before: A })).toContain('"before" must name another record')
  expect(await refused({ after: '0'.repeat(22) })).toContain('does not exist')
  expect(await refused({ rank: 'V' })).toContain('is not a field')
  await company.admin.ok('DELETE', `/v1/tasks/${B}`)
  expect(await refused({ after: B })).toContain('does not exist')
  expect(await inOrder(workspaceId)).toBe('AC')
})

test('rank sorts within one workspace; elsewhere a 400 explains why, and what to do', async () => {
  const workspaceId = await newWorkspace()
  const { A, B } = await newTasks(workspaceId, 'AB')
  await place(A, { after: B })
  const filter = encodeURIComponent(`workspaceId="${workspaceId}"`)
  expect(await titlesOf(`/v1/tasks?sort=rank&filter=${filter}`)).toBe('BA')
  expect(await titlesOf(`/v1/tasks?sort=rank&filter=${filter}%20AND%20status%3D%22Open%22`)).toBe('BA')
  expect(await titlesOf(`/v1/tasks?sort=status,-rank,title&filter=${filter}`)).toBe('AB')
  for (const path of ['/v1/tasks?sort=rank', '/v1/tasklists?sort=-rank']) {
    const { status, body } = await company.admin.get(path)
    const why = 'Each workspace has its own order. To sort by rank, filter by one: workspaceId="…".'
    expect([status, body.message]).toEqual([400, `${why} Invalid sorter(s): rank`])
    expect(body.code).toBe('invalid_sorter')
  }
})

test('pages by rank are exact, forwards and backwards, while room is made for others', async () => {
  const workspaceId = await newWorkspace()
  const ids = await newTasks(workspaceId, 'ABCDEFGH')
  // Places H between A and B, G between A and H, and so on, until their ranks are long.
  for (let n = 0; (await ranksOf(workspaceId)).every(({ rankKey }) => rankKey.length <= longRank); n += 1)
    await place(ids['HGFEDC'[n % 6] ?? ''], { after: ids['A'] })
  const expected = await inOrder(workspaceId)
  let page = await company.admin.list(`/v1/workspaces/${workspaceId}/tasks?sort=rank&limit=3`)
  const seen = [...page.items]
  const before = await ranksOf(workspaceId)
  await shortenRanks.run(world.db, new AbortController().signal)
  const after = await ranksOf(workspaceId)
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after).not.toEqual(before)
  expect(after.every(({ rankKey }) => rankKey.length <= longRank)).toBe(true)
  while (page.links.next !== undefined) {
    page = await company.admin.list(page.links.next)
    seen.push(...page.items)
  }
  expect(seen.map(({ details }) => details.title).join('')).toBe(expected)
  const back = [...page.items]
  while (page.links.previous !== undefined) {
    page = await company.admin.list(page.links.previous)
    back.unshift(...page.items)
  }
  expect(back.map(({ details }) => details.title).join('')).toBe(expected)
})

test('a page continues where it ended if its last record was placed elsewhere since', async () => {
  const workspaceId = await newWorkspace()
  const ids = await newTasks(workspaceId, 'ABCDEF')
  const page = await company.admin.list(`/v1/workspaces/${workspaceId}/tasks?sort=rank&limit=2`)
  await place(ids['B'], { after: ids['E'] })
  expect(await titlesOf(`${page.links.next}`.replace('limit=2', 'limit=9'))).toBe('CDEBF')
})

test('two people who place records at the same time never get equal ranks', async () => {
  const workspaceId = await newWorkspace()
  const titles = 'ABCDEFGHIJKLMNOP'
  const ids = await newTasks(workspaceId, titles)
  for (let n = 0; n < 5; n += 1)
    await Promise.all([...titles.slice(1)].map((title) => place(ids[title], { after: ids['A'] })))
  const ranks = (await ranksOf(workspaceId)).map(({ rankKey }) => rankKey)
  expect(new Set(ranks).size).toBe(titles.length)
  expect((await inOrder(workspaceId)).startsWith('A')).toBe(true)
  expect([...(await inOrder(workspaceId))].toSorted().join('')).toBe(titles)
})

test('placements at the worst spot keep ranks short, and the order right', async () => {
  const workspaceId = await newWorkspace()
  const { companyNo } = company
  const { A, B } = await newTasks(workspaceId, 'AB')
  const many = 1_200
  const [first = '', last = ''] = [A, B]
  const template = (
    await rows<Record<string, string>>(world.db, sql`SELECT * FROM "tasks" WHERE "id" = ${first}`)
  )[0]
  const { rankKey: _, startDateKey: _s, dueDateKey: _d, completedAtKey: _c, ...columns } = template ?? {}
  let longest = 0
  const placedIds: string[] = []
  for (let n = 0; n < many; n += 200)
    await world.db.transaction(async (tx) => {
      for (let m = n; m < n + 200; m += 1) {
        const id = `zz${String(m).padStart(20, '0')}`
        const row = { ...columns, id, rank: null }
        await rows(
          tx,
          sql`INSERT INTO "tasks" (${sql.ids(Object.keys(row))}) VALUES ${sql.values([Object.values(row)])}`,
        )
        const rank = await rankAt(tx, 'tasks', { companyNo, id, parentId: workspaceId }, { after: first })
        await storeRanks(tx, 'tasks', companyNo, [{ id, rank }])
        longest = Math.max(longest, rank.length)
        placedIds[m] = id
      }
    })
  const found = await ranksOf(workspaceId)
  expect(found.map(({ id }) => id)).toEqual([first, ...placedIds.toReversed(), last])
  expect(longest).toBeLessThanOrEqual(longestRank)
  expect(Math.max(...found.map(({ rankKey }) => rankKey.length))).toBeLessThanOrEqual(longestRank)
})

test('a task comes last in the workspace that it moves to, with its subtasks in their order', async () => {
  const [here, there] = [await newWorkspace(), await newWorkspace()]
  const { A } = await newTasks(here, 'A')
  const [x, y] = [
    await newTask(here, 'X', { parentTaskId: A }),
    await newTask(here, 'Y', { parentTaskId: A }),
  ]
  await place(y, { before: x })
  await newTasks(there, 'PQ')
  await company.admin.ok('PUT', `/v1/tasks/${A}`, { workspaceId: there })
  expect(await inOrder(there)).toBe('PQAYX')
  await newTask(there, 'R')
  expect(await inOrder(there)).toBe('PQAYXR')
})

test('a restored task is back in its place, and a copied list keeps its order', async () => {
  const workspaceId = await newWorkspace()
  const { id: tasklistId } = await company.admin.create('/v1/tasklists', { tasklistName: 'L', workspaceId })
  const ids: Record<string, string> = {}
  for (const title of 'ABCD') ids[title] = await newTask(workspaceId, title, { tasklistId })
  await place(ids['D'], { before: ids['A'] })
  await company.admin.ok('DELETE', `/v1/tasks/${ids['A']}`)
  await place(ids['C'], { after: ids['D'] })
  await company.admin.ok('POST', `/v1/tasks/${ids['A']}/restore`)
  expect(await titlesOf(`/v1/tasklists/${tasklistId}/tasks?sort=rank`)).toBe('DCAB')
  const target = await newWorkspace()
  const copy = await company.admin.create('/v1/tasklists', {
    ...{ tasklistName: 'Copy', workspaceId: target, tasklistTemplate: tasklistId },
  })
  expect(await titlesOf(`/v1/tasklists/${copy.id}/tasks?sort=rank`)).toBe('DCAB')
})

test('task lists have an order too', async () => {
  const workspaceId = await newWorkspace()
  const ids: Record<string, string> = {}
  for (const tasklistName of 'ABC') {
    time.pass(2)
    ids[tasklistName] = (await company.admin.create('/v1/tasklists', { tasklistName, workspaceId })).id
  }
  const lists = `/v1/workspaces/${workspaceId}/tasklists?sort=rank`
  expect(await titlesOf(lists)).toBe('ABC')
  await company.admin.ok('PUT', `/v1/tasklists/${ids['C']}/place`, { before: ids['B'] })
  expect(await titlesOf(lists)).toBe('ACB')
  await company.admin.ok('PUT', `/v1/tasklists/${ids['A']}/place`)
  expect(await titlesOf(lists)).toBe('CBA')
  await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/archive`)
  expect((await company.admin.send('PUT', `/v1/tasklists/${ids['A']}/place`)).status).toBe(409)
})

test('bulk places tasks', async () => {
  const workspaceId = await newWorkspace()
  const { A, B, C } = await newTasks(workspaceId, 'ABC')
  const bulk = (operations: object[]): Promise<Reply> =>
    company.admin.send('POST', '/v1/tasks/bulk', { operations })
  const { body } = await bulk([
    { requestId: '1', method: 'PUT', id: C, path: 'place', body: { before: A } },
    { requestId: '2', method: 'PUT', id: A, path: 'place', body: {} },
    { requestId: '3', method: 'PUT', id: B, path: 'place', body: { after: B } },
  ])
  expect(body.responses.map(({ status }: { status: number }) => status)).toEqual([204, 204, 400])
  expect(await inOrder(workspaceId)).toBe('CBA')
  for (const operation of [
    { requestId: '1', method: 'DELETE', id: C, path: 'place' },
    { requestId: '1', method: 'PUT', id: C, path: 'lock', body: {} },
  ])
    expect((await bulk([operation])).body.errors[0].pointer).toBe('/operations/0/path')
})
