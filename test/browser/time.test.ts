import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { dayAhead, today } from '../support/clock.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''
let posterId = ''

interface Logged {
  id: string
  details: { date: string; minutes: number; note: string | null; billable: boolean; taskId: string | null }
}

/** 0 is Monday. */
const weekday = (new Date(today).getUTCDay() + 6) % 7
const inWeek = (at: number): string => dayAhead(at - weekday)

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  await callApi(page, 'PUT', `/v1/users/${me.id}`, { timeZone: 'Europe/Berlin' })
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Café Luz' })
  workspaceId = made.id
  const task = await callApi<{ id: string }>(page, 'POST', `/v1/workspaces/${workspaceId}/tasks`, {
    title: 'Opening poster',
  })
  posterId = task.id
  await callApi(page, 'POST', `/v1/workspaces/${workspaceId}/tasks`, { title: 'Sign maker' })
  await callApi(page, 'POST', '/v1/times', { taskId: posterId, date: inWeek(0), minutes: 75 })
  await callApi(page, 'POST', '/v1/times', { workspaceId, date: inWeek(-7), minutes: 45, note: 'Studio' })
})

const entries = async (page: Page, date: string): Promise<Logged['details'][]> => {
  const path = `/v1/times?limit=500&sort=date&filter=${encodeURIComponent(`date="${date}"`)}`
  return (await callApi<{ items: Logged[] }>(page, 'GET', path)).items.map(({ details }) => details)
}

const cell = (page: Page, row: string, date: string): Locator =>
  page.getByRole('row', { name: row }).locator(`[data-day="${date}"]`)

/** Resolves when the page's change stream is open. */
const hears = (page: Page): Promise<unknown> =>
  page.waitForResponse((reply) => reply.url().includes('/v1/changes'))

async function openTime(page: Page): Promise<void> {
  await signIn(page, site)
  await page.goto(`${site.url}/time`)
  await page.getByRole('grid').waitFor()
}

test('pages do not request a timer that is not running, and one that is started elsewhere appears', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const refused: string[] = []
  page.on('response', (reply) => {
    if (reply.status() >= 400) refused.push(reply.url())
  })
  for (const path of ['/home', '/inbox', '/tasks']) {
    await Promise.all([hears(page), page.goto(`${site.url}${path}`)])
    await page.getByRole('button', { name: 'Start timer or log time' }).waitFor()
  }
  await callApi(page, 'PUT', '/v1/users/me/timer', { taskId: posterId })
  const running = page.getByRole('button', { name: 'Opening poster' })
  await running.waitFor()
  await callApi(page, 'DELETE', '/v1/users/me/timer?discard=true')
  await running.waitFor({ state: 'detached' })
  expect(refused).toEqual([])
})

test('the week is filled in with the keyboard as a spreadsheet, and each cell shows that it is saved', async () => {
  const page = await chromium.page()
  await page.clock.install({ time: clock.now() })
  await openTime(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v1/times/bulk')) sent.push(request.url())
  })
  await demandAccessible(page)
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'Add a task' }).getByRole('combobox').fill('sign')
  await page.getByRole('option', { name: /Sign maker/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Sign maker' }).waitFor()
  // The next key is for the new row.
  const at = 'document.activeElement?.dataset.day'
  await expect.poll(() => page.evaluate(at)).toBe(today)
  // A cell takes text, so letters in it are not shortcuts. Their dialogs are loaded, so they would open before this edit.
  await page.keyboard.type('cn')
  await page.keyboard.type('7')
  await expect.poll(() => page.evaluate('document.activeElement?.value')).toBe('7')
  expect(await read(page.getByRole('dialog')).count()).toBe(0)
  await page.keyboard.press('Escape')
  // Freezes the clock, so that a slow machine does not look like a pause in typing.
  await page.clock.pauseAt(clock.now() + 30_000)
  await cell(page, 'Opening poster', inWeek(0)).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('1.5')
  await page.keyboard.press('Tab')
  await page.keyboard.type('90m')
  await page.keyboard.press('Enter')
  // The row below has the focus now.
  const focused = "document.activeElement?.getAttribute('aria-label') + document.activeElement?.dataset.day"
  await expect.poll(() => page.evaluate(focused)).toMatch(new RegExp(`^Sign maker.*${inWeek(2)}$`))
  await page.keyboard.press('Control+ArrowLeft')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.clock.resume()
  await cell(page, 'Sign maker', inWeek(0)).and(page.locator('[data-state="saved"]')).waitFor()
  // One request for everything that was typed without a pause.
  expect(sent).toHaveLength(1)
  expect((await entries(page, inWeek(1)))[0]).toMatchObject({ minutes: 90, taskId: posterId })
  expect((await entries(page, inWeek(2)))[0]).toMatchObject({ minutes: 90 })
  await cell(page, 'Opening poster', inWeek(0)).focus()
  await page.keyboard.type('+15')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await entries(page, inWeek(0))).map(({ minutes }) => minutes).toSorted())
    .toEqual([120, 90])
  // Invalid input stays in the field, with an error.
  await cell(page, 'Opening poster', inWeek(3)).click()
  await page.keyboard.type('soon')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a time such as 1:30, 1.5 or 90m, up to 24 hours.').waitFor()
  await demandAccessible(page)
  await page.keyboard.press('Escape')
  // Copy, paste, remove and undo.
  await cell(page, 'Opening poster', inWeek(1)).focus()
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await entries(page, inWeek(1))).length).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await entries(page, inWeek(1)))[0]?.minutes).toBe(90)
})

