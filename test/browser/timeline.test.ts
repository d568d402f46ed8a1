import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, isCut, phone, useChromium } from '../support/chromium.ts'
import { dayAhead } from '../support/clock.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'
import { useWorkspace } from '../support/workspace-page.ts'

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

beforeAll(async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const path = `/v1/workspaces/${workspace.id}`
  const make = (task: object): Promise<{ id: string }> => callApi(page, 'POST', `${path}/tasks`, task)
  const { id: milestoneId } = await callApi<{ id: string }>(page, 'POST', `${path}/milestones`, {
    title: 'Launch',
    dueDate: dayAhead(12),
  })
  const first = await make({
    ...{ title: 'Write the texts', startDate: dayAhead(1), dueDate: dayAhead(4), milestoneId },
    ...{ estimateMinutes: 600 },
  })
  const second = await make({ title: 'Print', startDate: dayAhead(6), dueDate: dayAhead(8), milestoneId })
  await callApi(page, 'PUT', `/v1/tasks/${second.id}/blockers/${first.id}`)
  await make({ title: 'Only due', dueDate: dayAhead(3) })
  await make({ title: 'Late one', startDate: dayAhead(-9), dueDate: dayAhead(-2) })
  await make({ title: 'Some day' })
  await make({ title: 'Another day' })
})

async function openTimeline(page: Page, query = ''): Promise<void> {
  await workspace.open(page)
  await page.goto(`${site.url}/p/workspace/${workspace.id}/tasks?layout=timeline${query}`)
  await page.getByRole('table', { name: 'Timeline' }).waitFor()
}

/** Waits for the line of the milestones, which moves the others down, and for the arrows. */
async function drawn(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Milestone Launch, / }).waitFor()
  await page.locator('[data-arrow]').waitFor({ state: 'attached' })
}

async function datesOf(page: Page, title: string): Promise<unknown[]> {
  const { details } = await workspace.stored(page, title)
  return [details['startDate'], details['dueDate']]
}

