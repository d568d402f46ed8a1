import { expect, test } from 'vitest'
import { setupLink } from '../../src/company/first-start.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { filesFor, readChunks } from '../support/chunks.ts'
import { admin, callApi, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const secret = 'a secret that only this test knows, 32+'
const chromium = useChromium()
const site = useOwnSite(() => ({ ATRIUM_SECRET: secret }))

test('people who open the address before the link learn where the link is', async () => {
  const page = await chromium.page()
  await page.goto(site.url)
  await page.getByRole('heading', { name: 'Atrium is running' }).waitFor()
  expect(await read(page).title()).toBe('Atrium is running · Atrium')
  await demandAccessible(page)
})

test('the company is created on a phone, with the keyboard, once all errors are fixed', async () => {
  const page = await chromium.page(phone)
  await page.goto(site.setupLink())
  await page.getByLabel('Company name').waitFor()
  await demandFits(page)
  await page.keyboard.press('Enter')
  // Each empty field shows its own error.
  await expect.poll(() => page.getByText('Required.').count()).toBe(4)
  await demandAccessible(page)
  await page.getByLabel('Company name').fill(admin.companyName)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await read(page.getByRole('radio', { name: 'Accounts' })).isChecked()).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.fullName)
  await page.keyboard.press('Tab')
  await page.keyboard.type('no address')
  await page.keyboard.press('Tab')
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  // Both errors are shown at once, and the first field with one has the focus.
  await page.getByText(/must be .*address/i).waitFor()
  await page.getByText('Must have at least 12 characters.').waitFor()
  expect(await read(page.locator('[aria-invalid=true]')).count()).toBe(2)
  const focused = 'document.activeElement === document.querySelector("input[type=email]")'
  await expect.poll(() => page.evaluate(focused)).toBe(true)
  await page.getByLabel('Email address').fill(site.admin.email)
  // Nothing that was typed is lost.
  expect(await read(page.getByLabel('Company name')).inputValue()).toBe(admin.companyName)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  // Sample data is on by default.
  await page.getByRole('checkbox', { name: 'Add sample data' }).uncheck()
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await read(page.getByLabel('Password', { exact: true })).getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Create company' }).click()
  await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
  const { details } = await callApi<{ details: Record<string, unknown> }>(page, 'GET', '/v1/users/me')
  expect(details).toMatchObject({
    fullName: admin.fullName,
    permissions: ['companyAdmin'],
    timeZone: 'Europe/Berlin',
  })
  const company = await callApi<{ details: object }>(page, 'GET', '/v1/company')
  expect(company.details).toMatchObject({ companyName: 'Acme Ltd', organization: 'workspaceGroups' })
})

test('the used link leads to sign-in', async () => {
  const page = await chromium.page()
  await page.goto(setupLink(site.url, Buffer.from(secret)))
  await page.getByText('This installation already has a company').waitFor()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await page.getByLabel('Email address').waitFor()
})

test('the sign-in page loads the scripts and styles whose size is limited', async () => {
  const page = await chromium.page()
  const loaded: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname)) loaded.push(pathname.replace('/app/', ''))
  })
  await page.goto(`${site.url}/sign-in`)
  await page.getByLabel('Email address').waitFor()
  const files = filesFor(readChunks(), 'src/pages/sign-in/sign-in.tsx')
  expect(loaded.toSorted()).toEqual([...files].toSorted())
})