test('undo reverts only what was typed, also after the page was left', async () => {
  const page = await chromium.page()
  await openTime(page)
  const sunday = cell(page, 'Opening poster', inWeek(6))
  await sunday.focus()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await sunday.and(page.locator('[data-state="saved"]')).waitFor()
  await page.getByRole('link', { name: 'My tasks' }).click()
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  const logged = { taskId: posterId, date: inWeek(6), minutes: 5 }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/times', logged)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await entries(page, inWeek(6))).map(({ minutes }) => minutes)).toEqual([5])
  await callApi(page, 'DELETE', `/v1/times/${id}`)
})

test('a cell has a note and is billable, and a refused one shows why and can be tried again', async () => {
  const page = await chromium.page()
  await openTime(page)
  await cell(page, 'Opening poster', inWeek(4)).focus()
  await page.keyboard.type('0:30')
  await page.getByLabel('Note', { exact: true }).last().fill('Proof for the printer')
  await page.getByRole('grid').getByRole('switch', { name: 'Billable' }).click({ force: true })
  const announced = page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await announced
  await expect
    .poll(async () => (await entries(page, inWeek(4)))[0])
    .toMatchObject({ minutes: 30, note: 'Proof for the printer', billable: true })
  await expect
    .poll(() => cell(page, 'Opening poster', inWeek(4)).getAttribute('aria-label'))
    .toMatch(/: 0:30, billable, with a note$/)
  await cell(page, 'Opening poster', inWeek(4)).focus()
  await page.keyboard.press('Shift+F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Proof')
  await expect.poll(() => page.getByLabel('Note', { exact: true }).last().inputValue()).toBe('Proof')
  await page.keyboard.press('Escape')
  await page.route('**/v1/times/bulk', (route) =>
    route.fulfill({ status: 403, contentType: 'application/json', body: '{"message":"Not this time."}' }),
  )
  await cell(page, 'Opening poster', inWeek(4)).focus()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await cell(page, 'Opening poster', inWeek(4)).and(page.locator('[data-state="failed"]')).waitFor()
  await page.getByRole('status').filter({ hasText: 'Not saved: Not this time.' }).waitFor()
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByText('Some times are not saved yet. Fix them, then submit the week.').waitFor()
  await page.unroute('**/v1/times/bulk')
  await cell(page, 'Opening poster', inWeek(4)).click()
  await page.getByRole('grid').getByText('Not this time.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await entries(page, inWeek(4)))[0]?.minutes).toBe(60)
})

test('rows stay until they are removed, and what was typed or pasted is never lost', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/time?week=${inWeek(-14)}`)
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'Add a task' }).getByRole('combobox').fill('sign')
  await page.getByRole('option', { name: /Sign maker/ }).click()
  const row = page.getByRole('row', { name: 'Sign maker' })
  await row.waitFor()
  // Chosen with the mouse, the new row has the focus as well.
  await expect.poll(() => page.evaluate('document.activeElement?.dataset.day')).toBe(inWeek(-14))
  await page.reload()
  const first = cell(page, 'Sign maker', inWeek(-14))
  const saved = first.and(page.locator('[data-state="saved"]'))
  await first.focus()
  await read(page).evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '1\\t2')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })()`)
  await saved.waitFor()
  expect((await entries(page, inWeek(-13)))[0]).toMatchObject({ minutes: 120 })
  // One step takes all of it back, and the row stays.
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await entries(page, inWeek(-14))).length).toBe(0)
  await expect.poll(async () => (await entries(page, inWeek(-13))).length).toBe(0)
  await first.focus()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await saved.waitFor()
  await first.focus()
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await entries(page, inWeek(-14))).length).toBe(0)
  await first.getByText('·').waitFor()
  // Text that is not understood stays.
  await first.click()
  await page.keyboard.type('soon')
  await cell(page, 'Sign maker', inWeek(-13)).click()
  await page.getByText('Enter a time such as 1:30, 1.5 or 90m, up to 24 hours.').waitFor()
  expect(await read(row.getByRole('textbox').first()).inputValue()).toBe('soon')
  await page.keyboard.press('Escape')
  await row.hover()
  await row.getByRole('button', { name: 'Remove Sign maker from this week' }).click()
  await row.waitFor({ state: 'detached' })
  // The focus stays in the week.
  const isInWeek = `document.activeElement.closest('main') !== null && document.activeElement.matches('[data-day], button')`
  expect(await read(page).evaluate(isInWeek)).toBe(true)
})

