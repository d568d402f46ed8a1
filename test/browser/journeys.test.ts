import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useChromium } from '../support/chromium.ts'
import { today } from '../support/clock.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'
import { makeTask, useWorkspace } from '../support/workspace-page.ts'

/** What everybody does every day. The other files test what can go wrong on the way. */

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

const tasks = (layout = 'list'): string => `${site.url}/p/workspace/${workspace.id}/tasks?layout=${layout}`

const addTask = (page: Page, title: string): Promise<{ id: string }> =>
  callApi(page, 'POST', `/v1/workspaces/${workspace.id}/tasks`, { title })

test('people sign in, return to the page that they asked for, and sign out', async () => {
  const page = await chromium.page()
  await page.goto(`${site.url}/workspaces`)
  await page.getByLabel('Email address').fill(site.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Website relaunch' }).click()
  await page.getByRole('heading', { level: 1, name: 'Website relaunch' }).waitFor()
  await page.getByRole('button', { name: admin.fullName }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a task is created in a list, changed in its row and in its panel, and completed', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Write the texts @ada #press !4', 'Write the texts')
  await row.getByRole('img', { name: 'Priority High' }).waitFor()
  await row.getByRole('img', { name: admin.fullName }).waitFor()
  await row.getByRole('button', { name: 'Due date of Write the texts' }).click()
  await page.getByRole('option', { name: 'Tomorrow' }).click()
  await row.getByRole('link', { name: 'Write the texts' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByLabel('Title').fill('Write all texts')
  await page.keyboard.press('Enter')
  const changed = page.getByRole('row', { name: 'Write all texts' })
  await changed.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await changed.getByRole('link', { name: 'Write all texts' }).focus()
  await page.keyboard.press('e')
  await changed.waitFor({ state: 'detached' })
  expect((await workspace.stored(page, 'Write all texts')).details).toMatchObject({
    ...{ status: 'Completed', dueDate: '2026-03-12', priority: 4, tags: ['press'] },
  })
})

test('on a board, a task is created in a column and dragged to another', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await addTask(page, 'Draw the map')
  await page.goto(tasks('board'))
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = page.getByRole('link', { name: 'Draw the map' })
  await page.getByRole('button', { name: 'New task' }).waitFor()
  await card.dragTo(column('In Progress'))
  await column('In Progress').getByRole('link', { name: 'Draw the map' }).waitFor()
  expect(await read(column('Open').getByRole('link', { name: 'Draw the map' })).count()).toBe(0)
  expect((await workspace.stored(page, 'Draw the map')).details['status']).toBe('In Progress')
})

test('people comment on a task', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await addTask(page, 'Choose the music')
  await page.goto(`${site.url}/p/task/${id}`)
  const comments = page.getByRole('region', { name: 'Activity' })
  const field = comments.getByLabel('Write a comment')
  await field.fill('Jazz would be **lovely**.')
  await field.press('Control+Enter')
  await comments.getByRole('article').locator('strong', { hasText: 'lovely' }).waitFor()
  expect(await read(field).inputValue()).toBe('')
})

test('a file is uploaded, and its page shows it', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/workspace/${workspace.id}/files`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  const file = { name: 'Menu.txt', mimeType: 'text/plain', buffer: Buffer.from('Soup of the day') }
  await page.locator('[data-upload="files"]').setInputFiles(file)
  await page.getByRole('region', { name: 'Uploads' }).getByText('1 file uploaded').waitFor()
  await page.getByRole('link', { name: 'Menu.txt' }).dblclick()
  await page.getByText('Soup of the day').waitFor()
})

test('time is logged on a task from any page', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id: taskId } = await addTask(page, 'Hang the pictures')
  await page.goto(`${site.url}/home`)
  await page.getByRole('button', { name: 'Start timer or log time' }).waitFor()
  await page.keyboard.press('Shift+L')
  const form = page.getByRole('dialog', { name: 'Start timer or log time' })
  await form.getByRole('button', { name: 'Choose a task or workspace' }).click()
  await page.getByRole('combobox').fill('hang')
  await page.getByRole('option', { name: /Hang the pictures/ }).click()
  await form.getByLabel('Time', { exact: true }).fill('1h15')
  await form.getByRole('button', { name: 'Log time' }).click()
  await page.getByText('1:15 logged.').waitFor()
  const { items } = await callApi<{ items: { details: object }[] }>(page, 'GET', '/v1/times')
  expect(items.map(({ details }) => details)).toMatchObject([{ taskId, date: today, minutes: 75 }])
})

test('the palette finds a task by a word of its title, and opens it', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await addTask(page, 'Accessibility statement')
  await page.goto(`${site.url}/home`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('statement')
  await page.getByRole('option', { name: 'Accessibility statement' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/p/task/${id}`)
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Accessibility statement')
})

test('somebody is invited to a workspace, and joins with the link', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/workspace/${workspace.id}/members`)
  await page.getByRole('button', { name: 'Add people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('By email', { exact: true }).click()
  await dialog.getByLabel('Name').fill('Emmy Noether')
  await dialog.getByLabel('Email address').fill(site.email('emmy'))
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Link for Emmy Noether').waitFor()
  const link = await read(page.getByLabel('Link', { exact: true })).textContent()
  const other = await chromium.page()
  await other.goto(link ?? '')
  await other.getByLabel('Password', { exact: true }).fill(admin.password)
  await other.keyboard.press('Enter')
  await other.getByRole('link', { name: 'Website relaunch' }).first().waitFor()
})

test('what one person does appears in the browser of another, and can be undone', async () => {
  const [page, other] = [await chromium.page(), await chromium.page()]
  await workspace.open(other)
  await workspace.open(page)
  const row = await makeTask(page, 'Order the chairs')
  const elsewhere = other.getByRole('row', { name: 'Order the chairs' })
  await elsewhere.waitFor()
  await row.getByRole('link', { name: 'Order the chairs' }).focus()
  await page.keyboard.press('#')
  await elsewhere.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await elsewhere.waitFor()
  await row.waitFor()
})

test('offline nothing is lost, and it goes on when the connection is back', async () => {
  chromium.expectLines(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_INCOMPLETE_CHUNKED_ENCODING/)
  const page = await chromium.page()
  await workspace.open(page)
  await page.getByRole('button', { name: 'New task' }).click()
  const title = page.getByLabel('Title of the new task')
  await title.fill('Fold the napkins')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByText('Can’t reach the service', { exact: true }).first().waitFor()
  await page.context().setOffline(false)
  await page.getByText('Back online.').waitFor()
  await expect.poll(() => title.inputValue()).toBe('Fold the napkins')
  await title.press('Enter')
  await page.getByRole('row', { name: 'Fold the napkins' }).waitFor()
})
