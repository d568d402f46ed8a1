import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setupLink } from '../../src/company/first-start.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, startSite, useSite } from '../support/served.ts'

const secret = 'a secret that only this test knows, 32+'
const chromium = useChromium()
const site = useSite(() => ({ ATRIUM_SECRET: secret }))

test('people who open the address before the link learn where the link is', async () => {
  const page = await chromium.page()
  await page.goto(site.url)
  await page.getByRole('heading', { name: 'Atrium is running' }).waitFor()
  expect(await page.title()).toBe('Atrium is running · Atrium')
  await demandAccessible(page)
})

test('a damaged or expired link says so, and what to do', async () => {
  const page = await chromium.page()
  for (const damaged of [
    '/welcome',
    '/welcome#',
    '/welcome#x',
    `${site.setupLink().slice(site.url.length)}x`,
  ]) {
    await page.goto('about:blank')
    await page.goto(site.url + damaged)
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  }
  await demandAccessible(page)
  const yesterday = Date.now() - 25 * 3_600_000
  await page.goto(setupLink(site.url, Buffer.from(secret), yesterday))
  await page.reload()
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  await page.getByText('Restart the service to get a new one.').waitFor()
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
  expect(await page.getByRole('radio', { name: 'Accounts' }).isChecked()).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.fullName)
  await page.keyboard.press('Tab')
  await page.keyboard.type('no address')
  await page.keyboard.press('Tab')
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await page.getByText(/must be .*address/i).waitFor()
  await page.getByLabel('Email address').fill(admin.email)
  await page.keyboard.press('Enter')
  await page
    .getByText(/12 characters or more|at least 12/i)
    .last()
    .waitFor()
  // Nothing that was typed is lost.
  expect(await page.getByLabel('Company name').inputValue()).toBe(admin.companyName)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Create company' }).click()
  await page.getByRole('heading', { name: 'Workspaces', exact: true }).waitFor()
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

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Company name').fill(admin.companyName)
  await page.getByLabel('Your name').fill(admin.fullName)
  await page.getByLabel('Email address').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('checkbox', { name: 'Add sample data' }).check()
  await page.getByRole('button', { name: 'Create company' }).click()
}

test('the company is filled with sample data on request, with progress', async () => {
  const other = await startSite()
  const page = await chromium.page(phone)
  const late = await chromium.page()
  await page.goto(other.setupLink())
  await fillIn(page)
  await page.getByRole('progressbar', { name: 'Creating sample data' }).waitFor()
  await page.getByText(/^[1-9]\d* of 220 tasks, time entries and files$/).waitFor()
  await demandFits(page)
  // Others who open the link in the meantime get to sign-in when it is done.
  await late.goto(other.setupLink())
  await page.getByRole('heading', { name: 'Workspaces', exact: true }).waitFor()
  await page.getByText('Harbour Museum: new website').first().waitFor()
  await late.getByText('This installation already has a company').waitFor()
})

test('sample data that fails leaves nothing behind, and the form keeps what was typed', async () => {
  // There is no space for the first file of the sample.
  const other = await startSite({ ATRIUM_COMPANY_QUOTA: '100' })
  chromium.expectLines(/503 .*\/auth\/setup/)
  const page = await chromium.page()
  await page.goto(other.setupLink())
  await fillIn(page)
  await page.getByText('Could not create the sample, so nothing was created.').waitFor()
  await demandAccessible(page)
  await page.getByRole('checkbox', { name: 'Add sample data' }).uncheck()
  await page.getByRole('button', { name: 'Create company' }).click()
  await page.getByText('No workspaces yet').waitFor()
})

test('the pages are the production build: no developer tools, and at most 250 kB of script', async () => {
  const page = await chromium.page()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body())
  })
  await page.goto(`${site.url}/sign-in`)
  await page.getByLabel('Email address').waitFor()
  const loaded = await Promise.all(scripts)
  expect(loaded.some((script) => script.includes('jsxDEV'))).toBe(false)
  const packed = loaded.map((script) => gzipSync(script).length).reduce((sum, size) => sum + size, 0)
  expect(packed).toBeGreaterThan(50_000)
  expect(packed).toBeLessThan(250_000)
})
