import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, makeCompany, signIn, useSite } from '../support/served.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

beforeAll(async () => {
  const page = await chromium.page()
  await makeCompany(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', {
    workspaceName: 'Website relaunch',
    description: 'From the first sketch to the launch.',
  })
  workspaceId = made.id
}, 60_000)

async function openWorkspace(page: Page): Promise<void> {
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Website relaunch' }).click()
  await page.getByRole('heading', { level: 1, name: 'Website relaunch' }).waitFor()
}

async function makeTask(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New task' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await page.getByRole('row', { name: title }).waitFor()
}

test('a workspace is created in a dialog, and opens', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('button', { name: 'New workspace' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  // Errors from the service are shown next to the field, and nothing is lost.
  await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Name').fill('Hiring')
  await demandAccessible(page)
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('heading', { level: 1, name: 'Hiring' }).waitFor()
  await page.getByText('No tasks yet').waitFor()
  await demandAccessible(page)
})

test('a task is created, changed, completed and deleted, and each of these can be undone', async () => {
  const page = await chromium.page()
  await openWorkspace(page)
  await page.getByRole('button', { name: 'New task' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await expect.poll(() => dialog.getByLabel('Title').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Title').fill('Write the press release')
  await dialog.getByRole('combobox', { name: 'Assignees' }).or(dialog.getByLabel('Assignees')).first().click()
  await page.getByRole('option', { name: admin.fullName }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Due').fill('2026-12-15')
  await dialog.getByRole('button', { name: 'Create task' }).click()
  const row = page.getByRole('row', { name: 'Write the press release' })
  await row.getByText('15 Dec 2026').waitFor()
  await row.getByRole('link', { name: admin.fullName }).waitFor()

  await row.getByRole('button', { name: 'Actions for Write the press release' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Write the letter')
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  const changed = page.getByRole('row', { name: 'Write the letter' })
  await changed.getByRole('button', { name: 'Actions for Write the letter' }).click()
  await page.getByRole('menuitem', { name: 'Mark as completed' }).click()
  await changed.getByText('Completed').waitFor()
  await changed.getByRole('button', { name: 'Actions for Write the letter' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await changed.waitFor({ state: 'detached' })
  await page
    .getByRole('status')
    .filter({ hasText: 'moved to the trash' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await changed.waitFor()
})

test('a concurrent change by somebody else is not overwritten', async () => {
  const page = await chromium.page()
  await openWorkspace(page)
  await makeTask(page, 'Agree the domain')
  await page.getByRole('button', { name: 'Actions for Agree the domain' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Agree the domain today')
  const { items } = await callApi<{ items: { id: string; details: { title: string } }[] }>(
    page,
    'GET',
    `/v1/workspaces/${workspaceId}/tasks`,
  )
  const task = items.find(({ details }) => details.title === 'Agree the domain')
  await callApi(page, 'PUT', `/v1/tasks/${task?.id}`, { priority: 5 })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('alert').getByText('Someone else changed this in the meantime').waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Agree the domain today')
})

test('the lists of a workspace are tabs, and the address contains the tab', async () => {
  const page = await chromium.page()
  await openWorkspace(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const tab of await page.getByRole('tab').all()) {
    const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {}
    expect([x > 248, x + width < 1280], (await tab.textContent()) ?? '').toEqual([true, true])
  }
  for (const [tab, shown] of [
    ['Task lists', 'No task lists yet'],
    ['Milestones', 'No milestones yet'],
    ['Members', admin.fullName],
    ['Details', 'Developer'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('tabpanel').getByText(shown).first().waitFor()
  }
  await page.reload()
  await page.getByText('Developer').waitFor()
  await demandAccessible(page)
})

test('my tasks are those assigned to me', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const make = (body: object) => callApi(page, 'POST', `/v1/workspaces/${workspaceId}/tasks`, body)
  await make({ title: 'Mine', assignees: [me.id] })
  await make({ title: 'Nobody’s' })
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('row', { name: 'Mine' }).waitFor()
  expect(await page.getByRole('row', { name: 'Nobody’s' }).count()).toBe(0)
  await demandAccessible(page)
})

test('filters are offered by name, with inputs for the type of the field, and the service accepts them', async () => {
  const page = await chromium.page()
  await openWorkspace(page)
  await makeTask(page, 'Pay the invoice')
  const add = async (field: string, condition: string, fill: (form: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    const form = page.getByRole('dialog').locator('form')
    await form.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
    await form.getByRole('combobox', { name: 'Condition' }).click()
    await page.getByRole('option', { name: condition, exact: true }).click()
    await fill(form)
    await form.getByRole('button', { name: 'Apply' }).click()
  }
  await add('Priority', 'at least', (form) => form.getByLabel('Value').fill('3'))
  await page.getByText('Priority at least 3').waitFor()
  await add('Status', 'is', async (form) => {
    await form.getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'Open', exact: true }).click()
  })
  await page.getByText('Status is Open').waitFor()
  await page.getByRole('row', { name: 'Pay the invoice' }).waitFor()
  await add('Due', 'before', (form) => form.getByLabel('Value').fill('2020-01-01'))
  await page.getByText('No matches').waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Remove filter: Due before 2020-01-01' }).click()
  await page.getByRole('row', { name: 'Pay the invoice' }).waitFor()
})

test('workspaces and tasks fit a phone', async () => {
  const page = await chromium.page(phone)
  await openWorkspace(page)
  await demandFits(page)
  await page.getByRole('button', { name: 'New task' }).first().click()
  await page.getByRole('dialog').waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  await demandFits(page)
})
