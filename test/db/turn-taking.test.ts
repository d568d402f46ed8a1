import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TurnTaking } from '../../src/fairness/turn-taking.ts'

test('those who are together run side by side; who is alone is, and all get their turn', async () => {
  const turns = new TurnTaking()
  let running = 0
  let most = 0
  let aloneWithOthers = 0
  const work = async (isAlone: boolean): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    if (isAlone && running > 1) aloneWithOthers += 1
    await setTimeout(1)
    if (isAlone && running > 1) aloneWithOthers += 1
    running -= 1
  }
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      n % 10 === 5 ? turns.alone(() => work(true)) : turns.together(() => work(false)),
    ),
  )
  expect(running).toBe(0)
  expect(most).toBeGreaterThan(4)
  expect(aloneWithOthers).toBe(0)
})

test('a failure lets the next one in', async () => {
  const turns = new TurnTaking()
  const fail = async (): Promise<never> => {
    throw new Error('x')
  }
  const results = await Promise.allSettled([
    turns.alone(fail),
    turns.together(fail),
    turns.alone(async () => 1),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('one that runs long keeps nobody waiting for more than a while', async () => {
  const turns = new TurnTaking()
  const long = Promise.withResolvers<void>()
  const running = turns.together(() => long.promise)
  const began = performance.now()
  const order: string[] = []
  const note = (what: string) => async (): Promise<void> => void order.push(what)
  await Promise.all([turns.alone(note('alone')), turns.together(note('together'))])
  expect(order).toEqual(['alone', 'together'])
  expect(performance.now() - began).toBeGreaterThan(150)
  long.resolve()
  await running
  await turns.alone(note('alone again'))
  expect(order).toHaveLength(3)
})

test('nor does one who is alone, and whose database says nothing', async () => {
  const turns = new TurnTaking()
  const silent = Promise.withResolvers<void>()
  const running = turns.alone(() => silent.promise)
  const began = performance.now()
  const nothing = async (): Promise<void> => undefined
  await Promise.all([turns.alone(nothing), turns.together(nothing)])
  const waited = performance.now() - began
  expect(waited).toBeGreaterThan(1_400)
  expect(waited).toBeLessThan(4_000)
  silent.resolve()
  await running
  await turns.together(nothing)
})
