import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demandAccessible, useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'
import { useWorkspace } from '../support/workspace-page.ts'

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

test('C creates a task on every page; it proposes the workspace of the page, or the one of the last task', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await callApi(page, 'POST', '/v1/workspaces', { workspaceName: 'A quiet place' })
  const dialog = page.getByRole('dialog', { name: 'New task' })
  const place = dialog.getByRole('combobox', { name: 'Workspace' })
  const pages = ['/inbox', '/time', '/reports', '/account', '/setup', '/trash', '/workspaces']
  for (const path of pages) {
    await page.goto(`${site.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('c')
    await expect.poll(() => place.inputValue(), { message: path }).toBe('A quiet place')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto(`${site.url}/p/workspace/${workspace.id}/files`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await page.keyboard.press('c')
  await expect.poll(() => place.inputValue()).toBe('Website relaunch')
  await dialog.getByLabel('Title').fill('Order the paper !4')
  await demandAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect((await workspace.stored(page, 'Order the paper')).details).toMatchObject({ priority: 4 })
  await page.goto(`${site.url}/inbox`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  await expect.poll(() => place.inputValue()).toBe('Website relaunch')
})

/** Presses keys that open something whose code is loaded once the returned function is called. */
async function pressBeforeLoaded(page: Page, chunk: string, keys: string): Promise<() => void> {
  const wanted = Promise.withResolvers<void>()
  await page.route(`**/${chunk}-*.js`, async (route) => {
    await wanted.promise
    await route.continue()
  })
  await page.goto(`${site.url}/inbox`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press(keys)
  return wanted.resolve
}

test('letters typed before the dialog or the palette is loaded are in its field, and do nothing else', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const [chunk, keys, name] of [
    ['new-task-anywhere', 'c', 'Title'],
    ['palette-dialog', 'Control+k', 'Search, jump to a page, or run an action'],
  ] as const) {
    const load = await pressBeforeLoaded(page, chunk, keys)
    // G and M would go to My tasks, T would start a timer, and ? would list the keys.
    await page.keyboard.type('ag mTx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('?')
    load()
    const field = page.getByLabel(name)
    await field.waitFor()
    await page.keyboard.type(' yes')
    await expect.poll(() => field.inputValue()).toBe('ag mT? yes')
    expect(await read(page.getByRole('dialog')).count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/inbox')
  }
})

test('Escape gives up a dialog that is not loaded yet', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const [chunk, keys] of [
    ['new-task-anywhere', 'c'],
    ['palette-dialog', 'Control+k'],
  ] as const) {
    const loaded = page.waitForResponse(new RegExp(`/${chunk}-`))
    const load = await pressBeforeLoaded(page, chunk, keys)
    await page.keyboard.press('Escape')
    load()
    await (await loaded).finished()
    expect(await read(page.getByRole('dialog')).count()).toBe(0)
    // It opens the next time.
    await page.keyboard.press(keys)
    await page.getByRole('dialog').waitFor()
  }
})

test('Enter creates a task in the open workspace before the list of workspaces is loaded', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const held: (() => void)[] = []
  await page.route(/\/v1\/workspaces\?.*limit=500/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto(page.url().replace('/tasks', '/files'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title', { exact: true }).fill('In a hurry')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(held.length).toBeGreaterThan(0)
  for (const release of held) release()
  expect((await workspace.stored(page, 'In a hurry')).details.title).toBe('In a hurry')
})

test('Enter in the first task of all does not have to wait for the workspaces and their members', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const held: (() => void)[] = []
  await page.route(/\/v1\/workspaces\?.*limit=500/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto(`${site.url}/inbox`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title', { exact: true }).fill('At last @ada')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create task' }).and(page.locator('[data-loading]')).waitFor()
  expect(held.length).toBeGreaterThan(0)
  for (const release of held.splice(0)) release()
  await dialog.waitFor({ state: 'detached' })
  const path = `/v1/tasks?filter=${encodeURIComponent('title="At last"')}`
  const { items } = await callApi<{ items: { details: { assignees: string[] } }[] }>(page, 'GET', path)
  expect(items.map(({ details }) => details.assignees.length)).toEqual([1])
})
