import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildLinks } from '../../src/query/links.ts'

describe('the links of a page', () => {
  test('everything on one page: none', () => {
    expect(buildLinks('/v1/tasks', { limit: '5' }, {})).toEqual({})
    expect(buildLinks('/v1/tasks', {}, { previous: undefined, next: undefined })).toEqual({})
  })

  test('the first page: next and last', () => {
    expect(buildLinks('/v1/tasks', {}, { next: 'N' })).toEqual({
      next: '/v1/tasks?paging=next&paginationhash=N',
      last: '/v1/tasks?paging=last',
    })
  })

  test('the last page: first and previous', () => {
    expect(buildLinks('/search/tags', {}, { previous: 'P' })).toEqual({
      first: '/search/tags?paging=first',
      previous: '/search/tags?paging=prev&paginationhash=P',
    })
  })

  test('a page in between: all four, each with everything that was sent', () => {
    const carried = { limit: '5', sort: '-priority,title', filter: 'title="a b+c&d=é" AND locked=true' }
    const query =
      'limit=5&sort=-priority%2Ctitle&filter=title%3D%22a%20b%2Bc%26d%3D%C3%A9%22%20AND%20locked%3Dtrue'
    expect(buildLinks('/v1/tasks', carried, { previous: 'P', next: 'N' })).toEqual({
      first: `/v1/tasks?${query}&paging=first`,
      previous: `/v1/tasks?${query}&paging=prev&paginationhash=P`,
      next: `/v1/tasks?${query}&paging=next&paginationhash=N`,
      last: `/v1/tasks?${query}&paging=last`,
    })
  })
})

test('URLSearchParams reads back exactly the carried parameters', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text !== 'paging' && text !== 'paginationhash')
  const value = fc.string({ unit: 'binary' })
  const hash = fc.stringMatching(/^[A-Za-z0-9_-]{1,50}$/)
  fc.assert(
    fc.property(fc.dictionary(name, value), hash, hash, (carried, previous, next) => {
      const places = {
        first: { paging: 'first' },
        previous: { paging: 'prev', paginationhash: previous },
        next: { paging: 'next', paginationhash: next },
        last: { paging: 'last' },
      }
      const links = buildLinks('/v1/tasks', carried, { previous, next })
      for (const member of ['first', 'previous', 'next', 'last'] as const) {
        const link = links[member] ?? ''
        expect(link).toMatch(/^\/v1\/tasks\?[\x21-\x7e]+$/)
        const found = [...new URLSearchParams(link.slice(link.indexOf('?')))]
        const expected = [...Object.entries(carried), ...Object.entries(places[member])]
        expect(found.toSorted()).toEqual(expected.toSorted())
      }
    }),
  )
})

test('half a surrogate pair is replaced, and does not throw', () => {
  expect(buildLinks('/v1/tasks', { filter: 'a\ud800' }, { next: 'N' }).last).toBe(
    '/v1/tasks?filter=a%EF%BF%BD&paging=last',
  )
})
