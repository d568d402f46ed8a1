import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { setupLink } from '../../src/company/first-start.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, startSite, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const secret = 'a secret that only this test knows, 32+'
const chromium = useChromium()
const site = useOwnSite(() => ({ ATRIUM_SECRET: secret }))

test('a damaged or expired link shows an error, and what to do', async () => {
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
  const yesterday = clock.now() - 25 * 3_600_000
  await page.goto(setupLink(site.url, Buffer.from(secret), yesterday))
  await page.reload()
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await page.getByText('Restart the service to get a new one.').waitFor()
})

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Company name').fill(admin.companyName)
  await page.getByLabel('Your name').fill(admin.fullName)
  await page.getByLabel('Email address').fill(site.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  expect(await read(page.getByRole('checkbox', { name: 'Add sample data' })).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Create company' }).dblclick()
}

test('the company is filled with sample data on request, with progress', async () => {
  const other = await startSite()
  // Home shows the latest files while their pictures are still being drawn.
  chromium.expectLines(/a status of 404 .*\/content\//)
  const page = await chromium.page(phone)
  const late = await chromium.page()
  await page.goto(other.setupLink())
  await fillIn(page)
  await page.getByRole('progressbar', { name: 'Creating sample data' }).waitFor()
  await page.getByText(/^[1-9]\d* of 225 tasks, time entries and files$/).waitFor()
  await demandFits(page)
  // Others who open the link in the meantime get to sign-in when it is done.
  await late.goto(other.setupLink())
  await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
  await page.getByText('Harbour Museum: new website').first().waitFor()
  // Every workspace has tasks of its own, and some of them are the new person’s.
  const { items } = await callApi<{ items: { details: { title: string } }[] }>(
    page,
    'GET',
    `/v1/tasks?limit=500&filter=${encodeURIComponent('topLevel=true')}`,
  )
  expect(new Set(items.map(({ details }) => details.title)).size).toBeGreaterThan(45)
  await page.goto(`${other.url}/tasks`)
  await page.getByRole('button', { name: /^Overdue/ }).waitFor()
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
