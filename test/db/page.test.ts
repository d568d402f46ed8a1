import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../src/base/actor.ts'
import type { Database, Reader, Sql } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openFile, openSqlite } from '../../src/db/sqlite/engine.ts'
import { type Page, readPage } from '../../src/lists/page.ts'
import type { PageRequest, Restriction } from '../../src/lists/plans.ts'
import type { Position } from '../../src/query/cursor.ts'
import { parseListRequest } from '../../src/query/paging.ts'
import { absoluteOnly } from '../../src/query/relative.ts'
import { tasks } from '../../src/resources/tasks/task.ts'
import type { TaskRow } from '../../src/schema/records/task.ts'
import { time } from '../support/clock.ts'
import { useFolders } from '../support/files.ts'
import { fillWithTasks } from '../support/many-tasks.ts'

const count = 200_000
const newFolder = useFolders()
let db: Database
let file = ''

beforeAll(async () => {
  file = join(newFolder(), 'atrium.db')
  await migrate({ engine: 'sqlite', file })
  fillWithTasks(file, count)
  const connection = openFile(file)
  // Another company, with the longest possible descriptions.
  const names = (connection.pragma('table_info("tasks")') as { name: string }[]).map(
    ({ name }) => `"${name}"`,
  )
  const values = names.map((name) => {
    if (name === '"companyNo"') return '2'
    return name === '"description"' ? `printf('%.65536c', 'x')` : name
  })
  const copied = ({ table, set }: { table: string; set: Record<string, string> }): void => {
    const all = (connection.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name)
    connection.exec(
      `INSERT INTO "${table}" (${all.join(', ')}) SELECT ${all.map((name) => set[name] ?? name).join(', ')} FROM "${table}"`,
    )
  }
  copied({ table: 'companies', set: { companyNo: '2', id: `'other'` } })
  copied({ table: 'workspaces', set: { companyNo: '2' } })
  connection.exec(
    `INSERT INTO "tasks" (${names.join(', ')}) SELECT ${values.join(', ')} FROM "tasks" LIMIT 1500`,
  )
  connection.close()
  db = openSqlite(file, {
    onFatal: (error) => {
      throw error
    },
  })
})

afterAll(() => db.close())

/** Counts the statements. By the clock of this reader each takes so many milliseconds, and nothing else takes any. */
function counting(statements: string[], milliseconds = 0): Reader {
  return {
    ...db,
    async run(sql: Sql) {
      statements.push(sql.sql)
      const found = await db.run(sql)
      if (milliseconds > 0) time.pass(milliseconds)
      return found
    },
  }
}

const actorOf = (companyNo: number): Actor =>
  ({
    companyNo,
    companyId: 'c',
    userId: 'u',
    userType: 'Internal',
    permissions: ['companyAdmin'],
  }) as unknown as Actor

interface Asked {
  sort: string
  filter: string
  limit?: number
  companyNo?: number
}

function read(
  statements: string[],
  { sort, filter, limit = 25, companyNo = 1 }: Asked,
  paging?: 'next' | 'prev' | 'last',
  position?: Position,
  parts: readonly Restriction[] = [],
): Promise<Page<TaskRow>> {
  const query = {
    ...(sort !== '' && { sort: [sort] }),
    ...(filter !== '' && { filter: [filter] }),
    limit: [String(limit)],
  }
  const asked = parseListRequest(query, tasks.sort, tasks.filter)
  const request = { ...asked, filter: absoluteOnly(asked.filter), ...(paging && { paging }) }
  return tasks.read<TaskRow>(counting(statements), actorOf(companyNo), request, position, parts)
}

