import { beforeAll, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'

// A status implies whether there is a `completedAt`, so a list by both can skip all the others.
const world = useSharedWorld()
const statuses = ['Open', 'In Progress', 'Completed', 'On Hold']
let company: Company
let workspaceId: string

interface Item {
  id: string
  details: { status: string; completedAt: string | null }
}

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Order' })).id
  for (let n = 0; n < 16; n += 1) {
    const { id } = await company.admin.create('/v1/tasks', {
      title: `Task ${n}`,
      workspaceId,
      status: statuses[n % 4],
    })
    // Some are completed later than they were created, and some are no longer completed.
    if (n % 5 === 0) await company.admin.ok('PUT', `/v1/tasks/${id}`, { status: 'Completed' })
    if (n % 6 === 2) await company.admin.ok('PUT', `/v1/tasks/${id}`, { status: 'Open' })
  }
})

async function inTurn(path: string): Promise<Item[]> {
  const found: Item[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const { body } = await company.admin.ok('GET', next)
    found.push(...body.items)
    next = body.links.next
  }
  return found
}

test.each(
  statuses.flatMap((status) => ['completedAt', '-completedAt'].map((sort) => [status, sort] as const)),
)('those that are %s by %s, page by page and as a whole', async (status, sort) => {
  const all = await inTurn('/v1/tasks')
  const sign = sort.startsWith('-') ? -1 : 1
  const key = ({ details }: Item): string => details.completedAt ?? '~'
  const expected = all
    .filter(({ details }) => details.status === status)
    .sort((a, b) => sign * (key(a) === key(b) ? (a.id < b.id ? -1 : 1) : key(a) < key(b) ? -1 : 1))
    .map(({ id }) => id)
  expect(expected.length).toBeGreaterThan(1)
  for (const below of ['/v1/tasks', `/v1/workspaces/${workspaceId}/tasks`])
    for (const limit of [2, 100]) {
      const filter = encodeURIComponent(`status="${status}"`)
      const found = await inTurn(`${below}?sort=${sort}&limit=${limit}&filter=${filter}`)
      expect(found.map(({ id }) => id)).toEqual(expected)
    }
})
