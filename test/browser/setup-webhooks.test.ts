import { afterAll, beforeAll, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { callApi, signIn, useSite } from '../support/served.ts'

const chromium = useChromium()
const site = useSite()
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())

test('a webhook is created, pinged, fails, and delivers everything once its server is back', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup/advanced/webhooks`)
  await page.getByText('No webhooks yet').waitFor()
  await demandAccessible(page)

  // Errors are shown next to the fields, and nothing is lost.
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Museum portal')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('Is not on the public internet (private address)').waitFor()
  await demandAccessible(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/hook`)
  await dialog.getByRole('combobox', { name: 'Changes' }).fill('workspace.')
  await page.getByRole('option', { name: 'workspace.*' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()

  // The secret is shown once.
  await page.getByText('The secret is only shown now').waitFor()
  await page.getByText(/^whsec_/).waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  const row = page.getByRole('row', { name: 'Museum portal' })
  await row.getByText('No deliveries yet').waitFor()
  await row.click()
  await page.getByRole('heading', { name: 'Museum portal', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Ping' }).click()
  await page.getByText(/^The server answered 204 in/).waitFor()

  // A failing server: the page says so, and the delivery shows its attempt, the request and the response.
  receiver.answer = (_request, response) => response.writeHead(500).end('Being updated')
  await callApi(page, 'POST', '/v1/workspaces', { workspaceName: 'Harbour Museum' })
  await page.getByText(/^Failing since/).waitFor()
  const delivery = page.getByRole('row', { name: 'workspace.created Waiting' })
  await delivery.click()
  const panel = page.getByRole('dialog', { name: 'Delivery' })
  await panel.getByText('The receiver answered 500.').first().waitFor()
  // It may have been tried again in the meantime.
  await panel.getByText('Being updated').first().waitFor()
  await panel.getByText('"kind": "workspace"').waitFor()
  await demandAccessible(page)

  // It is back: sending again delivers.
  receiver.answer = (_request, response) => response.writeHead(204).end()
  await panel.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sending it again.').waitFor()
  await panel.getByText('Delivered').first().waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused. Changes wait, and are sent when you resume it.').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Webhook resumed.').waitFor()
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
  await page.getByText(/^Sending \d+ changes? again\.$/).waitFor()

  await page.getByRole('button', { name: 'Actions for Museum portal' }).click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await demandAccessible(page)
})

test('the pages of webhooks fit a phone, and are accessible', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  await page.goto(`${site.url}/setup/advanced/webhooks`)
  const row = page.getByRole('row', { name: 'Museum portal' })
  await row.waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await row.click()
  await page.getByRole('heading', { name: 'Museum portal', level: 1 }).waitFor()
  await page
    .getByRole('row', { name: /^workspace.created/ })
    .first()
    .waitFor()
  await demandFits(page)
  await demandAccessible(page)
  // Deleting for good requires typing the name.
  await page.getByRole('button', { name: 'Actions for Museum portal' }).click()
  await page.getByRole('menuitem', { name: 'Delete webhook' }).click()
  await page.getByLabel('Type Museum portal to confirm').fill('Museum portal')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByText('Museum portal deleted.').waitFor()
  await page.getByText('No webhooks yet').waitFor()
})
