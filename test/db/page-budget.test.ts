import { expect, test } from 'vitest'
import { PageBudget } from '../../src/lists/page-budget.ts'
import type { ListSource } from '../../src/lists/plans.ts'

const source = (companyNo: number): ListSource => ({
  select: 't.*',
  // A list that nothing else uses: what is known about lists outlives a test.
  all: { from: '"roomy" t', id: 't."id"', where: { sql: 't."companyNo" = ?', values: [companyNo] } },
  indexedKeys: new Set(),
  wide: ['description'],
})

const large = { id: 'x', description: 'x'.repeat(250_000) }

test('of large rows only a few are read at once, and the next page knows it from the start', () => {
  const first = new PageBudget(source(1))
  expect(first.rows).toBeGreaterThan(500)
  for (let n = 0; n < 25; n += 1) expect(first.takes(large)).toBe(true)
  first.learn()
  expect(first.rows).toBe(2)
  expect(new PageBudget(source(1)).rows).toBe(2)
  expect(new PageBudget(source(2)).rows).toBeGreaterThan(500)
  const small = new PageBudget(source(1))
  for (let n = 0; n < 2; n += 1) {
    small.takes({ id: 'y', description: null })
    small.learn()
  }
  expect(small.rows).toBe(128)
})

test('a page fits 500 records with the longest texts, and one record larger than that', () => {
  const room = new PageBudget(source(3))
  for (let n = 0; n < 500; n += 1) expect(room.takes({ description: 'x'.repeat(65_536) })).toBe(true)
  while (room.takes(large));
  expect(new PageBudget(source(3)).takes({ description: 'x'.repeat(50_000_000) })).toBe(true)
})
