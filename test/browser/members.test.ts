import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, admin, callApi, signIn, useSite } from '../support/served.ts'
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
  workspaceId = (await callApi<Made>(page, 'POST', '/v1/workspaces', { workspaceName: 'Website relaunch' }))
    .id
  await callApi(page, 'POST', '/v1/users', { fullName: 'Grace Hopper', email: site.email('grace') })
})

async function openMembers(page: Page): Promise<void> {
  await page.goto(`${site.url}/p/workspace/${workspaceId}/members`)
  await page.getByRole('row', { name: admin.fullName }).waitFor()
}

test('an Admin adds a colleague, changes their role with undo, and removes them', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openMembers(page)
  await page.getByRole('button', { name: 'Add people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Person').click()
  await page.getByRole('option', { name: 'Grace Hopper' }).click()
  await dialog.getByText('Reader', { exact: true }).click()
  await dialog.getByText('Sees everything.').waitFor()
  await demandAccessible(page)
  await dialog.getByRole('button', { name: 'Add to workspace' }).click()
  await page.getByText('Grace Hopper is now a member.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add people' }).click()
  await dialog.getByLabel('Person').click()
  await page.getByText('No one else to add.').waitFor()
  await dialog.getByLabel('Person').fill('Nobody')
  await page.getByText('No one else with that name or address.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  const role = page.getByRole('button', { name: /Role of Grace Hopper/ })
  await role.click()
  await page.getByRole('menuitem', { name: /^Contributor/ }).click()
  await page.getByText('Grace Hopper: Contributor.').waitFor()
  await expect.poll(() => role.textContent()).toBe('Contributor')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => role.textContent()).toBe('Reader')
  await page.getByText('Grace Hopper: Reader.').waitFor()

  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Remove from workspace' }).click()
  await page.getByText('Grace Hopper removed.').waitFor()
  await page.getByRole('row', { name: 'Grace Hopper' }).waitFor({ state: 'detached' })
  const { items } = await callApi<{ items: Made[] }>(page, 'GET', `/v1/workspaces/${workspaceId}/members`)
  expect(items).toHaveLength(1)
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: Removal of Grace Hopper').waitFor()
  await page.getByRole('row', { name: 'Grace Hopper' }).getByText('Reader').waitFor()
})

test('an Admin cannot take the last Admin’s role away, and the row shows what is true', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openMembers(page)
  const role = page.getByRole('button', { name: new RegExp(`Role of ${admin.fullName}`) })
  await role.click()
  await page.getByRole('menuitem', { name: /^Reader/ }).click()
  await page.getByText('without an Admin').waitFor()
  await expect.poll(() => role.textContent()).toBe('Admin')
})

test('somebody is invited by email, is shown as Invited, and then joins', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await openMembers(page)
  await page.getByRole('button', { name: 'Add people' }).click()
  const dialog = page.getByRole('dialog')
  // An address, or a name, that was typed to find somebody is there to invite them.
  const find = dialog.getByLabel('Person')
  const hint = dialog.getByText('No one else with that name or address.')
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>()
  await page.route('**/v1/users?*nobody*', async (route) => {
    // Nobody knows yet.
    await isSeen
    await route.fallback()
  })
  const searching = page.waitForRequest('**/v1/users?*nobody*')
  await find.fill(site.email('nobody'))
  await searching
  await expect.poll(() => hint.count()).toBe(0)
  seen()
  await hint.waitFor()
  // Nothing covers the fields below.
  await dialog.getByText('Admin', { exact: true }).click()
  await dialog.getByText('By email', { exact: true }).click()
  expect(await read(dialog.getByLabel('Email address')).inputValue()).toBe(site.email('nobody'))
  await dialog.getByText('From the company').click()
  expect(await read(find).inputValue()).toBe(site.email('nobody'))
  await find.fill('Nobody')
  await hint.waitFor()
  await demandAccessible(page)
  await dialog.getByRole('button', { name: 'Invite by email' }).click()
  await expect.poll(() => page.evaluate('document.activeElement?.value')).toBe('Nobody')
  // The address of the earlier search is gone, but what the person writes stays.
  expect(await read(dialog.getByLabel('Email address')).inputValue()).toBe('')
  await dialog.getByLabel('Name').fill('Nobody Else')
  await dialog.getByText('From the company').click()
  await find.fill('Somebody')
  await hint.waitFor()
  await dialog.getByText('By email', { exact: true }).click()
  expect(await read(dialog.getByLabel('Name')).inputValue()).toBe('Nobody Else')
  await dialog.getByLabel('Name').fill('')
  await dialog.getByLabel('Email address').fill('')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect.poll(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Name').fill('Emmy Noether')
  await dialog.getByLabel('Email address').fill(site.email('emmy'))
  await dialog.getByText('Admin', { exact: true }).click()
  await demandAccessible(page)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Link for Emmy Noether').waitFor()
  link = (await read(page.getByLabel('Link', { exact: true })).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: 'Emmy Noether' })
  await row.getByText('Invited').waitFor()
  await demandAccessible(page)

  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  await openMembers(other)
  // An Admin of a workspace who is not from the company invites people, too, and has no directory to choose from.
  await other.getByRole('button', { name: 'Add people' }).click()
  await other.getByRole('dialog').getByLabel('Email address').waitFor()
  expect(await read(other.getByRole('dialog').getByText('From the company')).count()).toBe(0)
  await openMembers(page)
  await row.waitFor()
  expect(await read(row.getByText('Invited')).count()).toBe(0)
})

test('a company admin decides whether Admins of workspaces may invite people', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  await page.getByRole('switch', { name: /Workspace admins can invite/ }).click()
  const section = page.getByRole('region', { name: 'Invitations' })
  await section.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Invitation setting saved.').waitFor()
  const { details } = await callApi<{ details: Record<string, unknown> }>(page, 'GET', '/v1/company')
  expect(details['workspaceAdminsMayInvite']).toBe(false)
})

test('a star makes a workspace or a task a favorite, which the navigation shows in one’s own order', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const task = await callApi<Made>(page, 'POST', '/v1/tasks', { title: 'Write the text', workspaceId })
  await page.goto(`${site.url}/p/workspace/${workspaceId}/tasks`)
  await page.getByRole('button', { name: 'Add to favorites' }).first().click()
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail.getByRole('heading', { name: 'Favorites' }).waitFor()
  await page.goto(`${site.url}/p/task/${task.id}`)
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await rail.getByRole('link', { name: 'Write the text' }).hover()
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await demandAccessible(page)
  await rail.getByRole('button', { name: 'Actions for Write the text' }).click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  const names = async () =>
    (
      await callApi<{ items: { details: { name: string } }[] }>(
        page,
        'GET',
        '/v1/users/me/favorites?sort=rank',
      )
    ).items.map(({ details }) => details.name)
  await expect.poll(names).toEqual(['Write the text', 'Website relaunch'])
  await page.reload()
  await page.getByRole('button', { name: 'Remove from favorites' }).click()
  await expect.poll(names).toEqual(['Website relaunch'])
  await rail.getByRole('link', { name: 'Write the text' }).waitFor({ state: 'detached' })
  const recent = async () =>
    (await callApi<{ items: { id: string }[] }>(page, 'GET', '/v1/users/me/recent')).items.map(({ id }) => id)
  await expect.poll(recent).toEqual(expect.arrayContaining([task.id, workspaceId]))
})

test('the members fit a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await openMembers(page)
  await demandFits(page)
  await demandAccessible(page)
})
