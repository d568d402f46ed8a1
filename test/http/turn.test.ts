import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turn } from '../../src/http/turn.ts'

/** Keeps the process busy, as a request does. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('requests that arrive at one moment are begun for a few milliseconds, the rest with later turns, in order', async () => {
  const served: number[] = []
  let turns = 0
  const all = Array.from({ length: 100 }, async (_, n) => {
    const waiting = turn()
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
  expect(turn()).toBeUndefined()
})
