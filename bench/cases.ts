import type { Credential } from '../src/auth/client-keys.ts'
import { assertionOf, jwtBearer } from '../test/support/signer.ts'
import type { DatasetFacts } from './dataset.ts'

export interface Case {
  name: string
  connections: readonly number[]
  method: string
  /** Requested in turn. */
  paths: readonly [string, ...string[]]
  as: 'admin' | 'member' | 'nobody'
  bodies?: readonly string[]
  headers?: Record<string, string>
  /** Without the bearer check and the rate limits. */
  unchecked?: boolean
}

/** Requests what a case needs from the server, such as the position of page 20,000. */
export type Ask = (
  path: string,
  as: 'admin' | 'member',
) => Promise<{ items: { id: string }[]; links: { next?: string } }>

/** More pages than the service caches, so that each is read again. */
const pagesInTurn = 400

/** The fields of a task that the web application shows in a list. */
const rowFields = 'title,status,priority,dueDate,assignees,tags,commentCount,workspaceId'

const reads = [1, 16, 256]
const filtered = (filter: string, sort?: string): string =>
  `/v1/tasks?filter=${encodeURIComponent(filter)}${sort === undefined ? '' : `&sort=${sort}`}`

export async function buildCases(facts: DatasetFacts, credential: Credential, ask: Ask): Promise<Case[]> {
  const { samples, largeWorkspaceId } = facts
  const creates = Array.from({ length: 64 }, (_, n) =>
    JSON.stringify({
      title: `Created by the benchmark ${n}`,
      priority: (n % 5) + 1,
      dueDate: '2026-06-30',
      assignees: [samples.busyUserId],
    }),
  )
  const page = async (name: string, start: string, as: 'admin' | 'member' = 'admin'): Promise<Case> => ({
    name,
    connections: [16],
    method: 'GET',
    paths: await pagesFrom(start, (path) => ask(path, as)),
    as,
  })
  const aTask = { method: 'GET', paths: [`/v1/tasks/${samples.aTaskId}`], as: 'admin' } as const
  return [
    { name: 'first page', connections: reads, method: 'GET', paths: ['/v1/tasks'], as: 'admin' },
    { ...(await page('page after page', '/v1/tasks')), connections: reads },
    await page('page of rows with names', `/v1/tasks?fields=${rowFields}&expand=names`),
    await page('page 20,000', await farPage(facts, ask)),
    await page('sort by priority', '/v1/tasks?sort=-priority'),
    await page('filter by status', filtered('status="On Hold"')),
    await page('filter by date range', filtered('dueDate>="2024-03-01" AND dueDate<"2024-09-01"', 'dueDate')),
    await page('member of 3', '/v1/tasks', 'member'),
    { name: 'get one, unchecked', connections: [16], unchecked: true, ...aTask },
    { name: 'get one', connections: reads, ...aTask },
    { ...aTask, name: 'get one after another', connections: reads, paths: await tasksInTurn(ask) },
    {
      name: 'create',
      connections: [1, 16, 64],
      method: 'POST',
      paths: [`/v1/workspaces/${largeWorkspaceId}/tasks`],
      as: 'admin',
      bodies: creates,
      headers: { 'content-type': 'application/json' },
    },
    {
      name: 'token',
      connections: [16],
      method: 'POST',
      paths: ['/oauth2/token'],
      as: 'nobody',
      bodies: [JSON.stringify({ grant_type: jwtBearer, assertion: assertionOf(credential) })],
      headers: { 'content-type': 'application/json' },
    },
  ]
}

/** A page and the following ones. */
export async function pagesFrom(
  start: string,
  ask: (path: string) => Promise<{ links: { next?: string } }>,
  most = pagesInTurn,
): Promise<[string, ...string[]]> {
  const found: [string, ...string[]] = [start]
  for (let page = await ask(start); found.length < most && page.links.next !== undefined; ) {
    found.push(page.links.next)
    page = await ask(page.links.next)
  }
  return found
}

/** More records than the service caches. */
async function tasksInTurn(ask: Ask): Promise<[string, ...string[]]> {
  const [start = '', ...more] = await pagesFrom('/v1/tasks?limit=500', (path) => ask(path, 'admin'), 4)
  const pages = await Promise.all([start, ...more].map((path) => ask(path, 'admin')))
  const [first = '', ...rest] = pages.flatMap(({ items }) => items.map(({ id }) => `/v1/tasks/${id}`))
  return [first, ...rest]
}

/**
 * "Page 20,000 costs what page 1 costs": a position does not bind the limit, so larger pages lead there
 * faster.
 */
async function farPage({ size }: DatasetFacts, ask: Ask): Promise<string> {
  const rows = Math.min(20_000 * 25, Math.floor(size.tasks / 2))
  let next: string | undefined = '/v1/tasks?limit=500'
  for (let n = 0; n < rows / 500 && next !== undefined; n += 1) next = (await ask(next, 'admin')).links.next
  return (next ?? '/v1/tasks').replace('limit=500', 'limit=25')
}
