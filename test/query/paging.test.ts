import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseListRequest } from '../../src/query/paging.ts'
import { fields, mayBeRefused, refused } from './refused.ts'

const sortable = ['priority', 'title']
type Query = Record<string, string[]>
const read = (query: Query) => parseListRequest(query, sortable, fields)

describe('parsed', () => {
  const shape = { fields: undefined, expandNames: false }
  const defaults = { limit: 25, paging: 'first', paginationhash: undefined, sort: [], filter: [], shape }
  test.each<[Query, object]>([
    [{}, {}],
    [{ limit: [], paging: [], paginationhash: [], sort: [], filter: [] }, {}],
    [{ limit: ['1'] }, { limit: 1 }],
    [{ limit: ['500'] }, { limit: 500 }],
    [{ paging: ['last'] }, { paging: 'last' }],
    [
      { paging: ['next'], paginationhash: ['abc'] },
      { paging: 'next', paginationhash: 'abc' },
    ],
    [
      { paging: ['prev'], paginationhash: ['abc'] },
      { paging: 'prev', paginationhash: 'abc' },
    ],
    [{ paging: ['first'], paginationhash: ['abc'] }, {}],
    [{ paginationhash: ['abc'] }, {}],
    [{ sort: [''], filter: [''] }, {}],
    [{ templateOnly: ['a', 'b'] }, {}],
    [
      { sort: ['-priority'], filter: ['locked=true'] },
      {
        sort: [{ field: 'priority', descending: true }],
        filter: [{ field: 'locked', operator: '=', value: true }],
      },
    ],
  ])('%j', (query, expected) => {
    expect(read(query)).toEqual({ ...defaults, ...expected })
  })
})

const hashNeeded = (paging: string) =>
  `paging=${paging} needs the paginationhash from the same link. To start, use paging=first.`
const limitFault = (found: string) => `limit must be a whole number from 1 to 500, not ${found}.`

describe('one fault', () => {
  test.each<[Query, string, string, string]>([
    ...['0', '501', '1000', '-1', '+5', '1.0', '1e2', '05', ' 5', '0x10', 'all', '٣'].map(
      (text): [Query, string, string, string] => [
        { limit: [text] },
        'invalid_request',
        'limit',
        limitFault(JSON.stringify(text)),
      ],
    ),
    [{ limit: [''] }, 'invalid_request', 'limit', limitFault('""')],
    [
      { paging: ['previous'] },
      'invalid_request',
      'paging',
      'paging must be first, last, prev or next, not "previous".',
    ],
    [{ paging: [''] }, 'invalid_request', 'paging', 'paging must be first, last, prev or next, not "".'],
    [
      { paging: ['Next'] },
      'invalid_request',
      'paging',
      'paging must be first, last, prev or next, not "Next".',
    ],
    [{ paging: ['next'] }, 'invalid_pagination_hash', 'paginationhash', hashNeeded('next')],
    [
      { paging: ['prev'], paginationhash: [''] },
      'invalid_pagination_hash',
      'paginationhash',
      hashNeeded('prev'),
    ],
    [{ sort: ['-x,title,y'] }, 'invalid_sorter', 'sort', 'Invalid sorter(s): x,y'],
    ...['limit', 'paging', 'paginationhash', 'sort', 'filter'].map(
      (name): [Query, string, string, string] => [
        { [name]: ['first', 'first'] },
        'invalid_request',
        name,
        `${name} was given 2 times. Give it once.`,
      ],
    ),
    [
      { paging: ['next'], paginationhash: ['a', 'b', 'c'] },
      'invalid_request',
      'paginationhash',
      'paginationhash was given 3 times. Give it once.',
    ],
  ])('%j', (query, code, parameter, detail) => {
    const problem = refused(() => read(query))
    expect(problem.code).toBe(code)
    expect(problem.message).toBe(detail)
    expect(problem.faults).toEqual([{ parameter, detail }])
  })

  test('faults of only the filter keep its code', () => {
    const problem = refused(() => read({ filter: ['colour=1 AND locked=no'] }))
    expect(problem.code).toBe('invalid_filter')
    expect(problem.faults.map((fault) => fault.column)).toEqual([1, 21])
    expect(problem.message).toMatch(/^Invalid Request: /)
  })
})

test('faults of all parameters are reported at once', () => {
  const problem = refused(() =>
    read({ limit: ['0'], paging: ['next'], sort: ['-x,y'], filter: ['priority="3" AND locked=no'] }),
  )
  expect(problem.code).toBe('invalid_request')
  expect(problem.faults).toEqual([
    { parameter: 'limit', detail: limitFault('"0"') },
    { parameter: 'paginationhash', detail: hashNeeded('next') },
    {
      parameter: 'filter',
      detail: 'priority is a number, and a number has no quotation marks: write priority=3 (column 10).',
      column: 10,
    },
    {
      parameter: 'filter',
      detail: 'Invalid Request: locked must be true or false, not "no" (column 25).',
      column: 25,
    },
    { parameter: 'sort', detail: 'Invalid sorter(s): x,y' },
  ])
  expect(problem.message).toBe(`Invalid Request: ${problem.faults.map((fault) => fault.detail).join(' ')}`)
})

test('any query is parsed, or refused with a 400', () => {
  const value = fc.oneof(fc.string(), fc.constantFrom('next', 'first', '25', '-title', 'locked=true', ''))
  const name = fc.constantFrom('limit', 'paging', 'paginationhash', 'sort', 'filter', '__proto__')
  fc.assert(
    fc.property(fc.dictionary(name, fc.array(value, { maxLength: 3 })), (query) => {
      const request = mayBeRefused(() => read(query))
      if (request === undefined) return
      expect(request.limit).toBeGreaterThanOrEqual(1)
      expect(request.paginationhash === undefined).toBe(
        request.paging === 'first' || request.paging === 'last',
      )
    }),
  )
})
