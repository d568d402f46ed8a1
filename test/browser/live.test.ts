import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useChromium } from '../support/chromium.ts'
import { acceptInvitation, admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Hiring' })
  workspaceId = made.id
})

const rename = (page: Page, workspaceName: string): Promise<unknown> =>
  callApi(page, 'PUT', `/v1/workspaces/${workspaceId}`, { workspaceName })

test('pages show the changes of others without being reloaded, by one stream for all tabs', async () => {
  const first = await chromium.page()
  await signIn(first, site)
  const second = await first.context().newPage()
  let streams = 0
  for (const page of [first, second])
    page.on('request', (request) => {
      if (request.url().includes('/v1/changes')) streams += 1
    })
  const opened = first.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await first.goto(`${site.url}/workspaces`)
  await opened
  await second.goto(`${site.url}/workspaces`)
  for (const page of [first, second]) {
    await page.getByRole('row', { name: 'Hiring' }).waitFor()
    // A tab follows changes once it knows who is signed in.
    await page.getByRole('button', { name: admin.fullName }).waitFor()
  }
  await rename(first, 'People')
  for (const page of [first, second]) await page.getByRole('row', { name: 'People' }).waitFor()
  expect(streams).toBe(1)

  // When the tab with the stream closes, another continues where it stopped.
  const continued = second.waitForRequest((request) => request.url().includes('/v1/changes'))
  await first.close()
  expect((await continued).url()).not.toContain('after=now')
  await rename(second, 'Everybody')
  await second.getByRole('row', { name: 'Everybody' }).waitFor()
  await rename(second, 'Hiring')
})

test('rows that others add wait while the pointer is in the list, and one press shows them', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const person = { email: site.email('grace'), fullName: 'Grace Hopper', userType: 'Internal' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', person)
  await callApi(page, 'PUT', `/v1/workspaces/${workspaceId}/members/${id}`, { role: 'Contributor' })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${id}/invitation`, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  const tasks = `/v1/workspaces/${workspaceId}/tasks`
  await callApi(page, 'POST', tasks, { title: 'Read the letters' })
  for (const layout of ['list', 'board']) {
    const streaming = page.waitForResponse((reply) => reply.url().includes('/v1/changes'))
    await page.goto(`${site.url}/p/workspace/${workspaceId}/tasks?layout=${layout}`)
    await page.getByRole('link', { name: 'Read the letters' }).hover()
    await streaming
    for (const title of ['Call back', 'Write back'])
      await callApi(other, 'POST', tasks, { title: `${title} on the ${layout}` })
    const pill = page.getByRole('button', { name: '2 new' })
    await pill.waitFor()
    expect(await read(page.getByRole('link', { name: `Call back on the ${layout}` })).count()).toBe(0)
    // A change of one's own is shown at once.
    await callApi(page, 'POST', tasks, { title: `Mine on the ${layout}` })
    await page.getByRole('link', { name: `Mine on the ${layout}` }).waitFor()
    await callApi(other, 'POST', tasks, { title: `Sign on the ${layout}` })
    await page.getByRole('button', { name: /^\d new$/ }).click()
    await page.getByRole('link', { name: `Sign on the ${layout}` }).waitFor()
    await page.getByRole('button', { name: /^\d new$/ }).waitFor({ state: 'detached' })
  }
  // Another layout reads the tasks again, so nothing waits any longer. On a board, no head of a column is covered.
  await page.getByRole('link', { name: 'Read the letters' }).hover()
  await callApi(other, 'POST', tasks, { title: 'Waits on the board' })
  const pill = page.getByRole('button', { name: '1 new' })
  await pill.waitFor()
  const cards = await read(page.getByRole('link', { name: 'Read the letters' })).boundingBox()
  expect((await read(pill).boundingBox())?.y).toBeGreaterThan(cards?.y ?? 900)
  await page.keyboard.press('1')
  await page.getByRole('row', { name: 'Waits on the board' }).waitFor()
  await pill.waitFor({ state: 'detached' })
  // Away from the list, everything is shown at once.
  await page.getByRole('button', { name: 'New task' }).hover()
  await read(page).evaluate('document.activeElement?.blur()')
  await callApi(other, 'POST', tasks, { title: 'Shown at once' })
  await page.getByRole('link', { name: 'Shown at once' }).waitFor()
})
