import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { demandAccessible, demandFits, useChromium } from '../support/chromium.ts'
import { admin, callApi, sendFrom, signIn, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useOwnSite()
const ids = { workspace: '', task: '', title: '' }

interface Listed {
  items: { id: string; details: { title: string; workspaceName: string } }[]
}

beforeAll(async () => {
  const page = await chromium.page()
  await page.goto(site.url)
  const token = new URL(site.setupLink()).hash.slice(1)
  const made = await sendFrom(page, '/auth/setup', { token, ...admin, sample: true })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { items: workspaces } = await callApi<Listed>(page, 'GET', '/v1/workspaces?limit=1')
  ids.workspace = workspaces[0]?.id ?? ''
  const path = `/v1/workspaces/${ids.workspace}/tasks?sort=rank&filter=${encodeURIComponent('status="Open"')}`
  const { items: tasks } = await callApi<Listed>(page, 'GET', path)
  Object.assign(ids, { task: tasks[0]?.id, title: tasks[0]?.details.title })
  await callApi(page, 'DELETE', `/v1/tasks/${tasks[1]?.id}`)
})

interface WorkPage {
  name: string
  path: () => string
  /** Something that is there once the page is complete. */
  shows: string
  /** Opens something with the keyboard, closes it with Escape, and expects the focus where it was. */
  opens?: (page: Page) => Promise<void>
}

const inWorkspace = (rest: string) => () => `/p/workspace/${ids.workspace}${rest}`

const focused = (page: Page): Promise<string> =>
  read(page).evaluate<string>(
    `(document.activeElement.getAttribute('data-task') ?? document.activeElement.textContent ?? '').trim()`,
  )

/** The cursor goes to the first task, Enter opens it, and Escape leads back to it. */
async function openTask(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate<boolean>(`document.activeElement.matches('a[data-task]')`)).toBe(true)
  const task = await focused(page)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe(task)
}

/** A button of the page, as somebody finds it with Tab. */
const opensWith = (button: string | RegExp, role: 'dialog' | 'menu' | 'listbox') => async (page: Page) => {
  const opener = page.locator('#content').getByRole('button', { name: button }).first()
  await opener.focus()
  const name = await focused(page)
  await page.keyboard.press('Enter')
  const opened = page.getByRole(role).first()
  await opened.waitFor()
  // The first Escape may close a list that a field of the dialog offers.
  for (let n = 0; n < 2 && (await read(opened).isVisible()); n += 1) {
    await page.keyboard.press('Escape')
  }
  await opened.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe(name)
}

const pages: readonly WorkPage[] = [
  { name: 'Home', path: () => '/home', shows: 'h1' },
  { name: 'Inbox', path: () => '/inbox', shows: 'h1' },
  { name: 'My tasks', path: () => '/tasks', shows: 'a[data-task]', opens: openTask },
  { name: 'Workspace home', path: inWorkspace(''), shows: '#content h2' },
  { name: 'Task list', path: inWorkspace('/tasks'), shows: 'a[data-task]', opens: openTask },
  { name: 'Board', path: inWorkspace('/tasks?layout=board'), shows: 'a[data-task]', opens: openTask },
  { name: 'Timeline', path: inWorkspace('/tasks?layout=timeline'), shows: 'a[data-task]', opens: openTask },
  { name: 'Calendar', path: inWorkspace('/calendar'), shows: '[data-day]' },
  { name: 'Calendar of all workspaces', path: () => '/calendar', shows: '[data-day]' },
  {
    name: 'Task panel',
    path: () => `/p/workspace/${ids.workspace}/tasks?open=${ids.task}`,
    shows: '#content textarea',
  },
  { name: 'Task page', path: () => `/p/task/${ids.task}`, shows: 'textarea' },
  { name: 'Search', path: () => '/find?q=museum', shows: '#content a' },
  { name: 'Personal settings', path: () => '/account', shows: 'form' },
  {
    name: 'Members',
    path: inWorkspace('/members'),
    shows: '#content table',
    opens: opensWith('Add people', 'dialog'),
  },
  {
    name: 'Trash',
    path: () => `/trash?workspace=${ids.workspace}`,
    shows: '#content button:has-text("Restore")',
  },
]

