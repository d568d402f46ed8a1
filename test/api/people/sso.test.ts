import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../support/browser.ts'
import { time } from '../../support/clock.ts'
import { ssoClient, useIdentityProvider } from '../../support/identity-provider.ts'
import { until } from '../../support/process.ts'
import { type Company, unlimited, useWorld } from '../../support/world.ts'

const provider = useIdentityProvider('https://atrium.example.com/auth/sso/callback')
const world = useWorld({ ...unlimited, ATRIUM_SSO_PRIVATE_ADDRESSES: 'yes' })
let company: Company
let domain: string

beforeAll(async () => {
  company = await world.company()
  domain = `${crypto.randomUUID()}.example`
  await company.admin.ok('PUT', '/v1/company', {
    ssoIssuer: provider.issuer,
    ssoClientId: ssoClient.id,
    ssoClientSecret: ssoClient.secret,
    ssoDomains: [domain.toUpperCase()],
    ssoCreates: 'External',
  })
})

/** Goes to the provider and back; returns where the browser ends up. */
async function come(login: string, given: object, browser = world.browser()): Promise<[string, Browser]> {
  const { location } = await browser.ok('/auth/sso', given)
  const back = await provider.signIn(location, login)
  const reply = await browser.send('GET', back.replace('https://atrium.example.com', ''), undefined, {
    'sec-fetch-site': 'cross-site',
  })
  expect(reply.status, reply.text).toBe(303)
  return [reply.headers['location'] ?? '', browser]
}

async function who(browser: Browser) {
  // The page that the browser is redirected to asks who it is.
  await browser.get('/auth/session')
  return (await world.client(await browser.token()).get('/v1/users/me')).body
}

