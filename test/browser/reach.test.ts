import { expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { makeCompany, useSite } from '../support/served.ts'

const chromium = useChromium()
const site = useSite()

test('the service gone in mid-page: it is said, nothing is lost, and the page goes on when it is back', async () => {
  chromium.expectLines(
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED/,
  )
  const page = await chromium.page(phone)
  await makeCompany(page, site)
  await page.goto(`${site.url}/account`)
  await page.getByText('This browser', { exact: true }).waitFor()
  await page.getByLabel('Your name').fill('Ada King')
  await site.stop()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The service cannot be reached', { exact: true }).waitFor()
  await page.getByText(/^Trying again in \d+ s$/).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ada King')
  await site.start()
  await page.getByText('The service is back.').waitFor({ timeout: 30_000 })
  await expect.poll(() => page.getByText('The service cannot be reached', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Your changes are saved.').waitFor()
})

test('a form that could not be sent keeps what was typed, and one can have it tried at once', async () => {
  chromium.expectLines(
    /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED/,
  )
  const page = await chromium.page()
  await page.goto(`${site.url}/sign-in`)
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('whatever it is')
  await site.stop()
  await page.keyboard.press('Enter')
  await page.getByText('The service cannot be reached', { exact: true }).waitFor()
  await site.start()
  await page.getByRole('button', { name: 'Try now' }).click()
  await page.getByText('The service is back.').waitFor({ timeout: 30_000 })
  expect(await page.getByLabel('Email address').inputValue()).toBe('ada@example.com')
})
