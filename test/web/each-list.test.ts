import { expect, test } from 'vitest'
import { addedToEach, countWith, toggledInEach } from '../../web/src/pages/tasks/each-list.ts'

const lists = new Map([
  ['one', ['Ada', 'Bob']],
  ['two', ['Cem']],
  ['three', []],
])

test('a value is added to each list that does not have it, next to the values that each has', () => {
  expect(addedToEach(lists, 'Ada')).toEqual(
    new Map([
      ['two', ['Cem', 'Ada']],
      ['three', ['Ada']],
    ]),
  )
  expect(toggledInEach(lists, 'Ada')).toEqual(addedToEach(lists, 'Ada'))
  expect(countWith(lists.values(), 'Ada')).toBe(1)
})

test('a value that every list has is taken out of each, and the others stay', () => {
  const all = new Map([
    ['one', ['Ada', 'Bob']],
    ['two', ['Cem', 'Ada']],
  ])
  expect(toggledInEach(all, 'Ada')).toEqual(
    new Map([
      ['one', ['Bob']],
      ['two', ['Cem']],
    ]),
  )
})
