import { beforeAll, describe, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string
const total = 60

beforeAll(async () => {
  company = await world.company()
  const { admin } = company
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Lists' })).id
  for (let n = 0; n < total; n += 1)
    await admin.create('/v1/tasks', {
      title: `Task ${String((n * 37) % total).padStart(2, '0')}`,
      workspaceId,
      priority: (n % 5) + 1,
      ...(n % 3 === 0 ? {} : { dueDate: `2026-0${(n % 9) + 1}-15` }),
      status: n % 7 === 0 ? 'On Hold' : 'Open',
      tags: n % 4 === 0 ? ['four', 'all'] : ['all'],
    })
})

const titles = (items: { details: { title: string } }[]): string[] =>
  items.map(({ details }) => details.title)

describe('the Link header', () => {
  /** The pages that it names, by relation. */
  const relations = (header = ''): Record<string, string> =>
    Object.fromEntries(
      [...header.matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, path = '', relation = '']) => [relation, path]),
    )

  test('has the same paths as `links`', async () => {
    const { admin } = company
    expect((await admin.get('/v1/tasks?limit=100')).headers['link']).toBeUndefined()
    let page = await admin.get('/v1/tasks?limit=25&sort=title')
    for (let n = 0; n < 3; n += 1) {
      const { first, previous: prev, next, last } = page.body.links
      const expected = Object.entries({ first, prev, next, last }).filter(([, path]) => path !== undefined)
      expect(relations(page.headers['link'])).toEqual(Object.fromEntries(expected))
      if (next !== undefined) page = await admin.get(next)
    }
    expect(Object.keys(relations(page.headers['link'])).sort()).toEqual(['first', 'prev'])
  })

  test('stays short: it leaves out what does not fit, `next` last', async () => {
    const everything = Array.from({ length: 40 }, () => 'createdAt>"2001-01-01"').join(' AND ')
    const asked = `/v1/tasks?limit=25&filter=${encodeURIComponent(everything)}`
    const { headers, body } = await company.admin.get(asked)
    expect(Object.keys(body.links).sort()).toEqual(['last', 'next'])
    expect(relations(headers['link'])).toEqual({ next: body.links.next })
    expect(headers['link']?.length).toBeLessThanOrEqual(2_000)
    const longer = `${asked}${encodeURIComponent(' AND createdAt>"2001-01-01"'.repeat(10))}`
    expect((await company.admin.get(longer)).headers['link']).toBeUndefined()
  })
})

