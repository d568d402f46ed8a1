import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { useMailServer } from '../support/mail-server.ts'
import { acceptInvitation, callApi, makeCompany, signIn, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const settings = { ATRIUM_SMTP_URL: '' }
const mail = useMailServer((url) => {
  settings.ATRIUM_SMTP_URL = url
})
const chromium = useChromium()
const site = useOwnSite(() => settings)
const path = '/v1/users/me/notificationSettings'

interface Made {
  id: string
  link: string
  details: Record<string, unknown>
}

beforeAll(async () => {
  await makeCompany(await chromium.page(), site)
})

const settingsOf = async (page: Page) => (await callApi<Made>(page, 'GET', path)).details

test('each reason, quiet hours and quiet days are chosen in the account', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/account#notifications`)
  const table = page.getByRole('table', { name: 'When you get email' })
  await table.waitFor()
  expect(await read(table.getByRole('radio', { name: 'Mentions of you: Immediately' })).isChecked()).toBe(
    true,
  )
  await table.getByRole('radio', { name: 'Other comments: Never' }).check()
  await page.getByText('Notification settings saved.').first().waitFor()
  expect(await settingsOf(page)).toMatchObject({ comment: 'never', mention: 'now' })
  const quiet = page.getByRole('switch', { name: 'Quiet hours' })
  await quiet.check({ force: true })
  await expect.poll(async () => (await settingsOf(page))['quietFrom']).toBe('22:00')
  await page.getByLabel('From').fill('21:30')
  await page.getByLabel('From').press('Enter')
  await expect.poll(async () => (await settingsOf(page))['quietFrom']).toBe('21:30')
  await page.getByRole('checkbox', { name: 'Sun' }).check()
  await expect.poll(async () => (await settingsOf(page))['quietDays']).toEqual(['sunday'])
  await quiet.uncheck({ force: true })
  await expect.poll(async () => (await settingsOf(page))['quietUntil']).toBe(null)
  await demandAccessible(page)
  expect(await read(page.getByText('No mail server is set up')).count()).toBe(0)
})

test('choices in quick succession are shown while they are being saved, and saved in order', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/account#notifications`)
  const due = (time: string) => page.getByRole('radio', { name: `Tasks that are due: ${time}` })
  await due('Immediately').waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  await due('Never').check()
  await page.getByRole('checkbox', { name: 'Mon' }).check()
  await due('Daily').check()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Mon' }).isChecked()).toBe(true)
  held.resolve()
  await expect
    .poll(() => settingsOf(page))
    .toMatchObject({ due: 'daily', quietDays: expect.arrayContaining(['monday']) })
})

test('the table fits on a phone', async () => {
  const page = await chromium.page({ ...phone, colorScheme: 'dark' })
  await signIn(page, site)
  await page.goto(`${site.url}/account/notifications`)
  await page.getByRole('radio', { name: 'Mentions of you: Immediately' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test('an email arrives, and its link unsubscribes after a click', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const email = site.email('grace')
  const grace = await callApi<Made>(page, 'POST', '/v1/users', { email, fullName: 'Grace Hopper' })
  const { link } = await callApi<Made>(page, 'POST', `/v1/users/${grace.id}/invitation`, { mailed: false })
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  const workspace = await callApi<Made>(page, 'POST', '/v1/workspaces', { workspaceName: 'Website relaunch' })
  await callApi(page, 'PUT', `/v1/workspaces/${workspace.id}/members/${grace.id}`, { role: 'Contributor' })
  const task = { title: 'Write the press release', workspaceId: workspace.id, assignees: [grace.id] }
  await callApi(page, 'POST', '/v1/tasks', task)
  const letter = await mail.next(email)
  expect(letter).toContain('Subject: Ada Lovelace assigned you: Write the press release')
  const [address = ''] = /http:\/\/localhost:\d+\/unsubscribe\/[\w-]+/.exec(letter) ?? []
  const anybody = await chromium.page()
  await anybody.goto(address)
  await demandAccessible(anybody)
  expect((await settingsOf(other))['assigned']).toBe('now')
  await anybody.getByRole('button', { name: 'Unsubscribe' }).click()
  await anybody.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  expect((await settingsOf(other))['assigned']).toBe('never')
  // She approves no timesheets, so there is nothing to choose.
  await other.goto(`${site.url}/account/notifications`)
  await other.getByRole('radio', { name: 'Status changes: Never' }).waitFor()
  expect(await read(other.getByText('Timesheets to approve')).count()).toBe(0)
  await page.goto(`${site.url}/account/notifications`)
  await page.getByText('Timesheets to approve').waitFor()
})

test('without a mail server, the page shows that nothing is mailed', async () => {
  await site.stop()
  await site.start({ ATRIUM_SMTP_URL: '' })
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/account/notifications`)
  await page.getByText('No mail server is set up').waitFor()
})
