import { expect, test } from 'vitest'
import { goodPassword } from '../support/browser.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, admin, callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

test('a person is invited, and joins with the link', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup/people`)
  await page.getByRole('row', { name: admin.fullName }).waitFor()
  await page.getByRole('button', { name: 'Invite person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Emmy Noether')
  await dialog.getByLabel('Email address').fill(site.admin.email)
  await dialog.getByText('External', { exact: true }).click()
  await dialog.getByText('A client or partner').waitFor()
  await dialog.getByRole('button', { name: 'Invite person' }).click()
  await dialog.getByText('Belongs to another user.').waitFor()
  await demandAccessible(page)
  await dialog.getByLabel('Email address').fill(site.email('emmy'))
  // While the link is made, the form stays as it is.
  let made = (): void => undefined
  const until = new Promise<void>((resolve) => {
    made = resolve
  })
  await page.route('**/invitation', async (route) => {
    await until
    await route.continue()
  })
  const asked = page.waitForRequest('**/invitation')
  await dialog.getByRole('button', { name: 'Invite person' }).click()
  await asked
  // The page knows that the person exists once it lists them behind the dialog.
  await page.locator('tr').filter({ hasText: 'Emmy Noether' }).waitFor()
  await expect.poll(() => dialog.getByLabel('Email address').inputValue()).toBe(site.email('emmy'))
  made()

  await page.getByText('This link is only shown now').waitFor()
  await page.getByText('It was not emailed. Pass it on to the person yourself.').waitFor()
  await demandAccessible(page)
  const link = (await read(page.getByLabel('Link', { exact: true })).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('row', { name: 'Emmy Noether' }).getByText('Invited', { exact: true }).waitFor()
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  await callApi(other, 'GET', '/v1/users/me')
  await page.getByRole('row', { name: 'Emmy Noether' }).click()
  await page.getByRole('heading', { name: 'Emmy Noether', level: 1 }).waitFor()
})

test('a person is changed, gets another link, is deactivated and reactivated', async () => {
  const other = await chromium.page()
  await signIn(other, site, site.email('emmy'))
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup/people`)
  await page.getByRole('row', { name: 'Emmy Noether' }).click()
  await page.getByText('Has a password.').waitFor()
  await page.getByText('Signed in on 2 devices.').waitFor()
  await demandAccessible(page)
  await page.getByRole('checkbox', { name: 'Create workspaces' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Person saved.').waitFor()

  await page.getByRole('button', { name: 'Password reset link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  await page.getByText('Link for Emmy Noether').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke link' }).click()
  await page.getByText('Link revoked.').waitFor()
  await page.getByRole('button', { name: 'Revoke link' }).waitFor({ state: 'detached' })

  // The notice covers the button, and lets clicks through.
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('their tasks stay assigned to them').waitFor()
  await page.getByText('2 sessions end.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('This person is inactive').waitFor()
  expect((await sendFrom(other, '/auth/token', {})).status).toBe(401)
  await page.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Emmy Noether reactivated.').waitFor()
  expect(
    (await sendFrom(other, '/auth/sign-in', { email: site.email('emmy'), password: goodPassword })).status,
  ).toBe(200)
})

test('the last administrator cannot be removed, and people with activity cannot be deleted', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  await page.goto(`${site.url}/setup/people/${me.id}`)
  await page.getByRole('checkbox', { name: 'Company administrator' }).uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const refusal = 'This is the last active company admin. Make somebody else a company admin first.'
  await page.getByText(refusal).waitFor()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByText(refusal).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await callApi(page, 'POST', '/v1/users', { email: site.email('niels'), fullName: 'Niels Bohr' })
  await page.goto(`${site.url}/setup/people`)
  for (const [name, outcome] of [
    ['Emmy Noether', 'This person has worked here'],
    ['Niels Bohr', 'Niels Bohr deleted.'],
  ] as const) {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel(`Type ${name} to confirm`).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(outcome).waitFor()
    if (name === 'Emmy Noether')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  }
  await page.getByRole('row', { name: 'Niels Bohr' }).waitFor({ state: 'detached' })
  await demandAccessible(page)
})

test('on a phone the pages of people fit, and are accessible', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup/people`)
  await page.getByRole('row', { name: 'Emmy Noether' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('row', { name: 'Emmy Noether' }).click()
  await page.getByText('Has a password.').waitFor()
  await demandFits(page)
  await demandAccessible(page)
})
