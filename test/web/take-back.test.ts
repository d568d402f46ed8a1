import { expect, test } from 'vitest'
import { CannotUndo } from '../../web/src/api/undo.ts'
import { takeBack } from '../../web/src/parts/take-back.ts'

/** Notices that are written down, and how to try again. */
function notebook() {
  const told: string[] = []
  const retries: (() => void)[] = []
  const notices = {
    done: (text: string) => void told.push(`done: ${text}`),
    failed: (error: unknown) => void told.push(`failed: ${(error as Error).message}`),
    refused: (error: unknown, retry: () => void) => {
      told.push(`refused: ${(error as Error).message}`)
      retries.push(retry)
    },
  }
  return { told, retries, notices }
}

test('an act that could not be taken back is tried again, and only then called undone', async () => {
  const { told, retries, notices } = notebook()
  let tries = 0
  const undo = async (): Promise<void> => {
    tries += 1
    if (tries === 1) throw new Error('unreachable')
  }
  takeBack(undo, notices, () => notices.done('undone'))
  await expect.poll(() => told).toEqual(['refused: unreachable'])
  retries[0]?.()
  await expect.poll(() => told).toEqual(['refused: unreachable', 'done: undone'])
})

test('an act that somebody else has changed since is not offered again', async () => {
  const { told, retries, notices } = notebook()
  takeBack(async () => Promise.reject(new CannotUndo('changed')), notices)
  await expect.poll(() => told).toEqual(['failed: changed'])
  expect(retries).toEqual([])
})
