import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Engine } from '../../src/db/database.ts'
import { longPace, Pace, rowPace } from '../../src/lists/pace.ts'
import { time } from '../support/clock.ts'

// The duration of a statement is all that a pace knows of it.
beforeEach(() => void time.freeze())
afterEach(() => time.resume())

async function sizeAfter(pace: Pace, statements: number, milliseconds: number): Promise<number> {
  for (let n = 0; n < statements; n += 1) await pace.keep(() => time.advance(milliseconds))
  return pace.size
}

test.each<[Engine, number, number]>([
  ['sqlite', 64, 2_048],
  ['postgres', 512, 16_384],
])('on %s a batch has from %i to %i rows', async (engine, smallest, largest) => {
  const pace = new Pace(engine)
  expect(pace.size).toBe(smallest)
  expect(await sizeAfter(pace, 20, 1)).toBe(largest)
  expect(await sizeAfter(pace, 20, 100)).toBe(smallest)
  expect(pace.spent).toBe(20 * 1 + 20 * 100)
})

test('a statement of 10 ms is long if it blocks the process, and short if it does not', async () => {
  expect(await sizeAfter(new Pace('sqlite', 1_000), 1, 10)).toBe(500)
  expect(await sizeAfter(new Pace('postgres', 1_000), 1, 10)).toBe(2_000)
})

test('complete rows are read a few at a time on either engine', async () => {
  const pace = rowPace()
  expect(pace.size).toBe(64)
  expect(await sizeAfter(pace, 1, 10)).toBe(64)
  expect(await sizeAfter(pace, 20, 1)).toBe(2_048)
})

test('queries that read a lot start with the largest batch on PostgreSQL', () => {
  expect(longPace('postgres', 100_000).size).toBe(100_000)
  expect(longPace('sqlite', 100_000).size).toBe(2_048)
})
