import { expect, test } from 'vitest'
import { useChromium } from '../support/chromium.ts'
import { admin, callApi, makeCompany, useSite } from '../support/served.ts'

const chromium = useChromium()
const site = useSite()

test('the link that the service prints opens a page', async () => {
  const page = await chromium.page()
  await page.goto(site.setupLink())
  await page.waitForSelector('#root *', { state: 'attached' })
  expect(await page.title()).toContain('Atrium')
})

test('whoever makes the company is signed in', async () => {
  const page = await chromium.page()
  await makeCompany(page, site)
  const { details } = await callApi<{ details: { fullName: string } }>(page, 'GET', '/v1/users/me')
  expect(details.fullName).toBe(admin.fullName)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('heading', { name: 'Workspaces', exact: true }).waitFor()
})
