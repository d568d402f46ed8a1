import { expect, test } from 'vitest'
import { HeldRefusals } from '../../src/auth/held-refusals.ts'

test('those who were refused at once are not told at once, or they would come again at once', async () => {
  const refusals = new HeldRefusals()
  const began = performance.now()
  const waits = Array.from({ length: 100 }, async () => {
    await refusals.wait()
    return performance.now() - began
  })
  const ended = await Promise.all(waits)
  expect(Math.min(...ended)).toBeGreaterThan(190)
  expect(Math.max(...ended) - Math.min(...ended)).toBeGreaterThan(50)
})

test('past a thousand at once nobody is kept', async () => {
  const refusals = new HeldRefusals()
  const kept = Array.from({ length: 1_000 }, () => refusals.wait())
  const began = performance.now()
  await refusals.wait()
  expect(performance.now() - began).toBeLessThan(100)
  await Promise.all(kept)
})
