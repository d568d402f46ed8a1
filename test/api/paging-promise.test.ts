import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Client, Listed } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/**
 * "Walking a list from either end while others insert, change and delete: a row that exists throughout and
 * whose sort key does not change is returned exactly once." Values are drawn from small sets, so that ties
 * and missing values are common.
 */
const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const sortable = [
  'title',
  'status',
  'priority',
  'startDate',
  'dueDate',
  'completedAt',
  'createdAt',
  'updatedAt',
]
const dates = [null, '2026-01-01', '2026-01-02', '2026-06-30']

const fields = fc.record({
  title: fc.constantFrom('a', 'B', 'b', 'ä', 'z', '𝒵', '\u{ffff}x', 'Ω'),
  priority: fc.integer({ min: 1, max: 3 }),
  status: fc.constantFrom('Open', 'Completed', 'On Hold'),
  startDate: fc.constantFrom(...dates),
  dueDate: fc.constantFrom(...dates),
  tags: fc.subarray(['red', 'green']),
})

const sorts = fc
  .uniqueArray(fc.constantFrom(...sortable), { minLength: 0, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))))
  .map((names) => names.join(','))

const filters = fc.constantFrom(
  '',
  'priority>=2',
  'status="Open"',
  'tags="RED"',
  'dueDate>="2026-01-02"',
  'tags="red" AND priority<3',
)

/** What others do between and during two pages. */
const disturbance = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), values: fields }),
  fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(1000) }),
  fc.record({ kind: fc.constant('change' as const), nth: fc.nat(1000), values: fields }),
)

const plan = fc.record({
  rows: fc.array(fields, { minLength: 1, maxLength: 30 }),
  sort: sorts,
  filter: filters,
  fromEnd: fc.boolean(),
  limits: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  disturbances: fc.array(disturbance, { maxLength: 12 }),
})

async function workspaceWith(rows: unknown[]): Promise<{ path: string; ids: string[] }> {
  const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Walk' })
  const path = `/v1/workspaces/${workspace.id}/tasks`
  const ids = []
  for (const row of rows) ids.push((await company.admin.create(path, row)).id as string)
  return { path, ids }
}

function address(path: string, sort: string, filter: string, more: Record<string, string>): string {
  const query = new URLSearchParams({
    ...more,
    ...(sort !== '' && { sort }),
    ...(filter !== '' && { filter }),
  })
  return `${path}?${query}`
}

/** Reads the list with changing limits; `between` runs while a page is being read. */
async function walk(
  client: Client,
  start: string,
  back: boolean,
  limits: readonly number[],
  between: () => Promise<unknown>,
): Promise<string[]> {
  const found: string[] = []
  let next: string | undefined = start
  for (let n = 0; next !== undefined; n += 1) {
    expect(n).toBeLessThan(500)
    const limited: string = next.replace(/limit=\d+/, `limit=${limits[n % limits.length]}`)
    const [page]: [Listed, unknown] = await Promise.all([client.list(limited), between()])
    const ids = page.items.map(({ id }) => id as string)
    found.push(...(back ? ids.reverse() : ids))
    next = back ? page.links.previous : page.links.next
  }
  return found
}

test('each row that stays and keeps its key is returned exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ rows, sort, filter, fromEnd, limits, disturbances }) => {
      const { path, ids } = await workspaceWith(rows)
      const touched = new Set<string>()
      const waiting = [...disturbances]
      const disturb = async (): Promise<void> => {
        const next = waiting.shift()
        if (next === undefined) return
        if (next.kind === 'insert') {
          await company.admin.create(path, next.values)
          return
        }
        const id = ids[next.nth % ids.length] as string
        const gone = touched.has(`deleted ${id}`)
        touched.add(id)
        if (gone) return
        if (next.kind === 'change') await company.admin.ok('PUT', `/v1/tasks/${id}`, next.values)
        else {
          touched.add(`deleted ${id}`)
          await company.admin.ok('DELETE', `/v1/tasks/${id}`)
        }
      }
      const start = address(path, sort, filter, { limit: '5', paging: fromEnd ? 'last' : 'first' })
      const found = await walk(company.admin, start, fromEnd, limits, disturb)
      const all = await company.admin.list(address(path, sort, filter, { limit: '500' }))
      const expected = all.items
        .map(({ id }) => id as string)
        .filter((id) => ids.includes(id) && !touched.has(id))
      const stayed = found.filter((id) => ids.includes(id) && !touched.has(id))
      expect(fromEnd ? stayed.reverse() : stayed).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

test('paging=last with prev back to the start returns the exact reverse', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ rows, sort, filter, limits }) => {
      const { path } = await workspaceWith(rows)
      const nothing = async (): Promise<void> => undefined
      const forth = await walk(
        company.admin,
        address(path, sort, filter, { limit: '5' }),
        false,
        limits,
        nothing,
      )
      const back = await walk(
        company.admin,
        address(path, sort, filter, { limit: '5', paging: 'last' }),
        true,
        limits,
        nothing,
      )
      expect(back.reverse()).toEqual(forth)
      expect(new Set(forth).size).toBe(forth.length)
    }),
    { numRuns: 15 },
  )
})
