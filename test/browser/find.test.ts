import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let taskId = ''
let museum = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  museum = (await make('/v1/workspaces', { workspaceName: 'Harbour Museum' })).id
  const cafe = (await make('/v1/workspaces', { workspaceName: 'Café Luz' })).id
  await make(`/v1/workspaces/${museum}/tasks`, { title: 'Press kit with twelve pictures' })
  taskId = (await make(`/v1/workspaces/${museum}/tasks`, { title: 'Accessibility statement' })).id
  await make(`/v1/tasks/${taskId}/comments`, { body: 'Can we have it before the press preview?' })
  await make(`/v1/workspaces/${cafe}/milestones`, { title: 'Press day' })
})

test('the palette finds records, marks the words, and is limited to a kind with Tab', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Harbour Museum' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('press')
  const found = page.getByRole('group', { name: 'Results', exact: true })
  const task = found.getByRole('option', { name: 'Press kit with twelve pictures' })
  await task.getByText('Harbour Museum').waitFor()
  expect(await read(task.locator('mark')).allTextContents()).toEqual(['Press'])
  const comment = found.getByRole('option', { name: 'Accessibility statement' })
  await comment.getByText(`${admin.fullName}: Can we have it before the`).waitFor()
  // One request has the names of the person and of the task.
  expect(asked.filter((path) => /^\/v1\/(comments|tasks)\/./.test(path))).toHaveLength(1)
  await demandAccessible(page)
  // All, tasks, files, comments.
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Tab')
  await expect.poll(() => page.getByRole('button', { pressed: true }).textContent()).toBe('Comments')
  await task.waitFor({ state: 'detached' })
  await comment.waitFor()
  expect(await read(page.getByRole('option')).count()).toBe(1)
  // A comment is shown with the task that it is about.
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/p/task/${taskId}`)
})

test('the search page has its words in the address, finds by kind and workspace, and needs no mouse', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Harbour Museum' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('press')
  await page.keyboard.press('Shift+Enter')
  await page.waitForURL('**/find?q=press')
  const results = page.getByRole('region', { name: 'Results' })
  await page.getByText('3 results').waitFor()
  expect((await read(results.locator('mark')).allTextContents()).toSorted()).toEqual([
    'Press',
    'Press',
    'press',
  ])
  await demandAccessible(page)

  await page.getByRole('button', { name: 'Milestones' }).click()
  await page.getByText('1 result', { exact: true }).waitFor()
  await results.getByRole('link', { name: 'Press day' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=press&kind=milestone')
  await page.goto(`${site.url}/find?q=press&workspace=${museum}`)
  await page.getByText('2 results').waitFor()
  await page.reload()
  await page.getByText('2 results').waitFor()

  await page.getByRole('combobox', { name: 'Workspace' }).waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Search')
  await results.getByRole('link', { name: 'Accessibility statement' }).waitFor()
  const names = await read(results.getByRole('link')).allTextContents()
  for (let at = names.findIndex((name) => name.startsWith('Accessibility')); at >= 0; at -= 1)
    await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => page.evaluate('document.activeElement?.textContent'))
    .toContain('Accessibility statement')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/p/task/${taskId}`)
  await page.goBack()
  await page.getByText('2 results').waitFor()

  await page.getByRole('textbox', { name: 'Search' }).fill('no such word')
  await page.getByText('Nothing found for “no such word”').waitFor()
  await page.getByRole('button', { name: 'Search everything' }).click()
  await page.waitForURL('**/find?q=no+such+word')
  await page.getByRole('textbox', { name: 'Search' }).fill('ada')
  await results.getByRole('link', { name: admin.fullName }).waitFor()
})

test('a failed search shows an error and can be tried again', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const refuse = { status: 403, contentType: 'application/json', body: '{"message":"Not this time."}' }
  await page.route('**/v1/search?*', (route) => route.fulfill(refuse))
  await page.goto(`${site.url}/find?q=press`)
  await page.getByRole('alert').getByText('Not this time.').waitFor()
  await page.unroute('**/v1/search?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('3 results').waitFor()
})

test('the search fits a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/find?q=press`)
  await page.getByText('3 results').waitFor()
  await demandFits(page)
  await demandAccessible(page)
  const box = await read(page.getByRole('link', { name: 'Press day' })).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox', { name: 'Search, jump to' }).fill('press')
  await page.getByRole('option', { name: 'Press day' }).waitFor()
  await demandFits(page)
})

test('before anything is typed, the search page lists what was opened lately', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await callApi(page, 'POST', '/v1/users/me/recent', { kind: 'task', recordId: taskId })
  await page.goto(`${site.url}/find`)
  const recent = page.getByRole('list', { name: 'Recent' })
  const first = recent.getByRole('link').first()
  await first.getByText('Accessibility statement').waitFor()
  await first.getByText('Harbour Museum').waitFor()
  await demandAccessible(page)
  await page.getByRole('textbox', { name: 'Search' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/p/task/${taskId}`)
})

test('a kind with many results leaves room for the others, and all of it is one step away', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await callApi(page, 'POST', `/v1/workspaces/${museum}/tasks`, { title: 'Lighthouse drawing' })
  for (let n = 0; n < 13; n += 1)
    await callApi(page, 'POST', '/v1/workspaces', { workspaceName: `Lighthouse ${n}` })
  // The index follows a moment later.
  const found = () => callApi<{ items: unknown[] }>(page, 'GET', '/v1/search?q=lighthouse&limit=100')
  await expect.poll(async () => (await found()).items.length).toBe(14)
  await page.goto(`${site.url}/find?q=lighthouse`)
  await page.getByText('Showing the top results of each kind.').waitFor()
  const of = (kind: string) => page.getByRole('region', { name: kind, exact: true }).getByRole('link')
  await of('Tasks')
    .and(page.getByRole('link', { name: 'Lighthouse drawing' }))
    .waitFor()
  expect(await read(of('Workspaces')).count()).toBe(6)
  await demandAccessible(page)
  await page.getByRole('link', { name: 'More workspaces' }).click()
  await page.getByText('13 results').waitFor()
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Harbour Museum' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('lighthouse')
  await page
    .getByRole('group', { name: 'Results', exact: true })
    .getByRole('option', { name: 'Lighthouse drawing' })
    .waitFor()
})
