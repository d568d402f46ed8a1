import { expect, test } from 'vitest'
import { parseDuration } from '../../web/src/parts/durations.ts'

test.each([
  ['1:30', 90],
  ['0:05', 5],
  ['1.5', 90],
  ['1,75', 105],
  ['.5', 30],
  ['1.5h', 90],
  ['90m', 90],
  ['90 min', 90],
  ['90', 90],
  ['2', 120],
  ['24', 1_440],
  ['2h', 120],
  ['1h 30m', 90],
  ['1h30', 90],
  ['', 0],
  ['0', 0],
])('“%s” is understood', (typed, minutes) => {
  expect(parseDuration(typed)).toBe(minutes)
})

test.each([
  ['+15', 60, 75],
  ['-15', 60, 45],
  ['−15', 60, 45],
  ['+1:30', 60, 150],
  ['+0.5', 60, 90],
  ['-90', 60, 0],
])('“%s” changes %i minutes', (typed, before, minutes) => {
  expect(parseDuration(typed, before)).toBe(minutes)
})

test('anything else, and more than a day, is refused', () => {
  for (const typed of ['soon', '1:75', '1:5', '25:00', '1.5.5', '+', '-', '1441', 'h'])
    expect(parseDuration(typed), typed).toBeUndefined()
  expect(parseDuration('+15', 1_430)).toBeUndefined()
})
