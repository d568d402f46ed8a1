import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { dayAhead } from '../support/clock.ts'
import { acceptInvitation, admin, callApi, signIn, useSite } from '../support/served.ts'
import { read, settled } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let museum = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  museum = (
    await make('/v1/workspaces', { workspaceName: 'Harbour Museum', description: 'A website **in time**.' })
  ).id
  const inside = `/v1/workspaces/${museum}`
  const task = (body: object) => make(`${inside}/tasks`, body)
  await task({ title: 'Clear the rights', assignees: [me.id], dueDate: dayAhead(-2) })
  const prices = await task({ title: 'Ticket prices', assignees: [me.id], dueDate: dayAhead(0) })
  await task({ title: 'Later one', assignees: [me.id], dueDate: dayAhead(20) })
  await task({ title: 'Old texts', status: 'Completed' })
  await make(`/v1/tasks/${prices.id}/comments`, { body: 'Families pay less.' })
  await make(`${inside}/milestones`, { title: 'Content ready', dueDate: dayAhead(3) })
  await callApi(page, 'PUT', '/v1/users/me/timer', { taskId: prices.id })
  await make('/v1/times', { taskId: prices.id, date: dayAhead(0), minutes: 90 })
})

async function openHome(page: Page): Promise<void> {
  await signIn(page, site)
  await page.goto(site.url)
  await page.waitForURL('**/home')
  await page.getByRole('link', { name: 'Ticket prices Harbour Museum' }).waitFor()
}

test('the first page shows what is overdue or due today, the hours, the workspaces and what happened', async () => {
  const page = await chromium.page()
  await openHome(page)
  const needs = page.getByRole('region', { name: 'Needs your attention' })
  await needs.getByText('2 days overdue').waitFor()
  await needs.getByText('Today', { exact: true }).waitFor()
  expect(await read(needs.getByText('Later one')).count()).toBe(0)
  const card = page.getByRole('region', { name: 'Workspaces' }).getByRole('link', { name: 'Harbour Museum' })
  await card.getByText('1 of 4 done').waitFor()
  await card.getByText('1 overdue').waitFor()
  await card.getByText('Content ready').waitFor()
  const hours = page.getByRole('region', { name: 'Today' })
  await hours.getByText('1:30', { exact: true }).waitFor()
  const activity = page.getByRole('region', { name: 'Activity' })
  await activity.getByText('commented on').waitFor()
  await activity.getByText('Families pay less.').waitFor()
  await activity.getByRole('link', { name: 'Ticket prices' }).first().waitFor()
  await demandAccessible(page)
  await hours.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('status').filter({ hasText: 'logged.' }).waitFor()
  await hours.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
})

test('with the keyboard alone, a task is completed from the first page, and one is created', async () => {
  const page = await chromium.page()
  await openHome(page)
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Clear the rights')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Task' }).waitFor()
  await page.keyboard.press('Escape')
  // The focus returns to the row, and the route below does not hold what the panel still reads.
  await settled(page)
  // A slow answer: the undo comes before it.
  const undone = Promise.withResolvers<void>()
  await page.route('**/v1/tasks/*', async (route) => {
    const response = await route.fetch()
    await undone.promise
    await route.fulfill({ response })
  })
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Clear the rights Harbour' }).waitFor({ state: 'detached' })
  const done = encodeURIComponent('title="Clear the rights" AND status="Completed"')
  await expect
    .poll(async () => (await callApi<{ items: object[] }>(page, 'GET', `/v1/tasks?filter=${done}`)).items)
    .toHaveLength(1)
  await page.keyboard.press('Control+z')
  undone.resolve()
  await page.getByRole('status').filter({ hasText: 'Undone' }).waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('link', { name: 'Clear the rights Harbour' }).waitFor()

  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('Title').fill('Call the printer today')
  await demandAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Call the printer Harbour Museum' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL('**/home')
})

test('a person without tasks and workspaces learns what will be here', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const empty = JSON.stringify({ items: [], links: {} })
  for (const pattern of ['**/v1/tasks?*', '**/v1/workspaces?*', '**/v1/workspaces/allFiles*'])
    await page.route(pattern, (route) => route.fulfill({ contentType: 'application/json', body: empty }))
  await page.goto(`${site.url}/home`)
  await page.getByText('Nothing is overdue or due today.').waitFor()
  await page.getByText('No workspaces yet').waitFor()
  await demandAccessible(page)
})

test('without a workspace, a new task shows what to do first', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const person = { fullName: 'Grace Hopper', email: site.email('grace') }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', person)
  const invitation = `/v1/users/${id}/invitation`
  const { link } = await callApi<{ link: string }>(page, 'POST', invitation, { mailed: false })
  const own = await chromium.page()
  await acceptInvitation(own, site, link)
  const dialog = own.getByRole('dialog', { name: 'New task' })
  const open = async (): Promise<void> => {
    await own.goto(`${site.url}/home`)
    await own.getByText('No workspaces yet').waitFor()
    expect(await read(own.getByRole('button', { name: 'New task' })).count()).toBe(0)
    await own.keyboard.press('c')
  }
  await own.goto(`${site.url}/home`)
  await own.getByText('Ask an administrator to add you to one.').waitFor()
  expect(await read(own.getByRole('link', { name: 'New workspace' })).count()).toBe(0)
  await open()
  await dialog.getByText('ask an administrator to add you').waitFor()
  expect(await read(dialog.getByRole('link')).count()).toBe(0)
  await demandAccessible(own)
  await callApi(page, 'PUT', `/v1/users/${id}`, { permissions: ['createWorkspaces'] })
  await open()
  await dialog.getByRole('link', { name: 'New workspace' }).click()
  await own.waitForURL('**/workspaces')
  await dialog.waitFor({ state: 'detached' })
  await own.goto(`${site.url}/home`)
  await own.getByRole('link', { name: 'New workspace' }).first().click()
  await own.waitForURL('**/workspaces')
})

