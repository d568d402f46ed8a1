import { beforeAll, describe, expect, test } from 'vitest'
import type { Listed } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { said } from './said.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

/** Sixty tasks, so that there are three pages of twenty-five. */
beforeAll(async () => {
  company = await world.company()
  const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Lists' })
  workspaceId = workspace.id
  for (let n = 0; n < 60; n += 1)
    await company.admin.create('/v1/tasks', {
      title: `Task ${String(n).padStart(2, '0')}`,
      workspaceId,
      priority: (n % 5) + 1,
      dueDate: `2026-01-${String((n % 30) + 1).padStart(2, '0')}`,
      tags: n % 2 === 0 ? ['even'] : ['odd', ...(n % 3 === 0 ? ['third'] : [])],
    })
})

const list = (query = ''): Promise<Listed> => company.admin.list(`/v1/tasks${query}`)
const filtered = (filter: string, more = ''): Promise<Listed> =>
  list(`?limit=100&filter=${encodeURIComponent(filter)}${more}`)
const titles = ({ items }: Listed): string[] => items.map((item) => item.details.title)
const dates = ({ items }: Listed): string[] => items.map((item) => item.details.dueDate)
const asked = (path: string | undefined): URLSearchParams => new URL(path ?? '', 'http://x').searchParams

/** First, middle and last page, by their links. */
async function threePages(query = ''): Promise<[Listed, Listed, Listed]> {
  const first = await list(query)
  const middle = await company.admin.list(first.links.next ?? '')
  return [first, middle, await company.admin.list(middle.links.next ?? '')]
}

describe('paged result', () => {
  test(said('The JSON response to a query contains a `links` object.'), async () => {
    expect((await list()).links).toBeTypeOf('object')
    expect((await list('?limit=100')).links).toEqual({})
  })

  test(said('Each member is a relative path string.'), async () => {
    for (const page of await threePages())
      for (const link of Object.values(page.links)) expect(link).toMatch(/^\/v1\/tasks\?/)
  })

  test(said('A member is present only when it applies.'), async () => {
    const pages = await threePages()
    expect(pages.map(({ links }) => Object.keys(links).toSorted())).toEqual([
      ['last', 'next'],
      ['first', 'last', 'next', 'previous'],
      ['first', 'previous'],
    ])
  })

  test(said('first: path of the first page, with `paging=first`'), async () => {
    const [first, middle] = await threePages()
    expect(asked(middle.links.first).get('paging')).toBe('first')
    expect((await company.admin.list(middle.links.first ?? '')).items).toEqual(first.items)
  })

  test(said('last: path of the last page, with `paging=last`'), async () => {
    const [first] = await threePages()
    expect(asked(first.links.last).get('paging')).toBe('last')
    const last = await company.admin.list(first.links.last ?? '')
    expect(last.items.at(-1)).toEqual((await list('?sort=createdAt&limit=1')).items[0])
  })

  test(
    said('previous: path of the previous page, with `paging=prev` and a `paginationhash` parameter'),
    async () => {
      const [first, middle] = await threePages()
      expect(asked(middle.links.previous).get('paging')).toBe('prev')
      expect(asked(middle.links.previous).get('paginationhash')).toMatch(/./)
      expect((await company.admin.list(middle.links.previous ?? '')).items).toEqual(first.items)
    },
  )

  test(said('next: path of the next page, with `paging=next` and a `paginationhash` parameter'), async () => {
    const [first, middle] = await threePages()
    expect(asked(first.links.next).get('paging')).toBe('next')
    expect(asked(first.links.next).get('paginationhash')).toMatch(/./)
    const before = new Set(first.items.map(({ id }) => id))
    expect(middle.items.filter(({ id }) => before.has(id))).toEqual([])
  })
})

