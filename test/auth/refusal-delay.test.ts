import { expect, test } from 'vitest'
import { RefusalDelay } from '../../src/fairness/refusal-delay.ts'

test('clients refused together get their responses at different times, or they would retry together', async () => {
  const refusals = new RefusalDelay()
  const began = performance.now()
  const waits = Array.from({ length: 100 }, async () => {
    await refusals.wait()
    return performance.now() - began
  })
  const ended = await Promise.all(waits)
  expect(Math.min(...ended)).toBeGreaterThan(190)
  expect(Math.max(...ended) - Math.min(...ended)).toBeGreaterThan(50)
})

test('more than a thousand refusals at once are not delayed', async () => {
  const refusals = new RefusalDelay()
  const delayed = Array.from({ length: 1_000 }, () => refusals.wait())
  const began = performance.now()
  await refusals.wait()
  expect(performance.now() - began).toBeLessThan(100)
  await Promise.all(delayed)
})
