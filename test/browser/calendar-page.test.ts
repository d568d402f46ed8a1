import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
const ids = { museum: '', cafe: '', me: '' }

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = async (path: string, body: object): Promise<string> =>
    (await callApi<{ id: string }>(page, 'POST', path, body)).id
  ids.me = (await callApi<{ id: string }>(page, 'GET', '/v1/users/me')).id
  ids.museum = await make('/v1/workspaces', { workspaceName: 'Museum' })
  ids.cafe = await make('/v1/workspaces', { workspaceName: 'Café Luz' })
  const [museum, cafe] = [`/v1/workspaces/${ids.museum}`, `/v1/workspaces/${ids.cafe}`]
  const mine = { assignees: [ids.me] }
  await make(`${museum}/tasks`, { title: 'Alt texts', dueDate: '2030-03-12', ...mine })
  await make(`${cafe}/tasks`, { title: 'Menu boards', dueDate: '2030-03-13', ...mine })
  await make(`${cafe}/tasks`, { title: 'Order flour', dueDate: '2030-03-14' })
  await make(`${museum}/milestones`, { title: 'Content ready', dueDate: '2030-03-15' })
  const hours = { startsAt: '2030-03-13T09:00:00Z', endsAt: '2030-03-13T10:30:00Z' }
  await make(`${cafe}/events`, { title: 'Tasting', ...hours })
  // It began long before the month, and goes on after it.
  const season = { startsAt: '2030-01-10', endsAt: '2030-08-01', allDay: true }
  await make(`${museum}/events`, { title: 'Winter exhibition', ...season })
})

const address = (query = 'view=month'): string => `${site.url}/calendar?day=2030-03-12&${query}`

async function openCalendar(page: Page, query?: string): Promise<void> {
  await signIn(page, site)
  await page.goto(address(query))
  for (const title of ['Alt texts', 'Tasting', 'Content ready'])
    await page.getByRole('link', { name: title }).first().waitFor()
}

const day = (page: Page, date: number): Locator => page.locator(`[data-day="2030-03-${date}"]`)

interface Listed {
  items: { id: string; details: Record<string, unknown> }[]
}

async function stored(page: Page, kind: string, title: string): Promise<Record<string, unknown> | undefined> {
  const path = `/v1/${kind}?filter=${encodeURIComponent(`title="${title}"`)}`
  return (await callApi<Listed>(page, 'GET', path)).items[0]?.details
}

test('the calendar has the entries of all workspaces, named by their workspace, and they can be moved', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.getByRole('heading', { name: 'March 2030' }).waitFor()
  const entry = page.getByRole('link', { name: '10:00 Tasting Café Luz' })
  await entry.waitFor()
  expect(await read(entry).getAttribute('title')).toMatch(/^10:00.+11:30 Tasting · Café Luz$/)
  expect(await read(page.getByRole('link', { name: 'Alt texts Museum' })).getAttribute('href')).toContain(
    '/p/task/',
  )
  // The days of a long event that are shown at all.
  expect(await read(page.getByRole('link', { name: 'Winter exhibition Museum' })).count()).toBeGreaterThan(20)
  const legend = page.getByRole('list', { name: 'Workspaces' })
  expect(await read(legend.getByRole('link')).allTextContents()).toEqual(['Café Luz', 'Museum'])
  await demandAccessible(page)
  const onto = async (title: string, date: number): Promise<void> =>
    page.getByRole('link', { name: title }).dragTo(day(page, date).locator('..'))
  await onto('Alt texts', 18)
  await expect.poll(async () => (await stored(page, 'tasks', 'Alt texts'))?.['dueDate']).toBe('2030-03-18')
  await onto('Content ready', 19)
  await expect
    .poll(async () => (await stored(page, 'milestones', 'Content ready'))?.['dueDate'])
    .toBe('2030-03-19')
  await page.getByRole('status').filter({ hasText: 'Content ready moved to' }).waitFor()
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await stored(page, 'milestones', 'Content ready'))?.['dueDate'])
    .toBe('2030-03-15')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await stored(page, 'tasks', 'Alt texts'))?.['dueDate']).toBe('2030-03-12')

  await page.getByRole('link', { name: 'Menu boards' }).click()
  const box = page.getByRole('dialog')
  await box.getByText('Café Luz').waitFor()
  await box.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('complementary', { name: 'Task' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Task' }).waitFor({ state: 'detached' })
  await legend.getByRole('link', { name: 'Museum' }).click()
  await page.waitForURL(`**/p/workspace/${ids.museum}/calendar`)
})

test('Alt and the arrows move an entry to another day, and the focus goes with it', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  const title = 'Menu boards'
  await day(page, 13).focus()
  const isFocused = () => read(page).evaluate('document.activeElement?.textContent')
  // The entries of the day come after it.
  for (let n = 0; n < 5 && !String(await isFocused()).includes(title); n += 1)
    await page.keyboard.press('Tab')
  const dueDate = async () => (await stored(page, 'tasks', title))?.['dueDate']
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(dueDate).toBe('2030-03-14')
  await expect.poll(isFocused).toContain(title)
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(dueDate).toBe('2030-03-21')
  await expect.poll(isFocused).toContain(title)
  // An entry that leaves the month takes it along.
  for (const date of ['2030-03-28', '2030-04-04', '2030-04-11', '2030-04-18']) {
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(dueDate).toBe(date)
    await expect.poll(isFocused).toContain(title)
  }
  await page.getByRole('heading', { name: 'April 2030' }).waitFor()
  const { items } = await callApi<Listed>(
    page,
    'GET',
    `/v1/tasks?filter=${encodeURIComponent(`title="${title}"`)}`,
  )
  await callApi(page, 'PUT', `/v1/tasks/${items[0]?.id}`, { dueDate: '2030-03-13' })
})

