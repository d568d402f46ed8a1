import { expect, test } from 'vitest'
import { demandAccessible, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'
import { useWorkspace } from '../support/workspace-page.ts'

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

test('without tasks, the page offers to create one, which is assigned to the person', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/tasks`)
  await page.getByText('Nothing is assigned to you').waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Create a task' }).click()
  await page.getByRole('dialog', { name: 'New task' }).getByLabel('Title').fill('Order the bottles')
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Order the bottles' }).waitFor()
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  expect((await workspace.stored(page, 'Order the bottles')).details['assignees']).toEqual([id])
})

test('a person in no workspace is not offered to create a task, and their trash names no workspace', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const person = { email: site.email('emmy'), fullName: 'Emmy Noether' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', person)
  const path = `/v1/users/${id}/invitation`
  const { link } = await callApi<{ link: string }>(page, 'POST', path, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  await other.goto(`${site.url}/tasks`)
  await other.getByText('Nothing is assigned to you').waitFor()
  await expect.poll(() => other.getByRole('button', { name: 'Create a task' }).count()).toBe(0)
  await other.goto(`${site.url}/trash`)
  await other.getByRole('heading', { name: 'No deleted tasks, files or folders' }).waitFor()
})

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

test('finishing a task, which takes it off the list, is announced and can be undone on a phone', async () => {
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
  expect(await read(page.getByRole('link', { name: 'Sweep the yard' })).count()).toBe(0)
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
    Math.round((await read(row.getByText(text).first()).boundingBox())?.y ?? 0)
  await row.getByText(/^in Prepare the orchard/).waitFor()
  expect(await topOf(/^in Prepare the orchard/)).toBe(await topOf('Cover the roses'))
  // There is no room for the sum of a group.
  for (const sum of await read(page.locator('tr:has(th) > td')).all())
    expect(await read(sum).isVisible()).toBe(false)
})

test('a group has no negative count while the counts of others are newer', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const meadow = { workspaceName: 'Meadow' }
  const { id: workspaceId } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', meadow)
  const body = { workspaceId, dueDate: '2099-02-01', assignees: [id] }
  await callApi(page, 'POST', '/v1/tasks/bulk', {
    operations: Array.from({ length: 105 }, (_, n) => ({
      ...{ requestId: String(n), method: 'POST' },
      body: { ...body, title: `Mow strip ${n}` },
    })),
  })
  await page.route('**/v1/tasks/summary?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.get('filter')?.includes('dueDate')) return route.fallback()
    return route.fulfill({ json: { groups: [], total: { count: 104, estimateMinutes: 0 } } })
  })
  await page.goto(`${site.url}/tasks?filter=${encodeURIComponent(`workspaceId="${workspaceId}"`)}`)
  for (const name of ['Later 105', 'No date 0'])
    await page.getByRole('button', { name, exact: true }).waitFor()
})

test('My tasks shows the first tasks with exact counts, and loads the others while scrolling', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const orchard = { workspaceName: 'Orchard' }
  const { id: workspaceId } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', orchard)
  const path = `/v1/workspaces/${workspaceId}/tasks`
  const make = (title: string, dueDate: string | null) => ({
    ...{ workspaceId, title, dueDate, assignees: [id], estimateMinutes: 30 },
  })
  const tasks = [
    make('Buy a ladder', '2025-02-01'),
    ...Array.from({ length: 150 }, (_, n) => make(`Prune tree ${n}`, '2099-02-01')),
    make('Rest', null),
  ]
  await callApi(page, 'POST', '/v1/tasks/bulk', {
    operations: tasks.map((body, n) => ({ requestId: String(n), method: 'POST', body })),
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`${site.url}/tasks?filter=${encodeURIComponent(`workspaceId="${workspaceId}"`)}`)
  for (const name of ['Overdue 1', 'Today 0', 'Later 150', 'No date 1']) await button(name).waitFor()
  await page.getByRole('row', { name: 'Later 150' }).getByText('75:00').waitFor()
  await page.getByText('152', { exact: true }).waitFor()
  // A task is dragged, which is undone.
  const dueDate = async () => (await workspace.stored(page, 'Buy a ladder', workspaceId)).details['dueDate']
  await page.getByRole('row', { name: 'Buy a ladder' }).dragTo(button('Today 0'))
  await button('Today 1').waitFor()
  await expect.poll(dueDate).not.toBe('2025-02-01')
  await page.keyboard.press('Control+z')
  await button('Overdue 1').waitFor()
  await expect.poll(dueDate).toBe('2025-02-01')
  // Somebody else's new task counts at once.
  await callApi(page, 'POST', path, { title: 'Sell the apples', assignees: [id] })
  await button('No date 2').waitFor()
  // Without the tasks of a group before it, the last group is reached.
  expect(await read(page.getByRole('link', { name: 'Sell the apples' })).count()).toBe(0)
  await button('Later 150').click()
  await page.getByRole('link', { name: 'Sell the apples' }).waitFor()
  await page.getByRole('link', { name: 'Rest' }).waitFor()
})

test('My tasks loads the next page if the first one is empty', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const path = `/v1/workspaces/${workspace.id}/tasks`
  await callApi(page, 'POST', path, { title: 'Find the press', assignees: [id] })
  let isFirst = true
  await page.route('**/v1/tasks?*', async (route) => {
    const { pathname, search, searchParams } = new URL(route.request().url())
    const isMine = searchParams.get('sort') === 'dueDate,-priority'
    if (!isMine || !isFirst) return route.fallback()
    isFirst = false
    const response = await route.fetch()
    const list = (await response.json()) as object
    await route.fulfill({ response, json: { ...list, items: [], links: { next: `${pathname}${search}` } } })
  })
  await page.goto(`${site.url}/tasks?filter=${encodeURIComponent(`workspaceId="${workspace.id}"`)}`)
  await page.getByRole('link', { name: 'Find the press' }).waitFor()
  expect(isFirst).toBe(false)
})

test('My tasks requests a page that fails once, and again when the person tries again', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const path = `/v1/workspaces/${workspace.id}/tasks`
  await callApi(page, 'POST', path, { title: 'Oil the press', assignees: [id], dueDate: '2025-03-01' })
  let requests = 0
  await page.route('**/v1/tasks?*', async (route) => {
    const { pathname, search, searchParams } = new URL(route.request().url())
    if (searchParams.get('sort') !== 'dueDate,-priority') return route.fallback()
    requests += 1
    if (requests === 2) return route.fulfill({ status: 400, json: { message: 'Cursor not valid.' } })
    const response = await route.fetch()
    const list = (await response.json()) as object
    const next = requests === 1 ? `${pathname}${search}` : undefined
    await route.fulfill({ response, json: { ...list, links: { next } } })
  })
  await page.goto(`${site.url}/tasks?filter=${encodeURIComponent(`workspaceId="${workspace.id}"`)}`)
  await page.getByRole('link', { name: 'Oil the press' }).waitFor()
  const failure = page.getByRole('alert').filter({ hasText: 'Cursor not valid.' })
  await failure.waitFor()
  // Drawing the page again does not repeat the request.
  await page.getByRole('button', { name: /^Overdue/ }).click()
  await page.getByRole('button', { name: /^Overdue/ }).click()
  await page.getByRole('link', { name: 'Oil the press' }).waitFor()
  expect(requests).toBe(2)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await failure.waitFor({ state: 'detached' })
  expect(requests).toBe(3)
})

test('My tasks loads the next page if none of the loaded tasks are left', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const { id: workspaceId } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', {
    workspaceName: 'Cellar',
  })
  const path = `/v1/workspaces/${workspaceId}/tasks`
  await callApi(page, 'POST', path, { title: 'Wash the barrels', assignees: [id] })
  let requests = 0
  await page.route('**/v1/tasks?*', async (route) => {
    const { pathname, search, searchParams } = new URL(route.request().url())
    if (searchParams.get('sort') !== 'dueDate,-priority') return route.fallback()
    requests += 1
    if (requests > 1) return route.fallback()
    const response = await route.fetch()
    const list = (await response.json()) as { items: { details: object }[] }
    // An overdue task that has been finished since the list was read.
    const items = list.items.map((task) => ({
      ...{ ...task, id: 'tk_finished' },
      details: { ...task.details, status: 'Completed', dueDate: '2025-03-01' },
    }))
    await route.fulfill({ response, json: { ...list, items, links: { next: `${pathname}${search}` } } })
  })
  await page.goto(`${site.url}/tasks?filter=${encodeURIComponent(`workspaceId="${workspaceId}"`)}`)
  await page.getByRole('link', { name: 'Wash the barrels' }).waitFor()
  expect(requests).toBe(2)
})
