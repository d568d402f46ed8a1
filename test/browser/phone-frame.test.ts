import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
const long = 'Donaudampfschifffahrtsgesellschaftskapitän: the new website of the harbour'
const ids = { workspace: '', task: '' }

test('the bar of a phone has five entries: two pages, a new task, the search and a menu with the others', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  ids.workspace = (await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: long })).id
  const path = `/v1/workspaces/${ids.workspace}/tasks`
  ids.task = (await callApi<{ id: string }>(page, 'POST', path, { title: `Paint the sign of ${long}` })).id
  await page.goto(`${site.url}/home`)
  const bar = page.getByRole('navigation', { name: 'Main' })
  const entries = bar.locator('a, button').filter({ visible: true })
  await expect
    .poll(() => entries.allTextContents())
    .toEqual([expect.stringContaining('Home'), expect.stringContaining('Inbox'), '', 'Search', 'More'])
  for (const box of await Promise.all((await read(entries).all()).map((entry) => read(entry).boundingBox())))
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await demandAccessible(page)
  await bar.getByRole('button', { name: 'More' }).tap()
  for (const name of ['Workspaces', 'My tasks', 'Time', 'Calendar', 'Reports', 'Your account', 'Trash'])
    await page.getByRole('menuitem', { name, exact: true }).waitFor()
  for (const item of await read(page.getByRole('menuitem')).all())
    await expect.poll(async () => (await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('menuitem', { name: 'My tasks' }).tap()
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  await bar.getByRole('button', { name: 'New task' }).tap()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Title').fill('Wash the boat')
  await dialog.getByRole('button', { name: 'Create task' }).tap()
  await page.getByRole('link', { name: 'Wash the boat' }).waitFor()
})

test('a long name breaks no header of a phone, and the heading can be read on every page', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  const inside = `/p/workspace/${ids.workspace}`
  const pages = ['', '/tasks', '/files', '/calendar', '/time', '/members', '/settings'].map(
    (tab) => `${inside}${tab}`,
  )
  for (const path of [
    '/home',
    '/inbox',
    '/tasks',
    '/time',
    '/calendar',
    '/reports',
    ...pages,
    `/p/task/${ids.task}`,
  ]) {
    await page.goto(`${site.url}${path}`)
    const heading = page.getByRole('heading', { level: 1 })
    // The heading of a page that is still loading may be replaced.
    await expect
      .poll(async () => (await heading.boundingBox())?.width ?? 0, { message: path })
      .toBeGreaterThan(60)
    const { width = 0, x = 0 } = (await read(heading).boundingBox()) ?? {}
    expect(x + width, path).toBeLessThanOrEqual(390)
    // Whatever else is in the header is on the screen too.
    const tools = page.locator('header:has(h1)').locator('button, a:not(h1 a)').filter({ visible: true })
    for (const tool of await read(tools).all()) {
      const box = await read(tool).boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(391)
    }
    await demandFits(page)
  }
})
