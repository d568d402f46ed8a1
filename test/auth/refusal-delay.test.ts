import { expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { RefusalDelay } from '../../src/fairness/refusal-delay.ts'
import { time } from '../support/clock.ts'

test('clients refused together get their responses at different times, or they would retry together', async () => {
  using _frozen = time.freeze()
  const refusals = new RefusalDelay()
  const began = clock.ticks()
  const waits = Array.from({ length: 100 }, async () => {
    await refusals.wait()
    return clock.ticks() - began
  })
  await time.advance(1_000)
  const ended = await Promise.all(waits)
  expect(Math.min(...ended)).toBeGreaterThanOrEqual(200)
  expect(Math.max(...ended) - Math.min(...ended)).toBeGreaterThan(50)
})

test('more than a thousand refusals at once are not delayed', async () => {
  using _frozen = time.freeze()
  const refusals = new RefusalDelay()
  const delayed = Array.from({ length: 1_000 }, () => refusals.wait())
  await refusals.wait()
  await time.advance(1_000)
  await Promise.all(delayed)
})