describe('single sign-on', () => {
  test('lets in a person known by their verified address, and later recognizes them by the provider’s id', async () => {
    const email = `ada@${crypto.randomUUID()}.example`
    const { id } = await company.admin.create('/v1/users', { email, fullName: 'Ada' })
    provider.people.set('ada', { email, email_verified: true })
    const [to, browser] = await come('ada', { companyId: company.companyId })
    expect(to).toBe('https://atrium.example.com/')
    expect((await who(browser)).id).toBe(id)
    expect((await company.admin.get(`/v1/users/${id}/signIn`)).body.hasSingleSignOn).toBe(true)
    provider.people.set('ada', { email: 'another@example.com', email_verified: true })
    const [, again] = await come('ada', { companyId: company.companyId })
    expect((await who(again)).id).toBe(id)
    const types = (await company.admin.all(`/v1/audit?filter=userHash="${id}"`)).map(
      (each) => each.details.type,
    )
    expect(types).toEqual(['session.signedIn', 'session.signedIn', 'user.singleSignOnLinked'])
  })

  test('is offered if a company has it for its addresses, as the session shows', async () => {
    const isOffered = async (): Promise<boolean> =>
      (await world.browser().get('/auth/session')).body.hasSingleSignOn
    expect(await isOffered()).toBe(true)
    await company.admin.ok('PUT', '/v1/company', { ssoDomains: [] })
    expect(await isOffered()).toBe(false)
    await company.admin.ok('PUT', '/v1/company', { ssoDomains: [domain] })
    provider.people.set('eve', { email: `eve@${domain}` })
    const [, browser] = await come('eve', { email: `eve@${domain}` })
    expect((await browser.get('/auth/session')).body).toMatchObject({ signedIn: true, hasSingleSignOn: true })
  })

  test('creates a person from the company’s domains, with the configured type', async () => {
    provider.people.set('new', { email: `New.Person@${domain}`, name: 'New Person' })
    const [to, browser] = await come('new', { email: `anybody@${domain}` })
    expect(to).toBe('https://atrium.example.com/')
    expect((await who(browser)).details).toMatchObject({
      email: `New.Person@${domain}`,
      fullName: 'New Person',
      userType: 'External',
      permissions: [],
      status: 'Active',
    })
  })

  test('creates nobody from other domains, nor from an address that the provider does not vouch for', async () => {
    provider.people.set('far', { email: 'far@elsewhere.example', email_verified: true })
    provider.people.set('false', { email: `false@${domain}`, email_verified: false })
    provider.people.set('silent', { email: 'silent@elsewhere.example' })
    provider.people.set('mute', {})
    for (const [login, problem] of [
      ['far', 'unknown_person'],
      ['false', 'unverified_address'],
      ['silent', 'unverified_address'],
      ['mute', 'unverified_address'],
    ] as const) {
      const [to, browser] = await come(login, { companyId: company.companyId })
      expect(to, login).toBe(`https://atrium.example.com/sign-in#problem=${problem}`)
      expect((await browser.get('/auth/session')).body.signedIn).toBe(false)
    }
    const [entry] = await company.admin.all('/v1/audit?filter=type="company.signInFailed"')
    expect(entry.details.fields).toEqual(['singleSignOn', 'unverified_address'])
  })

  test('creates nobody at all unless the company allows it', async () => {
    await company.admin.ok('PUT', '/v1/company', { ssoCreates: 'Nobody' })
    provider.people.set('stopped', { email: `stopped@${domain}`, email_verified: true })
    const [to] = await come('stopped', { email: `stopped@${domain}` })
    expect(to).toContain('#problem=unknown_person')
    await company.admin.ok('PUT', '/v1/company', { ssoCreates: 'External' })
  })

  test('lets in nobody of another company, and nobody inactive', async () => {
    const other = await world.company()
    const email = `theirs@${domain}`
    await other.admin.create('/v1/users', { email, fullName: 'Theirs' })
    provider.people.set('theirs', { email, email_verified: true })
    expect((await come('theirs', { companyId: company.companyId }))[0]).toContain('#problem=address_taken')
    const gone = `gone@${domain}`
    await company.admin.create('/v1/users', { email: gone, fullName: 'Gone', status: 'Inactive' })
    provider.people.set('gone', { email: gone, email_verified: true })
    expect((await come('gone', { companyId: company.companyId }))[0]).toContain('#problem=inactive_person')
  })

  test('lets only admins in to a deleted company, and makes nobody there', async () => {
    const own = await world.company()
    await own.admin.ok('PUT', '/v1/company', {
      ssoIssuer: provider.issuer,
      ssoClientId: ssoClient.id,
      ssoClientSecret: ssoClient.secret,
      ssoDomains: [`own.${domain}`],
      ssoCreates: 'Internal',
    })
    const email = `boss@own.${domain}`
    await own.admin.create('/v1/users', { email, fullName: 'Boss', permissions: ['companyAdmin'] })
    const { details } = (await own.admin.get('/v1/company')).body
    await own.admin.ok('DELETE', `/v1/company?companyName=${encodeURIComponent(details.companyName)}`)
    provider.people.set('boss', { email })
    provider.people.set('newcomer', { email: `newcomer@own.${domain}` })
    const given = { companyId: own.companyId }
    expect((await come('newcomer', given))[0]).toBe(
      'https://atrium.example.com/sign-in#problem=company_deleted',
    )
    expect((await come('boss', given))[0]).toBe('https://atrium.example.com/')
    expect(await own.admin.all('/v1/users')).toHaveLength(2)
  })

  test('needs none of our one-time codes: that is up to the provider', async () => {
    await company.admin.ok('PUT', '/v1/company', { oneTimeCodesRequired: true })
    provider.people.set('coded', { email: `coded@${domain}` })
    const [, browser] = await come('coded', { email: `coded@${domain}` })
    expect((await browser.get('/auth/session')).body.next).toBeNull()
    expect((await browser.post('/auth/token')).status).toBe(200)
    await company.admin.ok('PUT', '/v1/company', { oneTimeCodesRequired: false })
  })

  test('returns only to the browser that left, once, with the values it left with', async () => {
    provider.people.set('eve', { email: `eve@${domain}` })
    const browser = world.browser()
    const { location } = await browser.ok('/auth/sso', { companyId: company.companyId })
    const back = (await provider.signIn(location, 'eve')).replace('https://atrium.example.com', '')
    const elsewhere = await world.browser().get(back)
    expect(elsewhere.headers['location']).toContain('#problem=link_expired')
    const altered = await browser.get(back.replace('state=', 'state=x'))
    expect(altered.headers['location']).toContain('#problem=provider_failed')
    // The attempt has consumed the values the browser left with.
    expect((await browser.get(back)).headers['location']).toContain('#problem=link_expired')
  })

  test('sends PKCE, a state and a nonce, and sets a cookie that survives the redirect from another site', async () => {
    const browser = world.browser()
    const reply = await browser.post('/auth/sso', { email: `ada@${domain}` })
    const to = new URL(reply.body.location)
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      scope: 'openid email profile',
      login_hint: `ada@${domain}`,
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(to.searchParams.get(name)).toMatch(/^.{43}$/)
    expect(reply.headers['set-cookie']).toMatch(/^__Host-atrium-sso=.*; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('does not exist for unknown domains and companies', async () => {
    for (const given of [
      { email: 'ada@nowhere.example' },
      { companyId: (await world.company()).companyId },
      {},
    ]) {
      const reply = await world.browser().post('/auth/sso', given)
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    }
  })
})

describe('a provider that fails', () => {
  /** Counts how often it is asked, and fails when it is let go. */
  async function startFailing() {
    const asked: ServerResponse[] = []
    const server = createServer((_request, response) => asked.push(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { admin, companyId } = await world.company()
    const setUp = (ssoClientId: string) =>
      admin.ok('PUT', '/v1/company', { ssoIssuer: `http://127.0.0.1:${port}`, ssoClientId })
    await setUp('one')
    const start = () => world.browser().post('/auth/sso', { companyId })
    return { asked, server, setUp, start }
  }

  test('gets one request at a time, whatever the number of sign-ins, and no other for a while', async () => {
    const { asked, server, setUp, start } = await startFailing()
    try {
      const replies = Array.from({ length: 20 }, start)
      await until('it is asked', () => asked.length > 0)
      asked[0]?.writeHead(500).end()
      for (const { status, headers } of await Promise.all(replies))
        expect([status, headers['retry-after']]).toEqual([503, '30'])
      expect((await start()).status).toBe(503)
      expect(asked.length).toBe(1)
      // A changed setup is tried at once.
      await setUp('two')
      const changed = start()
      await until('it is asked', () => asked.length === 2)
      asked[1]?.writeHead(500).end()
      expect((await changed).status).toBe(503)
      await time.advance(31_000)
      const later = start()
      await until('it is asked', () => asked.length === 3)
      asked[2]?.writeHead(500).end()
      expect((await later).status).toBe(503)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

describe('its settings', () => {
  test('hide the secret: it is never shown, and its placeholder changes nothing', async () => {
    const { details } = (await company.admin.get('/v1/company')).body
    expect(details.ssoClientSecret).toBe('(kept)')
    expect(details.ssoDomains).toEqual([domain])
    await company.admin.ok('PUT', '/v1/company', details)
    provider.people.set('kept', { email: `kept@${domain}` })
    expect((await come('kept', { email: `kept@${domain}` }))[0]).toBe('https://atrium.example.com/')
    const { ssoClientSecret } = await world.db.query
      .selectFrom('companies')
      .select('ssoClientSecret')
      .where('id', '=', company.companyId)
      .executeTakeFirstOrThrow()
    expect(ssoClientSecret).not.toContain(ssoClient.secret)
  })

  test('a secret that is not a string is refused without being quoted', async () => {
    for (const secret of [8_151_623_42, ['8151623'], { secret: '8151623' }]) {
      const reply = await company.admin.send('PUT', '/v1/company', { ssoClientSecret: secret })
      expect([reply.status, reply.text.includes('815162')]).toEqual([400, false])
    }
  })

  test.each([{}, { ssoClientSecret: '(kept)' }])(
    'clear the secret when the provider changes without a new secret: %j',
    async (along) => {
      const { admin } = await world.company()
      const kept = async () => (await admin.get('/v1/company')).body.details.ssoClientSecret
      const secret = { ssoClientSecret: 'a secret' }
      await admin.ok('PUT', '/v1/company', {
        ssoIssuer: 'https://one.example',
        ssoClientId: 'x',
        ...secret,
      })
      await admin.ok('PUT', '/v1/company', { ssoIssuer: 'https://one.example', ssoClientId: 'y', ...along })
      expect(await kept()).toBe('(kept)')
      await admin.ok('PUT', '/v1/company', { ssoIssuer: 'https://other.example', ...along })
      expect(await kept()).toBeNull()
      await admin.ok('PUT', '/v1/company', { ssoIssuer: 'https://third.example', ...secret })
      expect(await kept()).toBe('(kept)')
    },
  )

  test('are hidden from external people', async () => {
    const shown = async (userType: 'Internal' | 'External') => {
      const { client } = await world.person(company, { userType })
      const { details } = (await client.get('/v1/company')).body
      return [details.ssoIssuer, details.ssoClientId, details.ssoClientSecret, details.ssoDomains]
    }
    expect(await shown('Internal')).toEqual([provider.issuer, ssoClient.id, '(kept)', [domain]])
    expect(await shown('External')).toEqual([null, null, null, []])
  })

  test('assign a domain to one company', async () => {
    const { admin } = await world.company()
    const reply = await admin.send('PUT', '/v1/company', { ssoDomains: [domain] })
    expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([
      409,
      'duplicate',
      '/ssoDomains/0',
    ])
  })

  test.each([
    [{ ssoIssuer: 'ldap://example.com' }, '/ssoIssuer'],
    [{ ssoIssuer: 'https://example.com' }, '/ssoClientId'],
    [{ ssoDomains: ['example'] }, '/ssoDomains/0'],
    [{ ssoDomains: ['*.example.com'] }, '/ssoDomains/0'],
  ])('%j is refused', async (change, pointer) => {
    const { admin } = await world.company()
    const reply = await admin.send('PUT', '/v1/company', change)
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer])
  })
})

test('an unavailable provider is a 503 that can be retried', async () => {
  const { admin, companyId } = await world.company()
  await admin.ok('PUT', '/v1/company', { ssoIssuer: 'http://127.0.0.1:1', ssoClientId: 'x' })
  const reply = await world.browser().post('/auth/sso', { companyId })
  expect([reply.status, reply.body.code]).toEqual([503, 'unavailable'])
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
})

describe('where private addresses are not allowed', () => {
  const strict = useWorld(unlimited)

  test('plain http is refused, and a provider on this machine is not contacted', async () => {
    const { admin, companyId } = await strict.company()
    expect((await admin.send('PUT', '/v1/company', { ssoIssuer: provider.issuer })).status).toBe(400)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254']) {
      await admin.ok('PUT', '/v1/company', { ssoIssuer: `https://${host}`, ssoClientId: 'x' })
      const reply = await strict.browser().post('/auth/sso', { companyId })
      expect([reply.status, reply.body.code], host).toEqual([503, 'unavailable'])
    }
  })
})
