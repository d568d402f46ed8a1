import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  workspaceId = (await make('/v1/workspaces', { workspaceName: 'Café Luz' })).id
  const inside = `/v1/workspaces/${workspaceId}`
  await make(`${inside}/tasks`, { title: 'Menu boards', dueDate: '2030-03-12' })
  await make(`${inside}/milestones`, { title: 'Doors open', dueDate: '2030-03-15' })
  const hours = { startsAt: '2030-03-13T09:00:00Z', endsAt: '2030-03-13T10:30:00Z' }
  await make(`${inside}/events`, { title: 'Tasting', ...hours })
  for (const [title, hour] of Object.entries({ 'Call the mill': '08', 'Meet the baker': '07' }))
    await make(`${inside}/events`, {
      ...{ title, startsAt: `2030-04-03T${hour}:00:00Z`, endsAt: `2030-04-03T${hour}:30:00Z` },
    })
  for (let n = 0; n < 25; n += 1)
    await make(`${inside}/tasks`, { title: `Cup ${n + 10}`, dueDate: '2030-04-02' })
  for (let n = 0; n < 6; n += 1) await make(`${inside}/tasks`, { title: `Chair ${n}`, dueDate: '2030-03-20' })
})

const address = (view: string): string =>
  `${site.url}/p/workspace/${workspaceId}/calendar?view=${view}&day=2030-03-12`

async function openCalendar(page: Page, view = 'month'): Promise<void> {
  await signIn(page, site)
  await page.goto(address(view))
  await page.getByRole('link', { name: 'Menu boards' }).waitFor()
}

const day = (page: Page, date: number): Locator => page.locator(`[data-day="2030-03-${date}"]`)

interface Listed {
  items: { details: Record<string, string> }[]
}

async function stored(page: Page, kind: string, title: string): Promise<Record<string, string> | undefined> {
  const path = `/v1/workspaces/${workspaceId}/${kind}?filter=${encodeURIComponent(`title="${title}"`)}`
  return (await callApi<Listed>(page, 'GET', path)).items[0]?.details
}

test('tasks, milestones and events are moved to another day with the mouse, and it can be undone', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  await page.getByRole('heading', { name: 'March 2030' }).waitFor()
  await page.getByRole('link', { name: '10:00 Tasting' }).waitFor()
  await demandAccessible(page)
  const onto = async (title: string, date: number): Promise<void> =>
    page.getByRole('link', { name: title }).dragTo(day(page, date).locator('..'))
  await onto('Menu boards', 14)
  await expect.poll(async () => (await stored(page, 'tasks', 'Menu boards'))?.['dueDate']).toBe('2030-03-14')
  await onto('Doors open', 18)
  await expect
    .poll(async () => (await stored(page, 'milestones', 'Doors open'))?.['dueDate'])
    .toBe('2030-03-18')
  // Over the change to summer time, the hour stays.
  await page.getByRole('button', { name: 'Week' }).click()
  await page.goto(address('month'))
  // The days have their final height, and entries can be dragged.
  for (const title of ['Menu boards', 'Doors open', 'Chair 0'])
    await page.getByRole('link', { name: title }).waitFor()
  await page.getByRole('button', { name: 'New event' }).waitFor()
  await onto('Tasting', 31)
  await expect
    .poll(async () => (await stored(page, 'events', 'Tasting'))?.['startsAt'])
    .toBe('2030-03-31T08:00:00.000Z')
  await page.getByRole('status').filter({ hasText: 'Tasting moved to' }).waitFor()
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await stored(page, 'events', 'Tasting'))?.['startsAt'])
    .toBe('2030-03-13T09:00:00.000Z')
})

test('with the keyboard alone, a day is chosen, something new is created there, and an entry is moved', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  await day(page, 12).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => page.evaluate('document.activeElement?.getAttribute("data-day")'))
    .toBe('2030-03-21')
  await page.keyboard.press('c')
  const box = page.getByRole('dialog')
  await box.getByLabel('Title').fill('Order the cups')
  await demandAccessible(page)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Order the cups' }).waitFor()
  await expect
    .poll(async () => (await stored(page, 'tasks', 'Order the cups'))?.['dueDate'])
    .toBe('2030-03-21')
  await box.waitFor({ state: 'detached' })

  await day(page, 21).focus()
  await page.keyboard.press('Enter')
  await box.getByRole('button', { name: 'Order the cups' }).press('Enter')
  await box.getByRole('button', { name: '25 March 2030' }).press('Enter')
  await expect
    .poll(async () => (await stored(page, 'tasks', 'Order the cups'))?.['dueDate'])
    .toBe('2030-03-25')
  await box.waitFor({ state: 'detached' })
})

