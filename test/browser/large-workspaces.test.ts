import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useChromium } from '../support/chromium.ts'
import { fillWorkspace } from '../support/large-workspace.ts'
import { callApi, makeCompany, signIn, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useOwnSite()

/** Workspaces by the number of their tasks. */
const workspaces = { huge: 100_000, large: 10_000, dated: 10_000 }
const ids = { huge: '', large: '', dated: '' }

beforeAll(async () => {
  const page = await chromium.page()
  await makeCompany(page, site)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  for (const name of ['huge', 'large', 'dated'] as const) {
    const workspace = { workspaceName: name }
    ids[name] = (await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', workspace)).id
  }
  await site.stop()
  const file = join(site.settings['ATRIUM_DATA'] ?? '', 'atrium.db')
  for (const name of ['huge', 'large', 'dated'] as const)
    fillWorkspace(file, {
      ...{ workspaceId: ids[name], createdBy: me.id, count: workspaces[name], dated: name === 'dated' },
    })
  await site.start()
})

const address = (name: keyof typeof ids, query: string): string =>
  `${site.url}/p/workspace/${ids[name]}/tasks?${query}`

/** Counts the tasks that are drawn after each change of the page, and keeps the largest number. */
const watch = `
  window.mostDrawn = 0
  new MutationObserver(() => {
    window.mostDrawn = Math.max(window.mostDrawn, document.querySelectorAll('a[data-task]').length)
  }).observe(document, { childList: true, subtree: true })`

/** The address with which each part of a page was read, and its bytes as sent. */
async function openWatched(page: Page, url: string): Promise<{ path: string; bytes: Promise<number> }[]> {
  const parts: { path: string; bytes: Promise<number> }[] = []
  await signIn(page, site)
  await page.addInitScript(watch)
  page.on('response', (reply) => {
    const { pathname: path } = new URL(reply.url())
    if (path.startsWith('/v1/workspaces/') || path === '/v1/tasks/summary')
      parts.push({
        path,
        bytes: reply.body().then(
          (body) => body.length,
          () => 0,
        ),
      })
  })
  await page.goto(url)
  await page.locator('a[data-task]').first().waitFor()
  return parts
}

const mostDrawn = (page: Page): Promise<number> => read(page).evaluate('window.mostDrawn')

/** Scrolls on whenever more was loaded, until as many rows have been loaded. */
async function scrollUntil(page: Page, table: string, rows: number): Promise<void> {
  const scrolled = `(() => {
    const list = document.querySelector('table[aria-label="${table}"]').parentElement
    list.scrollTo(0, list.scrollHeight)
    return list.scrollHeight
  })()`
  await expect.poll(() => page.evaluate<number>(scrolled), { interval: 20 }).toBeGreaterThan(rows * 40)
}

test('a list of 100,000 tasks is scrolled with at most 60 rows in the page', async () => {
  const page = await chromium.page()
  const parts = await openWatched(page, address('huge', ''))
  await page.getByRole('button', { name: /^Open 20,000$/ }).waitFor()
  const first = await Promise.all(parts.map(({ bytes }) => bytes))
  // Long descriptions stay where they are: a row is less than a kilobyte.
  expect(Math.max(...first)).toBeLessThan(100_000)
  await scrollUntil(page, 'Tasks', 1_000)
  await page.keyboard.press('j')
  expect(await mostDrawn(page)).toBeLessThanOrEqual(60)
})

test('a group that another one has pushed out of the window draws no rows, not even before the next frame', async () => {
  const page = await chromium.page()
  // There is no next frame.
  await page.addInitScript('window.requestAnimationFrame = () => 0')
  await page.route(/status%3D%22(In|On)/, async (route) => {
    await page.locator('a[data-task]').first().waitFor()
    await route.continue()
  })
  await openWatched(page, address('huge', ''))
  const loaded = `[...document.querySelectorAll('tbody[aria-label]')].filter((each) => each.offsetHeight > 1_000).length`
  await expect.poll(() => page.evaluate(loaded)).toBe(3)
  await expect.poll(() => page.evaluate('window.mostDrawn')).toBeLessThanOrEqual(40)
})

test('a board of 5 × 20,000 tasks opens with two requests and at most 200 cards', async () => {
  const page = await chromium.page()
  const parts = await openWatched(page, address('huge', 'layout=board&group=status'))
  for (const name of ['Open', 'In Progress', 'On Hold'])
    await page.getByRole('region', { name, exact: true }).getByText('20,000', { exact: true }).waitFor()
  const inside = `/v1/workspaces/${ids.huge}`
  const lists = [`${inside}/stages`, `${inside}/board`, `${inside}/tasks`, '/v1/tasks/summary']
  expect(parts.map(({ path }) => path).filter((path) => lists.includes(path))).toEqual(lists.slice(0, 2))
  expect(Math.max(...(await Promise.all(parts.map(({ bytes }) => bytes))))).toBeLessThan(150_000)
  for (const name of ['Completed', 'Cancelled']) {
    const folded = page.getByRole('button', { name: `Expand ${name}` })
    if ((await read(folded).count()) > 0) await folded.click()
    await page.getByRole('region', { name, exact: true }).locator('a[data-task]').first().waitFor()
  }
  for (let screen = 0; screen < 20; screen += 1) {
    await read(page).evaluate(`document.querySelector('[data-column="Open"]').scrollBy(0, 700)`)
  }
  const cards = await mostDrawn(page)
  expect(cards).toBeGreaterThan(20)
  expect(cards).toBeLessThanOrEqual(200)
})

test('10,000 loaded rows take less than 150 MB, and the last of them can be changed', async () => {
  const page = await chromium.page()
  await openWatched(page, address('large', 'group=none'))
  await scrollUntil(page, 'Tasks', 9_990)
  expect(await mostDrawn(page)).toBeLessThanOrEqual(60)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  expect(usedSize / 1e6).toBeLessThan(150)
  await page.getByRole('link', { name: 'Task 9995 of a long list' }).focus()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'On Hold' }).click()
  const path = `/v1/workspaces/${ids.large}/tasks?filter=${encodeURIComponent('title="Task 9995 of a long list"')}`
  const stored = () => callApi<{ items: { details: { status: string } }[] }>(page, 'GET', path)
  await expect.poll(async () => (await stored()).items[0]?.details.status).toBe('On Hold')
  expect(await mostDrawn(page)).toBeLessThanOrEqual(60)
})

