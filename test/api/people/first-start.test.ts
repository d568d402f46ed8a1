import { describe, expect, test } from 'vitest'
import { clock } from '../../../src/base/clock.ts'
import { setupLink } from '../../../src/company/first-start.ts'
import { goodPassword, tokenIn } from '../../support/browser.ts'
import { unlimited, useWorld } from '../../support/world.ts'

/** The secret of every world. */
const secret = Buffer.from('a secret that only tests know, 32+')

const wanted = {
  companyName: 'Acme Ltd',
  organization: 'accounts',
  email: 'ada@example.com',
  fullName: 'Ada Byron',
  password: goodPassword,
}

describe('the first company', () => {
  const world = useWorld(unlimited)
  const link = (now?: number): string => tokenIn(setupLink('https://atrium.example.com', secret, now))

  test('is not created by a made-up, altered or expired link', async () => {
    const foreign = tokenIn(setupLink('https://atrium.example.com', Buffer.alloc(32)))
    const [until = '', mark = ''] = link().split('.')
    const later = (Number.parseInt(until, 36) + 1_000).toString(36)
    for (const token of ['x', '.', `${until}.`, foreign, `${later}.${mark}`, `${until}.${mark}x`]) {
      const reply = await world.browser().post('/auth/setup', { ...wanted, token })
      expect([reply.status, reply.body.code], token).toEqual([404, 'not_found'])
      const asked = await world.browser().post('/auth/setup-links', { token })
      expect([asked.status, asked.body.code], token).toEqual([404, 'not_found'])
    }
    const old = link(clock.now() - 25 * 3_600_000)
    const reply = await world.browser().post('/auth/setup', { ...wanted, token: old })
    expect([reply.status, reply.body.code]).toEqual([410, 'link_gone'])
    expect(reply.body.message).toMatch(/Restart the service to get a new one/)
    const asked = await world.browser().post('/auth/setup-links', { token: old })
    expect([asked.status, asked.body.code]).toEqual([410, 'link_gone'])
  })

  test('is missing at first: the session shows that, and the link has the time until which it is valid', async () => {
    expect((await world.browser().get('/auth/session')).body).toMatchObject({
      hasCompany: false,
      hasSingleSignOn: false,
    })
    const { expiresAt } = await world.browser().ok('/auth/setup-links', { token: link() })
    const hours = (Date.parse(expiresAt) - clock.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThanOrEqual(24)
  })

  test('is not created with a weak password or incomplete data', async () => {
    const weak = await world
      .browser()
      .post('/auth/setup', { ...wanted, token: link(), password: 'Acme12345678' })
    expect(weak.status).toBe(400)
    const { companyName: _, ...half } = wanted
    const others = { organization: 'none', password: 'short', token: link() }
    const reply = await world.browser().post('/auth/setup', { ...half, ...others })
    expect(reply.status).toBe(400)
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/companyName',
      '/organization',
      '/password',
    ])
    expect(await world.db.query.selectFrom('companies').selectAll().execute()).toEqual([])
  })

  test('is created once, however many try; its administrator is signed in', async () => {
    const browsers = [world.browser(), world.browser()]
    const replies = await Promise.all(
      browsers.map((browser, n) =>
        browser.post('/auth/setup', {
          ...wanted,
          email: `ada${n}@example.com`,
          timeZone: 'Europe/Berlin',
          token: link(),
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const first = browsers[replies.findIndex(({ status }) => status === 200)]
    if (first === undefined) throw new Error('One of them has made it')
    const admin = world.client(await first.token())
    expect((await admin.get('/v1/company')).body.details).toMatchObject({
      companyName: 'Acme Ltd',
      organization: 'accounts',
    })
    expect((await admin.get('/v1/users/me')).body.details).toMatchObject({
      permissions: ['companyAdmin'],
      timeZone: 'Europe/Berlin',
    })
    const types = (await admin.all('/v1/audit')).map(({ details }) => details.type)
    expect(types).toEqual(expect.arrayContaining(['company.created', 'user.created', 'session.signedIn']))
    const again = await world.browser().post('/auth/setup', { ...wanted, token: link() })
    expect([again.status, again.body.code]).toEqual([410, 'link_gone'])
    expect(again.body.message).toMatch(/already has a company/)
  })
})

describe('on a plain network address', () => {
  const world = useWorld({ ...unlimited, ATRIUM_PUBLIC_URL: 'http://192.168.1.20:8080' })

  test('the cookies are of the kind that browsers accept there', async () => {
    const token = tokenIn(setupLink('http://192.168.1.20:8080', secret))
    const { headers } = await world.browser().post('/auth/setup', { ...wanted, token })
    const [session] = headers['set-cookie'] as unknown as string[]
    expect(session).toMatch(/^atrium-session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  })
})
