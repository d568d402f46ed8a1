import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'
import { makeTask, useWorkspace } from '../support/workspace-page.ts'

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

test('a workspace is created in a dialog, and opens', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('button', { name: 'New workspace' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  // Errors from the service are shown next to the field, which gets the focus, and nothing is lost.
  await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-invalid")')).toBe('true')
  await page.keyboard.type('Hiring')
  await demandAccessible(page)
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
  await page.getByText('No tasks yet').waitFor()
  await demandAccessible(page)
  // The first steps are a click away.
  const steps = page.getByRole('group', { name: 'First steps' })
  await steps.getByRole('button', { name: 'New task' }).click()
  await page.getByRole('dialog', { name: 'New task' }).waitFor()
  await page.keyboard.press('Escape')
  await steps.getByRole('link', { name: 'Add people' }).waitFor()
  await steps.getByRole('link', { name: 'Upload files' }).click()
  await page.getByText('No files yet').waitFor()
})

test('the navigation lists the workspace that is open, however many there are', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (workspaceName: string) =>
    callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName })
  for (let n = 0; n < 12; n += 1) await make(`Aisle ${n}`)
  const { id } = await make('Zebra')
  await page.goto(`${site.url}/p/workspace/${id}`)
  const link = page.getByRole('navigation').getByRole('link', { name: 'Zebra' })
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
  await page.goto(`${site.url}/home`)
  await page.getByRole('navigation').getByRole('link', { name: 'Aisle 0' }).waitFor()
  await expect.poll(() => link.count()).toBe(0)
})

test('on a phone, the tab that is open is on the screen', async () => {
  const page = await chromium.page({ ...phone, viewport: { width: 360, height: 740 } })
  await signIn(page, site)
  await page.goto(`${site.url}/p/workspace/${workspace.id}/settings`)
  const tab = page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name: 'Settings' })
  await expect
    .poll(async () => {
      const box = await tab.boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= 360
    })
    .toBe(true)
})

test('a task is created in place, changed in its cells, completed and deleted, and all of it can be undone', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Write the press release @ada #press !4 +3', 'Write the press release')
  await row.getByText('press', { exact: true }).waitFor()
  await row.getByRole('img', { name: 'Priority High' }).waitFor()
  await row.getByRole('img', { name: admin.fullName }).waitFor()

  await row.getByRole('button', { name: 'Due date of Write the press release' }).click()
  const year = 2027
  await page.getByRole('dialog').getByRole('combobox').fill(`15 dec ${year}`)
  await page.getByRole('dialog').getByRole('combobox').fill(`${year}-12-15`)
  await page.keyboard.press('Enter')
  await row.getByText(`15 Dec ${year}`).waitFor()

  await row.getByRole('link', { name: 'Write the press release' }).focus()
  await page.keyboard.press('F2')
  await page.getByLabel('Rename Write the press release').fill('Write the letter')
  await page.keyboard.press('Enter')
  const changed = page.getByRole('row', { name: 'Write the letter' })
  await changed.waitFor()

  await page.keyboard.press('e')
  await changed.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await workspace.stored(page, 'Write the letter')).details['status'])
    .toBe('Completed')
  await page.keyboard.press('Control+z')
  await changed.waitFor()
  await page.keyboard.press('Control+z')
  await row.waitFor()

  await row.getByRole('link', { name: 'Write the press release' }).focus()
  await page.keyboard.press('#')
  await row.waitFor({ state: 'detached' })
  await page
    .getByRole('status')
    .filter({ hasText: 'moved to the trash' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await row.waitFor()
})

test('a workspace has six tabs, and each has an address', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const tabs = page.getByRole('navigation', { name: 'Workspace' })
  for (const [tab, shown] of [
    ['Files', 'No files yet'],
    ['Calendar', 'Agenda'],
    ['Time', 'No time yet'],
    ['Members', admin.fullName],
    ['Settings', 'Archive or delete'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await page.getByRole('main').getByText(shown).first().waitFor()
    const path = `/p/workspace/${workspace.id}/${tab.toLowerCase()}`
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
  }
  expect(await read(tabs.getByRole('link')).allTextContents()).toHaveLength(6)
  await page.reload()
  await page.getByText('Archive or delete').waitFor()
  await demandAccessible(page)
  await page.goto(`${site.url}/p/workspace/${workspace.id}?tab=member`)
  await page.waitForURL('**/members?tab=member')
})

test('my tasks are those assigned to me and not finished, by when they are due', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const make = (body: object) => callApi(page, 'POST', `/v1/workspaces/${workspace.id}/tasks`, body)
  await make({ title: 'Mine', assignees: [me.id], dueDate: '2020-01-31' })
  await make({ title: 'Someday', assignees: [me.id] })
  await make({ title: 'Finished', assignees: [me.id], status: 'Completed' })
  await make({ title: 'Nobody’s' })
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('button', { name: 'Overdue 1' }).waitFor()
  await page.getByRole('row', { name: 'Mine' }).getByText('days overdue').waitFor()
  await page.getByRole('row', { name: 'Someday' }).waitFor()
  for (const title of ['Nobody’s', 'Finished'])
    expect(await read(page.getByRole('row', { name: title })).count()).toBe(0)
  await demandAccessible(page)
  await page.getByRole('row', { name: 'Mine' }).getByRole('button', { name: 'Due date of Mine' }).click()
  await page.getByRole('option', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Today 1' }).waitFor()
  await page.getByRole('button', { name: /^Overdue/ }).waitFor({ state: 'detached' })
})

test('workspaces and tasks fit a phone', async () => {
  const page = await chromium.page(phone)
  await workspace.open(page)
  await demandFits(page)
  // The bar at the bottom creates tasks everywhere, here in the workspace that is open.
  await page.getByRole('button', { name: 'New task' }).click()
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('From a phone')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'From a phone' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  // A phone has no room beside the list, so a task opens its own page.
  await page.getByRole('link', { name: 'From a phone' }).click()
  await page.waitForURL('**/p/task/*')
  await page.getByLabel('Title', { exact: true }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  await demandFits(page)
})
