import { beforeEach, expect, test } from 'vitest'
import {
  etagOf,
  forgetRecords,
  keepRecord,
  shownRecord,
  showPending,
  subscribeTo,
} from '../../web/src/api/store.ts'

const id = 'a'.repeat(22)
const at = (minute: number): string => `2026-11-16T09:${String(minute).padStart(2, '0')}:00.000Z`

beforeEach(() => forgetRecords())

test('what is shown is the stored record with the pending changes in order', () => {
  keepRecord({ id, details: { title: 'One', status: 'Open', updatedAt: at(1) } })
  showPending(id, { status: 'In Progress', title: 'Two' })
  showPending(id, { status: 'Completed' })
  expect(shownRecord(id)).toMatchObject({ title: 'Two', status: 'Completed' })
})

test('a refused change disappears, and those before and after it stay', () => {
  keepRecord({ id, details: { title: 'One', status: 'Open', priority: 3, updatedAt: at(1) } })
  showPending(id, { title: 'Two' })
  const refused = showPending(id, { status: 'Completed', title: 'Three' })
  showPending(id, { priority: 5 })
  refused.refuse()
  expect(shownRecord(id)).toMatchObject({ title: 'Two', status: 'Open', priority: 5 })
})

test('an accepted change is replaced by the response of the service', () => {
  keepRecord({ id, details: { title: 'One', completedAt: null, updatedAt: at(1) } })
  const change = showPending(id, { status: 'Completed' })
  change.accept(
    { id, details: { title: 'One', status: 'Completed', completedAt: at(2), updatedAt: at(2) } },
    '"2.x"',
  )
  expect(shownRecord(id)).toMatchObject({ status: 'Completed', completedAt: at(2) })
  expect(etagOf(id)).toBe('"2.x"')
})

test('an older response does not replace a newer one, and a list keeps the fields that it does not return', () => {
  keepRecord({ id, details: { title: 'New', description: 'Long', updatedAt: at(5) } })
  keepRecord({ id, details: { title: 'Old', updatedAt: at(4) } })
  expect(shownRecord(id)).toMatchObject({ title: 'New', description: 'Long' })
  keepRecord({ id, details: { title: 'Newest', updatedAt: at(6) } })
  expect(shownRecord(id)).toMatchObject({ title: 'Newest', description: 'Long' })
})

test('a version is only used for the record that it belongs to', () => {
  keepRecord({ id, details: { title: 'One', updatedAt: at(1) } }, '"1.x"')
  keepRecord({ id, details: { title: 'One', updatedAt: at(1) } })
  expect(etagOf(id)).toBe('"1.x"')
  keepRecord({ id, details: { title: 'Two', updatedAt: at(2) } })
  expect(etagOf(id)).toBeUndefined()
})

test('a record that is being deleted is not shown, and comes back if that is refused', () => {
  keepRecord({ id, details: { title: 'One', updatedAt: at(1) } })
  const change = showPending(id, null)
  expect(shownRecord(id)).toBeNull()
  change.refuse()
  expect(shownRecord(id)).toMatchObject({ title: 'One' })
  showPending(id, null).accept()
  expect(shownRecord(id)).toBeUndefined()
})

test('a change of a record only repaints where it is shown', () => {
  const told: string[] = []
  const other = 'b'.repeat(22)
  subscribeTo(id, () => told.push('a'))
  const stop = subscribeTo(other, () => told.push('b'))
  keepRecord({ id, details: { title: 'One' } })
  expect(told).toEqual(['a'])
  stop()
  keepRecord({ id: other, details: { title: 'Two' } })
  expect(told).toEqual(['a'])
})
