import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { codeFor } from '../support/authenticator.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import {
  acceptInvitation,
  admin,
  callApi,
  makeCompany,
  sendFrom,
  signIn,
  useOwnSite,
  useSite,
} from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useOwnSite()
/** A company that requires one-time codes. */
const strict = useSite()

beforeAll(async () => {
  await makeCompany(await chromium.page(), site)
})

async function give(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** A new person with a password, and a page on which they are not signed in. */
async function newPerson(email: string, company = site): Promise<Page> {
  const page = await chromium.page()
  await signIn(page, company)
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/users', { email, fullName: 'Grace Hopper' })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${id}/invitation`, {})
  await acceptInvitation(page, company, link)
  await sendFrom(page, '/auth/sign-out', {})
  return page
}

test('sign-in returns to the requested page, and sign-out leads to sign-in', async () => {
  const page = await chromium.page()
  await page.goto(`${site.url}/account?from=mail`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('email')
  await demandAccessible(page)
  await give(page, site.admin.email, admin.password)
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await expect.poll(() => page.url()).toBe(`${site.url}/account?from=mail`)
  await page.getByRole('button', { name: admin.fullName }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Email address').waitFor()
})

test('signing out asks before it discards text that was not sent, even in another tab', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/home`)
  const title = page.getByRole('dialog', { name: 'New task' }).getByLabel('Title')
  await page.getByText('No workspaces yet').waitFor()
  await page.keyboard.press('c')
  await title.fill('Half a thought')
  const other = await page.context().newPage()
  await other.goto(`${site.url}/home`)
  const signOut = async (): Promise<void> => {
    await other.getByRole('button', { name: admin.fullName }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  const question = other.getByRole('dialog', { name: 'Sign out and discard your drafts?' })
  await signOut()
  await question.waitFor()
  await demandAccessible(other)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('No workspaces yet').waitFor()
  await page.keyboard.press('c')
  await expect.poll(() => title.inputValue()).toBe('Half a thought')
  await signOut()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await other.getByLabel('Email address').waitFor()
  expect(await read(other).evaluate('JSON.stringify(localStorage)')).not.toContain('Half a thought')
})

test('nobody is redirected to another site', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  for (const back of [
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    '/.//example.com',
    '/x/..//example.com',
    '/./\\example.com',
    'javascript:alert(1)',
    '/sign-in',
  ]) {
    await page.goto(`${site.url}/sign-in?back=${encodeURIComponent(back)}`)
    await page.waitForURL(`${site.url}/home`)
  }
})

test('errors are shown next to the field, and only a fault of the service with the request id', async () => {
  const page = await chromium.page(phone)
  await page.goto(`${site.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => page.getByText('Required.').count()).toBe(2)
  await give(page, site.email('nobody'), 'wrong')
  await page.getByText('Wrong email or password.').waitFor()
  expect(await read(page.getByText('Request ID')).count()).toBe(0)
  await demandFits(page)
  await demandAccessible(page)
  // Nobody has set it up here.
  expect(await read(page.getByRole('button', { name: 'Use single sign-on' })).count()).toBe(0)
  // A real service does not fail on request.
  const failed = { message: 'Something went wrong.', requestId: '034xoOp7QM7UE5C1GyMpSt' }
  await page.route('**/auth/sign-in', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(failed) }),
  )
  chromium.expectLines(/500/)
  await give(page, site.email('nobody'), 'wrong')
  await page.getByText('Request ID').waitFor()
})

test('after too many attempts the page shows how long to wait, and then continues', async () => {
  const page = await newPerson(site.email('often'))
  await page.context().clearCookies()
  // The first wait is one second, so the page's clock is frozen until the test has seen it.
  const now = clock.now()
  await page.clock.setFixedTime(now)
  await page.goto(`${site.url}/sign-in`)
  await page.getByLabel('Email address').fill(site.email('often'))
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  const waiting = page.getByRole('button', { name: /^Try again in \d+ s$/ })
  for (let n = 0, status = 0; n < 9 && status !== 429; n += 1) {
    const answered = page.waitForResponse('**/auth/sign-in')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    status = (await answered).status()
    // The response is shown once the button is idle again.
    await page.locator('button[type=submit]:not([data-loading])').waitFor()
  }
  expect(await read(waiting).isDisabled()).toBe(true)
  await page.clock.setSystemTime(now)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
})