async function open(page: Page, { path, shows }: WorkPage): Promise<void> {
  await signIn(page, site)
  await page.goto(`${site.url}${path()}`)
  await page.locator(shows).first().waitFor()
}

interface Stop {
  name: string
  isOver: boolean
  isShown: boolean
  isInPage: boolean
  /** The stop before, if it looked the same without the focus. */
  unmarked: string | null
}

/** Looks at the element with the focus, and whether the one before it looks different now that it has lost it. */
const lookAtStop = `(() => {
  for (const each of document.getAnimations()) try { each.finish() } catch {}
  const names = ['outlineStyle', 'outlineWidth', 'boxShadow', 'borderColor', 'backgroundColor', 'opacity', 'clipPath', 'transform']
  const styleOf = (element, part) => {
    const style = getComputedStyle(element, part)
    return names.map((name) => style[name]).join(' ')
  }
  const looksOf = (element) => {
    const looks = []
    for (let each = element; each !== null && looks.length < 15; each = each.parentElement)
      looks.push(styleOf(each), styleOf(each, '::after'), styleOf(each, '::before'))
    for (const each of [element.nextElementSibling, element.firstElementChild])
      if (each !== null) looks.push(styleOf(each))
    return looks.join('\\n')
  }
  const nameOf = (element) =>
    element.outerHTML.slice(0, 160) + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)
  const before = window.lastStop
  const isUnmarked = before?.element.isConnected && looksOf(before.element) === before.looks
  const element = document.activeElement
  window.walked ??= new Set()
  const isOver = element === document.body || window.walked.has(element)
  window.walked.add(element)
  window.lastStop = { element, looks: looksOf(element), name: nameOf(element) }
  return {
    name: window.lastStop.name,
    isOver,
    isShown: element.getClientRects().length > 0,
    isInPage: element.closest('#content') !== null,
    unmarked: isUnmarked ? before.name : null,
  }
})()`

describe.each(pages)('$name', (given) => {
  test('is walked through with Tab, and Escape leads back', async () => {
    // The previews of the sample are still being drawn.
    chromium.expectLines(/\/content\//)
    const page = await chromium.page()
    await open(page, given)
    await read(page).evaluate('document.activeElement.blur()')
    const stops: Stop[] = []
    // A page with more stops than this is one that nobody walks through.
    for (let n = 0; n < 150 && stops.at(-1)?.isOver !== true; n += 1) {
      await page.keyboard.press('Tab')
      stops.push(await read(page).evaluate<Stop>(lookAtStop))
    }
    expect(stops.at(-1)?.isOver, 'the focus leaves the page').toBe(true)
    const walked = stops.slice(0, -1)
    expect(walked.filter(({ isShown }) => !isShown).map(({ name }) => name)).toEqual([])
    expect(
      stops.flatMap(({ unmarked }) => unmarked ?? []),
      'the focus is visible',
    ).toEqual([])
    expect(walked.some(({ isInPage }) => isInPage)).toBe(true)
    expect(walked.some(({ isInPage }) => !isInPage)).toBe(true)

    const link = page.getByRole('link', { name: 'My tasks' }).first()
    await link.focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('My tasks')
    await given.opens?.(page)
  })

  test('is accessible on a small phone and on a small desktop', async () => {
    chromium.expectLines(/\/content\//)
    const page = await chromium.page({ viewport: { width: 360, height: 740 } })
    await open(page, given)
    await demandFits(page)
    await demandAccessible(page)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.locator(given.shows).first().waitFor()
    await demandFits(page)
    await demandAccessible(page)
  })
})
