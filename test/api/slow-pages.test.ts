import { expect, inject, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { unlimited, useWorld } from '../support/world.ts'

// Only PostgreSQL can stop a statement.
const onPostgres = test.runIf(inject('engine') === 'postgres')

const world = useWorld(unlimited)

onPostgres('a statement with a time limit ends in time, and the next one has none', async () => {
  const { runWithin, run } = world.db
  const slow = sql`SELECT pg_sleep(0.4), ${'x'} AS "x"`
  for (let n = 0; n < 30; n += 1) expect(await runWithin?.(20, slow)).toBeUndefined()
  expect(await runWithin?.(5_000, sql`SELECT ${'x'} AS "x"`)).toEqual([{ x: 'x' }])
  expect(await run(slow)).toMatchObject([{ x: 'x' }])
  await expect(runWithin?.(5_000, sql`SELECT nothing`)).rejects.toThrow('nothing')
  await expect(runWithin?.(5_000, sql`DELETE FROM "tasks"`)).rejects.toThrow('read-only')
})

onPostgres('a page is the same whether one statement finds it in time or not', async () => {
  const company = await world.company()
  const { admin } = company
  const places: string[] = []
  for (let n = 0; n < 3; n += 1)
    places.push((await admin.create('/v1/workspaces', { workspaceName: `Place ${n}` })).id)
  const { id: userHash, client } = await world.person(company, { workspaceId: places[0] ?? '' })
  await admin.ok('PUT', `/v1/workspaces/${places[1]}/members/${userHash}`, { role: 'Reader' })
  const { id: tasklistId } = await admin.create(`/v1/workspaces/${places[1]}/tasklists`, {
    tasklistName: 'Many',
  })
  const tasks: string[] = []
  for (let n = 0; n < 60; n += 1) {
    const place = n % 3
    const { id } = await admin.create('/v1/tasks', {
      title: `Task ${(n * 37) % 60}`,
      workspaceId: places[place],
      priority: (n % 5) + 1,
      status: n % 7 === 0 ? 'Completed' : 'Open',
      tags: n % 4 === 0 ? ['four', 'all'] : ['all'],
      ...(n % 2 > 0 && { dueDate: `2026-0${(n % 9) + 1}-15` }),
      ...(place === 1 && { tasklistId }),
      ...(place === 0 && n % 5 === 0 && { assignees: [userHash] }),
      ...(n >= 30 && n % 6 === 0 && { parentTaskId: tasks[n - 30] }),
    })
    tasks.push(id)
  }
  await admin.ok('PUT', `/v1/tasks/${tasks[3]}/blockers/${tasks[6]}`)
  const filters = [
    'priority=3',
    'priority>=2 AND priority<5',
    'tags="four"',
    'tags="none"',
    `assignees="${userHash}"`,
    'open=false',
    'topLevel=false',
    'blocked=true',
    'title contains "task 1"',
    'title contains "nothing"',
    'dueDate>="2026-03-01" AND dueDate<"2026-07-01"',
    'createdAt>"2020-01-01" AND status="Open"',
    'status="Completed"',
    `parentTaskId="${tasks[0]}"`,
    'tags="four" AND open=true',
    `tasklistId="${tasklistId}"`,
    // Not a milestone: one table finds the tasks of both.
    `milestoneId="${tasklistId}"`,
  ]
  const sorts = ['', 'dueDate', '-completedAt', 'status,-title', '-priority,dueDate,title', '-createdAt']

  let asked = 0
  const { runWithin } = world.db
  const inTime: Database = { ...world.db }
  const never: Database = { ...world.db, runWithin: async () => undefined }
  if (runWithin !== undefined)
    Object.assign(inTime, {
      async runWithin(milliseconds: number, statement: Parameters<typeof runWithin>[1]) {
        asked += 1
        // However busy the machine is.
        return runWithin(100 * milliseconds, statement)
      },
    })
  const tokens = [await world.token(company, company.adminId), await world.token(company, userHash)]
  const apps = [inTime, never].map((db) =>
    buildApp({ config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) }),
  )
  /** The ids on each page, to the end or to the beginning. */
  const pagesOf = async (app: (typeof apps)[number], token: string, first: string): Promise<string[][]> => {
    const pages: string[][] = []
    for (let url: string | undefined = first; url !== undefined; ) {
      const { statusCode, payload } = await app.server.inject({
        url,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(statusCode, `${url} ${payload}`).toBe(200)
      const { items, links } = JSON.parse(payload)
      pages.push(items.map(({ id }: { id: string }) => id))
      url = first.includes('paging=last') ? links.previous : links.next
    }
    return pages
  }
  try {
    for (const app of apps) await app.server.ready()
    let rows = 0
    // Every second pair: each filter and each sort takes part.
    for (const token of tokens)
      for (const [n, filter] of filters.entries())
        for (const sort of sorts.filter((_, at) => (n + at) % 2 === 0))
          for (const end of ['', '&paging=last']) {
            const url = `/v1/tasks?limit=15&filter=${encodeURIComponent(filter)}${sort && `&sort=${sort}`}${end}`
            const [one, other] = await Promise.all(apps.map((app) => pagesOf(app, token, url)))
            expect(one, url).toEqual(other)
            rows += one?.flat().length ?? 0
          }
    expect(rows).toBeGreaterThan(500)
    expect(asked).toBeGreaterThan(150)
  } finally {
    for (const app of apps) await app.server.close()
  }
  expect((await client.list('/v1/tasks?filter=tags%3D%22four%22')).items).toHaveLength(10)
})
