import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

interface Credential {
  client_id: string
  private_key: string
}

let credential: Credential

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const made = await callApi<{ credential: Credential }>(page, 'POST', '/v1/clients', {
    name: 'Nightly import',
    actAs: me.id,
  })
  credential = made.credential
})

/** Everything that the page sends, to be searched afterwards. */
function watch(page: Page): { url: string; sent: string }[] {
  const seen: { url: string; sent: string }[] = []
  page.on('request', (request) => {
    seen.push({ url: request.url(), sent: `${JSON.stringify(request.headers())}${request.postData() ?? ''}` })
  })
  return seen
}

async function openExplorer(page: Page, hash = '', base = site.url): Promise<void> {
  await page.goto(`${base}/explorer${hash}`)
  await page.locator('.opblock-tag').first().waitFor()
}

/** Tries the operation in the address; returns the status and the body of the response. */
async function execute(page: Page): Promise<{ status: string | undefined; body: string | null }> {
  await page.locator('.opblock.is-open').getByRole('button', { name: 'Execute' }).click()
  const live = page.locator('.live-responses-table .response')
  await live.locator('.response-col_status').waitFor()
  return {
    status: (await read(live.locator('.response-col_status')).textContent())?.trim(),
    body: await read(live.locator('.response-col_description')).textContent(),
  }
}

const acting = (page: Page) => page.locator('#acting[data-held="true"]')

test('one click acts as yourself; the token can be dropped, and another pasted', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const seen = watch(page)
  await openExplorer(page, '#/users/getMe')
  await page.getByRole('button', { name: `Act as ${admin.fullName}` }).click()
  await acting(page).waitFor()
  expect(await read(acting(page)).textContent()).toMatch(
    new RegExp(`${admin.fullName}, ${admin.companyName}\\. The token expires in \\d+ (minutes|seconds)\\.`),
  )
  const { status, body } = await execute(page)
  expect(status).toBe('200')
  expect(body).toContain(site.admin.email)
  expect(seen.filter(({ url }) => !/^data:/.test(url) && new URL(url).origin !== site.url)).toEqual([])
  const token = /Bearer ([\w-]+)/.exec((await read(page.locator('.curl')).textContent()) ?? '')?.[1] ?? ''
  await page.getByRole('button', { name: 'Forget the token' }).click()
  await page.getByText('No token yet.').waitFor()
  // The fields of the response, each with its type and description.
  await page.locator('.opblock.is-open').getByRole('tab', { name: 'Schema' }).first().click()
  await page.locator('.opblock.is-open .model').getByText('timeZone').first().waitFor()
  await demandAccessible(page)
  await page.getByText('With an access token').click()
  await page.getByLabel('Access token', { exact: true }).fill(token)
  await page.getByRole('button', { name: 'Use the token' }).click()
  await acting(page).waitFor()
})

test('an invalid key file is explained; a valid one signs in the page, and is sent nowhere', async () => {
  const page = await chromium.page()
  chromium.expectLines(/oauth2\/token/)
  const seen = watch(page)
  await openExplorer(page, '#/users/getMe')
  const fault = page.getByRole('alert')
  await page.getByText('As an API client, with its key file').click()
  const give = async (text: string): Promise<void> => {
    await page.getByLabel('Or its content').fill(text)
    await page.getByRole('button', { name: 'Get a token' }).click()
  }
  await give('')
  await fault.getByText('Choose the key file, or paste its content.').waitFor()
  await give('hello')
  await fault.getByText('it is not JSON').waitFor()
  await give('{"client_id": "x"}')
  await fault.getByText('it has no private_key').waitFor()
  await give(
    JSON.stringify({
      ...credential,
      private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
    }),
  )
  await fault.getByText('is damaged').waitFor()
  await give(JSON.stringify({ ...credential, client_id: '0'.repeat(22) }))
  await fault.getByText('not signed by a live key of an active client').waitFor()

  await page.getByLabel('Or its content').fill('')
  await page.getByLabel('Key file').setInputFiles({
    name: 'atrium.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(credential)),
  })
  await page.getByRole('button', { name: 'Get a token' }).click()
  await acting(page).waitFor()
  expect((await execute(page)).status).toBe('200')
  const inner = credential.private_key.split('\n').slice(1, -2)
  expect(inner.length).toBeGreaterThan(10)
  for (const { url, sent } of seen)
    for (const line of inner) expect(`${url}${sent}`.includes(line), url).toBe(false)
  expect(seen.some(({ url }) => url.endsWith('/oauth2/token'))).toBe(true)
  expect(seen.filter(({ url }) => !/^data:/.test(url) && new URL(url).origin !== site.url)).toEqual([])

  await page.getByText('With an access token').click()
  await page.getByLabel('Access token', { exact: true }).fill('nonsense')
  await page.getByRole('button', { name: 'Use the token' }).click()
  await expect.poll(() => fault.textContent()).toMatch(/token/i)
})

test('if the browser cannot sign, the page shows that and what to do', async () => {
  const page = await chromium.page()
  chromium.expectLines(/./)
  // Plain http with a name other than localhost: browsers do not sign there.
  await page.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false })")
  await openExplorer(page)
  await page.getByText('As an API client, with its key file').click()
  await page
    .getByText('This browser only allows signing on pages served over https or from localhost')
    .waitFor()
  expect(await read(page.getByRole('button', { name: 'Get a token' })).isDisabled()).toBe(true)
})

test('the explorer fits a phone, and its descriptions can be downloaded', async () => {
  const page = await chromium.page(phone)
  await openExplorer(page, '#/tasks/listTasks')
  await page.locator('.opblock-body').waitFor()
  await demandFits(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Swagger 2.0' }).click()
  expect((await download).suggestedFilename()).toBe('atrium-swagger.json')
  expect(await read(page.getByRole('link', { name: 'Company Setup' })).getAttribute('href')).toBe(
    '/setup/advanced/api',
  )
})
