import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../../src/base/clock.ts'
import { codeAt, stepAt } from '../../../src/sign-in/one-time-code.ts'
import { acceptLink, type Browser, goodPassword } from '../../support/browser.ts'
import { time } from '../../support/clock.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'
import { changesOf } from '../fixture.ts'
import { invited } from './invited.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Like an authenticator: reads the seed, and computes the code of a step. */
class Authenticator {
  readonly #seed: Buffer
  #step = stepAt(clock.now())

  constructor(seed: string) {
    const bits = [...seed].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
    this.#seed = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  }

  /** A code that was not shown before; the leeway of a step lets a test have two without waiting. */
  next(): string {
    const code = codeAt(this.#seed, this.#step)
    this.#step += 1
    return code
  }
}

interface Person {
  id: string
  email: string
  browser: Browser
  authenticator: Authenticator
  recoveryCodes: string[]
}

async function personWithCodes(of = company): Promise<Person> {
  const { id, email, link } = await invited(of)
  const browser = world.browser()
  await acceptLink(browser, link)
  const { seed } = await browser.ok('/auth/one-time-codes', { password: goodPassword })
  const authenticator = new Authenticator(seed)
  const { recoveryCodes } = await browser.ok('/auth/one-time-codes/confirm', { code: authenticator.next() })
  return { id, email, browser, authenticator, recoveryCodes }
}

/** Codes were just used, and the next are not due yet: as if some time had passed. */
async function rewind({ id }: Pick<Person, 'id'>): Promise<void> {
  await world.db.transaction((tx) =>
    tx.query.updateTable('oneTimeCodes').set({ lastStep: 0 }).where('userId', '=', id).execute(),
  )
}

describe('one-time codes', () => {
  test('once set up, are required at each sign-in', async () => {
    const { id, email, authenticator } = await personWithCodes()
    const browser = world.browser()
    const first = await browser.signIn(email)
    expect(first.body).toMatchObject({ signedIn: true, next: 'oneTimeCode', user: null })
    const early = await browser.post('/auth/token')
    expect([early.status, early.body.code]).toEqual([403, 'step_required'])
    const half = browser.cookieHeader()
    const reply = await browser.post('/auth/sign-in/code', { code: authenticator.next() })
    expect(reply.body).toMatchObject({ signedIn: true, next: null, user: { userHash: id } })
    // The session is a new one: the first half is useless to anyone who saw it.
    expect(browser.cookieHeader()).not.toContain(half.split('=')[1])
    expect((await world.client(await browser.token()).get('/v1/users/me')).body.id).toBe(id)
  })

  test('half a sign-in is not a session, and gives access to nothing else', async () => {
    const { id, email } = await personWithCodes()
    const browser = world.browser()
    await browser.signIn(email)
    expect((await company.admin.list(`/v1/sessions?filter=userHash="${id}"`)).items).toHaveLength(1)
    for (const [path, body] of [
      ['/auth/password', { currentPassword: goodPassword, password: 'amber lantern quilt 7' }],
      ['/auth/one-time-codes', { password: goodPassword }],
      ['/auth/one-time-codes/remove', { password: goodPassword, code: '000000' }],
    ] as const) {
      const reply = await browser.post(path, body)
      expect([reply.status, reply.body.code], path).toEqual([403, 'step_required'])
    }
  })

  test('are accepted once', async () => {
    const { email, authenticator } = await personWithCodes()
    const code = authenticator.next()
    const browser = world.browser()
    await browser.signIn(email)
    await browser.ok('/auth/sign-in/code', { code })
    const other = world.browser()
    await other.signIn(email)
    const reply = await other.post('/auth/sign-in/code', { code })
    expect([reply.status, reply.body.code]).toEqual([401, 'sign_in_failed'])
  })

  test('cannot be guessed: attempts soon have to wait, even with the right one', async () => {
    const person = await personWithCodes()
    // On a busy machine these attempts may take longer than the first delay of two seconds, so the clock is frozen.
    using _held = time.holdDate()
    const browser = world.browser()
    await browser.signIn(person.email)
    const statuses = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await browser.post('/auth/sign-in/code', { code: '000000' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const right = await browser.post('/auth/sign-in/code', { code: person.authenticator.next() })
    expect(right.status).toBe(429)
    // A new sign-in with the password does not allow new attempts.
    const again = world.browser()
    await again.signIn(person.email)
    expect((await again.post('/auth/sign-in/code', { code: '000000' })).status).toBe(429)
    expect(await changesOf(world, company)).toContain(`user.signInFailed ${person.id} oneTimeCode`)
  })

  test('complete a sign-in once: of several right ones at a time, one opens a session', async () => {
    const { id, email, recoveryCodes } = await personWithCodes()
    const browser = world.browser()
    await browser.signIn(email)
    const replies = await Promise.all(
      recoveryCodes.slice(0, 4).map((code) => browser.post('/auth/sign-in/code', { code })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    const refusals = replies.filter(({ status }) => status === 401).map(({ body }) => body.code)
    expect(new Set(refusals)).toEqual(new Set(['not_signed_in']))
    // The one in which they were set up, and the new one.
    expect((await company.admin.list(`/v1/sessions?filter=userHash="${id}"`)).items).toHaveLength(2)
  })

  test('are stored encrypted and bound to their person, and recovery codes as hashes', async () => {
    const person = await personWithCodes()
    const other = await personWithCodes()
    const stored = await world.db.query
      .selectFrom('oneTimeCodes')
      .selectAll()
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    const codes = await world.db.query
      .selectFrom('recoveryCodes')
      .selectAll()
      .where('userId', '=', person.id)
      .execute()
    expect(codes).toHaveLength(10)
    for (const code of person.recoveryCodes) expect(JSON.stringify(codes)).not.toContain(code)
    // Write access to the database does not let anyone give another person their own seed.
    await world.db.transaction((tx) =>
      tx.query
        .updateTable('oneTimeCodes')
        .set({ seed: stored.seed, lastStep: 0 })
        .where('userId', '=', other.id)
        .execute(),
    )
    const browser = world.browser()
    await browser.signIn(other.email)
    expect((await browser.post('/auth/sign-in/code', { code: person.authenticator.next() })).status).toBe(401)
  })
})

describe('recovery codes', () => {
  test('replace a code, each once', async () => {
    const { email, recoveryCodes } = await personWithCodes()
    const [code = ''] = recoveryCodes
    const browser = world.browser()
    await browser.signIn(email)
    await browser.ok('/auth/sign-in/code', { code: code.toUpperCase().replaceAll('-', '') })
    const other = world.browser()
    await other.signIn(email)
    expect((await other.post('/auth/sign-in/code', { code })).status).toBe(401)
    expect((await other.post('/auth/sign-in/code', { code: recoveryCodes[1] })).status).toBe(200)
  })

  test('can be renewed, which invalidates the old ones', async () => {
    const person = await personWithCodes()
    const { browser, authenticator, email, recoveryCodes } = person
    const renewed = await browser.ok('/auth/one-time-codes/recovery-codes', { code: authenticator.next() })
    const other = world.browser()
    await other.signIn(email)
    expect((await other.post('/auth/sign-in/code', { code: recoveryCodes[0] })).status).toBe(401)
    expect((await other.post('/auth/sign-in/code', { code: renewed.recoveryCodes[0] })).status).toBe(200)
  })
})

describe('setting them up', () => {
  test('requires the password and a first code; a wrong one changes nothing', async () => {
    const { email, link } = await invited(company)
    const browser = world.browser()
    await acceptLink(browser, link)
    expect((await browser.post('/auth/one-time-codes', { password: 'wrong' })).status).toBe(401)
    const before = await browser.post('/auth/one-time-codes/confirm', { code: '000000' })
    expect([before.status, before.body.code]).toEqual([409, 'conflict'])
    await browser.ok('/auth/one-time-codes', { password: goodPassword })
    expect((await browser.post('/auth/one-time-codes/confirm', { code: '000000' })).status).toBe(401)
    expect((await world.browser().signIn(email)).body.next).toBeNull()
  })

  test('twice is refused; remove them first, with password and code', async () => {
    const person = await personWithCodes()
    const { browser, authenticator, email } = person
    expect((await browser.post('/auth/one-time-codes', { password: goodPassword })).status).toBe(409)
    const wrong = { password: goodPassword, code: '000000' }
    expect((await browser.post('/auth/one-time-codes/remove', wrong)).status).toBe(401)
    expect(await changesOf(world, company)).toContain(`user.signInFailed ${person.id} oneTimeCode`)
    await browser.ok('/auth/one-time-codes/remove', { password: goodPassword, code: authenticator.next() })
    expect((await world.browser().signIn(email)).body.next).toBeNull()
    expect((await browser.post('/auth/one-time-codes', { password: goodPassword })).status).toBe(200)
  })
})

describe('an administrator', () => {
  test('removes the codes of a person who has lost their authenticator', async () => {
    const { id, email } = await personWithCodes()
    expect((await company.admin.get(`/v1/users/${id}/signIn`)).body.hasOneTimeCodes).toBe(true)
    await company.admin.ok('DELETE', `/v1/users/${id}/oneTimeCodes`)
    expect((await world.browser().signIn(email)).body.next).toBeNull()
    const [entry] = await company.admin.all(`/v1/audit?filter=recordId="${id}"`)
    expect(entry.details).toMatchObject({ type: 'user.oneTimeCodesRemoved', userHash: company.adminId })
  })

  test('requires them of everybody: people without codes set them up at their next step', async () => {
    const strict = await world.company()
    const { email, link } = await invited(strict)
    const browser = world.browser()
    await acceptLink(browser, link)
    expect((await browser.post('/auth/token')).status).toBe(200)
    await strict.admin.ok('PUT', '/v1/company', { oneTimeCodesRequired: true })
    expect((await browser.get('/auth/session')).body.next).toBe('enrolment')
    const reply = await browser.post('/auth/token')
    expect([reply.status, reply.body.code]).toEqual([403, 'step_required'])
    const other = world.browser()
    expect((await other.signIn(email)).body.next).toBe('enrolment')
    const { seed } = await other.ok('/auth/one-time-codes', { password: goodPassword })
    await other.ok('/auth/one-time-codes/confirm', { code: new Authenticator(seed).next() })
    expect((await other.post('/auth/token')).status).toBe(200)
  })
})

test('a new password by link still requires the code', async () => {
  const person = await personWithCodes()
  const { link } = await company.admin.create(`/v1/users/${person.id}/invitation`, {})
  const browser = world.browser()
  const reply = await acceptLink(browser, link, 'amber lantern quilt 7')
  expect(reply.body).toMatchObject({ next: 'oneTimeCode', user: null })
  await rewind(person)
  await browser.ok('/auth/sign-in/code', { code: person.authenticator.next() })
  expect((await browser.post('/auth/token')).status).toBe(200)
})
