import { expect, test } from 'vitest'
import { clock } from '../../../src/base/clock.ts'
import { forgive, secondsToWait, throttleKey, triedAddress, unblock } from '../../../src/sign-in/throttle.ts'
import { acceptLink, goodPassword } from '../../support/browser.ts'
import { time } from '../../support/clock.ts'
import { until } from '../../support/process.ts'
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

/** As many wrong passwords as it takes to block the address that tests send from for an hour. */
async function blockAddress(): Promise<void> {
  const later = new Date(clock.now() + 3_600_000).toISOString()
  const row = { attempts: 100, blockedUntil: later, forgetAt: later }
  const key = throttleKey(triedAddress('address', '127.0.0.1'))
  await world.db.transaction((tx) =>
    tx.query
      .insertInto('throttles')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute(),
  )
}

test('wrong passwords of others at an address do not lock out the people who have signed in there before', async () => {
  const company = await world.company()
  const [ada, bob] = [await invited(company), await invited(company)]
  const browser = world.browser()
  // Both use this browser.
  for (const { link } of [ada, bob]) expect((await acceptLink(browser, link)).status).toBe(200)
  await browser.ok('/auth/sign-out')
  await blockAddress()
  // It is held like any other refusal.
  const frozen = time.freeze()
  const others = time.waiting(900)
  const refused = world.browser().signIn(ada.email)
  await until('it is delayed', () => time.waiting(900) > others)
  frozen[Symbol.dispose]()
  const stranger = await refused
  expect([stranger.status, stranger.body.code]).toEqual([429, 'too_many_requests'])
  for (const { email } of [ada, bob]) {
    expect((await browser.signIn(email, 'a typing mistake')).status).toBe(401)
    expect((await browser.signIn(email)).status).toBe(200)
    await browser.ok('/auth/sign-out')
  }
  // The cookie helps only with those people, and only unchanged.
  expect((await browser.signIn('nobody@example.com')).status).toBe(429)
  const [[cookie = '', sealed = ''] = []] = [...browser.cookies].filter(([name]) => name.endsWith('device'))
  const forger = world.browser()
  forger.cookies.set(
    cookie,
    sealed.replace(/.{20}$/, (end) => end.split('').reverse().join('')),
  )
  expect((await forger.signIn(ada.email)).status).toBe(429)
})

test('a known browser may still be wrong only a few times', async () => {
  const company = await world.company()
  const { email, link } = await invited(company)
  const browser = world.browser()
  await acceptLink(browser, link)
  const guess = async (): Promise<number> => (await browser.signIn(email, 'guess')).status
  for (let n = 0; n < 10; n += 1) expect(await guess()).toBe(401)
  // The first delay is one second, which a busy machine may need for a single guess; the next ones are 2, 4 and 8.
  const further = []
  while (further.length < 4 && further.at(-1) !== 429) further.push(await guess())
  expect(further.at(-1)).toBe(429)
})
