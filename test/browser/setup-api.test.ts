import { createPrivateKey, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { said } from '../contract/said.ts'
import { demandAccessible, demandFits, phone, textOf, useChromium } from '../support/chromium.ts'
import { admin, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a program does with the file: an assertion, a token, a request. */
async function callWith(file: Record<string, string>, path: string): Promise<Response> {
  const now = Math.floor(clock.now() / 1000)
  const claims = {
    iss: file['client_id'],
    aud: file['audience'],
    iat: now,
    exp: now + 300,
    scp: file['scope'],
  }
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  const key = createPrivateKey(file['private_key'] ?? '')
  const assertion = `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
  const traded = await fetch(file['token_url'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  })
  if (traded.status !== 200) return traded
  const { access_token: token } = (await traded.json()) as { access_token: string }
  return fetch(`${site.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
}

test('a client is created, its key file is downloaded, and a program uses it until it is revoked', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup/advanced/api`)
  await page.getByText('No API clients yet').waitFor()
  // Errors are shown next to the fields, and nothing is lost.
  await page.getByRole('button', { name: 'Create client' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create client' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid=true]')).waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Invoice export')
  await dialog.getByRole('combobox', { name: 'Acts as' }).click()
  await page.getByRole('option', { name: `${admin.fullName} (${site.admin.email})` }).click()
  await demandAccessible(page)
  await dialog.getByRole('button', { name: 'Create client' }).click()

  await page.getByText('The private key is only shown now').waitFor()
  await demandAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download key file' }).click(),
  ])
  const file = JSON.parse(await textOf(download)) as Record<string, string>
  const me = await callWith(file, '/v1/users/me')
  expect(me.status).toBe(200)
  expect(((await me.json()) as { details: { email: string } }).details.email).toBe(site.admin.email)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()

  // The list names the person it acts as; its page lists its keys.
  const row = page.getByRole('row', { name: 'Invoice export' })
  await row.getByText(admin.fullName).waitFor()
  await page.getByRole('columnheader', { name: 'Compatibility mode' }).waitFor()
  await row.getByRole('cell', { name: 'Off', exact: true }).waitFor()
  await row.click()
  await page.getByRole('heading', { name: 'Invoice export', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByRole('row').nth(2).waitFor()
  // A third key is refused with an explanation.
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New key' }).click()
  await page.getByText('The client already has 2 active keys. Revoke one of them first.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  // The older key is revoked, and no longer works.
  await page
    .getByRole('button', { name: /^Actions for the key/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Revoke key' }).click()
  const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke key' })
  expect(await read(revoke).isDisabled()).toBe(true)
  await page.getByLabel('Type Invoice export to confirm').fill('Invoice export')
  await revoke.click()
  await page.getByText('Key revoked.').waitFor()
  expect((await callWith(file, '/v1/users/me')).status).toBe(400)

  await page.getByRole('textbox', { name: 'Name' }).fill('Invoice and report export')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { name: 'Invoice and report export', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Revoke client' }).click()
  await page.getByLabel('Type Invoice and report export to confirm').fill('Invoice and report export')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke client' }).click()
  await page.getByText('This client is revoked.').waitFor()
  await demandAccessible(page)
})

test('the pages of clients fit a phone, and are accessible', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup/advanced/api`)
  await page.getByRole('row', { name: 'Invoice and report export' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('row', { name: 'Invoice and report export' }).click()
  await page.getByText('This client is revoked.').waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test(
  said('An interactive explorer for it is linked from the company administration area of an account.'),
  async () => {
    const page = await chromium.page()
    await signIn(page, site)
    await page.goto(`${site.url}/setup/advanced/api`)
    await page.getByRole('link', { name: 'Open the API explorer' }).click()
    await page.waitForURL(`${site.url}/explorer`)
    await page.locator('.opblock-tag', { hasText: 'tasks' }).first().waitFor()
  },
)
