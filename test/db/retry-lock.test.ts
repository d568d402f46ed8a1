import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RetryLock } from '../../src/db/postgres/retry-lock.ts'
import { time } from '../support/clock.ts'

test('shared work runs side by side, exclusive work runs alone, and all of it ends', async () => {
  const lock = new RetryLock()
  let running = 0
  let most = 0
  let disturbed = 0
  const work = async (isExclusive: boolean): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    if (isExclusive && running > 1) disturbed += 1
    await setImmediate()
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
  using _frozen = time.freeze()
  const lock = new RetryLock()
  const long = Promise.withResolvers<void>()
  const running = lock.shared(() => long.promise)
  const order: string[] = []
  const note = (what: string) => async (): Promise<void> => void order.push(what)
  const both = Promise.all([lock.exclusive(note('exclusive')), lock.shared(note('shared'))])
  await time.advance(199)
  expect(order).toEqual([])
  await time.advance(1)
  await both
  expect(order).toEqual(['exclusive', 'shared'])
  long.resolve()
  await running
  await lock.exclusive(note('exclusive again'))
  expect(order).toHaveLength(3)
})

test('slow exclusive work delays others only for a while, as when the database is silent', async () => {
  using _frozen = time.freeze()
  const lock = new RetryLock()
  const silent = Promise.withResolvers<void>()
  const running = lock.exclusive(() => silent.promise)
  let done = 0
  const work = async (): Promise<void> => {
    done += 1
  }
  const both = Promise.all([lock.exclusive(work), lock.shared(work)])
  await time.advance(1_499)
  expect(done).toBe(0)
  await time.advance(1)
  await both
  silent.resolve()
  await running
  await lock.shared(work)
})