test('whose tasks are shown is in the address: by default those of the person', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  expect(await read(page.getByRole('link', { name: 'Order flour' })).count()).toBe(0)
  await page.getByRole('button', { name: 'Everyone’s' }).click()
  await page.getByRole('link', { name: 'Order flour Café Luz' }).waitFor()
  expect(new URL(page.url()).searchParams.get('tasks')).toBe('everyone')
  await page.reload()
  await page.getByRole('link', { name: 'Order flour Café Luz' }).waitFor()
  await page.getByRole('button', { name: 'My tasks', exact: true }).click()
  await page.getByRole('link', { name: 'Order flour' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('tasks')).toBe(false)
  await page.goBack()
  await page.getByRole('link', { name: 'Order flour Café Luz' }).waitFor()
  // A month without anything says what to do.
  await page.goto(`${site.url}/calendar?day=2031-05-01&view=month`)
  await page.getByText('Choose a day to add something, or show everyone’s tasks.').waitFor()
})

test('something new asks for its workspace, and begins with the last one', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  const box = page.getByRole('dialog')
  const workspace = box.getByRole('combobox', { name: 'Workspace' })
  await day(page, 21).focus()
  await page.keyboard.press('c')
  await box.getByLabel('Title').fill('Print the labels')
  await expect.poll(() => workspace.inputValue()).toBe('Café Luz')
  await demandAccessible(page)
  await workspace.click()
  await box.getByRole('option', { name: 'Museum' }).waitFor()
  // The list closes first, then the box.
  await page.keyboard.press('Escape')
  await box.getByRole('option', { name: 'Museum' }).waitFor({ state: 'hidden' })
  await workspace.click()
  await box.getByRole('option', { name: 'Museum' }).click()
  await box.getByRole('button', { name: 'Create' }).click()
  await box.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Print the labels Museum' }).waitFor()
  await expect
    .poll(() => stored(page, 'tasks', 'Print the labels'))
    .toMatchObject({ workspaceId: ids.museum, dueDate: '2030-03-21', assignees: [ids.me] })

  await page.getByRole('button', { name: 'New event' }).click()
  await box.getByLabel('Title').fill('Guided tour')
  await expect.poll(() => workspace.inputValue()).toBe('Museum')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Guided tour Museum' }).waitFor()
  await expect.poll(() => stored(page, 'events', 'Guided tour')).toMatchObject({ workspaceId: ids.museum })
})

test('the calendar follows the changes of others, and a Reader cannot move an entry', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const person = { email: site.email('grace'), fullName: 'Grace Hopper', userType: 'Internal' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', person)
  await callApi(page, 'PUT', `/v1/workspaces/${ids.cafe}/members/${id}`, { role: 'Reader' })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${id}/invitation`, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  const opened = other.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await other.goto(address('view=month&tasks=everyone'))
  await opened
  await other.getByRole('link', { name: 'Tasting Café Luz' }).waitFor()
  // Only what is in workspaces of theirs.
  expect(await read(other.getByRole('link', { name: 'Content ready' })).count()).toBe(0)
  await other.getByRole('link', { name: 'Tasting Café Luz' }).click()
  await other.getByRole('dialog').getByRole('link', { name: 'Open' }).waitFor()
  expect(await read(other.getByText('Move to another day')).count()).toBe(0)
  await other.keyboard.press('Escape')
  const inside = `/v1/workspaces/${ids.cafe}`
  for (const [kind, body] of [
    ['events', { title: 'Rehearsal', startsAt: '2030-03-26T12:00:00Z' }],
    ['milestones', { title: 'Doors open', dueDate: '2030-03-27' }],
    ['tasks', { title: 'Wax the floor', dueDate: '2030-03-28' }],
  ] as const) {
    await callApi(page, 'POST', `${inside}/${kind}`, body)
    await other.getByRole('link', { name: `${body.title} Café Luz` }).waitFor()
  }
})

test('the calendar of all workspaces fits a phone', async () => {
  const page = await chromium.page(phone)
  await openCalendar(page, 'tasks=everyone')
  await page.getByRole('link', { name: /Tasting Café Luz/ }).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Month' }).tap()
  await day(page, 13).tap()
  const box = page.getByRole('dialog')
  await box.getByRole('button', { name: /Tasting Café Luz/ }).waitFor()
  await box.getByRole('button', { name: 'New on this day' }).tap()
  await box.getByRole('combobox', { name: 'Workspace' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test('a person without workspaces learns how to get into one', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const person = { email: site.email('alan'), fullName: 'Alan Turing', userType: 'Internal' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', person)
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${id}/invitation`, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  await other.goto(address())
  await other.getByText('Ask an administrator to add you to one.').waitFor()
  expect(await read(other.getByRole('button', { name: 'New event' })).count()).toBe(0)
  await demandAccessible(other)
})
