import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite({ organization: 'accounts' })
const groups = useSite()

test('accounts are created, moved and deleted, with workspaces in them', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup/workspaces`)
  await page.getByText('No workspaces here yet').waitFor()
  const tree = page.getByRole('navigation', { name: 'Accounts' })
  const dialog = page.getByRole('dialog')
  const act = async (place: string, item: string): Promise<void> => {
    await tree.getByRole('button', { name: `Actions for ${place}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await tree.getByRole('button', { name: 'Add account' }).click()
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await dialog.locator('input[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Account name').fill('North')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await act('North', 'Add account inside')
  await dialog.getByLabel('Account name').fill('Berlin')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await tree.getByRole('button', { name: 'Berlin', exact: true }).waitFor()

  // The new account is selected, so new workspaces go into it.
  await page.getByRole('button', { name: 'Create workspace' }).first().click()
  await dialog.getByLabel('Name').first().fill('Website relaunch')
  await dialog.getByLabel('Short name').fill('not a short name')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await dialog.locator('input[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Short name').fill('')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('row', { name: 'Website relaunch' }).getByText('North / Berlin').waitFor()
  await demandAccessible(page)

  await act('Berlin', 'Rename')
  await dialog.getByLabel('Account name').fill('Potsdam')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await act('Potsdam', 'Move')
  await dialog.getByRole('combobox', { name: 'Inside' }).click()
  await page.getByRole('option', { name: 'Top level' }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page
    .getByRole('row', { name: 'Website relaunch' })
    .getByRole('cell', { name: 'Potsdam', exact: true })
    .waitFor()

  // Deleting a non-empty account is refused with an explanation; an empty one is deleted.
  for (const [name, outcome] of [
    ['Potsdam', 'The account still contains workspaces'],
    ['North', 'North deleted.'],
  ] as const) {
    await act(name, 'Delete account')
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await page.getByText(outcome).waitFor()
    if (name === 'Potsdam') await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a workspace is archived and unarchived, deleted and restored', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup/workspaces`)
  const row = page.getByRole('row', { name: 'Website relaunch' })
  const actions = page.getByRole('button', { name: 'Actions for Website relaunch' })
  const show = (what: string) => page.getByRole('radiogroup').getByText(what, { exact: true }).click()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByText('Website relaunch archived.').waitFor()
  await show('Archived')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await page.getByText('Website relaunch unarchived.').waitFor()
  await show('Active')
  const trash = async (): Promise<void> => {
    await actions.click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await page.getByText('It has 1 member.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('Website relaunch moved to the trash.').waitFor()
  }
  await trash()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('Website relaunch restored.').waitFor()
  await row.waitFor()
  await trash()
  await show('Trash')
  await page.getByRole('row', { name: 'Website relaunch' }).getByText(admin.fullName).waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Restore Website relaunch' }).click()
  await page.getByText('The trash is empty').waitFor()
  await show('Active')
  await row.waitFor()
})

test('members get roles, the last admin stays one, and a refused change is reverted', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await callApi(page, 'POST', '/v1/users', { email: site.email('emmy'), fullName: 'Emmy Noether' })
  const { items } = await callApi<{ items: { id: string }[] }>(page, 'GET', '/v1/workspaces')
  await page.goto(`${site.url}/setup/workspaces/${items[0]?.id}`)
  await page.getByRole('button', { name: 'Add members' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option', { name: `Emmy Noether (${site.email('emmy')})` }).click()
  await dialog.getByRole('button', { name: 'Add members' }).click()
  await page.getByText('Members added.').waitFor()
  const roleOf = (name: string) => page.getByRole('combobox', { name: `Role of ${name}` })
  const give = async (name: string, role: string): Promise<void> => {
    await roleOf(name).click()
    await page.getByRole('option', { name: role }).and(page.locator(':visible')).click()
  }
  await give(admin.fullName, 'Reader')
  await page.getByText('This would leave the workspace without an Admin').waitFor()
  await page.waitForFunction(
    `document.querySelector('[aria-label="Role of ${admin.fullName}"]').value === 'Admin'`,
  )
  await give('Emmy Noether', 'Admin')
  await page.getByText('Emmy Noether is now Admin.').waitFor()
  await page.getByRole('button', { name: 'Actions for Emmy Noether' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('Emmy Noether removed.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await roleOf('Emmy Noether').waitFor()
})

test('a workspace is changed, and nothing in it can be changed while it is archived', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup/workspaces`)
  await page.getByRole('row', { name: 'Website relaunch' }).click()
  await page.getByLabel('Description').fill('The new pages of the company')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Workspace saved.').waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('This workspace is archived').waitFor()
  await expect.poll(() => page.getByLabel('Description').isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Unarchive' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).waitFor()
})

test('on a phone the pages of workspaces fit, and are accessible', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup/workspaces`)
  await page.getByRole('row', { name: 'Website relaunch' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('row', { name: 'Website relaunch' }).click()
  await page.getByRole('combobox', { name: 'Role of Emmy Noether' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test('a company with workspace groups has groups, one of which always exists', async () => {
  const page = await chromium.page()
  await signIn(page, groups)
  await page.goto(`${groups.url}/setup/workspaces`)
  const tree = page.getByRole('navigation', { name: 'Groups' })
  const dialog = page.getByRole('dialog')
  await tree.getByRole('button', { name: 'Not Grouped' }).waitFor()
  expect(await read(tree.getByRole('button', { name: 'Actions for Not Grouped' })).count()).toBe(0)
  await tree.getByRole('button', { name: 'Add group' }).click()
  await dialog.getByLabel('Group name').fill('not grouped')
  await dialog.getByRole('button', { name: 'Add group' }).click()
  await dialog.getByText('Not Grouped already exists.').waitFor()
  await dialog.getByLabel('Group name').fill('Customers')
  await dialog.getByRole('button', { name: 'Add group' }).click()
  await tree.getByRole('button', { name: 'Customers', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Create workspace' }).first().click()
  await dialog.getByLabel('Name').first().fill('Trade fair')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('row', { name: 'Trade fair' }).getByText('Customers').waitFor()
  await demandAccessible(page)
})
