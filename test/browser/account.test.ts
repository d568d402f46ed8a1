import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { codeFor } from '../support/authenticator.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

async function openAccount(page: Page, tab: 'Profile' | 'Preferences' | 'Security'): Promise<void> {
  await page.goto(`${site.url}/account${tab === 'Profile' ? '' : `/${tab.toLowerCase()}`}`)
  const tabs = page.getByRole('navigation', { name: 'Your account' })
  await tabs.getByRole('link', { name: tab, exact: true }).waitFor()
}

test('the name and the time zone are saved, and errors are explained', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await openAccount(page, 'Profile')
  await demandFits(page)
  await demandAccessible(page)
  expect(await read(page.getByRole('button', { name: 'Save changes' })).isDisabled()).toBe(true)
  await page.getByLabel('Your name').fill(' ')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Required.').waitFor()
  await page.getByLabel('Your name').fill('Ada King')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisb')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Profile saved.').waitFor()
  const { details } = await callApi<{ details: object }>(page, 'GET', '/v1/users/me')
  expect(details).toMatchObject({ fullName: 'Ada King', timeZone: 'Europe/Lisbon' })
})

test('a new password ends the other sessions, and this page stays signed in', async () => {
  const page = await chromium.page()
  const other = await chromium.page()
  await signIn(page, site)
  await signIn(other, site)
  await openAccount(page, 'Security')
  const [present, fresh] = [page.getByLabel('Current password'), page.getByLabel('New password')]
  await present.fill('wrong')
  await fresh.fill('amber lantern quilt 7')
  await fresh.press('Enter')
  await page.getByText('The password is wrong.').waitFor()
  await present.fill(admin.password)
  await fresh.fill('short')
  await fresh.press('Enter')
  await expect.poll(() => fresh.getAttribute('aria-invalid')).toBe('true')
  await fresh.fill('amber lantern quilt 7')
  await fresh.press('Enter')
  await page.getByText('Password changed.').waitFor()
  await page.getByText('You aren’t signed in anywhere else.').waitFor()
  await other.goto(`${site.url}/account`)
  await other.getByLabel('Email address').waitFor()
  await sendFrom(page, '/auth/password', {
    currentPassword: 'amber lantern quilt 7',
    password: admin.password,
  })
})

test('sessions are ended one by one, or all others at once', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const userAgent of [
    'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    'Mozilla/5.0 (iPhone) Safari/605.1',
    'curl/8',
  ]) {
    const other = await chromium.page({ userAgent })
    await other.goto(`${site.url}/icon.svg`)
    await sendFrom(other, '/auth/sign-in', { email: site.admin.email, password: admin.password })
  }
  await openAccount(page, 'Security')
  const end = page.getByRole('button', { name: 'Sign out Firefox on Windows' })
  await end.click()
  await page.getByText('Firefox on Windows signed out.').waitFor()
  await expect.poll(() => end.count()).toBe(0)
  await page.getByText('Safari on iOS').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('You aren’t signed in anywhere else.').waitFor()
})

