import { expect, test } from 'vitest'
import { forgive, secondsToWait, unblock } from '../../../src/sign-in/throttle.ts'
import { acceptLink, goodPassword } from '../../support/browser.ts'
import { useWorld } from '../../support/world.ts'
import { invited } from './invited.ts'

const world = useWorld()

test('a successful attempt unblocks only once it is committed', async () => {
  const tried = { what: 'code', whose: crypto.randomUUID() } as const
  while ((await secondsToWait(world.db, [tried])) === 0);
  await world.db.transaction(async (tx) => {
    await forgive(tx, tried)
    // The cache is unchanged: the transaction may still fail.
    expect(await secondsToWait(world.db, [tried])).toBeGreaterThan(0)
  })
  unblock(world.db, tried)
  expect(await secondsToWait(world.db, [tried])).toBe(0)
})

test('a wrong code during setup counts against the address', async () => {
  const company = await world.company()
  const { link } = await invited(company)
  const browser = world.browser()
  await acceptLink(browser, link)
  await browser.ok('/auth/one-time-codes', { password: goodPassword })
  const reply = await browser.post('/auth/one-time-codes/confirm', { code: '000000' })
  expect([reply.status, reply.headers['ratelimit-policy']]).toEqual([401, '"failures";q=300;w=60'])
})