const bar = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}, `) })

/** Drags from a point of an element by some pixels. */
async function drag(page: Page, selector: string, by: number, at = 0.5): Promise<void> {
  const { x, y, width, height } = (await read(page.locator(selector)).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.move(x + width * at, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * at + by / 2, y + height / 2)
  await page.mouse.move(x + width * at + by, y + height / 2)
}

test('bars are links that the mouse moves and resizes by whole days, and undo reverts it', async () => {
  const page = await chromium.page()
  await openTimeline(page)
  await bar(page, 'Write the texts').waitFor()
  expect(await read(bar(page, 'Write the texts')).getAttribute('href')).toMatch(/^\/p\/task\//)
  await drawn(page)
  await page.getByRole('row', { name: 'Late one' }).getByText('2 days overdue').waitFor()
  await demandAccessible(page)
  const { id } = await workspace.stored(page, 'Write the texts')
  await drag(page, `[data-bar="${id}"]`, 60)
  await page.getByText(/^Starts /).waitFor()
  await page.mouse.up()
  await expect.poll(() => datesOf(page, 'Write the texts')).toEqual([dayAhead(4), dayAhead(7)])
  // A drag is no click.
  expect(page.url()).not.toContain('open=')
  await drag(page, `[data-bar="${id}"] [data-grip="end"]`, 41)
  await page.mouse.up()
  await expect.poll(() => datesOf(page, 'Write the texts')).toEqual([dayAhead(4), dayAhead(9)])
  await drag(page, `[data-bar="${id}"]`, 60)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.keyboard.press('Control+z')
  await expect.poll(() => datesOf(page, 'Write the texts')).toEqual([dayAhead(4), dayAhead(7)])
  await page.keyboard.press('Control+z')
  await expect.poll(() => datesOf(page, 'Write the texts')).toEqual([dayAhead(1), dayAhead(4)])
  await bar(page, 'Write the texts').click()
  await page.getByRole('complementary', { name: 'Task' }).waitFor()
})

test('with the keyboard alone, tasks are found, moved and resized, and the result is announced', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await page.keyboard.press('3')
  await page.getByRole('table', { name: 'Timeline' }).waitFor()
  await bar(page, 'Print').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Print')
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByText(/^Print: .*, 3 days$/).waitFor({ state: 'attached' })
  await expect.poll(() => datesOf(page, 'Print')).toEqual([dayAhead(7), dayAhead(9)])
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.getByText(/^Print: .*, 4 days$/).waitFor({ state: 'attached' })
  await expect.poll(() => datesOf(page, 'Print')).toEqual([dayAhead(7), dayAhead(10)])
  // The row stays where it was, and keeps the focus.
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Print')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => datesOf(page, 'Print')).toEqual([dayAhead(6), dayAhead(8)])
  await page.keyboard.press('-')
  await expect.poll(() => page.url()).toContain('zoom=month')
  await page.getByRole('button', { name: 'Month', pressed: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Task' }).waitFor()
})

test('a task is made to wait for another by dragging from the end of its bar, and the task itself has a menu for it', async () => {
  const page = await chromium.page()
  await openTimeline(page, '&group=none')
  await drawn(page)
  const { id } = await workspace.stored(page, 'Only due')
  await bar(page, 'Only due').hover()
  const target = (await read(bar(page, 'Late one')).boundingBox()) ?? { x: 0, y: 0 }
  const from = (await read(page.locator(`[data-link="${id}"]`)).boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(from.x + 6, from.y + 6)
  await page.mouse.down()
  await page.mouse.move(target.x + 40, target.y + 30)
  await page.mouse.move(target.x + 8, target.y + 8)
  await page.mouse.up()
  await page.getByText('Late one waits for Only due.').waitFor()
  const waiting = await workspace.stored(page, 'Late one')
  const blockers = async (): Promise<string[]> =>
    (await callApi<{ items: { id: string }[] }>(page, 'GET', `/v1/tasks/${waiting.id}/blockers`)).items.map(
      (each) => each.id,
    )
  expect(await blockers()).toEqual([id])
  await expect.poll(() => page.locator('[data-arrow]').count()).toBe(2)
  await page.keyboard.press('Control+z')
  await expect.poll(blockers).toEqual([])
  await expect.poll(() => page.locator('[data-arrow]').count()).toBe(1)
  await page
    .getByRole('row', { name: 'Late one' })
    .getByRole('link', { name: 'Late one', exact: true })
    .click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByRole('button', { name: 'Add blocker' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('Only due')
  await page.getByRole('option', { name: 'Only due' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(blockers).toEqual([id])
  await callApi(page, 'DELETE', `/v1/tasks/${waiting.id}/blockers/${id}`)
})

test('tasks without dates wait in a strip, and get one by dragging or with the picker', async () => {
  const page = await chromium.page()
  await openTimeline(page, '&group=status')
  await drawn(page)
  const strip = page.getByRole('region', { name: 'No dates' })
  const chip = strip.getByRole('link', { name: 'Some day' })
  const { x = 0, y = 0 } = (await read(chip).boundingBox()) ?? {}
  const target = (await read(bar(page, 'Only due')).boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 10, y + 8)
  await page.mouse.down()
  await page.mouse.move(target.x + 60, target.y - 20)
  await page.mouse.move(target.x + 8, target.y + 8)
  await page.mouse.up()
  await expect.poll(() => datesOf(page, 'Some day')).toEqual([dayAhead(3), dayAhead(3)])
  await bar(page, 'Some day').waitFor()
  await strip.getByRole('button', { name: 'Set due date of Another day' }).click()
  await page.getByRole('option', { name: 'Tomorrow' }).click()
  await expect.poll(() => datesOf(page, 'Another day')).toEqual([null, dayAhead(1)])
  await bar(page, 'Another day').waitFor()
  await strip.waitFor({ state: 'detached' })
})

test('of thousands of tasks only the visible rows are rendered', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Long' })
  for (let done = 0; done < 2_000; done += 1_000)
    await callApi(page, 'POST', '/v1/tasks/bulk', {
      operations: Array.from({ length: 1_000 }, (_, n) => ({
        requestId: String(n),
        method: 'POST',
        body: {
          ...{ title: `Bar ${done + n}`, workspaceId: made.id },
          ...{ startDate: dayAhead(-5), dueDate: dayAhead((done + n) % 60) },
        },
      })),
    })
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=timeline&group=none`)
  await page.locator('[data-bar]').first().waitFor()
  for (let tries = 0; tries < 4; tries += 1) {
    await read(page).evaluate(`document.querySelector('table').parentElement.scrollBy(0, 4000)`)
    await expect.poll(() => page.locator('[data-bar]').count()).toBeGreaterThan(10)
    expect(await read(page.getByRole('row')).count()).toBeLessThan(60)
  }
})

test('with filters, no tool is cut off', async () => {
  const page = await chromium.page()
  const filter = encodeURIComponent('priority>=1 AND status="Open" AND dueDate>="2020-01-01"')
  await openTimeline(page, `&filter=${filter}`)
  await page.getByText('Due on or after 1 Jan 2020').waitFor()
  const today = page.getByRole('button', { name: /^Today/ })
  expect(await read(today.locator('[class*="label"]')).evaluate(isCut)).toBe(false)
})