describe('links', () => {
  test('everything on one page: links is {}', async () => {
    expect((await company.admin.list('/v1/tasks?limit=100')).links).toEqual({})
    expect((await company.admin.list('/v1/tasks?limit=60')).links).toEqual({})
  })

  test('the first, middle and last page have the links that the seed specifies', async () => {
    const { admin } = company
    const first = await admin.list('/v1/tasks?limit=25&sort=title')
    expect(Object.keys(first.links).sort()).toEqual(['last', 'next'])
    expect(first.links.last).toBe('/v1/tasks?limit=25&sort=title&paging=last')
    expect(first.links.next).toMatch(/^\/v1\/tasks\?limit=25&sort=title&paging=next&paginationhash=[\w-]+$/)
    const second = await admin.list(first.links.next ?? '')
    expect(Object.keys(second.links).sort()).toEqual(['first', 'last', 'next', 'previous'])
    expect(second.links.first).toBe('/v1/tasks?limit=25&sort=title&paging=first')
    const third = await admin.list(second.links.next ?? '')
    expect(third.items).toHaveLength(10)
    expect(Object.keys(third.links).sort()).toEqual(['first', 'previous'])
    expect(titles([...first.items, ...second.items, ...third.items])).toEqual(
      Array.from({ length: total }, (_, n) => `Task ${String(n).padStart(2, '0')}`),
    )
    expect(titles((await admin.list(second.links.previous ?? '')).items)).toEqual(titles(first.items))
  })

  test('paging=last returns the last rows, and paging back, the first page may be short', async () => {
    const { admin } = company
    const last = await admin.list('/v1/tasks?limit=25&sort=title&paging=last')
    expect(titles(last.items)[24]).toBe('Task 59')
    expect(Object.keys(last.links).sort()).toEqual(['first', 'previous'])
    const middle = await admin.list(last.links.previous ?? '')
    const first = await admin.list(middle.links.previous ?? '')
    expect(first.items).toHaveLength(10)
    expect(Object.keys(first.links).sort()).toEqual(['last', 'next'])
    expect(titles([...first.items, ...middle.items, ...last.items])[0]).toBe('Task 00')
  })

  test('an empty page reached by a link keeps first and previous, and leads back', async () => {
    const other = await world.company()
    const place = (await other.admin.create('/v1/workspaces', { workspaceName: 'Few' })).id
    const made = []
    for (let n = 0; n < 3; n += 1)
      made.push(await other.admin.create('/v1/tasks', { title: `${n}`, workspaceId: place }))
    const first = await other.admin.list('/v1/tasks?limit=2&sort=createdAt')
    await other.admin.ok('DELETE', `/v1/tasks/${made[2].id}`)
    const empty = await other.admin.list(first.links.next ?? '')
    expect(empty.items).toEqual([])
    expect(Object.keys(empty.links).sort()).toEqual(['first', 'previous'])
    expect(titles((await other.admin.list(empty.links.previous ?? '')).items)).toEqual(['0', '1'])
    await other.admin.ok('DELETE', `/v1/tasks/${made[0].id}`)
    await other.admin.ok('DELETE', `/v1/tasks/${made[1].id}`)
    const back = await other.admin.list(empty.links.previous ?? '')
    expect([back.items, Object.keys(back.links).sort()]).toEqual([[], ['last', 'next']])
  })
})

describe('cursors', () => {
  test('altered, foreign, or for another sort or filter: 400', async () => {
    const { admin } = company
    const { links } = await admin.list('/v1/tasks?limit=5&sort=title')
    const next = links.next ?? ''
    for (const url of [
      next.replace('sort=title', 'sort=priority'),
      `${next}&filter=priority%3D1`,
      next.replace('/v1/tasks', `/v1/workspaces/${workspaceId}/tasks`),
      next.slice(0, -2),
      '/v1/tasks?paging=next',
      '/v1/tasks?paging=prev&paginationhash=',
      '/v1/tasks?paging=next&paginationhash=x',
    ]) {
      const reply = await admin.get(url)
      expect([reply.status, reply.body.code], url).toEqual([400, 'invalid_pagination_hash'])
    }
    const stranger = await world.company()
    expect((await stranger.admin.get(next)).status).toBe(400)
    expect((await admin.get(next.replace('limit=5', 'limit=7'))).body.items).toHaveLength(7)
  })

  test('a hash holds both positions of a page; an old one with a single position works in both directions', async () => {
    const { admin } = company
    const first = await admin.list('/v1/tasks?limit=5&sort=title')
    const second = await admin.list(first.links.next ?? '')
    const hashOf = (link = ''): string => link.split('paginationhash=')[1] ?? ''
    expect(hashOf(second.links.previous)).toBe(hashOf(second.links.next))
    const turned = (second.links.next ?? '').replace('paging=next', 'paging=prev')
    expect(titles((await admin.list(turned)).items)).toEqual(titles(first.items))
    const back = await admin.list((first.links.next ?? '').replace('paging=next', 'paging=prev'))
    expect(titles(back.items)).toEqual(titles(first.items).slice(0, 4))
  })

  test('the order of filter terms does not matter', async () => {
    const { admin } = company
    const one = encodeURIComponent('status="Open" AND priority>2')
    const other = encodeURIComponent('priority>2 AND status="Open"')
    const { links } = await admin.list(`/v1/tasks?limit=3&filter=${one}`)
    expect((await admin.get((links.next ?? '').replace(one, other))).status).toBe(200)
  })
})

