import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalSort, readSort } from '../../src/query/sort.ts'
import { mayBeRefused, parseSort, refused } from './refused.ts'

const sortable = ['priority', 'title', 'createdAt', 'dueDate']

describe('parsed', () => {
  test.each([
    ['priority', ['priority']],
    ['-priority', ['-priority']],
    ['-priority,title', ['-priority', 'title']],
    ['title,-createdAt,dueDate', ['title', '-createdAt', 'dueDate']],
    [' priority , - title ', ['priority', '-title']],
  ])('%j', (text, expected) => {
    expect(parseSort(text, sortable)).toEqual(
      expected.map((key) => ({ field: key.replace('-', ''), descending: key.startsWith('-') })),
    )
  })

  test.each([undefined, '', ' '])('%j counts as absent', (text) => {
    expect(parseSort(text, sortable)).toEqual([])
  })
})

test('sorting by rank without a filter for its parent is refused with a reason', () => {
  const why = 'Each workspace has its own order. To sort by rank, filter by one: workspaceId="…".'
  const detailsOf = (text: string, fields: readonly string[]): string[] =>
    readSort(text, fields, 'workspaceId').refused.map(({ fault }) => fault.detail)
  expect(detailsOf('-rank', ['title'])).toEqual([why, 'Invalid sorter(s): rank'])
  expect(detailsOf('title', ['title'])).toEqual([])
  expect(detailsOf('rank,rank', ['title', 'rank'])).toEqual(['Invalid sorter(s): rank'])
})

describe('refused', () => {
  const empty =
    'sort has an empty field name; write, for example, sort=-createdAt or sort=createdAt,updatedAt.'
  test.each([
    ['colour', 'invalid_sorter', ['Invalid sorter(s): colour']],
    ['-colour', 'invalid_sorter', ['Invalid sorter(s): colour']],
    ['--priority', 'invalid_sorter', ['Invalid sorter(s): -priority']],
    ['Priority', 'invalid_sorter', ['Invalid sorter(s): Priority']],
    ['-x,title,y', 'invalid_sorter', ['Invalid sorter(s): x,y']],
    ['x,-x', 'invalid_sorter', ['Invalid sorter(s): x']],
    ['__proto__', 'invalid_sorter', ['Invalid sorter(s): __proto__']],
    ['title,-title', 'invalid_sorter', ['Invalid sorter(s): title']],
    ['title,x,title', 'invalid_sorter', ['Invalid sorter(s): x,title']],
    ['a\ud800', 'invalid_sorter', ['Invalid sorter(s): a\ufffd']],
    ['priority desc', 'invalid_sorter', ['Invalid sorter(s): priority desc']],
    ['-', 'invalid_sorter', [empty]],
    [',', 'invalid_sorter', [empty]],
    ['title,,priority', 'invalid_sorter', [empty]],
    ['title,', 'invalid_sorter', [empty]],
    ['x,,y', 'invalid_sorter', [empty, 'Invalid sorter(s): x,y']],
    [
      'priority,title,createdAt,dueDate',
      'invalid_request',
      ['You can sort by at most 3 fields; sort names 4.'],
    ],
    [
      'priority,title,createdAt,x',
      'invalid_request',
      ['You can sort by at most 3 fields; sort names 4.', 'Invalid sorter(s): x'],
    ],
  ])('%j', (text, code, details) => {
    const problem = refused(() => parseSort(text, sortable))
    expect(problem.code).toBe(code)
    expect(problem.message).toBe(details.join(' '))
    expect(problem.faults).toEqual(details.map((detail) => ({ parameter: 'sort', detail })))
  })

  test('any text is parsed, or refused with a 400', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('-', ',', 'a', ' ') })), (text) => {
        mayBeRefused(() => parseSort(text, ['a', 'aa']))
      }),
    )
  })
})

test('canonicalSort is parsed back to the same keys', () => {
  const keys = fc.uniqueArray(fc.record({ field: fc.constantFrom(...sortable), descending: fc.boolean() }), {
    selector: (key) => key.field,
    maxLength: 3,
  })
  fc.assert(
    fc.property(keys, (given) => {
      expect(parseSort(canonicalSort(given), sortable)).toEqual(given)
    }),
  )
  expect(canonicalSort([])).toBe('')
})
