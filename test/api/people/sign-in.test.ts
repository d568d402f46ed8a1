import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptLink, type Browser, goodPassword } from '../../support/browser.ts'
import { ago, time } from '../../support/clock.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'
import { changesOf } from '../fixture.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

/** A person with a password, and the browser in which they chose it. */
async function personWithPassword(
  permissions: string[] = [],
): Promise<{ id: string; email: string; browser: Browser }> {
  const email = `${crypto.randomUUID()}@example.com`
  const { id } = await company.admin.create('/v1/users', { email, fullName: 'Ada Byron', permissions })
  const { link } = await company.admin.create(`/v1/users/${id}/invitation`, {})
  const browser = world.browser()
  expect((await acceptLink(browser, link)).status).toBe(200)
  return { id, email, browser }
}

describe('signing in', () => {
  test('starts a session, which can be exchanged for a token for /v1', async () => {
    const { id, email } = await personWithPassword()
    const browser = world.browser()
    const reply = await browser.signIn(email.toUpperCase())
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      signedIn: true,
      next: null,
      user: { userHash: id, email, companyId: company.companyId },
    })
    expect((await browser.get('/auth/session')).body).toEqual(reply.body)
    const token = await browser.token()
    expect((await world.client(token).get('/v1/users/me')).body.id).toBe(id)
  })

  test('tells whether the person has a running timer and a calendar address', async () => {
    const { id, browser } = await personWithPassword()
    const hasTimer = async (): Promise<boolean> => (await browser.get('/auth/session')).body.user.hasTimer
    const hasAddress = async (): Promise<boolean> =>
      (await browser.get('/auth/session')).body.user.hasCalendarAddress
    expect([await hasTimer(), await hasAddress()]).toEqual([false, false])
    const { id: workspaceId } = await company.admin.create('/v1/workspaces', { workspaceName: 'Timed' })
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${id}`, { role: 'Contributor' })
    const person = world.client(await browser.token())
    await person.ok('PUT', '/v1/users/me/timer', { workspaceId })
    expect(await hasTimer()).toBe(true)
    await person.ok('DELETE', '/v1/users/me/timer')
    expect(await hasTimer()).toBe(false)
    await person.ok('POST', '/v1/users/me/calendar')
    expect([await hasTimer(), await hasAddress()]).toEqual([false, true])
    await person.ok('DELETE', '/v1/users/me/calendar')
    expect(await hasAddress()).toBe(false)
  })

  test('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { email } = await personWithPassword()
    const { headers } = await world.browser().signIn(email)
    const [session = '', device = ''] = headers['set-cookie'] as unknown as string[]
    expect(session).toMatch(
      /^__Host-atrium-session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(device).toMatch(/^__Host-atrium-device=[\w-]+; .*HttpOnly; Secure; SameSite=Strict$/)
    expect(headers['cache-control']).toBe('no-store')
  })

  test('with a wrong password, an unknown address or an inactive person is refused in the same way', async () => {
    const known = await personWithPassword()
    const gone = await personWithPassword()
    await company.admin.ok('PUT', `/v1/users/${gone.id}`, { status: 'Inactive' })
    const invited = `${crypto.randomUUID()}@example.com`
    await company.admin.create('/v1/users', { email: invited, fullName: 'Invited' })
    const replies = [
      await world.browser().signIn(known.email, 'not the right password'),
      await world.browser().signIn('nobody-at-all@example.com'),
      await world.browser().signIn(gone.email),
      await world.browser().signIn(invited),
    ]
    for (const { status, body, headers } of replies) {
      expect([status, body.code]).toEqual([401, 'sign_in_failed'])
      expect(body.message).toBe(replies[0]?.body.message)
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers['www-authenticate']).toBe('Session realm="atrium"')
    }
  })

  test('again starts a new session; the old one has ended', async () => {
    const { email, browser } = await personWithPassword()
    const before = browser.cookieHeader()
    const token = await browser.token()
    await browser.signIn(email)
    expect(browser.cookieHeader()).not.toBe(before)
    expect((await world.client(token).get('/v1/users/me')).status).toBe(401)
    const old = world.browser()
    for (const part of before.split('; ')) old.cookies.set(part.split('=')[0] ?? '', part.split('=')[1] ?? '')
    expect((await old.get('/auth/session')).body.signedIn).toBe(false)
  })

  test('out ends the session and its tokens immediately, and clears the cookie', async () => {
    const { browser } = await personWithPassword()
    const token = await browser.token()
    const { headers } = await browser.post('/auth/sign-out')
    expect(headers['set-cookie']).toMatch(/^__Host-atrium-session=; .*Max-Age=0/)
    const { status, body } = await world.client(token).get('/v1/users/me')
    expect([status, body.message]).toEqual([401, 'Access token has been revoked'])
    expect((await browser.post('/auth/token')).body.code).toBe('not_signed_in')
  })

  test('out everywhere ends the sessions of other browsers too', async () => {
    const { email, browser } = await personWithPassword()
    const other = world.browser()
    await other.signIn(email)
    await browser.ok('/auth/sign-out', { everywhere: true })
    expect((await other.post('/auth/token')).status).toBe(401)
  })

  test('is recorded in the audit log: sign-ins, sign-outs and failures, with their address', async () => {
    const { id, email, browser } = await personWithPassword()
    await world.browser().signIn(email, 'not the right password')
    await browser.ok('/auth/sign-out')
    const own = await company.admin.all(`/v1/audit?filter=userHash="${id}"`)
    expect(own.map(({ details }) => details.type)).toEqual([
      'session.signedOut',
      'session.signedIn',
      'user.passwordChanged',
      'invitation.accepted',
    ])
    expect(own[1].details).toMatchObject({ address: '127.0.0.1', fields: ['Invitation'] })
    const [failed] = await company.admin.all(
      `/v1/audit?filter=recordId="${id}" AND type="user.signInFailed"`.replaceAll(' ', '%20'),
    )
    expect(failed.details).toMatchObject({ userHash: null, address: '127.0.0.1', fields: ['password'] })
  })
})

describe('a session', () => {
  test('ends when its person is deactivated, and does not come back with them', async () => {
    const { id, browser } = await personWithPassword()
    const token = await browser.token()
    await company.admin.ok('PUT', `/v1/users/${id}`, { status: 'Inactive' })
    expect((await world.client(token).get('/v1/users/me')).status).toBe(401)
    expect((await browser.post('/auth/token')).body.code).toBe('not_signed_in')
    await company.admin.ok('PUT', `/v1/users/${id}`, { status: 'Active' })
    expect((await browser.post('/auth/token')).status).toBe(401)
    expect((await world.client(token).get('/v1/users/me')).status).toBe(401)
  })

  test('that has expired gives no access', async () => {
    const { id, browser } = await personWithPassword()
    const ended = ago(1_000)
    await world.db.transaction((tx) =>
      tx.query.updateTable('sessions').set({ expiresAt: ended }).where('userId', '=', id).execute(),
    )
    expect((await browser.post('/auth/token')).status).toBe(401)
    expect((await browser.get('/auth/session')).body.signedIn).toBe(false)
    expect((await company.admin.list(`/v1/sessions?filter=userHash="${id}"`)).items).toEqual([])
  })

  test('never gives access to /v1 with its cookie', async () => {
    const { browser } = await personWithPassword()
    const reply = await world.nobody.get('/v1/users/me', { cookie: browser.cookieHeader() })
    expect([reply.status, reply.body.code]).toEqual([401, 'invalid_token'])
  })

  test('is listed for its person, marked as the current one, and can be ended', async () => {
    const { id, email, browser } = await personWithPassword()
    const other = world.browser()
    await other.signIn(email)
    const me = world.client(await browser.token())
    const { items } = await me.list('/v1/sessions')
    expect(items.map(({ details }) => [details.userHash, details.method, details.current])).toEqual([
      [id, 'Password', false],
      [id, 'Invitation', true],
    ])
    await me.ok('DELETE', `/v1/sessions/${items[0].id}`)
    expect((await other.post('/auth/token')).status).toBe(401)
    expect((await me.get(`/v1/sessions/${items[0].id}`)).status).toBe(404)
    expect((await company.admin.list(`/v1/sessions?filter=userHash="${id}"`)).items).toHaveLength(1)
  })

  test('of another person is hidden, except from company admins', async () => {
    const { browser, id } = await personWithPassword()
    const [session] = (await company.admin.list(`/v1/sessions?filter=userHash="${id}"`)).items
    const stranger = await world.person(company)
    expect((await stranger.client.get(`/v1/sessions/${session.id}`)).status).toBe(403)
    expect((await stranger.client.send('DELETE', `/v1/sessions/${session.id}`)).status).toBe(403)
    expect((await stranger.client.list('/v1/sessions')).items).toEqual([])
    await company.admin.ok('DELETE', `/v1/sessions/${session.id}`)
    expect((await browser.post('/auth/token')).status).toBe(401)
  })
})

describe('a page of another site', () => {
  test.each([
    ['says so', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['is only a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' }],
    ['is older and names its origin alone', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['has no origin', { origin: 'null' }],
  ])('that %s gets nothing, even with the cookie and the token', async (_, headers) => {
    const { browser, email } = await personWithPassword()
    for (const [url, body] of [
      ['/auth/token', {}],
      ['/auth/sign-out', {}],
      ['/auth/sign-in', { email, password: goodPassword }],
    ] as const) {
      const reply = await browser.post(url, body, headers)
      expect([reply.status, reply.body.code], url).toEqual([403, 'cross_site'])
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('cannot send a form', async () => {
    const { browser } = await personWithPassword()
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await browser.post('/auth/sign-out', 'everywhere=true', form)).status).toBe(415)
    expect((await browser.post('/auth/sign-out', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('does not have the CSRF token of the session', async () => {
    const { browser } = await personWithPassword()
    const others = await personWithPassword()
    for (const token of ['', 'x', String(others.browser.csrfToken)]) {
      const reply = await browser.post('/auth/token', {}, { 'x-csrf-token': token })
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site'])
    }
  })
})

describe('guessing passwords', () => {
  // On a busy machine a single guess may take longer than the first delay of one second, so the clock is frozen.
  let held: Disposable
  beforeEach(() => {
    held = time.holdDate()
  })
  afterEach(() => held[Symbol.dispose]())

  test('on one account soon has to wait, from anywhere; even with the right password', async () => {
    const { email } = await personWithPassword()
    const before = world.app.passwords.computed
    const statuses = []
    const guess = async () => (await world.browser().signIn(email, 'guess')).status
    for (let n = 0; n < 5; n += 1) statuses.push(await guess())
    // All at once, because refusals take their time.
    statuses.push(...(await Promise.all(Array.from({ length: 15 }, guess))))
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.slice(5).every((status) => status === 429)).toBe(true)
    expect(world.app.passwords.computed - before).toBe(5)
    const reply = await world.browser().signIn(email)
    expect([reply.status, reply.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('on an unknown address gets the same response', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const statuses = []
    for (let n = 0; n < 7; n += 1) statuses.push((await world.browser().signIn(email, 'guess')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  test('does not lock out a browser that has signed in before', async () => {
    const { email, browser } = await personWithPassword()
    for (let n = 0; n < 8; n += 1) await world.browser().signIn(email, 'guess')
    expect((await world.browser().signIn(email)).status).toBe(429)
    await browser.ok('/auth/sign-out')
    expect((await browser.signIn(email)).status).toBe(200)
  })

  test('concurrently computes no more hashes than one after another', async () => {
    const { email } = await personWithPassword()
    const before = world.app.passwords.computed
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => world.browser().signIn(email, 'guess')),
    )
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(world.app.passwords.computed - before).toBe(5)
  })
})

describe('your own password', () => {
  test('is changed with the current one; other sessions end, and this one is renewed', async () => {
    const { id, email, browser } = await personWithPassword()
    const other = world.browser()
    await other.signIn(email)
    const token = await browser.token()
    const password = 'amber lantern quilt 7'
    const wrong = await browser.post('/auth/password', { currentPassword: 'wrong', password })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'sign_in_failed'])
    const weak = await browser.post('/auth/password', {
      currentPassword: goodPassword,
      password: 'Byron12345!!',
    })
    expect([weak.status, weak.body.errors[0].pointer]).toEqual([400, '/password'])
    await browser.ok('/auth/password', { currentPassword: goodPassword, password })
    expect((await other.post('/auth/token')).status).toBe(401)
    expect((await world.client(token).get('/v1/users/me')).status).toBe(401)
    expect((await world.client(await browser.token()).get('/v1/users/me')).body.id).toBe(id)
    expect((await world.browser().signIn(email)).status).toBe(401)
    expect((await world.browser().signIn(email, password)).status).toBe(200)
    expect(await changesOf(world, company)).toContain(`user.passwordChanged ${id}`)
  })
})

test('the last administrator cannot remove, deactivate or demote themselves', async () => {
  const alone = await world.company()
  const path = `/v1/users/${alone.adminId}`
  for (const change of [{ status: 'Inactive' }, { permissions: [] }]) {
    const reply = await alone.admin.send('PUT', path, change)
    expect([reply.status, reply.body.code]).toEqual([409, 'last_admin'])
  }
  expect((await alone.admin.send('DELETE', path)).body.code).toBe('last_admin')
  expect((await alone.admin.get('/v1/users/me')).body.details.status).toBe('Active')
})

test('of two administrators who change one setting, the second learns that it has changed', async () => {
  const { admin } = await world.company()
  const tag = (await admin.get('/v1/company')).headers['etag'] ?? ''
  const first = { oneTimeCodesRequired: true }
  expect((await admin.send('PUT', '/v1/company', first, { 'if-match': tag })).status).toBe(204)
  const late = await admin.send('PUT', '/v1/company', { companyName: 'Late' }, { 'if-match': tag })
  expect([late.status, late.body.code]).toEqual([412, 'precondition_failed'])
  // Without If-Match each changes only what it names.
  await admin.ok('PUT', '/v1/company', { companyName: 'Named' })
  expect((await admin.get('/v1/company')).body.details).toMatchObject({ companyName: 'Named', ...first })
})
