import { expect, test } from 'vitest'
import { CannotUndo } from '../../web/src/api/undo.ts'
import { changeOf, type Entry, operationsOf, restoring } from '../../web/src/pages/time/cells.ts'
import { firstTime, nearestTime, timeAndDay } from '../../web/src/pages/time/times-of-day.ts'

const day = '2026-03-02'
const work = { workspaceId: 'w', taskId: 't' }

const entry = (id: string, minutes: number, more: Partial<Entry> = {}): Entry => ({
  ...{ id, minutes, date: day, note: null, billable: false, ...work },
  createdAt: `2026-03-02T0${id}:00:00.000Z`,
  ...more,
})

test('time in an empty cell creates an entry on the task, or in the workspace without one', () => {
  expect(operationsOf(work, day, [], { minutes: 90, note: 'Draft', billable: true })).toEqual([
    { method: 'POST', body: { taskId: 't', date: day, minutes: 90, note: 'Draft', billable: true } },
  ])
  expect(operationsOf({ ...work, taskId: null }, day, [], { minutes: 15 })).toEqual([
    { method: 'POST', body: { workspaceId: 'w', date: day, minutes: 15 } },
  ])
  // A note alone waits for the time.
  expect(operationsOf(work, day, [], { note: 'Draft' })).toEqual([])
})

test('only what is different is sent', () => {
  const entries = [entry('1', 60, { note: 'Draft' })]
  expect(operationsOf(work, day, entries, { minutes: 60 })).toEqual([])
  expect(operationsOf(work, day, entries, { minutes: 75 })).toEqual([
    { method: 'PUT', id: '1', body: { minutes: 75 } },
  ])
  expect(operationsOf(work, day, entries, { note: ' ', billable: true })).toEqual([
    { method: 'PUT', id: '1', body: { note: null, billable: true } },
  ])
  expect(operationsOf(work, day, entries, { minutes: 0 })).toEqual([{ method: 'DELETE', id: '1' }])
})

test('the sum of several entries changes the newest, and removes what is too much', () => {
  const entries = [entry('1', 60), entry('3', 30), entry('2', 15)]
  expect(operationsOf(work, day, entries, { minutes: 120 })).toEqual([
    { method: 'PUT', id: '3', body: { minutes: 45 } },
  ])
  expect(operationsOf(work, day, entries, { minutes: 70 })).toEqual([
    { method: 'DELETE', id: '3' },
    { method: 'PUT', id: '2', body: { minutes: 10 } },
  ])
  expect(operationsOf(work, day, entries, { minutes: 0 })).toEqual([
    { method: 'DELETE', id: '3' },
    { method: 'DELETE', id: '2' },
    { method: 'DELETE', id: '1' },
  ])
})

test('what an edit did to the entries of a cell is taken back, and nothing else', () => {
  const before = [entry('1', 60, { note: 'Draft' }), entry('2', 30)]
  const changes = [
    changeOf({ method: 'PUT', id: '1', body: { minutes: 75 } }, null, before),
    changeOf({ method: 'DELETE', id: '2' }, null, before),
    changeOf({ method: 'POST', body: { taskId: 't', date: day, minutes: 15 } }, '3', before),
  ]
  // Entry 4 was logged by a timer in the meantime.
  const now = [entry('1', 75, { note: 'Draft' }), entry('3', 15), entry('4', 5)]
  expect(restoring(changes, now)).toEqual([
    { method: 'PUT', id: '1', body: { minutes: 60, note: 'Draft', billable: false } },
    { method: 'POST', body: { taskId: 't', date: day, minutes: 30, note: null, billable: false } },
    { method: 'DELETE', id: '3' },
  ])
  expect(restoring(changes, before)).toEqual([])
})

test('an entry that somebody has changed since is not taken back', () => {
  const created = changeOf({ method: 'POST', body: { date: day, minutes: 15 } }, '1', [])
  const changed = changeOf({ method: 'PUT', id: '1', body: { minutes: 75 } }, null, [entry('1', 60)])
  for (const change of [created, changed])
    expect(() => restoring([change], [entry('1', 20)])).toThrow(CannotUndo)
  expect(() => restoring([changed], [])).toThrow(CannotUndo)
  expect(() => restoring([created], [entry('1', 15, { date: '2026-03-03' })])).toThrow(CannotUndo)
})

test('a forgotten timer is stopped at the first moment with the chosen time, even after a weekend', () => {
  const startedAt = new Date(2026, 2, 6, 15, 30).toISOString()
  const monday = new Date(2026, 2, 9, 9, 0).getTime()
  expect(firstTime('17:00', startedAt, monday)).toEqual(new Date(2026, 2, 6, 17, 0))
  expect(firstTime('09:15', startedAt, monday)).toEqual(new Date(2026, 2, 7, 9, 15))
  expect(firstTime('17:00', startedAt, new Date(2026, 2, 6, 16, 0).getTime())).toBeUndefined()
  expect(firstTime('', startedAt, monday)).toBeUndefined()
})

test('the start of a timer that ran past midnight is shown with its day, and moves on that day', () => {
  const at = (date: number, hours: number, minutes: number): Date => new Date(2026, 2, date, hours, minutes)
  const startedAt = at(2, 10, 0).toISOString()
  const next = at(3, 11, 0).getTime()
  expect(timeAndDay(startedAt, at(2, 23, 59).getTime())).toBe('10:00')
  expect(timeAndDay(startedAt, next)).toBe('10:00 yesterday')
  expect(timeAndDay(startedAt, at(5, 8, 0).getTime())).toMatch(/^10:00 on .*2/)
  // 9:45 has passed on both days.
  expect(nearestTime('09:45', startedAt, next)).toEqual(at(2, 9, 45))
  expect(nearestTime('00:05', at(2, 23, 50).toISOString(), at(3, 0, 30).getTime())).toEqual(at(3, 0, 5))
  expect(nearestTime('23:50', at(3, 0, 10).toISOString(), at(3, 0, 30).getTime())).toEqual(at(2, 23, 50))
  expect(nearestTime('00:30', at(3, 13, 0).toISOString(), at(3, 14, 0).getTime())).toEqual(at(3, 0, 30))
  expect(nearestTime('', startedAt, next)).toBeUndefined()
})
