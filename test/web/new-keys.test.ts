import { expect, test } from 'vitest'
import { withKeys } from '../../web/src/pages/tasks/new-keys.ts'

test('a task that is sent again has the key from before, and equal lines have different keys', () => {
  let count = 0
  const newKey = (): string => {
    count += 1
    return `key ${count}`
  }
  const [hall, badges] = [{ title: 'Book the hall' }, { title: 'Print the badges' }]
  const first = withKeys([hall, badges, badges], [], newKey)
  expect(first.map(({ key }) => key)).toEqual(['key 1', 'key 2', 'key 3'])
  const again = withKeys([badges, { ...badges, priority: 4 }, badges], first.slice(1), newKey)
  expect(again.map(({ key }) => key)).toEqual(['key 2', 'key 4', 'key 3'])
})
