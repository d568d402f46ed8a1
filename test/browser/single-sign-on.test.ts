import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, useChromium } from '../support/chromium.ts'
import { ssoClient, useIdentityProvider } from '../support/identity-provider.ts'
import { freePort } from '../support/postgres-server.ts'
import { callApi, makeCompany, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

// The provider must know the redirect address before the service starts.
const port = await freePort()
const provider = useIdentityProvider(`http://localhost:${port}/auth/sso/callback`)
const chromium = useChromium()
const site = useOwnSite(() => ({ ATRIUM_PORT: String(port), ATRIUM_SSO_PRIVATE_ADDRESSES: 'yes' }))

beforeAll(async () => {
  const page = await chromium.page()
  await makeCompany(page, site)
  await callApi(page, 'PUT', '/v1/company', {
    ssoIssuer: provider.issuer,
    ssoClientId: ssoClient.id,
    ssoClientSecret: ssoClient.secret,
    ssoDomains: ['acme.example'],
    ssoCreates: 'Internal',
  })
})

/** Goes to the provider, signs in there, and comes back. */
async function comeAs(page: Page, login: string): Promise<void> {
  // Its pages load a font and an icon from elsewhere, and wait for the font.
  chromium.expectLines(new RegExp(`fonts\\.googleapis|${provider.issuer}`))
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort())
  await page.getByLabel('Email address').fill('anybody@acme.example')
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('single sign-on leads through the provider to the requested page', async () => {
  provider.people.set('grace', { email: 'grace@acme.example', name: 'Grace Hopper' })
  const page = await chromium.page()
  await page.goto(`${site.url}/account`)
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.getByText('Enter your email address first').waitFor()
  await page.getByLabel('Email address').fill('anybody@elsewhere.example')
  await page.getByRole('button', { name: 'Use single sign-on' }).click()
  await page.getByText('There is no single sign-on for this address').waitFor()
  await comeAs(page, 'grace')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Grace Hopper')
  // There is no password to change, and there are no codes.
  await page.getByRole('link', { name: 'Security' }).click()
  await expect.poll(() => page.getByText('You sign in with single sign-on').count()).toBe(2)
  await demandAccessible(page)
})

test('unknown people learn what to do, once', async () => {
  provider.people.set('far', { email: 'far@elsewhere.example', email_verified: true })
  const page = await chromium.page()
  await page.goto(`${site.url}/sign-in`)
  await comeAs(page, 'far')
  await page.getByText('Your company doesn’t have an account for you yet.').waitFor()
  await demandAccessible(page)
  await expect.poll(() => page.url()).toBe(`${site.url}/sign-in`)
  await page.reload()
  await page.getByLabel('Email address').waitFor()
  expect(await read(page.getByText('Your company doesn’t have an account for you yet.')).count()).toBe(0)
})
