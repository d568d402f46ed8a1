import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read, settled } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const workspaceName of ['Website relaunch', 'Hiring'])
    await callApi(page, 'POST', '/v1/workspaces', { workspaceName })
})

test('the palette opens pages and workspaces with the keyboard alone', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search, jump to a page, or run an action' })
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
  await page.getByText('No results. Check the spelling: search matches the beginnings of words.').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
})

test('the palette lists every page', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  const names = ['My tasks', 'Your account', 'General', 'People', 'API', 'Audit', 'security', 'API explorer']
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(expect.arrayContaining(names.map((name) => expect.stringContaining(name))))
  await page.getByRole('option', { name: 'API explorer' }).click()
  await page.waitForURL('**/explorer')
})

test('the palette finds the settings by what people call them', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  // Not all sections fit.
  const height = 480
  await page.setViewportSize({ width: 1280, height })
  const top = async (name: string): Promise<number> =>
    (await read(page.getByRole('heading', { level: 2, name, exact: true })).boundingBox())?.y ?? height
  for (const [typed, name, path, section] of [
    ['dark', 'Your account: Appearance', '/account/preferences#appearance', 'Appearance'],
    // On the same page, and with words of the name and others.
    ['calendar ical', 'Your account: Calendar address', '/account/preferences#calendar', 'Calendar address'],
    // Again, after scrolling away.
    ['calendar ical', 'Your account: Calendar address', '/account/preferences#calendar', 'Calendar address'],
    ['notifications', 'Your account: Notifications', '/account/notifications', 'Notifications'],
    ['password', 'Your account: Password', '/account/security#password', 'Password'],
    [
      'devices',
      'Your account: Where you’re signed in',
      '/account/security#sessions',
      'Where you’re signed in',
    ],
  ] as const) {
    await read(page).evaluate('window.scrollTo(0, 0)')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search, jump to a page, or run an action' }).fill(typed)
    await page.getByRole('option', { name, exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 2, name: section, exact: true }).waitFor()
    await expect.poll(() => top(section)).toBeLessThan(height)
  }
})

test('the palette understands everyday words, and offers only what the person may do', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).getByText('Hiring', { exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
  const recordId = new URL(page.url()).pathname.split('/')[3]
  await callApi(page, 'POST', '/v1/users/me/recent', { kind: 'workspace', recordId })
  const search = async (each: Page, typed: string): Promise<void> => {
    const field = each.getByRole('combobox', { name: 'Search, jump to a page, or run an action' })
    await field.waitFor({ state: 'detached' })
    await each.keyboard.press('Control+k')
    await field.fill(typed)
  }
  for (const [typed, name, path] of [
    ['stages', 'Hiring: Stages', '/settings#stages'],
    ['invite', 'Hiring: Add people', '/members'],
    ['invite', 'Company Setup: People', '/setup/people'],
    // From elsewhere, too: it is about the workspace that was opened last.
    ['stages', 'Hiring: Stages', '/settings#stages'],
    ['export', /^Reports/, '/reports'],
    ['token', 'Company Setup: API', '/setup/advanced/api'],
    ['sso', 'Company Setup: Single sign-on', '/setup#sso'],
  ] as const) {
    await search(page, typed)
    await page.getByRole('option', { name, exact: true }).click()
    await page.waitForURL(`**${path}`)
  }
  await page.getByRole('heading', { level: 2, name: 'Single sign-on' }).waitFor()
  // The list on the page is exported at once.
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await search(page, 'export')
  const downloading = page.waitForEvent('download')
  await page.getByRole('option', { name: 'Export this list as CSV' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^workspaces-.*\.csv$/)

  const emmy = { email: site.email('emmy'), fullName: 'Emmy Noether' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', emmy)
  const made = await callApi<{ link: string }>(page, 'POST', `/v1/users/${id}/invitation`, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, made.link)
  await callApi(page, 'PUT', `/v1/workspaces/${recordId}/members/${id}`, { role: 'Contributor' })
  await other.goto(`${site.url}/p/workspace/${recordId}`)
  await other.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
  for (const typed of ['token', 'sso', 'stages', 'invite']) {
    await search(other, typed)
    await other.getByText(/^No results/).waitFor()
    await other.keyboard.press('Escape')
  }
  // Nobody can change an archived workspace.
  await callApi(page, 'PUT', `/v1/workspaces/${recordId}/archive`)
  await page.goto(`${site.url}/p/workspace/${recordId}`)
  await page.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
  await search(page, 'stages')
  await page.getByText(/^No results/).waitFor()
  await callApi(page, 'DELETE', `/v1/workspaces/${recordId}/archive`)
  await other.goto(`${site.url}/home`)
  await other.getByRole('navigation', { name: 'Main' }).waitFor()
  await search(other, 'log out')
  await other.getByRole('option', { name: 'Sign out', exact: true }).click()
  await other.waitForURL('**/sign-in')
})

test('the question mark lists the shortcuts, and they work as listed', async () => {
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
  await page.keyboard.press('m')
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  // Text typed into a field is not a shortcut.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('?gw')
  await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('?gw')
})

test('the palette has no kind before the search begins, and shows if the search failed', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const asked: string[] = []
  await page.route('**/v1/search?*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('q') ?? '')
    return route.fulfill({ status: 403, json: { message: 'Not today.' } })
  })
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await field.press('z')
  // One letter does not search.
  await settled(page)
  await field.press('q')
  await page.getByText('The search failed: Not today.').waitFor()
  expect(asked).toEqual(['zq'])
  await page.getByRole('button', { name: 'Files' }).click()
  await field.fill('')
  await page.getByRole('option', { name: 'Hiring' }).waitFor()
  // One letter does not search yet, so Tab changes nothing that cannot be seen.
  await field.fill('h')
  await page.keyboard.press('Tab')
  await page.getByRole('option', { name: 'Hiring' }).waitFor()
})

