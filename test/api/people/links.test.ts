import { beforeAll, describe, expect, test } from 'vitest'
import { acceptLink, goodPassword, tokenIn } from '../../support/browser.ts'
import { ago } from '../../support/clock.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'
import { address, invited } from './invited.ts'

describe('a link', () => {
  const world = useSharedWorld()
  let company: Company
  beforeAll(async () => {
    company = await world.company()
  })

  test('is shown once to the administrator, and opens a page of the web application', async () => {
    const { id, email, invitation, link } = await invited(company)
    expect(link).toMatch(/^https:\/\/atrium\.example\.com\/invitation#[\w-]{43}$/)
    expect(invitation.details).toMatchObject({
      userHash: id,
      email,
      purpose: 'Invitation',
      status: 'Pending',
      acceptedAt: null,
      mailed: false,
    })
    const shown = await company.admin.get(`/v1/invitations/${invitation.id}`)
    expect(shown.text).not.toContain(tokenIn(link))
    const stored = await world.db.query
      .selectFrom('invitations')
      .selectAll()
      .where('id', '=', invitation.id)
      .execute()
    expect(JSON.stringify(stored)).not.toContain(tokenIn(link))
  })

  test('shows who it is for, lets them choose a password, and signs them in', async () => {
    const { id, email, invitation, link } = await invited(company)
    const browser = world.browser()
    const asked = await browser.post('/auth/invitations', { token: tokenIn(link) })
    expect(asked.body).toMatchObject({ purpose: 'Invitation', email, fullName: 'Ada Byron' })
    const reply = await browser.post('/auth/invitations/accept', {
      token: tokenIn(link),
      password: goodPassword,
      fullName: 'Ada King',
      timeZone: 'Europe/London',
    })
    expect(reply.body).toMatchObject({
      signedIn: true,
      next: null,
      user: { userHash: id, fullName: 'Ada King' },
    })
    const me = await world.client(await browser.token()).get('/v1/users/me')
    expect(me.body.details).toMatchObject({ fullName: 'Ada King', timeZone: 'Europe/London' })
    const { details } = (await company.admin.get(`/v1/invitations/${invitation.id}`)).body
    expect(details.status).toBe('Accepted')
    expect(details.acceptedAt).not.toBeNull()
    expect((await company.admin.get(`/v1/users/${id}/signIn`)).body).toEqual({
      hasPassword: true,
      hasOneTimeCodes: false,
      hasSingleSignOn: false,
    })
  })

  test('that was used is gone, also when two requests use it at once', async () => {
    const { link } = await invited(company)
    const both = await Promise.all([acceptLink(world.browser(), link), acceptLink(world.browser(), link)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const again = await acceptLink(world.browser(), link)
    expect([again.status, again.body.code]).toEqual([410, 'link_gone'])
    expect(again.body.message).toMatch(/was used before/)
    expect((await world.browser().post('/auth/invitations', { token: tokenIn(link) })).status).toBe(410)
  })

  test('that has expired is gone', async () => {
    const { invitation, link } = await invited(company)
    await world.db.transaction((tx) =>
      tx.query
        .updateTable('invitations')
        .set({ expiresAt: ago(1_000) })
        .where('id', '=', invitation.id)
        .execute(),
    )
    const reply = await acceptLink(world.browser(), link)
    expect([reply.status, reply.body.code]).toEqual([410, 'link_gone'])
    expect(reply.body.message).toMatch(/has expired/)
  })

  test('that was replaced, withdrawn, or sent to another address is gone', async () => {
    const replaced = await invited(company)
    const { link } = await company.admin.create('/v1/invitations', { userHash: replaced.id })
    const withdrawn = await invited(company)
    await company.admin.ok('DELETE', `/v1/invitations/${withdrawn.invitation.id}`)
    const moved = await invited(company)
    await company.admin.ok('PUT', `/v1/users/${moved.id}`, { email: address() })
    for (const each of [replaced, withdrawn, moved]) {
      const reply = await acceptLink(world.browser(), each.link)
      expect([reply.status, reply.body.code]).toEqual([410, 'link_gone'])
      expect(reply.body.message).toMatch(/replaced or withdrawn/)
    }
    expect((await acceptLink(world.browser(), link)).status).toBe(200)
  })

  test('for an inactive person is neither created nor accepted', async () => {
    const { id, link } = await invited(company)
    await company.admin.ok('PUT', `/v1/users/${id}`, { status: 'Inactive' })
    expect((await acceptLink(world.browser(), link)).status).toBe(410)
    const reply = await company.admin.send('POST', `/v1/users/${id}/invitation`, {})
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
  })

  test('that never existed is not found', async () => {
    const reply = await world.browser().post('/auth/invitations', { token: 'x'.repeat(43) })
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
  })

  test('accepts no weak password, and stays valid for a better one', async () => {
    const { link, email } = await invited(company)
    for (const password of ['short', 'Password1234', 'adabyron-12345', email]) {
      const reply = await acceptLink(world.browser(), link, password)
      expect([reply.status, reply.body.errors[0].pointer], password).toEqual([400, '/password'])
    }
    expect((await acceptLink(world.browser(), link)).status).toBe(200)
  })

  test('for a person with a password lets them choose a new one, and ends their sessions', async () => {
    const { id, email, link } = await invited(company)
    const browser = world.browser()
    await acceptLink(browser, link)
    const reset = await company.admin.create(`/v1/users/${id}/invitation`, {})
    expect(reset.link).toContain('/password-reset#')
    expect(reset.details.purpose).toBe('Password reset')
    // Until it is used, nothing has changed.
    expect((await browser.post('/auth/token')).status).toBe(200)
    await acceptLink(world.browser(), reset.link, 'amber lantern quilt 7')
    expect((await browser.post('/auth/token')).status).toBe(401)
    expect((await world.browser().signIn(email)).status).toBe(401)
    expect((await world.browser().signIn(email, 'amber lantern quilt 7')).status).toBe(200)
  })

  test('that was used can no longer be withdrawn; one that was withdrawn can be withdrawn again', async () => {
    const { invitation, link } = await invited(company)
    await acceptLink(world.browser(), link)
    const used = await company.admin.send('DELETE', `/v1/invitations/${invitation.id}`)
    expect([used.status, used.body.code]).toEqual([409, 'conflict'])
    const other = await invited(company)
    for (let n = 0; n < 2; n += 1) await company.admin.ok('DELETE', `/v1/invitations/${other.invitation.id}`)
  })

  test('is deleted with its person', async () => {
    const { id, link } = await invited(company)
    await company.admin.ok('DELETE', `/v1/users/${id}`)
    expect((await acceptLink(world.browser(), link)).status).toBe(404)
  })

  test('cannot be requested if no mail is sent', async () => {
    const reply = await world.browser().post('/auth/password-resets', { email: address() })
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
  })
})