/** A page with a condition that no index serves. */
const unserved = (over: Partial<PageRequest>): PageRequest => ({
  source: {
    select: 't.*',
    all: {
      from: '"tasks" t',
      id: 't."id"',
      where: { sql: 't."companyNo" = ? AND t."deletedAt" IS NULL', values: [1] },
    },
    indexedKeys: new Set(['t."titleKey"', 't."status"']),
    wide: ['description'],
  },
  keys: [{ sql: 't."titleKey"', descending: false }],
  idDescending: false,
  restrictions: [{ condition: { sql: `t."dueDate" = '2026-01-18'`, values: [] } }],
  position: undefined,
  backwards: false,
  limit: 25,
  ...over,
})

/** What the engine returns without a time limit. */
function naively(where: string, order: string, companyNo = 1): string[] {
  const connection = openFile(file, { readonly: true })
  try {
    return connection
      .prepare(
        `SELECT t."id" FROM "tasks" t WHERE t."companyNo" = ${companyNo} AND (${where}) ORDER BY ${order}`,
      )
      .pluck()
      .all() as string[]
  } finally {
    connection.close()
  }
}

const tagged = (tag: string): string =>
  `t."id" IN (SELECT "taskId" FROM "taskTags" v JOIN "tags" g ON g."id" = v."tagId" WHERE g."tagName" = '${tag}')`

const lists: { asked: Asked; where: string; order: string }[] = [
  {
    // Two filters that match nothing, without an index that shows it, sorted by a third field.
    asked: { sort: 'title', filter: 'dueDate="1999-01-01" AND completedAt="1999-01-01"' },
    where: '1 = 0',
    order: '1',
  },
  { asked: { sort: '-updatedAt', filter: 'title="nothing" AND priority>4' }, where: '1 = 0', order: '1' },
  {
    asked: { sort: 'updatedAt', filter: 'priority=5 AND startDate>="2026-12-28"' },
    where: `"priority" = 5 AND "startDate" >= '2026-12-28'`,
    order: '"updatedAt", "id"',
  },
  {
    // Tens of thousands with the same first key.
    asked: { sort: 'status,priority,dueDate', filter: '' },
    where: '1 = 1',
    order: '"status", "priority", "dueDate" IS NULL, "dueDate", "id"',
  },
  {
    asked: { sort: '-priority,status,-title', filter: '', limit: 500 },
    where: '1 = 1',
    order: '"priority" DESC, "status", "titleKey" DESC, "id" DESC',
  },
  {
    asked: { sort: '-completedAt,priority', filter: 'dueDate<"2026-02-01"' },
    where: `"dueDate" < '2026-02-01'`,
    order: '"completedAt" IS NULL DESC, "completedAt" DESC, "priority", "id"',
  },
  {
    asked: { sort: 'title', filter: 'tags="tag1" AND tags="tag12"' },
    where: `${tagged('tag1')} AND ${tagged('tag12')}`,
    order: '"titleKey", "id"',
  },
  { asked: { sort: '-dueDate', filter: 'tags="tag1" AND tags="tag2"' }, where: '1 = 0', order: '1' },
  {
    asked: { sort: 'createdAt', filter: 'assignees="u000000000000000000042" AND status="On Hold"' },
    where: `"id" IN (SELECT "taskId" FROM "taskAssignees" WHERE "userId" = 'u000000000000000000042') AND "status" = 'On Hold'`,
    order: '"id"',
  },
  {
    // The filter fixes the first sort field, so the next ones decide the order.
    asked: { sort: '-status,title', filter: 'status="Open"' },
    where: `"status" = 'Open'`,
    order: '"titleKey", "id"',
  },
  { asked: { sort: '-priority', filter: 'priority=5' }, where: '"priority" = 5', order: '"id" DESC' },
  { asked: { sort: '', filter: '', limit: 500 }, where: '1 = 1', order: '"id" DESC' },
  { asked: { sort: '-title', filter: '', limit: 500 }, where: '1 = 1', order: '"titleKey" DESC, "id" DESC' },
  // Rows of 64 KiB.
  { asked: { sort: '', filter: '', limit: 500, companyNo: 2 }, where: '1 = 1', order: '"id" DESC' },
  {
    asked: { sort: 'title,-priority', filter: 'priority>1', limit: 500, companyNo: 2 },
    where: '"priority" > 1',
    order: '"titleKey", "priority" DESC, "id" DESC',
  },
]

