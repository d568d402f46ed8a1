import { expect, test } from 'vitest'
import { ticksFor } from '../../web/src/pages/reports/chart-data.ts'

test.each([
  [110 * 60, 'minutes', [0, 40, 80, 120].map((hours) => hours * 60)],
  [45, 'minutes', [0, 15, 30, 45]],
  [3, 'count', [0, 1, 2, 3]],
  [37, 'count', [0, 10, 20, 30, 40]],
  [3, 'percent', [0, 25, 50, 75, 100]],
] as const)('the axis of a chart up to %d %s has round values', (most, unit, ticks) => {
  expect(ticksFor(most, unit)).toEqual(ticks)
})
