import { expect, test } from 'vitest'
import { about } from '../../web/src/api/problem.ts'
import { CannotUndo, rememberAct, takeLastAct } from '../../web/src/api/undo.ts'

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

test('an act that could not be undone is named once', async () => {
  const failing = (error: unknown) =>
    rememberAct({ label: 'Status of 3 tasks', undo: async () => Promise.reject(error) })()
  await expect(failing(new Error('No.'))).rejects.toThrow(/^Undo: Status of 3 tasks: No\.$/)
  const named = failing(about('“A” was not changed', new CannotUndo('Too late.')))
  await expect(named).rejects.toThrow(/^“A” was not changed: Too late\.$/)
  await expect(named).rejects.toBeInstanceOf(CannotUndo)
})
