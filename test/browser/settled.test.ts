import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { useChromium } from '../support/chromium.ts'
import { callApi, signIn, useSite } from '../support/served.ts'
import { read, settled } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let files = ''

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const workspace = { workspaceName: 'Hiring' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', workspace)
  files = `${site.url}/p/workspace/${id}/files`
})

/** Holds the requests to an address until they are released; `begun` resolves with the first one. */
async function hold(page: Page, address: string): Promise<{ begun: Promise<void>; release: () => void }> {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    begun.resolve()
    await held.promise
    await route.continue()
  })
  return { begun: begun.promise, release: held.resolve }
}

/** Whether the page says that it has settled, ten frames later. */
const settledLater = `new Promise((done) => {
  const look = (frames) => requestAnimationFrame(() => {
    if (frames === 0) done('settled' in document.documentElement.dataset)
    else look(frames - 1)
  })
  look(10)
})`

test('a page settles when an upload is over, and shows it then', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(files)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  const claim = await hold(page, '**/v1/workspaces/*/files')
  const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') }
  await page.locator('[data-upload="files"]').setInputFiles(file)
  await claim.begun
  await expect.poll(() => page.evaluate(settledLater)).toBe(false)
  claim.release()
  expect(await read(page.getByText('1 file uploaded')).count()).toBe(1)
  expect(await read(page.getByRole('link', { name: 'note.txt' })).count()).toBeGreaterThan(0)
})

test('a page settles when the code it needs is shown, which is later than when it is loaded', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const code = await hold(page, '**/files-view-*.js')
  await page.goto(files)
  await code.begun
  await expect.poll(() => page.evaluate(settledLater)).toBe(false)
  code.release()
  expect(await read(page.getByRole('link', { name: 'note.txt' })).count()).toBeGreaterThan(0)
})

test('a page settles when what was typed has been searched for', async () => {
  const page = await chromium.page()
  await page.clock.install({ time: clock.now() })
  await signIn(page, site)
  await page.route('**/v1/search?*', (route) =>
    route.fulfill({ status: 403, json: { message: 'Not today.' } }),
  )
  await page.goto(`${site.url}/workspaces`)
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await settled(page)
  // The pause in typing lasts until the clock goes on.
  await page.clock.pauseAt(clock.now() + 60_000)
  await page.getByRole('combobox').fill('plan')
  await expect.poll(() => page.evaluate(`'settled' in document.documentElement.dataset`)).toBe(false)
  await page.clock.resume()
  expect(await read(page.getByText('The search failed: Not today.')).count()).toBe(1)
})