test('last week is copied with its hours, and the copy is undone', async () => {
  const page = await chromium.page()
  await openTime(page)
  await page.getByRole('button', { name: /^Add Café Luz/ }).waitFor()
  await page.getByRole('button', { name: 'Copy last week' }).click()
  await page.getByRole('menuitem', { name: 'Tasks and hours' }).click()
  await expect
    .poll(async () => (await entries(page, inWeek(0))).find(({ taskId }) => taskId === null))
    .toMatchObject({ minutes: 45, note: 'Studio' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await entries(page, inWeek(0))).filter(({ taskId }) => taskId === null).length)
    .toBe(0)
  await page.getByRole('link', { name: 'Previous week' }).click()
  await cell(page, 'Café Luz', inWeek(-7)).getByText('0:45').waitFor()
})

test('the timer is started on any page, shown in the title, moved, stopped and seen in other tabs', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  await page.getByRole('button', { name: 'Start timer or log time' }).waitFor()
  await page.keyboard.press('Shift+T')
  const form = page.getByRole('dialog', { name: 'Start timer or log time' })
  await form.getByLabel('Note').fill('Price table')
  await demandAccessible(page)
  await form.getByRole('button', { name: 'Choose a task or workspace' }).click()
  await page.getByRole('option', { name: /Opening poster/ }).click()
  await form.getByRole('button', { name: 'Start timer' }).click()
  const running = page.getByRole('button', { name: /^Running timer: Price table/ })
  await running.waitFor()
  await expect.poll(() => page.title()).toMatch(/^0:00 · My tasks/)
  await running.click()
  const start = page.getByRole('dialog', { name: 'Running timer' }).getByLabel('Started at')
  const [hours = '', minutes = ''] = (await read(start).inputValue()).split(':')
  const earlier = Number(hours) * 60 + Number(minutes) - 30
  const text = `${String(Math.floor(((earlier + 1_440) % 1_440) / 60)).padStart(2, '0')}:${String((earlier + 1_440) % 60).padStart(2, '0')}`
  await start.fill(text)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.title()).toMatch(/^0:3\d · My tasks/)
  const other = await chromium.page()
  await Promise.all([hears(other), openTime(other)])
  await other.getByRole('region', { name: 'Running timer' }).getByText('Price table').waitFor()
  // Time is logged beside the running timer.
  await other.keyboard.press('Shift+L')
  await other.getByRole('dialog', { name: 'Log time' }).getByLabel('Time', { exact: true }).waitFor()
  await other.keyboard.press('Escape')
  await page.keyboard.press('Shift+L')
  await page.getByRole('dialog', { name: 'Log time' }).getByRole('button', { name: 'Log time' }).waitFor()
  await page.keyboard.press('Escape')
  // The note is saved when the field is left, which is when the button is pressed.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/v1/users/me/timer', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await running.click()
  await page.getByRole('dialog').getByLabel('Note').fill('Price list')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop timer' }).click()
  pressed.resolve()
  await page.getByText(/^0:3\d logged\.$/).waitFor()
  const path = `/v1/times?limit=500&filter=${encodeURIComponent(`date>="${dayAhead(-1)}"`)}`
  const { items } = await callApi<{ items: Logged[] }>(page, 'GET', path)
  expect(items.map(({ details }) => details.note)).toContain('Price list')
  await expect.poll(() => page.title()).toBe('My tasks · Atrium')
  await expect.poll(() => other.getByRole('region', { name: 'Running timer' }).count()).toBe(0)
  await other.getByRole('form', { name: 'Start timer or log time' }).waitFor()
  await other.keyboard.press('Shift+L')
  await expect.poll(() => other.evaluate('document.activeElement?.placeholder')).toMatch(/working on/)
})

