import { expect, test } from 'vitest'
import { rememberAct, takeLastAct } from '../../web/src/api/undo.ts'

test('what Ctrl Z has undone is not undone again by its notice', async () => {
  const undone: string[] = []
  const act = (label: string) => ({
    label,
    undo: async () => {
      undone.push(label)
    },
  })
  const [first, second] = [rememberAct(act('first')), rememberAct(act('second'))]
  await takeLastAct()?.undo()
  await second()
  expect(undone).toEqual(['second'])
  await first()
  expect(takeLastAct()).toBeUndefined()
  expect(undone).toEqual(['second', 'first'])
})