describe(`among ${count} tasks`, () => {
  test.each(lists)('$asked.sort | $asked.filter', async ({ asked, where, order }) => {
    const { limit = 25 } = asked
    const expected = naively(where, order, asked.companyNo)
    const ids = (page: Page<TaskRow>): string[] => page.rows.map(({ id }) => id)
    const first = await read([], asked)
    expect(ids(first)).toEqual(expected.slice(0, limit))
    if (first.more !== undefined) {
      const second = await read([], asked, 'next', first.more)
      expect(ids(second)).toEqual(expected.slice(limit, 2 * limit))
      const last = await read([], asked, 'last')
      expect(ids(last)).toEqual(expected.slice(-limit))
      const previous = await read([], asked, 'prev', last.ends?.first)
      expect(ids(previous)).toEqual(expected.slice(-2 * limit, -limit))
    } else expect(expected.length).toBeLessThanOrEqual(limit)
  })

  test('others are served between the batches of a long plan', async () => {
    using _frozen = time.freeze()
    let turns = 0
    let walking = true
    const turn = (): void => {
      turns += 1
      if (walking) setImmediate(turn)
    }
    setImmediate(turn)
    const statements: string[] = []
    const condition = { sql: `t."dueDate" = '1999-01-01'`, values: [] }
    await readPage(counting(statements, 1), unserved({ restrictions: [{ condition }] }))
    walking = false
    expect(statements.length).toBeGreaterThan(count / 4_096)
    // Short batches share a turn of a few milliseconds.
    expect(statements.length / turns).toBeLessThanOrEqual(8)
  })
})

/** Three workspaces of four hundred, as their member requests them. */
const three = [3, 111, 399].map((n) => `w${String(n).padStart(21, '0')}`)
const within: Restriction = {
  condition: { sql: `t."workspaceId" IN (?, ?, ?)`, values: three },
  indexRanges: three.flatMap((id) => tasks.where(actorOf(1), 'workspaceId', id).indexRanges ?? []),
}
const inThree = `t."workspaceId" IN (${three.map((id) => `'${id}'`).join(', ')})`

/** Reads a whole list, and returns what was found and the largest number of statements per page. */
async function walk(asked: Asked, parts: readonly Restriction[], backwards: boolean) {
  const found: string[] = []
  let statements = 0
  let position: Position | undefined
  for (;;) {
    const ofPage: string[] = []
    const page = await read(ofPage, asked, backwards ? 'prev' : 'next', position, parts)
    statements = Math.max(statements, ofPage.length)
    const ids = page.rows.map(({ id }) => id)
    if (backwards) found.unshift(...ids)
    else found.push(...ids)
    if (page.more === undefined) return { found, statements }
    position = page.more
  }
}

describe('several index ranges at once', () => {
  test.each([false, true])('return every row exactly once (backwards: %s)', async (backwards) => {
    for (const [sort, direction] of [
      ['', ' DESC'],
      ['createdAt', ''],
    ] as const) {
      const { found, statements } = await walk({ sort, filter: '', limit: 41 }, [within], backwards)
      expect(found).toEqual(naively(inThree, `"id"${direction}`))
      expect(statements).toBe(1)
    }
  })

  test('may be many', async () => {
    const many = Array.from({ length: 64 }, (_, n) => `w${String(n).padStart(21, '0')}`)
    const part: Restriction = {
      condition: { sql: `t."workspaceId" < ?`, values: ['w000000000000000000064'] },
      indexRanges: many.flatMap((id) => tasks.where(actorOf(1), 'workspaceId', id).indexRanges ?? []),
    }
    const { found } = await walk({ sort: '', filter: '', limit: 500 }, [part], false)
    expect(found).toEqual(naively(`t."workspaceId" < 'w000000000000000000064'`, '"id" DESC'))
  })

  test('with a further condition, or another order, give the same rows', async () => {
    const { found } = await walk({ sort: '-priority', filter: 'status="Open"' }, [within], false)
    expect(found).toEqual(naively(`${inThree} AND "status" = 'Open'`, '"priority" DESC, "id" DESC'))
  })
})

