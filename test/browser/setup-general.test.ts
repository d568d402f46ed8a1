import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

test('two administrators change the company at the same time: the second is warned, and decides', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const company = page.getByRole('region', { name: 'Company', exact: true })
  const save = company.getByRole('button', { name: 'Save changes' })
  await page.getByText('In workspace groups').waitFor()
  expect(await read(save).isDisabled()).toBe(true)
  await demandAccessible(page)

  await name.fill('')
  await save.click()
  await company.locator('input[aria-invalid=true]').waitFor()
  await name.fill('Mine Ltd')
  await callApi(page, 'PUT', '/v1/company', { companyName: 'Theirs Ltd' })
  await save.click()
  await page.getByText('Someone else saved changes in the meantime').waitFor()
  await company.getByText('Name: Theirs Ltd').waitFor()
  expect(await read(name).inputValue()).toBe('Mine Ltd')
  await demandAccessible(page)
  await company.getByRole('button', { name: 'Overwrite with mine' }).click()
  await page.getByText('Company saved.').waitFor()
  const stored = await callApi<{ details: { companyName: string } }>(page, 'GET', '/v1/company')
  expect(stored.details.companyName).toBe('Mine Ltd')

  await name.fill('Mine again Ltd')
  await callApi(page, 'PUT', '/v1/company', { companyName: 'Theirs again Ltd' })
  await save.click()
  await company.getByRole('button', { name: 'Use the stored version' }).click()
  await page.waitForFunction(
    "document.querySelector('input[autocomplete=organization]').value === 'Theirs again Ltd'",
  )
})

test('single sign-on is set up, with errors next to their fields, and its secret is never shown again', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  const sso = page.getByRole('region', { name: 'Single sign-on' })
  await sso.getByLabel('Provider address').fill('login.example.com')
  await sso.getByRole('button', { name: 'Save changes' }).click()
  await sso.getByText('Must be an address that begins with https://.').waitFor()
  await sso.getByLabel('Provider address').fill('https://login.example.com')
  await sso.getByLabel('Client ID').fill('atrium')
  await sso.getByLabel('Client secret', { exact: true }).fill('very secret')
  await sso.getByLabel('Email domains').fill('example.com')
  await page.keyboard.press('Enter')
  await sso.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Single sign-on saved.').waitFor()
  await page.reload()
  await sso.getByText('A secret is stored. Enter another one to replace it.').waitFor()
  expect(await read(sso.getByLabel('Client secret', { exact: true })).inputValue()).toBe('')
  await sso.getByRole('button', { name: 'Remove secret' }).click()
  await sso.getByLabel('Provider address').fill('')
  await sso.getByRole('button', { name: 'Save changes' }).click()
  await sso.getByText('Off. It turns on once').waitFor()
})

test('file statuses are reordered, and the used storage is shown', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  await page.getByText('0 bytes used, no limit').waitFor()
  const statuses = page.getByRole('region', { name: 'File statuses' })
  await statuses.getByRole('button', { name: 'Add status' }).click()
  await statuses.getByRole('button', { name: 'Save changes' }).click()
  await statuses.locator('input[aria-invalid=true]').waitFor()
  await statuses.getByRole('textbox', { name: 'Status 6' }).fill('Signed')
  await statuses.getByRole('checkbox', { name: 'Signed is read-only' }).check()
  await statuses.getByRole('button', { name: 'Move Signed up' }).click()
  await statuses.getByRole('button', { name: 'Remove Cancelled' }).click()
  await statuses.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('File statuses saved.').waitFor()
  const { details } = await callApi<{ details: { fileStatuses: string[] } }>(page, 'GET', '/v1/company')
  expect(details.fileStatuses).toEqual([
    'Draft',
    'Pending Approval',
    'Approved',
    'Final [READONLY]',
    'Signed [READONLY]',
  ])
})

test('on a phone the page fits, and is accessible', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  await page.getByRole('region', { name: 'Single sign-on' }).waitFor()
  await demandFits(page)
  await demandAccessible(page)
})