test('a timeline of 10,000 tasks is scrolled with at most 60 rows in the page', async () => {
  const page = await chromium.page()
  await openWatched(page, address('dated', 'layout=timeline&group=none'))
  await scrollUntil(page, 'Timeline', 600)
  expect(await mostDrawn(page)).toBeLessThanOrEqual(60)
})

test('My tasks with 2,000 tasks have at most 60 rows in the page, and the keyboard finds the way back', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const mine = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'mine' })
  for (const start of [0, 1_000])
    await callApi(page, 'POST', '/v1/tasks/bulk', {
      operations: Array.from({ length: 1_000 }, (_, n) => ({
        requestId: String(n),
        method: 'POST',
        body: { workspaceId: mine.id, title: `Mine ${start + n}`, assignees: [me.id] },
      })),
    })
  // The page that is open must not read tasks in between.
  await page.goto('about:blank')
  await page.addInitScript(watch)
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/tasks')) paths.push(pathname)
  })
  await page.goto(`${site.url}/tasks`)
  await page.locator('a[data-task]').first().waitFor()
  await page.getByText('2,000', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'No date 2,000' }).waitFor()
  // The counts need one page of tasks, and a summary of each group and of all.
  expect(paths.toSorted()).toEqual(['/v1/tasks', ...Array<string>(5).fill('/v1/tasks/summary')])
  const scroller = `document.querySelector('table[aria-label="My tasks"]').parentElement`
  await scrollUntil(page, 'My tasks', 2_000)
  await read(page).evaluate(`${scroller}.scrollTo(0, 0)`)
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(`document.activeElement.dataset.task ?? ''`)).not.toBe('')
  const third = await read(page).evaluate<string>(`document.querySelectorAll('a[data-task]')[2].dataset.task`)
  await read(page).evaluate(`${scroller}.scrollTo(0, 40_000)`)
  await page.locator('a[data-task]').first().waitFor()
  // The row with the cursor is no longer drawn: the next ones are scrolled to, however fast the keys come.
  await expect.poll(() => page.evaluate(`document.activeElement.dataset.task`)).toBeUndefined()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(`document.activeElement.dataset.task ?? ''`)).toBe(third)
  expect(await read(page).evaluate<number>(`${scroller}.scrollTop`)).toBeLessThan(2_000)
  await read(page).evaluate(`${scroller}.scrollTo(0, ${scroller}.scrollHeight)`)
  await expect
    .poll(() =>
      page.evaluate<number>(`${scroller}.scrollHeight - ${scroller}.scrollTop - ${scroller}.clientHeight`),
    )
    .toBeLessThan(2)
  await page.locator('a[data-task]').last().waitFor()
  expect(await mostDrawn(page)).toBeLessThanOrEqual(60)
})