test('a workspace without dates shows how to begin, and a new task starts today', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Bare' })
  await callApi(page, 'POST', `/v1/workspaces/${made.id}/tasks`, { title: 'Undated' })
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=timeline`)
  await page.getByText('No task has a date yet').waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'New task' }).click()
  await page.getByLabel('Title of the new task').fill('Begin')
  await page.keyboard.press('Enter')
  await bar(page, 'Begin').waitFor()
})

test('on a phone the timeline is a list with dates', async () => {
  const page = await chromium.page(phone)
  await openTimeline(page)
  const row = page.getByRole('row', { name: 'Write the texts' })
  await row.waitFor()
  await demandFits(page)
  await demandAccessible(page)
  const grouped = page.getByRole('combobox', { name: 'Group by' })
  expect(await read(grouped).evaluate(isCut)).toBe(false)
  const { x = 0, width = 0 } = (await read(grouped).boundingBox()) ?? {}
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(phone.viewport.width)
  expect((await read(row).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await row.getByRole('link', { name: 'Write the texts' }).tap()
  await expect.poll(() => page.url()).toContain('/p/task/')
})

test('a task that is due before its start is a day with a warning, and so are the task and its dates', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Mixed up' })
  const dates = { startDate: dayAhead(9), dueDate: dayAhead(7) }
  const path = `/v1/workspaces/${made.id}/tasks`
  const { id } = await callApi<{ id: string }>(page, 'POST', path, { title: 'Paint', ...dates })
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=timeline`)
  await page.getByText(/^Due before its start, /).waitFor()
  expect((await read(page.locator(`[data-bar="${id}"]`)).boundingBox())?.width).toBeLessThanOrEqual(20)
  await demandAccessible(page)
  await page.getByRole('row', { name: 'Paint' }).getByRole('link', { name: 'Paint', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  const warning = panel.getByText('The due date is before the start date.')
  await warning.waitFor()
  await demandAccessible(page)
  // Nobody has to correct the dates of a finished task.
  await callApi(page, 'PUT', `/v1/tasks/${id}`, { status: 'Completed' })
  await warning.waitFor({ state: 'detached' })
  await page.getByText(/^Due before its start, /).waitFor({ state: 'detached' })
  await panel.locator('time').first().click()
  const picker = page.getByRole('dialog', { name: 'Set due date' })
  await picker.getByRole('option', { name: 'Today' }).waitFor()
  expect(await read(picker.getByText('Before start')).count()).toBe(0)
  await page.keyboard.press('Escape')
  await callApi(page, 'PUT', `/v1/tasks/${id}`, { status: 'Open' })
  await warning.waitFor()
  await panel.locator('time').first().click()
  await picker.getByText('The due date is before the start date.').waitFor()
  await picker.getByRole('option', { name: 'Today' }).getByText('Before start').waitFor()
  await picker.getByRole('combobox').fill(dayAhead(12))
  await page.keyboard.press('Enter')
  await warning.waitFor({ state: 'detached' })
  await page.getByText(/^Due before its start, /).waitFor({ state: 'detached' })
  expect((await read(page.locator(`[data-bar="${id}"]`)).boundingBox())?.width).toBeGreaterThan(20)
  // With several tasks, a day is marked if any of them starts later, and chosen only if it is that of all.
  await callApi(page, 'POST', path, { title: 'Sand', dueDate: dayAhead(3) })
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks`)
  await page.getByRole('link', { name: 'Sand', exact: true }).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('d')
  await picker.getByRole('option', { name: 'Today' }).getByText('Before start').waitFor()
  expect(await read(picker.locator('[aria-pressed="true"]')).count()).toBe(0)
})

test('a row whose bar is out of sight shows its dates, and leads there', async () => {
  const page = await chromium.page()
  await openTimeline(page)
  const path = `/v1/workspaces/${workspace.id}/tasks`
  const far = await callApi<{ id: string }>(page, 'POST', path, {
    ...{ title: 'Far away', startDate: dayAhead(400), dueDate: dayAhead(402) },
  })
  const way = page.getByRole('button', { name: /^Go to Far away, / })
  await way.waitFor()
  const { x = 0, width = 0 } = (await read(way).boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await demandAccessible(page)
  await way.click()
  await way.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Go to Late one, / }).waitFor()
  expect(await read(page.locator(`[data-bar="${far.id}"]`)).isVisible()).toBe(true)
  await callApi(page, 'DELETE', `/v1/tasks/${far.id}`)
})
