import { readConfig } from '../src/base/config.ts'
import { rows, type Sql } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open.ts'
import type { FilterField } from '../src/query/fields.ts'
import { tasks } from '../src/resources/tasks/task.ts'
import type { DatasetFacts } from './dataset.ts'
import type { Prepared } from './engines.ts'
import type { ListFigures } from './figures.ts'
import { Progress } from './progress.ts'
import { makeTokens, type ServerProcess, startServer } from './server-process.ts'
import { median } from './turns.ts'

/** How long one list took, and how long the process was blocked at most. */
export interface ListTime {
  engine: string
  scope: string
  sort: string
  filter: string
  milliseconds: number
  heldMilliseconds: number
  /** CPU time used by the server. */
  cpuMilliseconds: number
}

/** For each filter field: a common value, a rare one, and an unused one. */
function valuesOf({
  samples,
  largeWorkspaceId,
  memberWorkspaces,
}: DatasetFacts): Record<string, readonly string[]> {
  return {
    title: ['"plan the plan 1"', '"nothing of this name"'],
    status: ['"Completed"', '"Cancelled"', '"On Hold"'],
    priority: ['3', '5', '9'],
    startDate: ['"2023-06-01"', '"1999-01-01"'],
    dueDate: ['"2024-03-01"', '"1999-01-01"'],
    assignees: [`"${samples.busyUserId}"`, `"${samples.idleUserId}"`, '"nobody"'],
    tags: [`"${samples.commonTag}"`, `"${samples.rareTag}"`, '"no such tag"'],
    parentTaskId: [`"${samples.parentTaskId}"`, '"nothing"'],
    workspaceId: [`"${largeWorkspaceId}"`, `"${memberWorkspaces[0]}"`, '"nothing"'],
    completedAt: ['"2023-06-01"', '"1999-01-01"'],
    createdAt: ['"2023-06-01"', '"1999-01-01"'],
    updatedAt: ['"2023-06-01"', '"1999-01-01"'],
    externalId: ['"nothing"'],
  }
}

/** An unused value. */
const nothingOf = ({ type }: FilterField): string =>
  type === 'number' ? '9' : type === 'boolean' ? 'false' : hasRange({ type }) ? '"1999-01-01"' : '"nothing"'

const hasRange = ({ type }: FilterField): boolean =>
  type === 'date' || type === 'timestamp' || type === 'number'

function filtersOf(facts: DatasetFacts): string[] {
  const values = valuesOf(facts)
  return Object.entries(tasks.filter).flatMap(([name, field]) => {
    // The data set does not cover fields that were added later.
    const given = values[name] ?? [nothingOf(field)]
    const equal = given.map((value) => `${name}=${value}`)
    const low = field.type === 'number' ? '4' : '"2024-03-01"'
    const high = field.type === 'number' ? '5' : '"2024-06-01"'
    return hasRange(field) ? [...equal, `${name}>=${low} AND ${name}<${high}`] : equal
  })
}

export interface Lists {
  engine: string
  label: string
  /** A name, an address and a token. */
  scopes: readonly (readonly [string, string, string])[]
  sorts: readonly string[]
  filters: readonly string[]
}

/** Every sort × every filter, the quickest of several turns. */
export async function timeLists(service: ServerProcess, lists: Lists, turns: number): Promise<ListTime[]> {
  const times: ListTime[][] = []
  // The page size varies, because a repeated page is cached and measures nothing.
  for (let n = 0; n < turns; n += 1) times.push(await timeOnce(service, lists, 25 + n))
  return quickest(times)
}

/** Other work on the machine only makes a list slower, never faster. */
function quickest([first = [], ...others]: readonly ListTime[][]): ListTime[] {
  return first.map((time, n) =>
    others.reduce((best, turn) => {
      const other = turn[n] ?? best
      return other.milliseconds < best.milliseconds ? other : best
    }, time),
  )
}