test('one-time codes are set up, their recovery codes renewed, and removed', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openAccount(page, 'Security')
  await page.getByRole('button', { name: 'Set up one-time codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await demandAccessible(page)
  const key = (await read(dialog.locator('code').first()).textContent()) ?? ''
  await dialog.getByLabel('Six-digit code from the app').fill(await codeFor(key, -1))
  await page.keyboard.press('Enter')
  const codes = dialog.getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  const first = await read(codes).allTextContents()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('You need a code each time you sign in.').waitFor()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await dialog.getByLabel('Current code from the app').fill(await codeFor(key))
  await page.keyboard.press('Enter')
  await expect.poll(() => codes.count()).toBe(10)
  expect(await read(codes).allTextContents()).not.toEqual(first)
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()

  await page.getByRole('button', { name: 'Remove one-time codes' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('password')
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByLabel('Current code from the app').fill('000000')
  await page.keyboard.press('Enter')
  await dialog.getByText('The code is wrong').waitFor()
  await demandAccessible(page)
  await dialog.getByLabel('Current code from the app').fill(await codeFor(key, 1))
  await page.keyboard.press('Enter')
  await page.getByText('You sign in with your password only.').waitFor()
})

test('the appearance is remembered', async () => {
  const page = await chromium.page({ colorScheme: 'light' })
  await signIn(page, site)
  await openAccount(page, 'Preferences')
  await page.getByText('Dark', { exact: true }).click()
  const scheme = (): Promise<unknown> =>
    read(page).evaluate('document.documentElement.dataset.mantineColorScheme')
  await expect.poll(scheme).toBe('dark')
  await openAccount(page, 'Preferences')
  await expect.poll(scheme).toBe('dark')
  // The switch has a track that differs from the page.
  const background = (selector: string): Promise<string> =>
    read(page).evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
  expect(await background('.mantine-SegmentedControl-root')).not.toBe(await background('body'))
})

test('shortcuts of a single key can be switched off, and stay off', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openAccount(page, 'Preferences')
  const keys = page.getByRole('switch', { name: 'Single-key shortcuts' })
  await expect.poll(() => keys.isEnabled()).toBe(true)
  await keys.uncheck({ force: true })
  await page.getByText('Keyboard setting saved.').waitFor()
  await page.reload()
  await expect.poll(() => keys.isChecked()).toBe(false)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('[')
  await page.getByRole('button', { name: 'Collapse the navigation' }).waitFor()
  await keys.check({ force: true })
  await page.getByText('Keyboard setting saved.').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('[')
  await page
    .getByRole('button', { name: 'Expand the navigation', includeHidden: true })
    .waitFor({ state: 'attached' })
})

test('dates, durations, weeks, rows and the first page follow the settings, in every browser', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Preferred' })
  const path = `/v1/workspaces/${made.id}/tasks`
  await callApi(page, 'POST', path, { title: 'Set the table', dueDate: '2099-12-24', estimateMinutes: 90 })
  await openAccount(page, 'Preferences')
  const choose = async (label: string, option: string): Promise<void> => {
    const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT')
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await saved
    await expect.poll(() => page.getByRole('combobox', { name: label }).inputValue()).toBe(option)
  }
  await choose('Page after signing in', 'My tasks')
  await choose('Rows', 'Compact')
  await choose('First day of the week', 'Sunday')
  await choose('Dates', '27.11.2026')
  await choose('Durations', '1.5')
  await page.getByText('Setting saved.').waitFor()
  await demandAccessible(page)
  const other = await chromium.page()
  await signIn(other, site)
  await other.goto(site.url)
  await expect.poll(() => other.url()).toBe(`${site.url}/tasks`)
  await other.goto(`${site.url}/p/workspace/${made.id}/tasks`)
  const row = other.getByRole('row', { name: 'Set the table' })
  await row.getByText('24.12.2099').waitFor()
  await row.getByText('1.5', { exact: true }).waitFor()
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(32)
  await other.goto(`${site.url}/p/workspace/${made.id}/calendar`)
  await expect.poll(() => other.locator('[class*=weekday]').first().textContent()).toBe('Sun')
})

test('the settings are four tabs, each with an address, and links from before lead to them', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/account`)
  const tabs = page.getByRole('navigation', { name: 'Your account' })
  await tabs.waitFor()
  expect(await read(tabs.getByRole('link')).allTextContents()).toEqual([
    'Profile',
    'Preferences',
    'Notifications',
    'Security',
  ])
  for (const [name, heading] of [
    ['Preferences', 'Appearance'],
    ['Notifications', 'Notifications'],
    ['Security', 'Where you’re signed in'],
  ] as const) {
    await tabs.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 2, name: heading }).waitFor()
    expect(page.url()).toBe(`${site.url}/account/${name.toLowerCase()}`)
    expect(await read(tabs.locator('[aria-current=page]')).textContent()).toBe(name)
    await demandAccessible(page)
  }
  await page.goBack()
  await page.getByRole('heading', { level: 2, name: 'Notifications' }).waitFor()
  await page.goto(`${site.url}/account#notifications`)
  await expect.poll(() => page.url()).toBe(`${site.url}/account/notifications`)
  await page.goto(`${site.url}/account/nonsense`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
})
