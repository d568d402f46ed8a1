import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { others, turnOf } from '../../src/fairness/turns.ts'

/** Keeps the process busy, as a request does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('requests that arrive at one moment are begun for a few milliseconds, the rest with later turns, in order', async () => {
  const served: number[] = []
  let turns = 0
  const all = Array.from({ length: 100 }, async (_, n) => {
    const waiting = turnOf('ada')
    if (waiting !== undefined) await waiting
    work(1)
    served.push(n)
  })
  const atFirst = served.length
  expect(atFirst).toBeGreaterThanOrEqual(1)
  expect(atFirst).toBeLessThanOrEqual(6)
  let done = false
  const finished = Promise.all(all).then(() => {
    done = true
  })
  while (!done) {
    await setImmediate()
    turns += 1
  }
  await finished
  expect(turns).toBeGreaterThanOrEqual(5)
  expect(served).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test('one that arrives alone goes on at once', async () => {
  await setImmediate()
  await setImmediate()
  expect(turnOf('ada')).toBeUndefined()
})

test('whoever sends many requests waits for them, and another for one of each', async () => {
  const served: string[] = []
  const serve = async (whose: string): Promise<void> => {
    const waiting = turnOf(whose)
    if (waiting !== undefined) await waiting
    work(6)
    served.push(whose)
  }
  const all = Array.from({ length: 20 }, () => serve('ada'))
  await Promise.all([...all, serve('bob')])
  expect(served.indexOf('bob')).toBeLessThanOrEqual(3)
})

test('long work goes on for a few milliseconds of each turn, however many are at it', async () => {
  const all = Array.from({ length: 30 }, async () => {
    for (let n = 0; n < 3; n += 1) {
      await others('ada')
      work(2)
    }
  })
  let longest = 0
  let before = process.cpuUsage()
  let done = false
  Promise.all(all).then(() => {
    done = true
  })
  while (!done) {
    await setImmediate()
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    longest = Math.max(longest, (user + system) / 1_000)
  }
  expect(longest).toBeLessThan(30)
})