test('people who are not administrators see no link to Company Setup, and a page that explains why', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const person = await callApi<{ id: string }>(page, 'POST', '/v1/users', {
    email: site.email('niels'),
    fullName: 'Niels Bohr',
  })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${person.id}/invitation`, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  await other.goto(`${site.url}/setup/people`)
  await other.getByText('You don’t have access').waitFor()
  expect(await read(other.getByRole('link', { name: 'Company Setup' })).count()).toBe(0)
  await demandAccessible(other)
})

test('a company is deleted by its name, everybody else is out, and a banner undoes it', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  const { details } = await callApi<{ details: { companyName: string } }>(page, 'GET', '/v1/company')
  const section = page.getByRole('region', { name: 'Delete company' })
  await section.getByRole('button', { name: 'Delete company' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete company' })
  expect(await read(confirm).isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(details.companyName)
  await demandAccessible(page)
  await confirm.click()
  const banner = page.getByText('This company is deleted')
  await banner.waitFor()
  await expect.poll(() => section.getByRole('button', { name: 'Delete company' }).isDisabled()).toBe(true)
  await read(page).evaluate('window.scrollTo(0, document.body.scrollHeight)')
  expect(await read(page).evaluate('window.scrollY')).toBeGreaterThan(100)
  const undo = page.getByRole('button', { name: 'Undo deletion' })
  const { y = -1 } = (await read(undo).boundingBox()) ?? {}
  expect(y).toBeGreaterThanOrEqual(0)
  await page.goto(`${site.url}/workspaces`)
  await banner.waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'New workspace' }).first().isDisabled()).toBe(true)
  await demandAccessible(page)
  await demandFits(page)
  await undo.click()
  await page.getByText('The company is restored.').waitFor()
  await banner.waitFor({ state: 'detached' })
})

async function openZipDownloads() {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  const zip = page.getByRole('region', { name: 'ZIP downloads' })
  const largest = zip.getByLabel('Largest folder')
  const save = zip.getByRole('button', { name: 'Save changes' })
  const stored = async (): Promise<number | null> =>
    (await callApi<{ details: { zipBytes: number | null } }>(page, 'GET', '/v1/company')).details.zipBytes
  return { page, zip, largest, save, stored }
}

test('the largest ZIP download is set in gigabytes, within the limit of the operator', async () => {
  const { page, zip, largest, save, stored } = await openZipDownloads()
  await zip.getByText('Leave empty to use the operator’s limit of 21.5 GB.').waitFor()
  await largest.fill('0')
  await save.click()
  await zip.getByText('Enter a number above 0, up to 999,999, or leave it empty.').waitFor()
  await largest.fill('1000000')
  await save.click()
  await zip.getByText('Enter a number above 0, up to 999,999, or leave it empty.').waitFor()
  await largest.fill('1.5')
  await save.click()
  await page.getByText('ZIP downloads saved.').waitFor()
  expect(await stored()).toBe(1_500_000_000)
  await page.reload()
  await expect.poll(() => largest.inputValue()).toBe('1.5 GB')
  await demandAccessible(page)
  await largest.press('Control+a')
  await largest.pressSequentially('.5')
  await save.click()
  await page.getByText('ZIP downloads saved.').waitFor()
  expect(await stored()).toBe(500_000_000)
  await largest.fill('')
  await save.click()
  await expect.poll(stored).toBeNull()
})

test('what is typed while a form is being saved stays, and can be saved too', async () => {
  const { page, largest, save, stored } = await openZipDownloads()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/v1/company', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await largest.fill('2')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save.click()
  await sent
  await largest.fill('3')
  release()
  await page.getByText('ZIP downloads saved.').waitFor()
  expect(await read(largest).inputValue()).toBe('3 GB')
  expect(await stored()).toBe(2_000_000_000)
  await save.click()
  await expect.poll(stored).toBe(3_000_000_000)
})