test('time is logged from any page', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('button', { name: 'Start timer or log time' }).waitFor()
  await page.keyboard.press('Shift+L')
  const form = page.getByRole('dialog', { name: 'Start timer or log time' })
  await form.getByRole('button', { name: 'Choose a task or workspace' }).click()
  await page.getByRole('combobox').fill('sign')
  await page.getByRole('option', { name: /Sign maker/ }).click()
  await form.getByLabel('Time', { exact: true }).fill('1h15')
  await form.getByLabel('Day').fill(inWeek(5))
  // The answer is lost, so it is sent again.
  chromium.expectLines(/ERR_FAILED/)
  await page.route(
    '**/v1/times',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await form.getByRole('button', { name: 'Log time' }).click()
  await page.getByRole('alert').first().waitFor()
  await form.getByRole('button', { name: 'Log time' }).click()
  await page.getByText('1:15 logged.').waitFor()
  expect((await entries(page, inWeek(5))).map(({ minutes }) => minutes)).toEqual([75])
})

test('a timer without a task asks for one, until the note is changed', async () => {
  const page = await chromium.page()
  await openTime(page)
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Sketches')
  await page.keyboard.press('Enter')
  const fault = page.getByText('Choose a task or workspace first.')
  await fault.waitFor()
  await page.keyboard.press('Escape')
  await note.fill('')
  await fault.waitFor({ state: 'detached' })
})

test('it asks after eight hours and after the machine slept, and stops at the moment that is chosen', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const startedAt = new Date(clock.now() - 8.5 * 3_600_000).toISOString()
  await callApi(page, 'PUT', '/v1/users/me/timer', { taskId: posterId, startedAt, note: 'Long' })
  await page.clock.install({ time: clock.now() })
  await page.goto(`${site.url}/tasks`)
  const question = page.getByRole('region', { name: 'Is the timer right?' })
  await question.getByText(/running for 8:3\d/).waitFor()
  await demandAccessible(page)
  await question.getByRole('button', { name: 'Still working' }).click()
  await expect.poll(() => question.count()).toBe(0)
  // The clock jumps, as it does when the machine wakes up.
  await page.clock.fastForward(90 * 60_000)
  await page.clock.runFor(11_000)
  await question.getByText(/asleep from/).waitFor()
  await page.clock.setSystemTime(clock.now())
  await question.getByRole('button', { name: /^Stop at/ }).click()
  await page.getByText(/logged\.$/).waitFor()
  const path = `/v1/times?filter=${encodeURIComponent(`date>="${dayAhead(-1)}"`)}&limit=500`
  const { items } = await callApi<{ items: Logged[] }>(page, 'GET', path)
  const logged = items.filter(({ details }) => details.note === 'Long')
  const minutes = logged.reduce((sum, { details }) => sum + details.minutes, 0)
  expect(minutes).toBeGreaterThanOrEqual(508)
  expect(minutes).toBeLessThan(520)
})

test('the time during which the machine slept is left out', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const ago = (minutes: number): Date => new Date(clock.now() - minutes * 60_000)
  const startedAt = ago(180).toISOString()
  await callApi(page, 'PUT', '/v1/users/me/timer', { taskId: posterId, startedAt, note: 'Slept' })
  await page.clock.install({ time: ago(120) })
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('button', { name: /^Running timer: Slept/ }).waitFor()
  await page.clock.fastForward(90 * 60_000)
  await page.clock.runFor(11_000)
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await page.getByText('Timer started.').waitFor()
  type Running = { details: { startedAt: string } }
  const { details } = await callApi<Running>(page, 'GET', '/v1/users/me/timer')
  expect(Math.abs(Date.parse(details.startedAt) - ago(30).getTime())).toBeLessThan(5 * 60_000)
  await callApi(page, 'DELETE', '/v1/users/me/timer?discard=true')
})

