import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''
let link = ''

interface Made {
  id: string
}

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const create = async (path: string, body: object): Promise<string> =>
    (await callApi<Made>(page, 'POST', path, body)).id
  workspaceId = await create('/v1/workspaces', { workspaceName: 'Website relaunch' })
  for (const [title, priority] of [
    ['Write the press release', 5],
    ['Choose the pictures', 1],
  ])
    await create('/v1/tasks', { title, priority, workspaceId })
  const grace = await create('/v1/users', { fullName: 'Grace Hopper', email: site.email('grace') })
  await callApi(page, 'PUT', `/v1/workspaces/${workspaceId}/members/${grace}`, { role: 'Reader' })
  const invited = await callApi<{ link: string }>(page, 'POST', `/v1/users/${grace}/invitation`, {
    mailed: false,
  })
  link = invited.link
})

const openTasks = async (page: Page, query = ''): Promise<void> => {
  await page.goto(`${site.url}/p/workspace/${workspaceId}/tasks${query}`)
  await page.getByRole('button', { name: /^View: / }).waitFor()
}

const choose = async (page: Page, item: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: /^View: / }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function save(page: Page, name: string, shared = false): Promise<void> {
  await choose(page, 'Save as a view')
  const dialog = page.getByRole('dialog', { name: 'Save as a view' })
  await dialog.getByLabel('Name').fill(name)
  if (shared) await dialog.getByLabel('Share with all members').check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.getByText(`${name} saved.`).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

/** The names in the menu, without the first, which is the page without a view. */
async function names(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^View: / }).click()
  const found = page.locator('[role="menuitem"][href]')
  await found.first().waitFor()
  const texts = await read(found).allTextContents()
  await page.keyboard.press('Escape')
  await found.first().waitFor({ state: 'detached' })
  return texts.slice(1)
}

const stateOf = (page: Page): Record<string, string> =>
  Object.fromEntries([...new URL(page.url()).searchParams].filter(([name]) => name !== 'view'))

test('the address is saved as a view, opened, changed, moved and deleted with undo', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const urgent = { layout: 'board', group: 'priority', filter: 'priority>=4' }
  await openTasks(page, `?${new URLSearchParams(urgent)}`)
  await choose(page, 'Save as a view')
  const dialog = page.getByRole('dialog', { name: 'Save as a view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await demandAccessible(page)
  await page.keyboard.press('Escape')
  await save(page, 'Urgent')
  await page.getByRole('button', { name: 'View: Urgent' }).waitFor()
  await expect.poll(() => stateOf(page)).toEqual(urgent)

  await choose(page, 'All tasks')
  await page.getByText('Choose the pictures').first().waitFor()
  await expect.poll(() => stateOf(page)).toEqual({})
  await choose(page, /^Urgent/)
  await expect.poll(() => stateOf(page)).toEqual(urgent)
  await page.getByText('Choose the pictures').first().waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'List' }).click()
  await page.getByText('edited', { exact: true }).waitFor()
  await choose(page, 'Save the changes')
  await page.getByText('Urgent updated.').waitFor()
  await page.getByText('edited', { exact: true }).waitFor({ state: 'detached' })
  await choose(page, 'Rename or share')
  const renaming = page.getByRole('dialog', { name: 'Rename or share' })
  await renaming.getByLabel('Name').fill('Very urgent')
  await renaming.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'View: Very urgent' }).waitFor()

  await choose(page, 'All tasks')
  await save(page, 'Plain')
  await expect.poll(() => names(page)).toEqual(['Very urgent', 'Plain'])
  await choose(page, 'Move up')
  await expect.poll(() => names(page)).toEqual(['Plain', 'Very urgent'])
  await choose(page, 'Delete view')
  await page.getByText('Plain deleted.').waitFor()
  await page.getByRole('button', { name: 'View: All tasks' }).waitFor()
  await expect.poll(() => names(page)).toEqual(['Very urgent'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => names(page)).toEqual(['Plain', 'Very urgent'])
})

test('a shared view is there for other members, who cannot change it', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openTasks(page, '?group=none')
  await save(page, 'For all', true)
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  await openTasks(other)
  await expect.poll(() => names(other)).toEqual(['For allShared'])
  await choose(other, /^For all/)
  await expect.poll(() => stateOf(other)).toEqual({ group: 'none' })
  await other.getByRole('button', { name: 'View: For all' }).click()
  await other.getByRole('menuitem', { name: 'Save as a view' }).waitFor()
  expect(await read(other.getByRole('menuitem', { name: 'Delete view' })).count()).toBe(0)
  await other.keyboard.press('Escape')
  await demandAccessible(other)
})

