import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { dayAhead, today } from '../support/clock.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

interface Made {
  id: string
}

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const create = async (path: string, body: object): Promise<string> =>
    (await callApi<Made>(page, 'POST', path, body)).id
  workspaceId = await create('/v1/workspaces', { workspaceName: 'Website relaunch' })
  const other = await create('/v1/workspaces', { workspaceName: 'Hiring' })
  const grace = await create('/v1/users', { fullName: 'Grace Hopper', email: site.email('grace') })
  await callApi(page, 'PUT', `/v1/workspaces/${workspaceId}/members/${grace}`, { role: 'Contributor' })
  for (const [title, estimateMinutes, startDate] of [
    ['Write the press release', 120, dayAhead(-10)],
    ['Choose the pictures', 60, dayAhead(-4)],
    ['Agree on the budget', null, null],
  ] as const) {
    const task = { title, estimateMinutes, startDate, workspaceId, status: 'Completed' }
    const taskId = await create('/v1/tasks', task)
    if (estimateMinutes !== null)
      await create('/v1/times', { taskId, date: today, minutes: 90, billable: true })
  }
  await create('/v1/times', {
    ...{ workspaceId, date: dayAhead(-14), minutes: 240, billable: false, userHash: grace, note: 'Research' },
  })
  await create('/v1/times', { workspaceId: other, date: today, minutes: 30, billable: true })
})

async function openReports(page: Page, query = ''): Promise<void> {
  await page.goto(`${site.url}/reports${query}`)
  await page.locator('dl').waitFor()
}

const numbers = (page: Page): Promise<string[]> => read(page.locator('dd')).allTextContents()
const figures = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('link')

test('hours by week and person: every bar has its value as a label and opens its entries', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/home`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Reports' }).waitFor()
  await expect.poll(() => numbers(page)).toEqual(['7:30', '0:38', '2'])
  const bars = figures(page, 'Hours by week and person')
  await expect.poll(() => bars.count()).toBe(2)
  await expect.poll(() => bars.first().getAttribute('aria-label')).toMatch(/^Grace Hopper, .+: 4:00$/)
  await demandAccessible(page)
  // One Tab stop, then the arrow keys.
  await bars.first().focus()
  await page.keyboard.press('ArrowRight')
  const named = new RegExp(`^${admin.fullName}, .+: 3:30$`)
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(named)
  await page.keyboard.press('Enter')
  const rows = page.getByRole('list', { name: /^Behind / }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  await expect.poll(() => page.url()).toMatch(/at=\d{4}-W\d\d&by=/)
  await demandAccessible(page)
  await page.getByRole('link', { name: 'Write the press release' }).waitFor()
  // Closing leads back to the bar.
  await page.getByRole('link', { name: 'Close' }).click()
  await rows.first().waitFor({ state: 'detached' })
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toMatch(named)
})

test('one key shows the table, which is also a CSV; both are an address', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openReports(page, `?workspace=${workspaceId}`)
  await expect.poll(() => numbers(page)).toEqual(['7:00', '0:35', '2'])
  await page.keyboard.press('d')
  const table = page.getByRole('table')
  await table.waitFor()
  await expect
    .poll(() => table.getByRole('columnheader').allTextContents())
    .toEqual(['Week', 'Grace Hopper', admin.fullName, 'Total'])
  expect(await read(table.getByRole('row').last()).textContent()).toMatch(/·3:003:00$/)
  await demandAccessible(page)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = (await text(await saved.createReadStream())).split('\r\n')
  expect(lines[0]).toBe(`Week,Grace Hopper,${admin.fullName}`)
  expect(lines.at(-2)).toMatch(/^\d{4}-W\d\d,0,180$/)
  await page.reload()
  await table.waitFor()
  await page.keyboard.press('d')
  await table.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe(`?workspace=${workspaceId}`)
})

test('the other reports have their figures and open their rows', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openReports(page)
  const nav = page.getByRole('navigation', { name: 'Reports' })
  const open = async (name: string, shown: string[]): Promise<void> => {
    await nav.getByRole('link', { name }).click()
    await expect.poll(() => numbers(page)).toEqual(shown)
  }
  await open('Billable share', ['47%', '3:30', '4:00', '7:30'])
  const about = 'Billable and non-billable hours by week, with the billable share'
  await expect.poll(() => figures(page, about).count()).toBe(2)
  await demandAccessible(page)
  await figures(page, about).first().click()
  await page
    .getByRole('list', { name: /^Behind Non-billable/ })
    .getByText('4:00')
    .waitFor()
  await page.keyboard.press('d')
  const last = page.getByRole('table').getByRole('row').last()
  await expect.poll(() => last.getByRole('cell').allTextContents()).toEqual(['3:30', '·', '3:30', '100%'])
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = (await text(await saved.createReadStream())).split('\r\n')
  expect(lines[0]).toBe('Week,Billable,Non-billable,Billable share (%)')
  expect(lines.at(-2)).toMatch(/^\d{4}-W\d\d,210,0,100$/)
  await page.keyboard.press('d')
  await open('Tasks done', ['3', '0.3'])
  await figures(page, 'Tasks completed by week').click()
  const rows = page.getByRole('list', { name: /^Behind / }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(3)
  await open('Estimates', ['3:00', '3:00', '100%'])
  const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
  await expect.poll(() => parts.allTextContents()).toEqual(['Spent', 'Estimated'])
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Website relaunch/ })
    .click()
  await expect.poll(() => rows.count()).toBe(3)
  await demandAccessible(page)
  await nav.getByRole('link', { name: 'Cycle time' }).click()
  await figures(page, 'Average days from the start of a task to its completion, by week').waitFor()
  // Ten days and four days, and a task that took no time. A date begins two hours later in UTC than in Berlin.
  const average = async (): Promise<number> => Number.parseFloat((await numbers(page))[0] ?? '')
  await expect.poll(average).toBeGreaterThanOrEqual(4.6)
  expect(await average()).toBeLessThan(5.7)
  await nav.getByRole('link', { name: 'Storage' }).click()
  await page.getByText('Uploaded files appear here.').waitFor()
})

test('on a phone they fit, and the palette leads to them', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/home`)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox').fill('Reports')
  await page.getByRole('option', { name: 'Reports' }).first().click()
  await page.locator('dl').waitFor()
  await demandFits(page)
  await openReports(page, '?report=estimates')
  await demandFits(page)
  await demandAccessible(page)
})
