import { expect, test } from 'vitest'
import { demandAccessible, phone, useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { useWorkspace } from '../support/workspace-page.ts'

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

test('tasks are dragged into groups without tasks, every cell is edited, and there is a button for a new task', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const path = `/v1/workspaces/${workspace.id}/tasks`
  await callApi(page, 'POST', path, { title: 'Press the juice', dueDate: '2025-01-01', assignees: [id] })
  await page.goto(`${site.url}/tasks`)
  const group = (name: string) =>
    page.locator('tbody').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) })
  await group('Overdue').getByRole('link', { name: 'Press the juice' }).waitFor()
  for (const name of ['Today', 'Later', 'No date']) await group(name).waitFor()
  await demandAccessible(page)
  const row = page.getByRole('row', { name: 'Press the juice' })
  await row.dragTo(group('Today'))
  await group('Today').getByRole('link', { name: 'Press the juice' }).waitFor()
  // Nothing can be put into the past, so that group is only there while it has tasks.
  await group('Overdue').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await workspace.stored(page, 'Press the juice')).details['dueDate'])
    .not.toBe('2025-01-01')
  await row.dragTo(group('No date'))
  await group('No date').getByRole('link', { name: 'Press the juice' }).waitFor()
  await expect
    .poll(async () => (await workspace.stored(page, 'Press the juice')).details['dueDate'])
    .toBe(null)
  await row.getByRole('button', { name: 'Estimate for Press the juice' }).click()
  await page.getByRole('dialog', { name: 'Set estimate' }).getByRole('combobox').fill('45m')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await workspace.stored(page, 'Press the juice')).details['estimateMinutes'])
    .toBe(45)
  await page.getByRole('button', { name: 'New task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Title').fill('Wash the bottles today')
  await page.keyboard.press('Enter')
  await group('Today').getByRole('link', { name: 'Wash the bottles' }).waitFor()
})

test('Enter in a picker chooses what was typed, although the options are still being loaded', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const path = `/v1/workspaces/${workspace.id}/tasks`
  await callApi(page, 'POST', path, { title: 'Label the jars', assignees: [id] })
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/members?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('link', { name: 'Label the jars' }).focus()
  await page.keyboard.press('a')
  const field = page.getByRole('combobox', { name: 'Assign people' })
  await field.fill('ada')
  await page.keyboard.press('Enter')
  release()
  await expect
    .poll(async () => (await workspace.stored(page, 'Label the jars')).details['assignees'])
    .toEqual([])
})

test('finishing a task, which takes it off the list, is said and can be undone on a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const path = `/v1/workspaces/${workspace.id}/tasks`
  await callApi(page, 'POST', path, { title: 'Sweep the yard', assignees: [id] })
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('button', { name: 'Status of Sweep the yard: Open' }).tap()
  await page.getByRole('option', { name: 'Completed' }).tap()
  const notice = page.getByRole('status').filter({ hasText: 'Sweep the yard is completed.' })
  await notice.waitFor()
  expect(await page.getByRole('link', { name: 'Sweep the yard' }).count()).toBe(0)
  await notice.getByRole('button', { name: 'Undo' }).tap()
  await page.getByRole('link', { name: 'Sweep the yard' }).waitFor()
  await expect
    .poll(async () => (await workspace.stored(page, 'Sweep the yard')).details['status'])
    .toBe('Open')
})

test('on a phone a subtask has its parent next to its title, and the workspace below', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const path = `/v1/workspaces/${workspace.id}/tasks`
  const parent = await callApi<{ id: string }>(page, 'POST', path, {
    title: 'Prepare the orchard for the first frost of the year',
  })
  const own = { title: 'Cover the roses', parentTaskId: parent.id, assignees: [id], estimateMinutes: 95 }
  await callApi(page, 'POST', path, own)
  await page.goto(`${site.url}/tasks`)
  const row = page.getByRole('row', { name: 'Cover the roses' })
  const topOf = async (text: string | RegExp): Promise<number> =>
    Math.round((await row.getByText(text).first().boundingBox())?.y ?? 0)
  await row.getByText(/^in Prepare the orchard/).waitFor()
  expect(await topOf(/^in Prepare the orchard/)).toBe(await topOf('Cover the roses'))
  // There is no room for the sum of a group.
  for (const sum of await page.locator('tr:has(th) > td').all()) expect(await sum.isVisible()).toBe(false)
})