test('the first page fits a phone', async () => {
  const page = await chromium.page(phone)
  await openHome(page)
  await page.getByText('Content ready').first().waitFor()
  await demandFits(page)
  await demandAccessible(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Ticket prices' }).first()
  expect((await read(row).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  // A task opens its own page.
  await page.getByRole('link', { name: 'Ticket prices Harbour Museum' }).click()
  await page.waitForURL('**/p/task/*')
})

test('the name of a workspace opens its home: what it is about, how far it is, who is there and what happened', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const fullName of ['Bo Winter', 'Zoe Young']) {
    const email = site.email(fullName.split(' ')[0] ?? '')
    const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', { email, fullName })
    await callApi(page, 'PUT', `/v1/workspaces/${museum}/members/${id}`, { role: 'Contributor' })
  }
  await page.goto(`${site.url}/p/workspace/${museum}/tasks`)
  await page.getByRole('heading', { level: 1 }).getByRole('link', { name: 'Harbour Museum' }).click()
  await page.waitForURL(`**/p/workspace/${museum}`)
  await page.locator('strong', { hasText: 'in time' }).waitFor()
  const tasks = page.getByRole('region', { name: 'Tasks' })
  await tasks.getByRole('link', { name: '1 Overdue' }).waitFor()
  await tasks.getByRole('link', { name: '1 Done' }).waitFor()
  await page.getByRole('region', { name: 'Milestones' }).getByText('Content ready').waitFor()
  const members = page
    .getByRole('region', { name: 'Members' })
    .getByRole('listitem')
    .locator('a > span:not([role])')
  await expect.poll(() => members.allTextContents()).toEqual([admin.fullName, 'Bo Winter', 'Zoe Young'])
  await page.getByRole('region', { name: 'Activity' }).getByText('Families pay less.').waitFor()
  await demandAccessible(page)
  // The figures lead to the tasks that they count.
  await tasks.getByRole('link', { name: '1 Overdue' }).click()
  await page.getByRole('row', { name: 'Clear the rights' }).waitFor()
  await expect.poll(() => page.locator('a[data-task]').count()).toBe(1)
})

test('the home of a workspace fits a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/p/workspace/${museum}`)
  await page.getByText('Content ready').first().waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test('Activity shows what happened before a long list of times was imported', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  // Their changes have the place of all others on the first page, and Activity does not mention them.
  const operations = Array.from({ length: 105 }, (_, n) => ({
    ...{ requestId: String(n), method: 'POST' },
    body: { workspaceId: museum, date: dayAhead(-60), minutes: 1 },
  }))
  await callApi(page, 'POST', '/v1/times/bulk', { operations })
  await openHome(page)
  await page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first().waitFor()
})

test('Activity shows a message if the latest changes have nothing to show', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  let pages = 0
  await page.route('**/v1/users/me/activity?*', (route) => {
    pages += 1
    const next = `/v1/users/me/activity?limit=100&expand=names&cursor=${pages}`
    return route.fulfill({ json: { items: [], links: { next }, names: {} } })
  })
  await openHome(page)
  const activity = page.getByRole('region', { name: 'Activity' })
  await activity.getByText('Nothing to show among the latest changes.').waitFor()
  expect(pages).toBe(5)
})

test('the link to a file has its name and version, and a long name is not cut within a letter', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  // macOS stores names like this: a letter, and its accent after it.
  const fileName = 'Everything that is sold in the cafe\u0301 2026.txt'
  await page.route('**/allFiles?sort=-updatedAt*', async (route) => {
    const reply = await route.fetch()
    const details = { fileName, version: 2, mimeType: 'text/plain', updatedAt: clock.timestamp() }
    const item = { id: museum, permalink: '', details }
    await route.fulfill({ response: reply, json: { items: [item], links: {} } })
  })
  await page.goto(`${site.url}/p/workspace/${museum}`)
  const link = page.getByRole('link', { name: `v2 ${fileName}`, exact: true })
  await link.getByText('é 2026.txt', { exact: true }).waitFor()
})

test('of many workspaces, Home shows favorites and those where something is to be done, not the newest ones', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  const quiet = await make('/v1/workspaces', { workspaceName: 'Quiet favorite' })
  const busy = await make('/v1/workspaces', { workspaceName: 'Busy without a date' })
  await make('/v1/tasks', { workspaceId: busy.id, title: 'Sort the letters' })
  for (let n = 1; n <= 7; n += 1) await make('/v1/workspaces', { workspaceName: `Empty ${n}` })
  await callApi(page, 'PUT', `/v1/users/me/favorites/workspace/${quiet.id}`)
  const names = async (): Promise<string[]> => {
    await page.goto(`${site.url}/home`)
    const cards = page.getByRole('region', { name: 'Workspaces' }).getByRole('heading', { level: 3 })
    await cards.nth(2).waitFor()
    return read(cards).allTextContents()
  }
  const first = ['Quiet favorite', 'Harbour Museum', 'Busy without a date']
  expect(await names()).toEqual(first)
  // With more workspaces than Home loads at once, too.
  await page.route(/\/v1\/workspaces\?.*sort=-updatedAt/, async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '3')
    await route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
  expect(await names()).toEqual(first)
})
