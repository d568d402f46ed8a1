import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { useMailServer } from '../support/mail-server.ts'
import { admin, callApi, makeCompany, signIn, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

let mailUrl = ''
const mail = useMailServer((url) => {
  mailUrl = url
})
const chromium = useChromium()
const site = useOwnSite(() => ({ ATRIUM_SMTP_URL: mailUrl }))

beforeAll(async () => {
  await makeCompany(await chromium.page(), site)
})

/** A link for a new person, created by the administrator. */
async function invite(email: string): Promise<string> {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', { email, fullName: 'Grace' })
  return (await callApi<{ link: string }>(page, 'POST', `/v1/users/${id}/invitation`, {})).link
}

test('an invitation lets people choose a name, a time zone and a password, on a phone too, and works once', async () => {
  const link = await invite(site.email('grace'))
  const page = await chromium.page(phone)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Welcome to Acme Ltd' }).waitFor()
  expect(await read(page.getByLabel('Email address')).inputValue()).toBe(site.email('grace'))
  expect(await read(page.getByRole('combobox', { name: 'Time zone' })).inputValue()).toBe('Europe/Berlin')
  await demandFits(page)
  await demandAccessible(page)
  await page.getByLabel('Your name').fill('')
  await page.getByLabel('Password', { exact: true }).fill('grace')
  await page.getByRole('button', { name: 'Join Acme Ltd' }).click()
  await page.getByText('Required.').waitFor()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true')
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
  const { details } = await callApi<{ details: object }>(page, 'GET', '/v1/users/me')
  expect(details).toMatchObject({ fullName: 'Grace Hopper', timeZone: 'Europe/Berlin' })

  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await page.goto(`${site.url}/invitation#nonsense`)
  await page.reload()
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  await demandAccessible(page)
})

test('a person who is signed in with the browser learns that they will be signed out', async () => {
  const link = await invite(site.email('alan'))
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(link)
  await page.getByText(`${admin.fullName} is signed in to this browser`).waitFor()
  await demandAccessible(page)
})

test('a forgotten password is replaced with an emailed link', async () => {
  const page = await chromium.page()
  await page.goto(`${site.url}/sign-in/forgotten`)
  await page.getByLabel('Email address').fill(site.admin.email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await demandAccessible(page)
  const letter = await mail.next(site.admin.email)
  const link = /http:\/\/localhost:\d+\/password-reset#[\w-]+/.exec(letter)?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await demandAccessible(page)
  await page.getByLabel('New password').fill('amber lantern quilt 7')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
  await signIn(page, site, site.admin.email)
})
