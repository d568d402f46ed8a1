import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, phone, useChromium } from '../support/chromium.ts'
import { callApi, makeCompany, signIn, useSite } from '../support/served.ts'

const chromium = useChromium()
const site = useSite()

beforeAll(async () => {
  const page = await chromium.page()
  await makeCompany(page, site)
  for (const workspaceName of ['Website relaunch', 'Hiring'])
    await callApi(page, 'POST', '/v1/workspaces', { workspaceName })
}, 60_000)

test('the palette opens pages and workspaces with the keyboard alone', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search pages and workspaces' })
  await field.waitFor()
  await page.getByRole('option', { name: 'Website relaunch' }).waitFor()
  await demandAccessible(page)
  await page.keyboard.type('relaunch')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Website relaunch' }).waitFor()

  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('no such place')
  await page.getByText('No results').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
})

test('the palette lists every page', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  const shown = await page
    .getByRole('option')
    .first()
    .waitFor()
    .then(() => page.getByRole('option').allTextContents())
  for (const name of [
    'My tasks',
    'Your account',
    'General',
    'People',
    'API',
    'Audit',
    'security',
    'API explorer',
  ])
    expect(
      shown.some((text) => text.includes(name)),
      name,
    ).toBe(true)
  await page.getByRole('option', { name: 'API explorer' }).click()
  await page.waitForURL('**/explorer')
})

test('the question mark lists the shortcuts, and they do what it says', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await demandAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  // Text typed into a field is not a shortcut.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('?gw')
  expect(await page.getByRole('combobox').inputValue()).toBe('?gw')
})

test('on a phone the palette has a button', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('option', { name: 'Hiring' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
})
