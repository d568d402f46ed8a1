import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, textOf, useChromium } from '../support/chromium.ts'
import { admin, callApi, sendFrom, signIn, useSite } from '../support/served.ts'

const chromium = useChromium()
const site = useSite()

test('activity is shown as sentences, filtered, opened and exported as a file', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const emmy = await callApi<{ id: string }>(page, 'POST', '/v1/users', {
    email: site.email('emmy'),
    fullName: 'Emmy Noether',
  })
  const workspace = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', {
    workspaceName: 'Trade fair',
  })
  await callApi(page, 'PUT', `/v1/workspaces/${workspace.id}/members/${emmy.id}`, { role: 'Reader' })
  await callApi(page, 'PUT', `/v1/workspaces/${workspace.id}`, { description: 'In May' })
  await page.goto(`${site.url}/setup/advanced/audit`)
  const told = (sentence: string) => page.getByRole('cell', { name: sentence, exact: true }).first().waitFor()
  await told(`${admin.fullName} updated the workspace Trade fair: description`)
  await told(`${admin.fullName} added Emmy Noether to the workspace Trade fair`)
  await told(`${admin.fullName} added Emmy Noether`)
  await demandAccessible(page)

  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Person added' }).click()
  await page.getByText('updated the workspace').waitFor({ state: 'detached' })
  await told(`${admin.fullName} added Emmy Noether`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = (await textOf(download)).trim().split('\r\n')
  expect(download.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.slice(1).every((line) => line.includes('user.created'))).toBe(true)

  await page
    .getByRole('row', { name: /user\.created/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Request ID').waitFor()
  await demandAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Who' }).click()
  await page.getByRole('option', { name: `Emmy Noether (${site.email('emmy')})` }).click()
  await page.getByText('No matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByLabel('From').fill('2020-01-01')
  await told(`${admin.fullName} added Emmy Noether`)
  await page.getByText(`${admin.fullName} exported a list: /v1/audit, filter=type="user.created"`).waitFor()
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByText('No matches').waitFor()
})

test('failed sign-ins are shown too, and the page fits a phone', async () => {
  const stranger = await chromium.page()
  await stranger.goto(`${site.url}/sign-in`)
  await sendFrom(stranger, '/auth/sign-in', { email: site.admin.email, password: 'this is not the word' })
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup/advanced/audit`)
  await page.getByText('failed').first().waitFor()
  await page
    .getByText(/wrong password/)
    .first()
    .waitFor()
  await demandFits(page)
  await demandAccessible(page)
})