test('a full day shows the rest on demand, an event has its hours, and a task opens beside the calendar', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  await page.getByRole('button', { name: '+3 more' }).click()
  const box = page.getByRole('dialog')
  await box.getByRole('button', { name: 'Chair 5' }).click()
  await box.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('complementary', { name: 'Task' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Task' }).waitFor({ state: 'detached' })

  await day(page, 28)
    .locator('..')
    .click({ position: { x: 60, y: 90 } })
  await box.getByRole('button', { name: 'Event' }).click()
  // The form grew; its button is still in the window.
  await expect
    .poll(async () => {
      const button = await box.getByRole('button', { name: 'Create' }).boundingBox()
      return (button?.y ?? 0) + (button?.height ?? 0)
    })
    .toBeLessThanOrEqual(900)
  await box.getByLabel('Title').fill('Rehearsal')
  await box.getByLabel('From').fill('18:00')
  await box.getByLabel('Until').fill('17:00')
  await page.keyboard.press('Enter')
  await box.getByText('Ends before it starts.').waitFor()
  expect(await read(box.getByLabel('Until')).getAttribute('aria-invalid')).toBe('true')
  expect(await read(box.getByLabel('Title')).getAttribute('aria-invalid')).not.toBe('true')
  await box.getByLabel('Until').fill('20:00')
  await box.getByText('Ends before it starts.').waitFor({ state: 'detached' })
  await box.getByLabel('Date').fill('')
  await page.keyboard.press('Enter')
  await box.getByText('Required.').waitFor()
  expect(await read(box.getByLabel('Date')).getAttribute('aria-invalid')).toBe('true')
  await box.getByLabel('Date').fill('2030-03-28')
  await box.getByText('Required.').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: '18:00 Rehearsal' }).waitFor()
  expect(await stored(page, 'events', 'Rehearsal')).toMatchObject({
    startsAt: '2030-03-28T17:00:00.000Z',
    endsAt: '2030-03-28T19:00:00.000Z',
  })
  await page.getByRole('button', { name: 'Agenda' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('agenda')
  await page.getByRole('link', { name: /18:00.+20:00 Rehearsal/ }).waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'New event' }).click()
  expect(await read(box.getByRole('button', { name: 'Event' })).getAttribute('aria-pressed')).toBe('true')
  await box.getByLabel('Title').fill('Opening')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Opening' }).waitFor()
  await page.getByRole('button', { name: 'Week' }).click()
  await page.getByRole('link', { name: 'Rehearsal' }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('link', { name: 'Rehearsal' }).waitFor()
})

test('a new event keeps its draft after Escape, and its date can be changed', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  const box = page.getByRole('dialog')
  await day(page, 20).focus()
  await page.keyboard.press('c')
  await box.getByRole('button', { name: 'Event' }).click()
  await box.getByLabel('Title').fill('Soft opening')
  await box.getByLabel('From').fill('18:00')
  await box.getByLabel('Until').fill('20:00')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await day(page, 22).focus()
  await page.keyboard.press('c')
  await expect.poll(() => box.getByLabel('Title').inputValue()).toBe('Soft opening')
  expect(await read(box.getByLabel('From')).inputValue()).toBe('18:00')
  // The day is the one that was chosen this time.
  expect(await read(box.getByLabel('Date')).inputValue()).toBe('2030-03-22')
  await box.getByLabel('Date').fill('2030-03-24')
  await demandAccessible(page)
  await box.getByLabel('Title').press('Enter')
  await box.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '18:00 Soft opening' }).waitFor()
  expect(await stored(page, 'events', 'Soft opening')).toMatchObject({
    startsAt: '2030-03-24T17:00:00.000Z',
    endsAt: '2030-03-24T19:00:00.000Z',
  })
  await day(page, 22).focus()
  await page.keyboard.press('c')
  expect(await read(box.getByLabel('Title')).inputValue()).toBe('')
})

