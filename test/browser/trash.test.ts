import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  workspaceId = (await make('/v1/workspaces', { workspaceName: 'Café Luz' })).id
  for (const title of ['Menu boards', 'Window lights', 'Chairs']) {
    const { id } = await make(`/v1/workspaces/${workspaceId}/tasks`, { title })
    await callApi(page, 'DELETE', `/v1/tasks/${id}`)
  }
  const { body: token } = await sendFrom(page, '/auth/token', {})
  const sent = await fetch(`${site.url}/v1/files/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${(token as { access_token: string }).access_token}`,
      'content-disposition': 'attachment; filename="Plan.txt"',
    },
    body: 'Plan',
  })
  const { id } = (await sent.json()) as { id: string }
  const files = `/v1/workspaces/${workspaceId}/files`
  const added = await callApi<{ responses: { body: string }[] }>(page, 'POST', files, {
    deferredAssetIds: [id],
  })
  await callApi(page, 'DELETE', `/v1/files/${added.responses[0]?.body}`)
  const folder = await make(`/v1/workspaces/${workspaceId}/folders`, { folderName: 'Drafts' })
  await callApi(page, 'DELETE', `/v1/folders/${folder.id}`)
  const old = await make('/v1/workspaces', { workspaceName: 'Old office' })
  await callApi(page, 'DELETE', `/v1/workspaces/${old.id}`)
})

test('what was deleted is in one trash, which the menu of the person leads to, and is restored from there', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/home`)
  await page.getByRole('button', { name: admin.fullName }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await page.waitForURL('**/trash')
  const row = page.getByRole('listitem').filter({ hasText: 'Menu boards' })
  await row.getByText(`by ${admin.fullName}`).waitFor()
  await demandAccessible(page)
  await row.getByRole('button', { name: 'Restore Menu boards' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'Menu boards restored.' }).waitFor()
  await row.waitFor({ state: 'detached' })
  // The page does not hear of the change from the service.
  await page.route('**/v1/changes*', () => undefined)
  await page.getByRole('button', { name: 'Restore Plan.txt' }).click()
  await page.getByRole('button', { name: 'Restore Plan.txt' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Restore Drafts' }).click()
  await page.getByRole('button', { name: 'Restore Drafts' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Restore Old office' }).click()
  await page.getByRole('button', { name: 'Restore Old office' }).waitFor({ state: 'detached' })
  const { items } = await callApi<{ items: { details: { title: string } }[] }>(page, 'GET', '/v1/tasks')
  expect(items.map(({ details }) => details.title)).toEqual(['Menu boards'])
})

test('the settings of a workspace have its trash, and a refused restore shows why', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/workspace/${workspaceId}/settings`)
  await page.getByRole('tab', { name: 'Trash' }).click()
  const button = page.getByRole('button', { name: 'Restore Window lights' })
  await button.waitFor()
  const refuse = { status: 403, contentType: 'application/json', body: '{"message":"Not this time."}' }
  await page.route('**/restore', (route) => route.fulfill(refuse))
  await button.click()
  await page.getByRole('alert').getByText('Not this time.').waitFor()
  await page.unroute('**/restore')
  await button.click()
  await button.waitFor({ state: 'detached' })
  await demandAccessible(page)
})

test('the trash fits a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/trash?workspace=${workspaceId}`)
  const button = page.getByRole('button', { name: 'Restore Chairs' })
  await button.waitFor()
  expect((await read(button).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await demandFits(page)
  await demandAccessible(page)
  await button.click()
  await page.getByText('Nothing deleted in this workspace').waitFor()
})

test('the trash opens at the workspace that was used last', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const aisle = { workspaceName: 'Aisle' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', aisle)
  await callApi(page, 'POST', '/v1/users/me/recent', { kind: 'workspace', recordId: workspaceId })
  await page.goto(`${site.url}/trash`)
  await expect.poll(() => page.getByLabel('Workspace').first().inputValue()).toBe('Café Luz')
  await callApi(page, 'DELETE', `/v1/workspaces/${id}`)
})

test('long names fit a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  const title = 'Agree on the colours of the brochure with the client before the printing house closes'
  const made = await callApi<{ id: string }>(page, 'POST', `/v1/workspaces/${workspaceId}/tasks`, { title })
  await callApi(page, 'DELETE', `/v1/tasks/${made.id}`)
  await page.goto(`${site.url}/trash?workspace=${workspaceId}`)
  await page.getByRole('button', { name: `Restore ${title}` }).waitFor()
  await demandFits(page)
})
