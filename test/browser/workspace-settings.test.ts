import { beforeAll, expect, test } from 'vitest'
import { goodPassword } from '../support/browser.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''
const emmy = { email: site.email('emmy'), password: goodPassword }

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  workspaceId = (await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Relaunch' }))
    .id
  await callApi(page, 'POST', '/v1/workspaceGroups', { workspaceGroupName: 'Clients' })
  const person = await callApi<{ id: string }>(page, 'POST', '/v1/users', {
    email: emmy.email,
    fullName: 'Emmy Noether',
  })
  const made = await callApi<{ link: string }>(page, 'POST', `/v1/users/${person.id}/invitation`, {})
  await acceptInvitation(await chromium.page(), site, made.link)
  await callApi(page, 'PUT', `/v1/workspaces/${workspaceId}/members/${person.id}`, { role: 'Contributor' })
})

const address = (): string => `${site.url}/p/workspace/${workspaceId}/settings`

interface Shown {
  items: { details: { stageName: string; status: string; softLimit: number | null } }[]
}

test('an Admin changes the settings of a workspace and its stages', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(address())
  await page.getByLabel('Name', { exact: true }).fill('Website relaunch')
  await page.getByLabel('Description').fill('The new shop.')
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: 'Clients' }).click()
  await page.getByLabel('Readers may comment').uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Workspace saved.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Website relaunch' }).waitFor()
  const { details } = await callApi<{ details: Record<string, unknown> }>(
    page,
    'GET',
    `/v1/workspaces/${workspaceId}`,
  )
  expect(details).toMatchObject({ description: 'The new shop.', readersMayComment: false })

  const stages = async () =>
    (await callApi<Shown>(page, 'GET', `/v1/workspaces/${workspaceId}/stages?sort=rank`)).items.map(
      ({ details: { stageName, status, softLimit } }) => [stageName, status, softLimit],
    )
  for (const [name, status] of [
    ['Doing', 'In Progress'],
    ['Review', 'In Progress'],
    ['Waiting', 'On Hold'],
  ] as const) {
    await page.getByLabel('New stage').fill(name)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: status }).click()
    await page.getByRole('button', { name: 'Add stage' }).click()
    await page.getByLabel(`Name of ${name}`).waitFor()
    // The field is empty again, for the next one.
    await expect.poll(() => page.getByLabel('New stage').inputValue()).toBe('')
  }
  await page.getByLabel('Name of Review').fill('In review')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of In review').waitFor()
  await page.getByLabel('Limit of In review').fill('3')
  await page.keyboard.press('Tab')
  await expect.poll(stages).toContainEqual(['In review', 'In Progress', 3])
  const notice = page.getByRole('status').filter({ hasText: 'Limit of In review saved.' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(stages).toContainEqual(['In review', 'In Progress', null])
  await expect.poll(() => page.getByLabel('Limit of In review').inputValue()).toBe('')
  await page.getByLabel('Limit of In review').fill('-3')
  await page.keyboard.press('Tab')
  const wrongLimit = page.getByText('whole number from 1 to')
  await wrongLimit.waitFor()
  await page.getByLabel('Limit of In review').fill('')
  await page.keyboard.press('Tab')
  await wrongLimit.waitFor({ state: 'detached' })
  await page.getByLabel('Name of Doing').fill('in review')
  await page.keyboard.press('Enter')
  await page.getByText('Another stage of this workspace already has this name.').waitFor()
  await page.getByLabel('Name of Doing').fill('Doing')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move In review up' }).click()
  await expect.poll(async () => (await stages())[0]?.[0]).toBe('In review')
  await demandAccessible(page)
  await page.getByLabel('Name of Doing').fill('')
  await page.keyboard.press('Enter')
  await page.getByText('Required.').waitFor()
  await page.getByRole('button', { name: 'Delete Waiting' }).click()
  await page.getByRole('dialog').getByText('keep the status On Hold').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete stage' }).click()
  await expect.poll(stages).toEqual([
    ['In review', 'In Progress', null],
    ['Doing', 'In Progress', null],
  ])
})

test('settings that were not saved are there again, and do not overwrite the change of somebody else', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(address())
  const type = page.getByLabel('Type', { exact: true })
  await type.fill('Marketing')
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('heading', { name: 'Members' }).waitFor()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect.poll(() => type.inputValue()).toBe('Marketing')
  await page.goto(`${site.url}/setup`)
  const company = page.getByRole('textbox', { name: 'Name', exact: true })
  const before = await read(company).inputValue()
  await company.fill('Half a name')
  await page.getByRole('textbox', { name: 'Client secret' }).fill('not to be kept')
  await page.goto(address())
  await expect.poll(() => type.inputValue()).toBe('Marketing')
  expect(await read(page).evaluate<string>('JSON.stringify(localStorage)')).not.toContain('not to be kept')

  await callApi(page, 'PUT', `/v1/workspaces/${workspaceId}`, { workspaceType: 'Sales' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Sales').waitFor()
  await page.getByRole('button', { name: 'Use the stored version' }).click()
  await expect.poll(() => type.inputValue()).toBe('Sales')
  await page.reload()
  await expect.poll(() => type.inputValue()).toBe('Sales')
  await page.goto(`${site.url}/setup`)
  await expect.poll(() => company.inputValue()).toBe('Half a name')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.reload()
  await expect.poll(() => company.inputValue()).toBe(before)
})

test('the list of events shows when each starts and ends', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const hours = { startsAt: '2030-03-13T09:00:00Z', endsAt: '2030-03-13T10:30:00Z' }
  await callApi(page, 'POST', `/v1/workspaces/${workspaceId}/events`, { title: 'Tasting', ...hours })
  await page.goto(`${address()}?tab=event`)
  const row = page.getByRole('row', { name: 'Tasting' })
  await row.waitFor()
  for (const time of await read(row.locator('time')).allTextContents()) expect(time).toMatch(/2030.+:\d0/)
  expect(await read(row.locator('time')).count()).toBe(2)
})