test('in a month an overdue task has an icon instead of the word', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const task = { title: 'Return the bottles', dueDate: '2020-03-12' }
  await callApi(page, 'POST', `/v1/workspaces/${workspaceId}/tasks`, task)
  const calendar = `${site.url}/p/workspace/${workspaceId}/calendar?day=2020-03-12`
  await page.goto(`${calendar}&view=month`)
  const entry = page.getByRole('link', { name: 'Return the bottles Overdue' })
  await entry.waitFor()
  expect(await read(entry).innerText()).toBe('Return the bottles')
  await demandAccessible(page)
  await page.goto(`${calendar}&view=agenda`)
  await entry.getByText('Overdue').waitFor()
})

test('an entry is created once although the response was lost, a time is required, and a task can be undone', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  chromium.expectLines(/ERR_FAILED/)
  const path = `**/v1/workspaces/${workspaceId}/*s`
  let lost = 0
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  const box = page.getByRole('dialog')
  const count = async (kind: string, title: string): Promise<number> => {
    const query = `filter=${encodeURIComponent(`title="${title}"`)}`
    return (await callApi<Listed>(page, 'GET', `/v1/workspaces/${workspaceId}/${kind}?${query}`)).items.length
  }
  const create = async (kind: string, title: string): Promise<void> => {
    lost = 0
    await day(page, 26).focus()
    await page.keyboard.press('c')
    await box.getByRole('button', { name: kind }).click()
    await box.getByLabel('Title').fill(title)
    if (kind === 'Event') {
      // Without a time nothing is sent, and the form stays usable.
      await box.getByLabel('From').fill('')
      await box.getByLabel('Title').press('Enter')
      await box.getByLabel('From').fill('09:30')
    }
    await box.getByLabel('Title').press('Enter')
    await expect.poll(() => box.getByLabel('Title').getAttribute('aria-invalid')).toBe('true')
    await box.getByRole('button', { name: 'Create' }).click()
    await box.waitFor({ state: 'detached' })
  }
  await create('Event', 'Fitting')
  expect(await count('events', 'Fitting')).toBe(1)
  await create('Task', 'Varnish')
  expect(await count('tasks', 'Varnish')).toBe(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => count('tasks', 'Varnish')).toBe(0)
})

test('something that takes long to create does not close the box of another day', async () => {
  const page = await chromium.page()
  await openCalendar(page)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/v1/workspaces/${workspaceId}/tasks`, async (route) => {
    await held
    await route.continue()
  })
  const box = page.getByRole('dialog')
  await day(page, 27).focus()
  await page.keyboard.press('c')
  await box.getByLabel('Title').fill('Wax the floor')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await day(page, 29).focus()
  await page.keyboard.press('c')
  await box.getByLabel('Title').fill('Wash the windows')
  release()
  await page.getByRole('status').filter({ hasText: 'Wax the floor created' }).waitFor()
  expect(await read(box.getByLabel('Title')).inputValue()).toBe('Wash the windows')
})

test('a long day of the agenda has the rest on demand, and the page shows if entries are missing', async () => {
  const page = await chromium.page({ locale: 'en-US' })
  await signIn(page, site)
  await page.route('**/events?*', async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { links: object }
    const links = { ...list.links, next: `/v1/workspaces/${workspaceId}/events?cursor=x` }
    await route.fulfill({ response: reply, json: { ...list, links } })
  })
  await page.goto(address('agenda'))
  await page.getByText('Only the first entries are shown').waitFor()
  await page.getByRole('link', { name: 'Cup 10' }).waitFor()
  // In the order of the hours, not of the letters.
  const calls = page.getByRole('link', { name: /the (mill|baker)/ })
  await expect
    .poll(() => calls.allTextContents())
    .toEqual([expect.stringMatching('9:00.+9:30.AMMeet'), expect.stringMatching('10:00.+10:30.AMCall')])
  await page.getByRole('button', { name: '+6 more' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cup 34' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Nothing is open any more, so there is nothing to go back from.
  const before = await read(page).evaluate('history.length')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await read(page).evaluate('history.length')).toBe(before)
})

test('the calendar fits a phone, as an agenda and as a month', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(address('agenda'))
  const link = page.getByRole('link', { name: 'Doors open' })
  await link.waitFor()
  expect((await read(link).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Month' }).click()
  await day(page, 20).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Chair 1' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test('the address for calendar programs shows when it was last fetched', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/calendar`)
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  const { address } = await callApi<{ address: string }>(page, 'POST', '/v1/users/me/calendar')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Not fetched yet.').waitFor()
  await demandAccessible(page)
  expect((await fetch(`${site.url}${new URL(address).pathname}`)).status).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Last fetched').waitFor()
})
