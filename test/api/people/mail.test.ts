import { beforeAll, expect, test } from 'vitest'
import { clock } from '../../../src/base/clock.ts'
import { topics } from '../../../src/observe/topics.ts'
import { acceptLink, tokenIn } from '../../support/browser.ts'
import { useMailServer } from '../../support/mail-server.ts'
import { until } from '../../support/process.ts'
import { type Company, unlimited, useWorld } from '../../support/world.ts'
import { address, invited } from './invited.ts'

const settings = { ...unlimited, ATRIUM_MAIL_FROM: 'Acme <atrium@acme.example>', ATRIUM_SMTP_URL: '' }
const mail = useMailServer((url) => {
  settings.ATRIUM_SMTP_URL = url
})
const world = useWorld(settings)
let company: Company

beforeAll(async () => {
  company = await world.company()
})

test('an invitation is mailed to the person, and its link works', async () => {
  const { email, invitation, link } = await invited(company)
  expect(invitation.details.mailed).toBe(true)
  const letter = await mail.next(email)
  expect(letter).toContain('From: Acme <atrium@acme.example>')
  expect(letter).toMatch(/Subject: Your invitation to Company/)
  expect(letter).toContain(link)
  expect((await acceptLink(world.browser(), link)).status).toBe(200)
})

test('is stored encrypted until it is sent, and then deleted', async () => {
  mail.refuse(true)
  let isTried = false
  const stop = topics.mailTried.subscribe(({ sent }) => {
    if (!sent) isTried = true
  })
  const { email, link } = await invited(company)
  await until('the mail was tried', () => isTried).finally(stop)
  const rows = await world.db.query.selectFrom('mails').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(tokenIn(link))
  expect(JSON.stringify(rows)).not.toContain(email)
  mail.refuse(false)
  // It is due again after a delay; the job that sends it does not run here.
  await world.db.transaction((tx) =>
    tx.query.updateTable('mails').set({ dueAt: clock.timestamp() }).execute(),
  )
  expect(await world.app.outbox.deliver(new AbortController().signal)).toBe(1)
  expect(await mail.next(email)).toContain(link)
  expect(await world.db.query.selectFrom('mails').selectAll().execute()).toEqual([])
})

test('an administrator may pass the link on themselves', async () => {
  const { invitation } = await invited(company, { mailed: false })
  expect(invitation.details.mailed).toBe(false)
  expect(await world.db.query.selectFrom('mails').selectAll().execute()).toEqual([])
})

test('an invitation into a workspace is mailed, and only the person gets its link', async () => {
  const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Guests' })
  const { client } = await world.person(company, { workspaceId: id, role: 'Admin' })
  const email = address()
  const body = { email, fullName: 'Ada Byron', role: 'Reader' }
  const reply = await client.ok('POST', `/v1/workspaces/${id}/invitations`, body)
  expect(reply.body.link).toBeNull()
  const letter = await mail.next(email)
  const [link] = /https:\/\/\S+\/invitation#[\w-]+/.exec(letter) ?? []
  expect((await acceptLink(world.browser(), String(link))).status).toBe(200)
})

test('a new password can be requested; the response does not reveal whether the address is known', async () => {
  const { id, email, link } = await invited(company, { mailed: false })
  await acceptLink(world.browser(), link)
  const [known, unknown] = [
    await world.browser().post('/auth/password-resets', { email: email.toUpperCase() }),
    await world.browser().post('/auth/password-resets', { email: address() }),
  ]
  expect([known.status, known.text]).toEqual([204, ''])
  expect([unknown.status, unknown.text]).toEqual([204, ''])
  const [, reset = ''] = /(https:\S+)/.exec(await mail.next(email)) ?? []
  expect((await acceptLink(world.browser(), reset, 'amber lantern quilt 7')).status).toBe(200)
  const [made] = await company.admin.all(`/v1/invitations?filter=userHash="${id}"`)
  expect(made.details).toMatchObject({ purpose: 'Password reset', status: 'Accepted', createdBy: null })
})

test('nobody can be sent many mails', async () => {
  const { email, link } = await invited(company, { mailed: false })
  await acceptLink(world.browser(), link)
  for (let n = 0; n < 6; n += 1) await world.browser().post('/auth/password-resets', { email })
  for (let n = 0; n < 3; n += 1) await mail.next(email)
  await world.app.outbox.deliver(new AbortController().signal)
  expect(mail.count(email)).toBe(0)
})

test('one IP address cannot cause many mails', async () => {
  const statuses = []
  for (let n = 0; n < 22; n += 1)
    statuses.push((await world.browser().post('/auth/password-resets', { email: address() })).status)
  expect(statuses.at(-1)).toBe(429)
})