async function timeOnce(
  service: ServerProcess,
  { engine, label, scopes, sorts, filters }: Lists,
  limit: number,
): Promise<ListTime[]> {
  const progress = new Progress(`${label} on ${engine}`, scopes.length * filters.length * sorts.length)
  const found: ListTime[] = []
  for (const [scope, path, token] of scopes)
    for (const filter of filters)
      for (const sort of sorts) {
        const query = new URLSearchParams({
          ...(sort !== '' && { sort }),
          ...(filter !== '' && { filter }),
          limit: String(limit),
        })
        const before = await service.state()
        const began = performance.now()
        await service.ask(`${path}?${query}`, token)
        const milliseconds = performance.now() - began
        const { heldMost: heldMilliseconds, cpu } = await service.state()
        const cpuMilliseconds = (cpu - before.cpu) / 1_000
        found.push({ engine, scope, sort, filter, milliseconds, heldMilliseconds, cpuMilliseconds })
        progress.step()
      }
  progress.done()
  return found
}

/** In its default order, or in one of these, in either direction. */
export const bothWays = (sorts: readonly string[]): string[] => [
  '',
  ...sorts.flatMap((name) => [name, `-${name}`]),
]

/** For an administrator, in the large workspace, and for a member of three workspaces. */
async function timeTasks(prepared: Prepared, only = ''): Promise<ListTime[]> {
  const tokens = await makeTokens(prepared)
  const service = await startServer(prepared)
  const { facts, engine } = prepared
  try {
    const lists = {
      engine,
      label: 'Lists of tasks',
      scopes: [
        ['admin', '/v1/tasks', tokens.admin],
        ['workspace', `/v1/workspaces/${facts.largeWorkspaceId}/tasks`, tokens.admin],
        ['member', '/v1/tasks', tokens.member],
      ],
      sorts: bothWays(tasks.sort),
      filters: ['', ...filtersOf(facts)].filter((filter) => filter.includes(only)),
    } as const
    // The first turn also warms the caches of the database and the disk.
    return await timeLists(service, lists, 3)
  } finally {
    await service.stop()
  }
}

/** All lists of tasks on an engine; the slowest with their plans. */
export async function measureLists(prepared: Prepared, only?: string): Promise<ListFigures> {
  const times = await timeTasks(prepared, only)
  const slowest = []
  for (const time of times.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10))
    slowest.push({ ...time, plan: await explainList(prepared, time) })
  return {
    engine: prepared.engine,
    count: times.length,
    over50: times.filter(({ milliseconds }) => milliseconds > 50).length,
    over500: times.filter(({ milliseconds }) => milliseconds > 500).length,
    equalOver50: times.filter(({ filter, milliseconds }) => !/[<>]/.test(filter) && milliseconds > 50).length,
    medianMilliseconds: median(times.map(({ milliseconds }) => milliseconds)),
    heldMostMilliseconds: Math.max(...times.map(({ heldMilliseconds }) => heldMilliseconds)),
    slowest,
  }
}

/** The statements of a list, each with the engine's query plan. */
async function explainList(
  { databaseUrl, facts }: Prepared,
  { sort, filter }: Pick<ListTime, 'sort' | 'filter'>,
): Promise<string[]> {
  const { parseListRequest } = await import('../src/query/paging.ts')
  const { absoluteOnly } = await import('../src/query/relative.ts')
  const db = openDatabase(readConfig({ ATRIUM_DATABASE_URL: databaseUrl }), (error) => {
    throw error
  })
  const lines = new Set<string>()
  const run = async ({ sql, values }: Sql): Promise<unknown[]> => {
    const explain = db.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN ' : 'EXPLAIN '
    const plan = await rows<Record<string, string>>(db, { sql: explain + sql, values })
    for (const row of plan) lines.add(row['detail'] ?? row['QUERY PLAN'] ?? '')
    return db.run({ sql, values })
  }
  try {
    const query = { ...(sort !== '' && { sort: [sort] }), ...(filter !== '' && { filter: [filter] }) }
    const actor = {
      companyNo: facts.companyNo,
      companyId: facts.companyId,
      userId: facts.adminId,
      permissions: ['companyAdmin'],
    }
    const request = parseListRequest(query, tasks.sort, tasks.filter)
    await tasks.read(
      { ...db, run },
      actor as never,
      { ...request, filter: absoluteOnly(request.filter) },
      undefined,
      [],
    )
    return [...lines]
  } finally {
    await db.close()
  }
}
