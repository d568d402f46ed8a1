import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RetryLock } from '../../src/db/postgres/retry-lock.ts'

test('shared work runs side by side, exclusive work runs alone, and all of it ends', async () => {
  const lock = new RetryLock()
  let running = 0
  let most = 0
  let disturbed = 0
  const work = async (isExclusive: boolean): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    if (isExclusive && running > 1) disturbed += 1
    await setTimeout(1)
    if (isExclusive && running > 1) disturbed += 1
    running -= 1
  }
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 10 === 5 ? lock.exclusive(() => work(true)) : lock.shared(() => work(false)),
    ),
  )
  expect(running).toBe(0)
  expect(most).toBeGreaterThan(4)
  expect(disturbed).toBe(0)
})

test('a failure releases the lock', async () => {
  const lock = new RetryLock()
  const fail = async (): Promise<never> => {
    throw new Error('x')
  }
  const results = await Promise.allSettled([
    lock.exclusive(fail),
    lock.shared(fail),
    lock.exclusive(async () => 1),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('slow shared work delays exclusive work only for a while', async () => {
  const lock = new RetryLock()
  const long = Promise.withResolvers<void>()
  const running = lock.shared(() => long.promise)
  const began = performance.now()
  const order: string[] = []
  const note = (what: string) => async (): Promise<void> => void order.push(what)
  await Promise.all([lock.exclusive(note('exclusive')), lock.shared(note('shared'))])
  expect(order).toEqual(['exclusive', 'shared'])
  expect(performance.now() - began).toBeGreaterThan(150)
  long.resolve()
  await running
  await lock.exclusive(note('exclusive again'))
  expect(order).toHaveLength(3)
})

test('slow exclusive work delays others only for a while, as when the database is silent', async () => {
  const lock = new RetryLock()
  const silent = Promise.withResolvers<void>()
  const running = lock.exclusive(() => silent.promise)
  const began = performance.now()
  const nothing = async (): Promise<void> => undefined
  await Promise.all([lock.exclusive(nothing), lock.shared(nothing)])
  const waited = performance.now() - began
  expect(waited).toBeGreaterThan(1_400)
  expect(waited).toBeLessThan(4_000)
  silent.resolve()
  await running
  await lock.shared(nothing)
})
