import { expect, test } from 'vitest'
import { Lines } from '../../src/fairness/lines.ts'

/** Serves all that waits; `cost`: the milliseconds that each takes. */
function served(lines: Lines<string>, cost: (name: string) => number, most = 100): string[] {
  const order: string[] = []
  for (let each = lines.take(); each !== undefined && order.length < most; each = lines.take()) {
    order.push(each)
    lines.spend(cost(each))
  }
  return order
}

test('what one caller sends is served in its order', () => {
  const lines = new Lines<string>()
  for (const name of ['a1', 'a2', 'a3']) lines.add('ada', name)
  expect(lines.size).toBe(3)
  expect(served(lines, () => 5)).toEqual(['a1', 'a2', 'a3'])
  expect(lines.size).toBe(0)
})

test('callers have the same time, and not the same number: short requests wait for one long one at most', () => {
  const lines = new Lines<string>()
  for (let n = 0; n < 10; n += 1) lines.add('ada', `long ${n}`)
  lines.take()
  for (let n = 0; n < 20; n += 1) lines.add('bob', `short ${n}`)
  lines.spend(100)
  const order = served(lines, (name) => (name.startsWith('long') ? 100 : 1))
  expect(order.slice(0, 20).every((name) => name.startsWith('short'))).toBe(true)
})

test('whoever comes late has no more than others from then on', () => {
  const lines = new Lines<string>()
  for (let n = 0; n < 40; n += 1) lines.add('ada', `a${n}`)
  for (let n = 0; n < 10; n += 1) {
    lines.take()
    lines.spend(10)
  }
  for (let n = 0; n < 10; n += 1) lines.add('bob', `b${n}`)
  const order = served(lines, () => 10)
  expect(order.slice(0, 10).filter((name) => name.startsWith('b')).length).toBeLessThanOrEqual(6)
})
