import { expect, test } from 'vitest'
import { FairQueue } from '../../src/fairness/fair-queue.ts'

/** Takes everything that waits; `cost`: the milliseconds that each item takes. */
function served(queue: FairQueue<string>, cost: (item: string) => number, most = 100): string[] {
  const order: string[] = []
  for (let item = queue.take(); item !== undefined && order.length < most; item = queue.take()) {
    order.push(item)
    queue.charge(cost(item))
  }
  return order
}

test('the items of one caller are served in order', () => {
  const queue = new FairQueue<string>()
  for (const name of ['a1', 'a2', 'a3']) queue.add('ada', name)
  expect(queue.size).toBe(3)
  expect(served(queue, () => 5)).toEqual(['a1', 'a2', 'a3'])
  expect(queue.size).toBe(0)
})

test('callers share time, not items: short requests wait for one long request at most', () => {
  const queue = new FairQueue<string>()
  for (let n = 0; n < 10; n += 1) queue.add('ada', `long ${n}`)
  queue.take()
  for (let n = 0; n < 20; n += 1) queue.add('bob', `short ${n}`)
  queue.charge(100)
  const order = served(queue, (name) => (name.startsWith('long') ? 100 : 1))
  expect(order.slice(0, 20).every((name) => name.startsWith('short'))).toBe(true)
})

test('a caller who joins late does not catch up on the time that others have used', () => {
  const queue = new FairQueue<string>()
  for (let n = 0; n < 40; n += 1) queue.add('ada', `a${n}`)
  for (let n = 0; n < 10; n += 1) {
    queue.take()
    queue.charge(10)
  }
  for (let n = 0; n < 10; n += 1) queue.add('bob', `b${n}`)
  const order = served(queue, () => 10)
  expect(order.slice(0, 10).filter((name) => name.startsWith('b')).length).toBeLessThanOrEqual(6)
})

test('the next item comes with the time that the previous one of its caller took', () => {
  const queue = new FairQueue<string>()
  for (const name of ['a1', 'a2']) queue.add('ada', name)
  queue.take()
  queue.charge(70)
  expect(queue.peek()).toEqual({ item: 'a2', previous: 70 })
})