test('a session that ends while a page is open asks to sign in, and returns to the page', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/account`)
  await page.getByLabel('Your name').waitFor()
  const other = await chromium.page()
  await signIn(other, site)
  const { items } = await callApi<{ items: { id: string; details: { current: boolean } }[] }>(
    other,
    'GET',
    '/v1/sessions',
  )
  for (const { id, details } of items)
    if (!details.current) await callApi(other, 'DELETE', `/v1/sessions/${id}`)
  await page.getByLabel('Your name').fill('Ada King')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your session has ended').waitFor()
  await give(page, site.admin.email, admin.password)
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
})

test('without mail, an administrator helps with a forgotten password', async () => {
  const page = await chromium.page()
  await page.goto(`${site.url}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Required.').waitFor()
  await page.getByLabel('Email address').fill(site.admin.email)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This installation can’t send email' }).waitFor()
  await page.getByText(`admin recover ${site.admin.email} --password-stdin`).waitFor()
  await demandAccessible(page)
})

describe('one-time codes', () => {
  test('are required after the password; a recovery code replaces one, once', async () => {
    const email = site.email('codes')
    const page = await newPerson(email)
    await signIn(page, site, email)
    const begun = await sendFrom(page, '/auth/one-time-codes', { password: admin.password })
    const { seed } = begun.body as { seed: string }
    const confirmed = await sendFrom(page, '/auth/one-time-codes/confirm', { code: await codeFor(seed, -1) })
    const [recoveryCode = ''] = (confirmed.body as { recoveryCodes: string[] }).recoveryCodes
    await sendFrom(page, '/auth/sign-out', {})

    await page.goto(`${site.url}/account`)
    await give(page, email, admin.password)
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await demandAccessible(page)
    await page.getByLabel('One-time code').fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong').waitFor()
    // Opened again in between, it continues with the same step.
    await page.reload()
    const code = await codeFor(seed)
    await page.getByLabel('One-time code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()

    for (const works of [true, false]) {
      await sendFrom(page, '/auth/sign-out', {})
      await page.goto(`${site.url}/sign-in`)
      await give(page, email, admin.password)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recoveryCode)
      await page.keyboard.press('Enter')
      await (works
        ? page.getByRole('heading', { name: 'Needs your attention' })
        : page.getByText('The code is wrong, was used before')
      ).waitFor()
    }
    await demandAccessible(page)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByLabel('Email address').waitFor()
  })

  test('are set up at the next sign-in if the company requires them', async () => {
    const email = strict.email('asked')
    const page = await newPerson(email, strict)
    const boss = await chromium.page()
    await signIn(boss, strict)
    await callApi(boss, 'PUT', '/v1/company', { oneTimeCodesRequired: true })
    await page.goto(`${strict.url}/account`)
    await give(page, email, admin.password)
    await page.getByRole('heading', { name: 'Set up one-time codes' }).waitFor()
    await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
    await demandAccessible(page)
    // Opened again, it asks for the password once more, and shows a new key.
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('The password is wrong').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByText('Or enter this key in the app').waitFor()
    const key = (await read(page.locator('code').first()).textContent()) ?? ''
    await page.getByLabel('Six-digit code from the app').fill('123456')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong').waitFor()
    await page.getByLabel('Six-digit code from the app').fill(await codeFor(key))
    await page.keyboard.press('Enter')
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect.poll(() => codes.count()).toBe(10)
    await demandAccessible(page)
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download codes' }).click(),
    ])
    expect(kept.suggestedFilename()).toBe('atrium-recovery-codes.txt')
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
  })
})
