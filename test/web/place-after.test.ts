import { expect, test } from 'vitest'
import { placeAfter } from '../../web/src/pages/tasks/place-after.ts'

const parents = new Map([
  ['b1', 'b'],
  ['b2', 'b'],
])
const parentOf = (id: string): string | undefined => parents.get(id)

test('a task moves past the next one with the same parent, and subtasks move among themselves', () => {
  const list = ['a', 'b1', 'b', 'x', 'c', 'b2']
  const group = ['a', 'b', 'b1', 'b2', 'c']
  const after = (id: string, by: 1 | -1) => placeAfter(id, by, list, group, parentOf)
  expect(after('a', 1)).toBe('b')
  expect(after('b', 1)).toBe('c')
  expect(after('b', -1)).toBeNull()
  expect(after('c', -1)).toBe('b1')
  expect(after('b2', -1)).toBe('a')
  expect(after('b1', 1)).toBe('b2')
})

test('the first cannot move up, and the last cannot move down', () => {
  const after = (id: string, by: 1 | -1) => placeAfter(id, by, ['a', 'b'], ['a', 'b'], parentOf)
  expect(after('a', -1)).toBeUndefined()
  expect(after('b', 1)).toBeUndefined()
  expect(after('z', 1)).toBeUndefined()
})