describe('common query parameters', () => {
  test(said('limit: integer; Number of items per page. Default 25.'), async () => {
    expect((await list()).items).toHaveLength(25)
    expect((await list('?limit=7')).items).toHaveLength(7)
    expect((await company.admin.get('/v1/tasks?limit=7.5')).status).toBe(400)
  })

  test(said('Default page size: 25 items'), async () => {
    expect((await list()).items).toHaveLength(25)
  })

  test(said('Page size override: query parameter `limit`'), async () => {
    expect((await list('?limit=60')).items).toHaveLength(60)
    expect((await list('?limit=1')).items).toHaveLength(1)
  })

  test(
    said('paging: string; One of `first`, `last`, `prev`, `next`. When absent, the first page is returned.'),
    async () => {
      expect((await list('?paging=first')).items).toEqual((await list()).items)
      for (const paging of ['last', 'first']) expect((await list(`?paging=${paging}`)).items).toHaveLength(25)
      for (const paging of ['prev', 'next', 'nonsense', ''])
        expect((await company.admin.get(`/v1/tasks?paging=${paging}`)).status).toBe(400)
    },
  )

  test(
    said(
      'paginationhash: string; Opaque value that accompanies `paging=prev` and `paging=next`; taken from the `links` member.',
    ),
    async () => {
      const hash = asked((await list()).links.next).get('paginationhash') ?? ''
      expect((await list(`?paging=next&paginationhash=${hash}`)).items).toHaveLength(25)
      const altered = await company.admin.get(`/v1/tasks?paging=next&paginationhash=${hash.slice(0, -2)}AA`)
      expect(altered.status).toBe(400)
    },
  )

  test(said('sort: string; Field name to sort by.'), async () => {
    expect(titles(await list('?sort=title')).slice(0, 3)).toEqual(['Task 00', 'Task 01', 'Task 02'])
  })

  test(said('filter: string; Filter expression (see Filtering).'), async () => {
    expect(titles(await filtered('title="Task 07"'))).toEqual(['Task 07'])
  })

  test(said('query /v1/tasks: Supports paging, `limit`, `sort` (e.g. by `priority`).'), async () => {
    const seen: number[] = []
    for (let next: string | undefined = '/v1/tasks?sort=priority&limit=9'; next !== undefined; ) {
      const page = await company.admin.list(next)
      seen.push(...page.items.map((item) => item.details.priority))
      next = page.links.next
    }
    expect(seen).toHaveLength(60)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })
})

describe('paging rules', () => {
  test(said('Pages are traversed by requesting the paths returned in `links`.'), async () => {
    const all = await company.admin.all('/v1/tasks?limit=7')
    expect(new Set(all.map(({ id }) => id)).size).toBe(60)
    let page = await company.admin.list('/v1/tasks?limit=7&paging=last')
    const back = [...page.items].reverse()
    while (page.links.previous !== undefined) {
      page = await company.admin.list(page.links.previous)
      back.push(...[...page.items].reverse())
    }
    expect(back.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse())
  })

  test(
    said('When the query has sort or filter parameters, the paths in `links` carry them too.'),
    async () => {
      const query = `?limit=5&sort=-priority&filter=${encodeURIComponent('tags="even"')}`
      for (const { links } of await threePages(query))
        for (const link of Object.values(links)) {
          expect(asked(link).get('sort')).toBe('-priority')
          expect(asked(link).get('filter')).toBe('tags="even"')
          expect(asked(link).get('limit')).toBe('5')
        }
    },
  )

  test(
    said(
      'When `links` has no `first` and no `previous`, the response is the first page and no earlier record exists.',
    ),
    async () => {
      const [first, middle, last] = await threePages('?sort=title')
      expect([first, middle, last].map(({ links }) => 'first' in links || 'previous' in links)).toEqual([
        false,
        true,
        true,
      ])
      expect(titles(first)[0]).toBe('Task 00')
    },
  )

  test(said('When `links` has no `next` and no `last`, the response is the last page.'), async () => {
    const [first, middle, last] = await threePages('?sort=title')
    expect([first, middle, last].map(({ links }) => 'next' in links || 'last' in links)).toEqual([
      true,
      true,
      false,
    ])
    expect(titles(last).at(-1)).toBe('Task 59')
  })
})

describe('sorting rules', () => {
  test(said('`sort=<field>` sorts ascending.'), async () => {
    const found = dates(await list('?sort=dueDate&limit=100'))
    expect(found).toEqual(found.toSorted())
  })

  test(said('`sort=-<field>` (field name prefixed with a minus sign) sorts descending.'), async () => {
    const found = dates(await list('?sort=-dueDate&limit=100'))
    expect(found).toEqual(found.toSorted().reverse())
  })

  test(
    said(
      'When the field does not exist or does not support sorting, the response is 400 Bad Request with the message "Invalid sorter(s): <field>".',
    ),
    async () => {
      for (const field of ['nonsense', 'description', 'assignees']) {
        const reply = await company.admin.get(`/v1/tasks?sort=${field}`)
        expect([reply.status, reply.body.message]).toEqual([400, `Invalid sorter(s): ${field}`])
      }
    },
  )
})

