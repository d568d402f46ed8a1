import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, textOf, useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  workspaceId = (await make('/v1/workspaces', { workspaceName: 'Café Luz' })).id
  const inside = `/v1/workspaces/${workspaceId}`
  await make(`${inside}/tasks`, { title: 'Menu boards', dueDate: '2030-03-12', assignees: [me.id] })
  await make(`${inside}/tasks`, { title: 'Chairs', priority: 5, description: 'Oak' })
  await make(`${inside}/tasks`, { title: 'Tables', priority: 5 })
  await make(`${inside}/milestones`, { title: 'Doors open' })
  await make(`${inside}/folders`, { folderName: 'Plans' })
  await make('/v1/times', { workspaceId, date: '2030-03-12', minutes: 90, note: 'Sketches' })
})

async function exported(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  return (await textOf(download)).trimEnd().split('\r\n')
}

test('a calendar has an address that is created, replaced and revoked', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  // Browsers show them as errors.
  const missing: string[] = []
  page.on('response', (reply) => {
    if (reply.status() === 404) missing.push(new URL(reply.url()).pathname)
  })
  await page.goto(`${site.url}/p/workspace/${workspaceId}/calendar?day=2030-03-12`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog')
  const shown = async (): Promise<string> => {
    await dialog.getByText('Copy it now: it is shown only once.').waitFor()
    return (await read(dialog.locator('code')).textContent()) ?? ''
  }
  const status = async (address: string): Promise<number> => (await page.request.get(address)).status()
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const first = await shown()
  await demandAccessible(page)
  expect(await (await page.request.get(first)).text()).toContain('SUMMARY:Menu boards')
  expect(await read(dialog.getByRole('link', { name: 'Open in calendar app' })).getAttribute('href')).toBe(
    first.replace('http:', 'webcal:'),
  )

  await dialog.getByRole('button', { name: 'New address' }).click()
  await dialog.getByText('The current address stops working.').waitFor()
  await dialog.getByRole('button', { name: 'Create new address' }).click()
  await expect.poll(shown).not.toBe(first)
  const second = await shown()
  expect([await status(first), await status(second)]).toEqual([404, 200])
  await page.keyboard.press('Escape')

  // The account page has the same.
  await page.goto(`${site.url}/account/preferences`)
  await page.getByText('You created an address on').waitFor()
  await page.getByRole('button', { name: 'Revoke address' }).click()
  await page.getByRole('button', { name: 'Revoke address' }).click()
  await page.getByText('Calendar address revoked.').waitFor()
  expect(await status(second)).toBe(404)
  await page.getByRole('button', { name: 'Create address' }).waitFor()
  await demandAccessible(page)
  expect(missing).toEqual([])
})

test('the tasks and files of a workspace are exported as CSV, as they are filtered', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const place = `${site.url}/p/workspace/${workspaceId}`
  await page.goto(`${place}/tasks?filter=${encodeURIComponent('priority=5')}`)
  await page.getByRole('link', { name: 'Chairs' }).waitFor()
  await demandAccessible(page)
  const tasks = await exported(page)
  expect(tasks).toHaveLength(3)
  expect(tasks[0]).toContain('description')
  expect(tasks.join()).toContain('Oak')

  await page.goto(`${place}/files`)
  await page.getByText('Plans').first().waitFor()
  expect(await exported(page)).toHaveLength(1)
})

test('my tasks, my time and any other list are exported as CSV', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('link', { name: 'Menu boards' }).waitFor()
  expect(await exported(page)).toHaveLength(2)

  await page.goto(`${site.url}/time?week=2030-03-11`)
  await page.getByText('Café Luz').first().waitFor()
  await demandAccessible(page)
  expect((await exported(page)).at(-1)).toContain('Sketches')

  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Café Luz' }).waitFor()
  expect(await exported(page)).toHaveLength(2)

  await page.goto(`${site.url}/p/workspace/${workspaceId}/settings?tab=milestone`)
  await page.getByRole('row', { name: 'Doors open' }).waitFor()
  expect(await exported(page)).toHaveLength(2)
})

test('on a phone the tools of a calendar and its address fit', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/p/workspace/${workspaceId}/calendar?day=2030-03-12`)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create address' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
})