test('on a phone the palette has a button', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('option', { name: 'Hiring' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
})

test('the palette finds records by their words, and runs actions', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { items } = await callApi<{ items: { id: string }[] }>(page, 'GET', '/v1/workspaces?limit=1')
  await callApi(page, 'POST', `/v1/workspaces/${items[0]?.id}/tasks`, { title: 'Write the press release' })
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('press rel')
  await page.getByRole('option', { name: 'Write the press release' }).waitFor()
  await page.getByRole('combobox').fill('keyboard short')
  await page.getByRole('option', { name: 'Show keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})

test('the palette closes a picker, and leads back to the task', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { items } = await callApi<{ items: { id: string }[] }>(page, 'GET', '/v1/workspaces?limit=1')
  const inside = `/workspaces/${items[0]?.id}/tasks`
  await callApi(page, 'POST', `/v1${inside}`, { title: 'Choose the paper' })
  await page.goto(`${site.url}/p/workspace/${items[0]?.id}/tasks?layout=board`)
  const card = page.getByRole('link', { name: 'Choose the paper' })
  await card.focus()
  // Tasks can be changed once the person's role is loaded.
  await page.getByRole('button', { name: 'New task' }).waitFor()
  await page.keyboard.press('l')
  const picker = page.getByRole('dialog', { name: 'Set task list' })
  await picker.waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search, jump to a page, or run an action' })
  await field.waitFor()
  await picker.waitFor({ state: 'detached' })
  await page.keyboard.type('relaunch')
  expect(await read(field).inputValue()).toBe('relaunch')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Choose the paper')
})

test('single keys can be switched off in the settings, and the others still work', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await callApi(page, 'PUT', '/v1/users/me/settings', { singleKeys: false })
  try {
    // The switch shows that the page has read the settings.
    await page.goto(`${site.url}/account/preferences`)
    const single = page.getByRole('switch', { name: 'Single-key shortcuts' })
    await expect.poll(() => single.isChecked()).toBe(false)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Workspaces', exact: true })
      .click()
    await page.getByRole('row', { name: 'Hiring' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.keyboard.press('[')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    expect(new URL(page.url()).pathname).toBe('/workspaces')
    await page.getByRole('button', { name: 'Collapse the navigation', includeHidden: true }).waitFor()
  } finally {
    await callApi(page, 'PUT', '/v1/users/me/settings', { singleKeys: true })
  }
})

test('the navigation folds to icons, with the same names', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await page.keyboard.press('[')
  const link = page.getByRole('link', { name: 'My tasks' })
  await expect.poll(async () => (await link.boundingBox())?.width).toBeLessThan(48)
  await demandAccessible(page)
  await page.keyboard.press('[')
  await expect.poll(async () => (await link.boundingBox())?.width).toBeGreaterThan(200)
})