test('a name is used once, and a long one does not widen the menu', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openTasks(page, '?group=assignee')
  const long = 'Everything that the agency has to deliver before the launch of the shop '.repeat(3).trim()
  await save(page, long)
  await choose(page, 'Save as a view')
  const dialog = page.getByRole('dialog', { name: 'Save as a view' })
  await dialog.getByLabel('Name').fill(` ${long.toUpperCase()}`)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByText('Another view has this name.').waitFor()
  await dialog.getByLabel('Name').fill('Another')
  await dialog.getByText('Another view has this name.').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^View: / }).click()
  const item = page.locator('[role="menuitem"][href]', { hasText: long })
  await item.waitFor()
  const name = item.locator('span', { hasText: long }).last()
  const boxes = () => Promise.all([read(page.getByRole('menu')).boundingBox(), read(name).boundingBox()])
  // The menu is positioned after it opens.
  await expect
    .poll(async () => {
      const [outer, inner] = await boxes()
      return (outer?.x ?? 0) + (outer?.width ?? 0) - (inner?.x ?? 0) - (inner?.width ?? 0)
    })
    .toBeGreaterThan(0)
  const [outer, inner] = await boxes()
  expect(inner?.width).toBeLessThan(outer?.width ?? 0)
  expect(inner?.height).toBeLessThan(32)
})

test('a report is saved with its workspace and period, opened again, and changed', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const state = { report: 'cycle', workspace: workspaceId, weeks: '26' }
  await page.goto(`${site.url}/reports?${new URLSearchParams(state)}`)
  await save(page, 'Speed of the relaunch', true)
  const view = page.getByRole('button', { name: 'View: Speed of the relaunch' })
  await view.waitFor()
  await page.waitForURL(/[?&]saved=/)
  const { saved, ...opened } = stateOf(page)
  expect(opened).toEqual(state)
  await demandAccessible(page)
  const { details } = await callApi<{ details: Record<string, unknown> }>(page, 'GET', `/v1/reports/${saved}`)
  expect(details).toMatchObject({
    ...{ layout: 'chart', source: 'tasks', workspaceId, groupBy: 'completedWeek', shared: true },
    ...{ dateField: 'completedAt', filter: 'completedAt>="monday-175" AND completedAt<="monday+6"' },
  })
  await page.goto(`${site.url}/reports`)
  await expect.poll(() => names(page)).toEqual(['Speed of the relaunchShared'])
  await choose(page, /^Speed of the relaunch/)
  await view.waitFor()
  await expect.poll(() => stateOf(page)).toEqual({ ...state, saved })
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last 4 weeks' }).click()
  await page.getByText('edited', { exact: true }).waitFor()
  await choose(page, 'Save the changes')
  await page.getByText('edited', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Hours' }).click()
  await page.getByRole('button', { name: 'View: Standard report' }).waitFor()
  await choose(page, /^Speed of the relaunch/)
  await expect.poll(() => stateOf(page)).toEqual({ ...state, weeks: '4', saved })
  // It is no view of the tasks of the workspace.
  await openTasks(page)
  expect(await names(page)).not.toContain('Speed of the relaunchShared')
  await page.goto(`${site.url}/reports?saved=${saved}`)
  await choose(page, 'Delete view')
  await page.getByText('Speed of the relaunch deleted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => names(page)).toEqual(['Speed of the relaunchShared'])
})

test('My tasks can be filtered, and the filter saved as a view', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const me = await callApi<Made>(page, 'GET', '/v1/users/me')
  const { items } = await callApi<{ items: Made[] }>(page, 'GET', `/v1/workspaces/${workspaceId}/tasks`)
  for (const { id } of items) await callApi(page, 'PUT', `/v1/tasks/${id}`, { assignees: [me.id] })
  await page.goto(`${site.url}/tasks`)
  await page.getByRole('link', { name: 'Choose the pictures' }).waitFor()
  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog').locator('form')
  await form.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Title', exact: true }).click()
  await form.getByLabel('Value').fill('press')
  await form.getByRole('button', { name: 'Apply' }).click()
  // Nobody has to know a whole title.
  await page.getByText('Title contains press').waitFor()
  await page.getByRole('link', { name: 'Choose the pictures' }).waitFor({ state: 'detached' })
  await save(page, 'Press')
  await demandAccessible(page)
  await choose(page, 'All my tasks')
  await page.getByRole('link', { name: 'Choose the pictures' }).waitFor()
  await choose(page, 'Press')
  await page.getByRole('link', { name: 'Choose the pictures' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Write the press release' }).waitFor()
  await expect.poll(() => stateOf(page)).toEqual({ filter: 'title contains "press"' })
  await page.getByRole('button', { name: 'Remove filter: Title contains press' }).click()
  await page.getByText('edited', { exact: true }).waitFor()
})

test('on a phone the menu fits', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  for (const path of ['/reports', '/tasks']) {
    await page.goto(`${site.url}${path}`)
    await page.getByRole('button', { name: /^View: / }).waitFor()
    await demandFits(page)
    await demandAccessible(page)
  }
  await openTasks(page)
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('button', { name: /^View: / }).click()
  await page.getByRole('menuitem', { name: 'All tasks' }).waitFor()
  await demandFits(page)
})