test('on a phone, a day is shown with large buttons', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/time?week=${inWeek(0)}&day=${inWeek(6)}`)
  await page.getByRole('button', { name: 'Add 15 minutes to Opening poster' }).click()
  await page.getByRole('button', { name: 'Add 15 minutes to Opening poster' }).click()
  await expect.poll(async () => (await entries(page, inWeek(6)))[0]?.minutes).toBe(30)
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('button', { name: /^Edit the time of Opening poster/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Note').fill('On the train')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await entries(page, inWeek(6)))[0]?.note).toBe('On the train')
  const days = page.getByRole('navigation', { name: 'Hours by task and day' }).getByRole('button')
  await days.first().click()
  await expect.poll(() => days.first().getAttribute('aria-current')).toBe('date')
})

test('the Time tab of a workspace shows hours by person and its entries', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/workspace/${workspaceId}/time`)
  await page.getByRole('region', { name: 'Hours by person' }).getByText('Ada Lovelace').waitFor()
  await page
    .getByRole('region', { name: 'Entries' })
    .getByRole('link', { name: 'Opening poster' })
    .first()
    .waitFor()
  await demandAccessible(page)
  await page.getByText('This week', { exact: true }).click()
  await page.waitForURL('**/time?range=week')
})

test('a week is submitted, returned with a reason, submitted again and approved', async () => {
  const page = await chromium.page()
  await openTime(page)
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByRole('main').getByText('Submitted', { exact: true }).waitFor()
  await page.getByText('Week submitted.').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: Submission of a week').waitFor()
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByRole('main').getByText('Submitted', { exact: true }).waitFor()
  await page.getByText('Submitted. Changes are still possible until the week is approved.').waitFor()
  const small = await chromium.page(phone)
  await signIn(small, site)
  await small.goto(`${site.url}/time`)
  await small.getByRole('main').getByText('Submitted', { exact: true }).waitFor()
  await demandFits(small)
  await page.getByRole('link', { name: 'Approvals' }).click()
  const sheet = page.getByRole('listitem', { name: /^Ada Lovelace/ })
  await sheet.getByText(/\d+% billable/).waitFor()
  await demandAccessible(page)
  await sheet.getByRole('button', { name: 'Return' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return the week of Ada Lovelace' })
  await dialog.getByLabel('Reason').fill('Friday is missing')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await page.getByText('No weeks waiting for approval').waitFor()
  await openTime(page)
  await page.getByText('This week was returned: Friday is missing').waitFor()
  await page.getByRole('button', { name: 'Submit week' }).click()
  await page.getByRole('link', { name: 'Approvals' }).click()
  await sheet.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Week approved.').waitFor()
  await page.getByRole('link', { name: 'Approved' }).click()
  await sheet.waitFor()
  await openTime(page)
  await page.getByRole('main').getByText('Approved', { exact: true }).waitFor()
  await demandAccessible(page)
})

test('people who may approve time are not offered to approve their own week', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const email = site.email('grace')
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', {
    ...{ fullName: 'Grace Hopper', email, permissions: ['approveTime'] },
  })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${id}/invitation`)
  const grace = await chromium.page()
  await acceptInvitation(grace, site, link)
  const sheet = await callApi<{ id: string }>(grace, 'POST', '/v1/timesheets', { week: inWeek(0) })
  await callApi(grace, 'PUT', `/v1/timesheets/${sheet.id}/submission`)
  await grace.goto(`${site.url}/time/approvals`)
  await grace.getByText('This is your own week. Someone else has to approve it.').waitFor()
  expect(await read(grace.getByRole('button', { name: 'Approve' })).count()).toBe(0)
  await demandAccessible(grace)
  await page.goto(`${site.url}/time/approvals`)
  const own = page.getByRole('listitem', { name: /^Grace Hopper/ })
  await own.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Week approved.').waitFor()

  const place = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Archive' })
  const inside = `/v1/workspaces/${place.id}`
  await callApi(page, 'PUT', `${inside}/members/${id}`, { role: 'Contributor' })
  const task = await callApi<{ id: string }>(page, 'POST', `${inside}/tasks`, { title: 'Sort the slides' })
  await grace.goto(`${site.url}/p/task/${task.id}`)
  await grace.getByRole('button', { name: 'Start timer', exact: true }).click()
  // The service writes YYYY-MM-DD.
  await grace
    .getByRole('alert')
    .getByText(/^The week of \d+ [A-Z]\w+ \d{4} is approved/)
    .waitFor()
})