describe('filtering rules', () => {
  const refused = async (filter: string): Promise<void> => {
    const reply = await company.admin.get(`/v1/tasks?filter=${encodeURIComponent(filter)}`)
    expect(reply.status, filter).toBe(400)
  }

  test(
    said(
      'A filter expression has the form `<name><operator><value>`; the startsWith operator is written with spaces: `<name> startsWith <value>`.',
    ),
    async () => {
      expect((await filtered('priority>=5')).items).toHaveLength(12)
      const found = await company.admin.list(
        `/search/tags?filter=${encodeURIComponent('tags startsWith "eve"')}`,
      )
      expect(found.items.map((item) => item.details.tagName)).toEqual(['even'])
    },
  )

  test(said('The whole `filter` value must be URL encoded.'), async () => {
    await company.admin.create('/v1/tasks', { title: 'R&D + 100% "x"=y', workspaceId })
    const filter = 'title="R&D + 100% \\"x\\"=y"'
    expect((await filtered(filter)).items).toHaveLength(1)
    expect((await company.admin.get('/v1/tasks?filter=title="R&D"')).status).toBe(400)
  })

  test(
    said('Several filters (or several values of the same field) are joined by the text space, AND, space.'),
    async () => {
      expect((await filtered('tags="odd" AND tags="third"')).items).toHaveLength(10)
      expect((await filtered('tags="odd" AND priority=2')).items).toHaveLength(6)
    },
  )

  test(said('Only AND is supported.'), async () => {
    for (const word of ['OR', 'and', 'NOT', '&&']) await refused(`priority=1 ${word} priority=2`)
    await refused('(priority=1)')
  })

  test(said('Order of filters does not change the result.'), async () => {
    const terms = ['tags="even"', 'priority>1', 'dueDate>="2026-01-10"']
    const one = titles(await filtered(terms.join(' AND '), '&sort=title'))
    const other = titles(await filtered(terms.toReversed().join(' AND '), '&sort=title'))
    expect(one.length).toBeGreaterThan(5)
    expect(other).toEqual(one)
  })

  test(
    said('When the field does not exist or is not filterable, the response is 400 Bad Request.'),
    async () => {
      await refused('nonsense="x"')
      await refused('description="x"')
    },
  )

  test(said('A boolean value other than `true` or `false` gives an Invalid Request error.'), async () => {
    for (const value of ['yes', '1', '"true"', 'TRUE']) {
      const reply = await company.admin.get(
        `/v1/workspaces?filter=${encodeURIComponent(`archived=${value}`)}`,
      )
      expect(reply.status).toBe(400)
      expect(reply.body.message).toMatch(/^Invalid Request/)
    }
  })

  test(
    said(
      'String or ID: `=` (equal); `startsWith` (only for the `tags` filter on /search/tags); wrapped in double quotation marks',
    ),
    async () => {
      expect((await filtered('title="Task 01"')).items).toHaveLength(1)
      expect((await filtered(`workspaceId="${workspaceId}"`)).items.length).toBeGreaterThanOrEqual(60)
      await refused('title=Task')
      await refused("title='Task 01'")
      await refused('title>"Task"')
      await refused('title startsWith "Task"')
      await refused('tags startsWith "e"')
    },
  )

  test(said('Boolean: `=`; `true` or `false`, not quoted'), async () => {
    const workspaces = (filter: string) =>
      company.admin.list(`/v1/workspaces?filter=${encodeURIComponent(filter)}`)
    expect((await workspaces('archived=false')).items).toHaveLength(1)
    expect((await workspaces('archived=true')).items).toHaveLength(0)
  })

  test(
    said('Date: `=`, `>`, `<`, `>=`, `<=`; ISO-8601 date, wrapped in double quotation marks'),
    async () => {
      const counts = await Promise.all(
        ['=', '>', '<', '>=', '<='].map(
          async (operator) => (await filtered(`dueDate${operator}"2026-01-10"`)).items.length,
        ),
      )
      expect(counts).toEqual([2, 40, 18, 42, 20])
      await refused('dueDate=2026-01-10')
      await refused('dueDate="2026-02-30"')
    },
  )

  test(said('Numeric: `=`, `>`, `<`, `>=`, `<=`; number, not quoted'), async () => {
    const only = 'title="Task 07" AND '
    for (const [term, matches] of [
      ['priority=3', true],
      ['priority>2', true],
      ['priority<3', false],
      ['priority>=3', true],
      ['priority<=2', false],
    ] as const)
      expect((await filtered(only + term)).items.length, term).toBe(matches ? 1 : 0)
    await refused('priority="3"')
  })

  test(
    said('Meaning of the date operators: `>` and `<` are strict; `>=` and `<=` include equality.'),
    async () => {
      const has = async (operator: string): Promise<boolean> =>
        dates(await filtered(`dueDate${operator}"2026-01-15"`)).includes('2026-01-15')
      expect(await Promise.all(['>', '<', '>=', '<='].map(has))).toEqual([false, false, true, true])
    },
  )

  test(said('Two date filters joined by AND give a range.'), async () => {
    const found = dates(await filtered('dueDate>="2026-01-10" AND dueDate<"2026-01-12"', '&sort=dueDate'))
    expect(found).toEqual(['2026-01-10', '2026-01-10', '2026-01-11', '2026-01-11'])
  })
})
