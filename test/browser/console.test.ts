import { expect, test } from 'vitest'
import { useChromium } from '../support/chromium.ts'
import { useSite } from '../support/served.ts'

const chromium = useChromium()
const site = useSite()

test('a test learns of the errors and warnings of every tab, popups and later windows included', async () => {
  const page = await chromium.page()
  const other = await page.context().newPage()
  for (const each of [page, other]) await each.goto(`${site.url}/sign-in`)
  const popup = page.waitForEvent('popup')
  await page.evaluateHandle(`(() => {
    console.log('not this')
    console.error('error of the page')
    queueMicrotask(() => { throw new Error('thrown by the page') })
    window.open('/sign-in')
  })()`)
  await (await popup).evaluateHandle(`void Promise.reject(new Error('rejected by the popup'))`)
  await other.evaluateHandle(`console.warn('warning of the other tab')`)
  const messages = [
    'error of the page',
    'thrown by the page',
    'rejected by the popup',
    'warning of the other tab',
  ]
  await expect.poll(chromium.unexpectedLines).toHaveLength(messages.length)
  const told = chromium.unexpectedLines().join('\n')
  for (const message of messages) expect(told).toContain(message)
  chromium.expectLines(/ the (?:page|popup|other tab)/)
  expect(chromium.unexpectedLines()).toEqual([])
})
