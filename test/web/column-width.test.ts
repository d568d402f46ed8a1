import { expect, test } from 'vitest'
import { columnWidth } from '../../web/src/pages/tasks/column-width.ts'

test.each([
  ['all columns share the room', 1144, 4, 1, 264],
  ['few columns do not grow without end', 1144, 2, 0, 320],
  ['of more columns than fit, whole ones are seen', 1144, 8, 1, 277],
  ['a narrow board shows two', 664, 4, 1, 320],
  ['there is no room yet', 0, 4, 1, 256],
])('%s', (_, room, columns, folded, width) => {
  expect(columnWidth(room, columns, folded)).toBe(width)
})