test('an Admin who is not a company administrator is asked before the workspace is archived or deleted', async () => {
  const admin = await chromium.page()
  await signIn(admin, site)
  const other = await chromium.page()
  await signIn(other, site, emmy.email)
  await other.goto(address())
  await other.getByText('Only Admins of this workspace can change its settings.').waitFor()
  expect(await read(other.getByRole('tab', { name: 'General' })).count()).toBe(0)
  await demandAccessible(other)

  const me = await callApi<{ id: string }>(other, 'GET', '/v1/users/me')
  await callApi(admin, 'PUT', `/v1/workspaces/${workspaceId}/members/${me.id}`, { role: 'Admin' })
  await other.reload()
  await other.getByRole('button', { name: 'Archive' }).click()
  await other.getByRole('dialog').getByText('A company administrator can unarchive it.').waitFor()
  await other.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await other.getByText('This workspace is archived and read-only.').waitFor()
  await other.getByLabel('New stage').waitFor({ state: 'detached' })

  await admin.goto(address())
  await admin.getByRole('button', { name: 'Unarchive' }).click()
  await admin.getByLabel('New stage').waitFor()
  await other.reload()
  await other.getByRole('button', { name: 'Move to trash' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
  await other.getByText('moved to the trash.').waitFor()
  await expect.poll(() => new URL(other.url()).pathname).toBe('/workspaces')
  await other.getByRole('button', { name: 'Undo' }).click()
  await other.getByRole('row', { name: 'Website relaunch' }).waitFor()
})

test('the settings of a workspace fit a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(address())
  await page.getByLabel('Name of Doing').waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test('the settings of a workspace list nothing that has a place of its own', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(address())
  await page.getByLabel('Name of Doing').waitFor()
  const tabs = await read(page.getByRole('tab')).allInnerTexts()
  expect(tabs).toContain('Task lists')
  for (const name of ['Stages', 'Subscribers', 'Reports', 'Notifications', 'Tasks', 'Changes', 'Audit log'])
    expect(tabs).not.toContain(name)
})

test('the history of a workspace shows all of its members which record changed, and how', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = `/v1/workspaces/${workspaceId}`
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', `${inside}${path}`, body)
  const { id } = await make('/tasks', { title: 'Plan the launch' })
  await callApi(page, 'PUT', `/v1/tasks/${id}`, { status: 'Completed', dueDate: '2031-03-12' })
  const gone = await make('/milestones', { title: 'Fair', dueDate: '2031-03-12' })
  await callApi(page, 'DELETE', `/v1/milestones/${gone.id}`)
  const other = await chromium.page()
  await signIn(other, site, emmy.email)
  for (const each of [page, other]) {
    await each.goto(address())
    await each.getByRole('tab', { name: 'History', exact: true }).click()
    const changed = each.getByRole('row', { name: /^Task “Plan the launch”: .*due date none → 12 Mar 2031/ })
    await changed.getByText(/\bstatus .+ → .+/).waitFor()
    // The time when it was completed follows from the status.
    expect(await read(changed).textContent()).not.toMatch(/completed none/)
    await each.getByRole('row', { name: 'Task “Plan the launch”: created' }).waitFor()
    await each.getByRole('row', { name: 'Milestone: deleted' }).waitFor()
    await each.getByRole('row', { name: /^Workspace “.*”: created/ }).waitFor()
    expect(await read(each.getByText('workspace.created')).count()).toBe(0)
    await demandAccessible(each)
    const gone = each.getByRole('row', { name: 'Milestone: deleted' })
    expect(await read(gone.getByRole('link', { name: /Milestone/ })).count()).toBe(0)
    await changed.getByRole('link', { name: 'Task “Plan the launch”' }).click()
    await each.waitForURL(`**/p/task/${id}`)
  }
})

test('a field that is called like a status is not shown as one', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const path = `/v1/workspaces/${workspaceId}/tasks`
  const { id } = await callApi<{ id: string }>(page, 'POST', path, { title: 'Print the flyers' })
  await callApi(page, 'PUT', `/v1/tasks/${id}`, { status: 'Completed' })
  await page.goto(`${site.url}/p/user/${(await callApi<{ id: string }>(page, 'GET', '/v1/users/me')).id}`)
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const field = page
    .getByRole('row', { name: 'Updated a task' })
    .first()
    .getByText('Completed', { exact: true })
  await field.waitFor()
  expect(await read(field).getAttribute('data-state')).toBeNull()
})