describe('a condition that most rows meet', () => {
  const left = (count: number): Restriction => ({
    condition: { sql: `t."workspaceId" >= ?`, values: [`w${String(count).padStart(21, '0')}`] },
    likely: true,
  })

  test.each([0, 1, 200, 398])('excludes %d workspaces of four hundred', async (count) => {
    for (const backwards of [false, true]) {
      const { found } = await walk(
        { sort: 'createdAt', filter: 'status="On Hold"', limit: 500 },
        [left(count)],
        backwards,
      )
      const where = `"status" = 'On Hold' AND "workspaceId" >= 'w${String(count).padStart(21, '0')}'`
      expect(found).toEqual(naively(where, '"id"'))
    }
  })

  test('is checked while the page is read', async () => {
    const statements: string[] = []
    const page = await read(statements, { sort: '-title', filter: '' }, 'next', undefined, [left(1)])
    expect(page.rows).toHaveLength(25)
    expect(statements.length).toBeLessThanOrEqual(2)
  })
})

describe('when the time limit is reached', () => {
  test.each([false, true])(
    'the page found so far is returned, and the rest follows (backwards: %s)',
    async (backwards) => {
      using _frozen = time.freeze()
      const expected = naively(`t."dueDate" = '2026-01-18'`, '"titleKey", "id"')
      expect(expected.length).toBeGreaterThan(count / 2_000)
      const found: string[] = []
      let short = 0
      let position: Position | undefined
      for (let pages = 0; pages < 2_000; pages += 1) {
        const page: Page<TaskRow> = await readPage(counting([], 2), unserved({ position, backwards }), 5)
        const ids = page.rows.map(({ id }) => id)
        if (backwards) found.unshift(...ids)
        else found.push(...ids)
        if (page.more === undefined) break
        if (ids.length < 25) short += 1
        position = page.more
      }
      expect(found).toEqual(expected)
      // Some pages were cut short, or this proves nothing.
      expect(short).toBeGreaterThan(3)
    },
  )

  test('a page that cannot be decided from half of its rows is read to its end', async () => {
    const keys = [
      { sql: 't."status"', descending: false },
      { sql: 't."titleKey"', descending: true },
    ]
    using _frozen = time.freeze()
    const request = unserved({ keys, idDescending: true, restrictions: [] })
    const page = await readPage<TaskRow>(counting([], 2), request, 5)
    expect(page.rows.map(({ id }) => id)).toEqual(
      naively('1 = 1', '"status", "titleKey" DESC, "id" DESC').slice(0, 25),
    )
  })
})

describe('a page of large rows', () => {
  // Two million characters each, so that twenty fit.
  const select = `t."id", hex(zeroblob(1000000)) AS "description"`
  const request = (over: Partial<PageRequest>): PageRequest => {
    const { source, ...rest } = unserved({ limit: 30, ...over })
    return { ...rest, source: { ...source, select } }
  }

  test.each([
    ['along an index', [], '1 = 1'],
    ['with a condition', undefined, `t."dueDate" = '2026-01-18'`],
  ])(
    'ends before it is too large, and the next one continues from there (%s)',
    async (_, restrictions, where) => {
      const expected = naively(where, '"titleKey", "id"').slice(0, 60)
      const found: string[] = []
      let position: Position | undefined
      while (found.length < 60) {
        const page: Page<TaskRow> = await readPage(
          db,
          request({ position, ...(restrictions && { restrictions }) }),
        )
        expect(page.rows).toHaveLength(20)
        found.push(...page.rows.map(({ id }) => id))
        position = page.more
      }
      expect(found).toEqual(expected)
    },
  )
})
