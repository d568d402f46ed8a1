import { expect, test } from 'vitest'
import { keepOrder } from '../../web/src/pages/tasks/keep-order.ts'
import { draggedDates, scaleOf, spanOf, ticksOf } from '../../web/src/pages/tasks/timeline-scale.ts'

const both = { startDate: '2026-11-16', dueDate: '2026-11-18' }

test('a bar moves with the dates that it has, and its ends do not pass each other', () => {
  expect(draggedDates(both, 'move', 3)).toEqual({ startDate: '2026-11-19', dueDate: '2026-11-21' })
  expect(draggedDates({ startDate: null, dueDate: '2026-11-18' }, 'move', -1)).toEqual({
    dueDate: '2026-11-17',
  })
  expect(draggedDates({ startDate: null, dueDate: '2026-11-18' }, 'end', 2)).toEqual({
    ...{ startDate: '2026-11-18', dueDate: '2026-11-20' },
  })
  expect(draggedDates(both, 'start', 1)).toEqual({ startDate: '2026-11-17', dueDate: '2026-11-18' })
  expect(draggedDates(both, 'end', -5)).toEqual({ startDate: '2026-11-16', dueDate: '2026-11-16' })
  expect(draggedDates(both, 'move', 0)).toBeUndefined()
  expect(draggedDates({ startDate: null, dueDate: null }, 'move', 1)).toBeUndefined()
})

test('a task that is due before its start takes the day on which it is due', () => {
  const mixed = { startDate: '2026-11-20', dueDate: '2026-11-18' }
  expect(spanOf(mixed)).toEqual({ start: '2026-11-18', end: '2026-11-18' })
  expect(draggedDates(mixed, 'start', -2)).toEqual({ startDate: '2026-11-16', dueDate: '2026-11-18' })
  expect(draggedDates(mixed, 'end', 1)).toEqual({ dueDate: '2026-11-19' })
})

test('pixels and days belong together', () => {
  const scale = scaleOf('week', '2026-11-17')
  expect(scale.dayAt(scale.at('2026-11-17'))).toBe('2026-11-17')
  expect(scale.at('1990-01-01')).toBe(0)
})

test('the labels of a zoom cover the days from one to another', () => {
  expect(ticksOf('week', '2026-11-18', '2026-11-24').major.map(({ day }) => day)).toEqual([
    ...['2026-11-16', '2026-11-23'],
  ])
  expect(ticksOf('month', '2026-11-18', '2027-01-02').major.map(({ day }) => day)).toEqual([
    ...['2026-11-01', '2026-12-01', '2027-01-01'],
  ])
  expect(ticksOf('quarter', '2026-11-18', '2027-01-02').major.map(({ label }) => label)).toEqual([
    ...['Q4 2026', 'Q1 2027'],
  ])
})

test('rows keep their order when they are read again, and new ones come after those that they follow', () => {
  expect(keepOrder([], ['a', 'b'])).toEqual(['a', 'b'])
  expect(keepOrder(['a', 'b', 'c'], ['c', 'b', 'a'])).toEqual(['a', 'b', 'c'])
  expect(keepOrder(['a', 'b', 'c'], ['x', 'b', 'y', 'a'])).toEqual(['x', 'a', 'b', 'y'])
})
