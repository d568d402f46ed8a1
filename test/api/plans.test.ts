import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../src/actor.ts'
import { type Reader, rows } from '../../src/db/database.ts'
import type { List } from '../../src/http/list.ts'
import { type Company, useWorld } from '../support/world.ts'

/** "A test explains each list's plan and fails on a full scan." Lists are found through the operations. */
const world = useWorld()
let company: Company

const examples: Readonly<Record<string, string>> = {
  text: '"x"',
  id: '"x"',
  boolean: 'true',
  date: '"2026-01-01"',
  timestamp: '"2026-01-01"',
  number: '1',
  tags: '"x"',
}

beforeAll(async () => {
  company = await world.company()
  const { db } = world
  const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Plans' })
  if (world.engine === 'postgres') {
    // A planner scans what fits on a page or two; with rows enough it shows what it would do in earnest.
    await rows(db, {
      sql: `INSERT INTO "tasks" ("companyNo", "id", "createdAt", "updatedAt", "createdBy", "workspaceId", "title", "titleKey", "status", "priority", "assignees", "tagIds", "customFields", "dueDate")
        SELECT c, lpad(n::text, 22, '0'), 'now', lpad((n % 977)::text, 24, '0'), NULL, CASE WHEN n % 50 = 0 THEN ? ELSE lpad((n % 401)::text, 22, 'w') END, 'x', lpad((n % 991)::text, 8, 'x'), CASE WHEN n % 3 = 0 THEN 'Open' ELSE 'Completed' END, n % 5 + 1, '[]', '[]', '[]', CASE WHEN n % 2 = 0 THEN '2026-01-01' END
        FROM generate_series(1, 20000) n, generate_series(1000, 1001) c`,
      values: [workspace.id],
    })
    for (const table of ['tasks', 'users', 'workspaces', 'workspaceGroups', 'members'])
      await rows(db, { sql: `ANALYZE "${table}"`, values: [] })
  }
})

const scans: Readonly<Record<string, RegExp>> = { sqlite: /^SCAN (?!CONSTANT ROW)/, postgres: /Seq Scan on/ }

/** Explains every statement of a list instead of running it. */
function explaining(db: Reader, plans: { sql: string; plan: string[] }[]): Reader {
  return {
    ...db,
    async run({ sql, values }) {
      const prefix = world.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN ' : 'EXPLAIN '
      const found = await rows<Record<string, string>>(db, { sql: prefix + sql, values })
      plans.push({ sql, plan: found.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '') })
      return []
    },
  }
}

describe('no list reads a whole table', () => {
  test('with every sort, every filter and both together', async () => {
    const lists = new Set<List>()
    for (const { answer } of world.app.operations)
      if (typeof answer === 'object' && 'list' in answer) lists.add(answer.list)
    expect(lists.size).toBeGreaterThanOrEqual(5)
    // A company that has its rows among those of others, large enough that reading all of them would be foolish.
    const actor = {
      companyNo: 1000,
      companyId: company.companyId,
      userId: company.adminId,
      userType: 'Internal',
      permissions: ['companyAdmin'],
    } as unknown as Actor
    const plans: { sql: string; plan: string[] }[] = []
    const reader = explaining(world.db, plans)
    for (const list of lists)
      for (const sort of ['', ...list.sort])
        for (const filter of ['', ...Object.keys(list.filter)]) {
          const { parseListRequest } = await import('../../src/query/paging.ts')
          const type = filter === '' ? undefined : list.filter[filter]?.type
          const query = {
            ...(sort !== '' && { sort: [`-${sort}`] }),
            ...(type !== undefined && { filter: [`${filter}=${examples[type]}`] }),
          }
          await list.read(reader, actor, parseListRequest(query, list.sort, list.filter), undefined, [])
        }
    expect(plans.length).toBeGreaterThan(200)
    const bad = plans.filter(
      ({ plan, sql }) => isLarge(sql) && plan.some((line) => scans[world.engine]?.test(line)),
    )
    expect(bad.slice(0, 3)).toEqual([])
  })
})

/** On PostgreSQL only tables with rows enough tell something: a planner rightly scans a table of one page. */
function isLarge(sql: string): boolean {
  return world.engine === 'sqlite' || /FROM "tasks" t/.test(sql)
}