describe('filters and sorts', () => {
  const filtered = (filter: string, more = ''): Promise<{ details: Record<string, unknown> }[]> =>
    company.admin.all(`/v1/tasks?filter=${encodeURIComponent(filter)}${more}`)

  test('by equality, ranges, tags and several at once', async () => {
    expect(await filtered('status="On Hold"')).toHaveLength(9)
    expect(await filtered('status="On Hold" AND priority=1')).toHaveLength(2)
    expect(await filtered('tags="FOUR"')).toHaveLength(15)
    expect(
      await filtered('tags="four" AND tags="All" AND status="Open"', '&limit=4&sort=-title'),
    ).toHaveLength(12)
    expect(await filtered('dueDate>="2026-03-01" AND dueDate<"2026-05-01"', '&limit=2')).toHaveLength(7)
    expect(await filtered('priority=1 AND priority=2')).toHaveLength(0)
    expect(await filtered(`workspaceId="${workspaceId}"`)).toHaveLength(total)
    expect(await filtered('createdAt>"2099-01-01"')).toHaveLength(0)
    expect(await filtered('createdAt<="2099-01-01"', '&limit=7')).toHaveLength(total)
    expect(await filtered('assignees="nobody"')).toHaveLength(0)
  })

  test('a value that a fixed choice does not have is a 400 that lists the valid ones', async () => {
    const refused = async (path: string, filter: string) =>
      (await company.admin.get(`${path}?filter=${encodeURIComponent(filter)}`)).body
    expect(await refused('/v1/tasks', 'priority=1 AND status="open"')).toMatchObject({
      code: 'invalid_filter',
      message:
        'status is never "open"; it is one of "Open", "In Progress", "On Hold", "Completed", "Cancelled" (column 23).',
      errors: [{ parameter: 'filter', column: 23 }],
    })
    expect((await refused('/v1/tasks', 'status=open')).message).toContain('write status="Open"')
    expect((await refused('/v1/users', 'userType="Guest"')).message).toContain('"Internal", "External"')
    // File statuses are the company's own list.
    expect((await refused('/v1/workspaces/allFiles', 'status="Lost"')).items).toEqual([])
  })

  test('missing values sort last ascending, first descending, and ties by id in the same direction', async () => {
    const due = (items: { details: Record<string, unknown> }[]): unknown[] =>
      items.map(({ details }) => details['dueDate'])
    const up = await company.admin.all('/v1/tasks?sort=dueDate&limit=7')
    const down = await company.admin.all('/v1/tasks?sort=-dueDate&limit=11')
    expect(
      due(up)
        .slice(-20)
        .every((value) => value === null),
    ).toBe(true)
    expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).reverse())
    const mixed = await company.admin.all('/v1/tasks?sort=-priority,title&limit=7')
    const expected = [...mixed].sort(
      (a, b) => b.details.priority - a.details.priority || (a.details.title < b.details.title ? -1 : 1),
    )
    expect(titles(mixed)).toEqual(titles(expected))
  })

  test('invalid ones are a 400 that explains what is wrong', async () => {
    const sorter = await company.admin.get('/v1/tasks?sort=-nonsense,title,tags')
    expect(sorter.body).toMatchObject({
      status: 400,
      message: 'Invalid sorter(s): nonsense,tags',
      code: 'invalid_sorter',
    })
    const filter = await company.admin.get(`/v1/tasks?filter=${encodeURIComponent('colour="red"')}`)
    expect(filter.body).toMatchObject({
      status: 400,
      code: 'invalid_filter',
      errors: [{ parameter: 'filter', column: 1 }],
    })
    const unknown = await company.admin.get('/v1/tasks?fitler=x&limt=5')
    expect(unknown.body).toMatchObject({
      status: 400,
      errors: [{ parameter: 'fitler' }, { parameter: 'limt' }],
    })
    for (const limit of ['0', '501', '-1', '1.5', 'many', ''])
      expect((await company.admin.get(`/v1/tasks?limit=${limit}`)).status).toBe(400)
    expect((await company.admin.get('/v1/tasks?filter=&sort=')).status).toBe(200)
    expect((await company.admin.get('/v1/tasks?filter=%ff')).status).toBe(400)
  })
})
