import type { Credential } from '../src/auth/client-keys.ts'
import { assertionOf, jwtBearer } from '../test/support/signer.ts'
import type { DatasetFacts } from './dataset.ts'

export interface Case {
  name: string
  connections: readonly number[]
  method: string
  path: string
  as: 'admin' | 'member' | 'nobody'
  bodies?: readonly string[]
  headers?: Record<string, string>
  /** Without the bearer check and the rate limits. */
  unchecked?: boolean
}

/** Asks the server itself for what a case needs to know, such as the position of page 20,000. */
export type Ask = (path: string) => Promise<{ items: { id: string }[]; links: { next?: string } }>

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
  return [
    { name: 'first page', connections: reads, method: 'GET', path: '/v1/tasks', as: 'admin' },
    { name: 'page 20,000', connections: [16], method: 'GET', path: await farPage(facts, ask), as: 'admin' },
    {
      name: 'sort by priority',
      connections: [16],
      method: 'GET',
      path: '/v1/tasks?sort=-priority',
      as: 'admin',
    },
    {
      name: 'filter by status',
      connections: [16],
      method: 'GET',
      path: filtered('status="On Hold"'),
      as: 'admin',
    },
    {
      name: 'filter by date range',
      connections: [16],
      method: 'GET',
      path: filtered('dueDate>="2024-03-01" AND dueDate<"2024-03-08"', 'dueDate'),
      as: 'admin',
    },
    { name: 'member of 3', connections: [16], method: 'GET', path: '/v1/tasks', as: 'member' },
    {
      name: 'get one, unchecked',
      connections: [16],
      method: 'GET',
      path: `/v1/tasks/${samples.aTaskId}`,
      unchecked: true,
      as: 'admin',
    },
    { name: 'get one', connections: reads, method: 'GET', path: `/v1/tasks/${samples.aTaskId}`, as: 'admin' },
    {
      name: 'create',
      connections: [1, 16, 64],
      method: 'POST',
      path: `/v1/workspaces/${largeWorkspaceId}/tasks`,
      as: 'admin',
      bodies: creates,
      headers: { 'content-type': 'application/json' },
    },
    {
      name: 'token',
      connections: [16],
      method: 'POST',
      path: '/oauth2/token',
      as: 'nobody',
      bodies: [JSON.stringify({ grant_type: jwtBearer, assertion: assertionOf(credential) })],
      headers: { 'content-type': 'application/json' },
    },
  ]
}

/** "Page 20,000 costs what page 1 costs": a position does not bind the limit, so larger steps lead there. */
async function farPage({ size }: DatasetFacts, ask: Ask): Promise<string> {
  const rows = Math.min(20_000 * 25, Math.floor(size.tasks / 2))
  let next: string | undefined = '/v1/tasks?limit=500'
  for (let n = 0; n < rows / 500 && next !== undefined; n += 1) next = (await ask(next)).links.next
  return (next ?? '/v1/tasks').replace('limit=500', 'limit=25')
}
