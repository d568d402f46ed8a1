import { expect, test } from 'vitest'
import { together } from '../../src/base/together.ts'

test('the results are in the given order', async () => {
  const slow = new Promise<string>((resolve) => setImmediate(() => resolve('slow')))
  expect(await together([slow, Promise.resolve(2)])).toEqual(['slow', 2])
})

test('the first error in the given order is thrown, once all have ended', async () => {
  let hasEnded = false
  const slow = new Promise((_, reject) => setImmediate(() => reject(new Error('first')))).finally(() => {
    hasEnded = true
  })
  await expect(together([slow, Promise.reject(new Error('second'))])).rejects.toThrow('first')
  expect(hasEnded).toBe(true)
})
