import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

test('an unknown address shows a message, within the frame, with a way home', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const path of ['/nope', '/setup/nope', '/workspaces/nope', '/problems/nope', '/p/task']) {
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expect.poll(() => page.title()).toBe('Page not found · Atrium')
    expect(page.url()).toBe(site.url + path)
    await page.getByRole('link', { name: 'My tasks' }).waitFor()
  }
  await demandAccessible(page)
  const home = page.getByRole('link', { name: 'Go to the start page' })
  // Everything begins at one edge.
  const edges = [1, 2].map((level) => page.getByRole('heading', { level }))
  const [first, ...others] = await Promise.all(
    [...edges, home].map(async (part) => Math.round((await read(part).boundingBox())?.x ?? 0)),
  )
  expect(others).toEqual([first, first])
  await home.click()
  await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
})

test('people who are not signed in see the same, and can sign in from there', async () => {
  const page = await chromium.page(phone)
  await page.goto(`${site.url}/nope`)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
})

/** The pages of the navigation. */
const inNavigation = ['home', 'inbox', 'tasks', 'time', 'calendar', 'workspaces', 'reports', 'trash']

test('on a desktop, the titles of all pages of the navigation are at the same height', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const tops: [string, number | undefined][] = []
  for (const path of inNavigation) {
    await page.goto(`${site.url}/${path}`)
    await page.locator('h1').waitFor()
    tops.push([path, (await read(page.locator('h1')).boundingBox())?.y])
  }
  expect(tops).toEqual(inNavigation.map((path) => [path, 20]))
})

test.each([
  ['a desktop', {}, '24px'],
  ['a phone', phone, '20px'],
])('on %s, the titles of all pages have one size', async (_, device, size) => {
  const page = await chromium.page(device)
  await signIn(page, site)
  for (const path of [...inNavigation, 'setup']) {
    await page.goto(`${site.url}/${path}`)
    const sizeOf = () =>
      read(page).evaluate(
        `[...document.querySelectorAll('h1')].map((heading) => getComputedStyle(heading).fontSize)`,
      )
    await expect.poll(sizeOf, { message: path }).toEqual([size])
  }
})

test('each page has the window title it is registered with', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const [path, title] of [
    ['/workspaces', 'Workspaces'],
    ['/tasks', 'My tasks'],
    ['/account', 'Your account'],
    ['/setup', 'General'],
    ['/setup/advanced/audit', 'Audit'],
  ] as const) {
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.title()).toBe(`${title} · Atrium`)
  }
})
