import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asCaller, currentCaller, startRequest, yieldNow } from '../../src/fairness/scheduler.ts'
import { time } from '../support/clock.ts'

beforeEach(() => void time.freeze())
afterEach(() => time.resume())

test('requests that arrive together start for a few milliseconds of each iteration, in order', async () => {
  const served: number[] = []
  let iterations = 0
  const all = Array.from({ length: 100 }, async (_, n) => {
    const turn = startRequest()
    if (turn !== undefined) await turn
    time.pass(1)
    served.push(n)
  })
  const atFirst = served.length
  expect(atFirst).toBe(5)
  let done = false
  const finished = Promise.all(all).then(() => {
    done = true
  })
  while (!done) {
    await setImmediate()
    iterations += 1
  }
  await finished
  expect(iterations).toBeGreaterThanOrEqual(19)
  expect(served).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test('a request that arrives alone starts immediately', async () => {
  await setImmediate()
  await setImmediate()
  expect(startRequest()).toBeUndefined()
})

test('a caller who sends many requests waits for them, and another caller does not', async () => {
  const served: string[] = []
  const serve = (callerId: string): Promise<void> =>
    asCaller(callerId, async () => {
      const turn = startRequest()
      if (turn !== undefined) await turn
      time.pass(6)
      served.push(callerId)
    })
  const all = Array.from({ length: 20 }, () => serve('ada'))
  await Promise.all([...all, serve('bob')])
  expect(served.indexOf('bob')).toBeLessThanOrEqual(3)
})

test('long work runs for a few milliseconds of each iteration, however much of it there is', async () => {
  let steps = 0
  const all = Array.from({ length: 30 }, async () => {
    for (let n = 0; n < 3; n += 1) {
      await yieldNow()
      time.pass(2)
      steps += 1
    }
  })
  let most = 0
  let done = false
  Promise.all(all).then(() => {
    done = true
  })
  while (!done) {
    const before = steps
    await setImmediate()
    most = Math.max(most, steps - before)
  }
  expect(steps).toBe(90)
  expect(most).toBe(3)
})

test('work knows its caller across waits, and work that it starts for the service has none', async () => {
  expect(currentCaller()).toBe('')
  await asCaller('ada', async () => {
    await yieldNow()
    expect(currentCaller()).toBe('ada')
    expect(asCaller('', currentCaller)).toBe('')
  })
})
