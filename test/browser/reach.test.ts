import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { callApi, makeCompany, signIn, useOwnSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useOwnSite()

/** Also the 503 of a stopping service, and axe’s warnings about missing styles. */
const refused =
  /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|Couldn't load preload assets|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_SOCKET_NOT_CONNECTED|503 \(Service Unavailable\)/

test('when the service goes away, the page shows it, loses nothing, and continues when it is back', async () => {
  chromium.expectLines(refused)
  const page = await chromium.page(phone)
  await makeCompany(page, site)
  await page.goto(`${site.url}/account`)
  await page.getByLabel('Your name').fill('Ada King')
  await site.stop()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Can’t reach the service', { exact: true }).waitFor()
  await page.getByText(/^Trying again in \d+ s$/).waitFor()
  await demandFits(page)
  await demandAccessible(page)
  expect(await read(page.getByLabel('Your name')).inputValue()).toBe('Ada King')
  // The notice goes away after a few seconds.
  await Promise.all([page.getByText('Back online.').waitFor(), site.start()])
  await expect.poll(() => page.getByText('Can’t reach the service', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Profile saved.').waitFor()
})

test('a form that could not be sent keeps what was typed, and can be retried immediately', async () => {
  chromium.expectLines(refused)
  const page = await chromium.page()
  await page.goto(`${site.url}/sign-in`)
  // Its clock is stopped: the button finds the service again.
  await page.clock.install({ time: clock.now() })
  await page.clock.pauseAt(clock.now() + 10_000)
  await page.getByLabel('Email address').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('whatever it is')
  await site.stop()
  await page.keyboard.press('Enter')
  await page.getByText('Can’t reach the service', { exact: true }).waitFor()
  await site.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Back online.').waitFor()
  await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe('ada@example.com')
})

test('what was typed in Company Setup stays while the service is away, and is saved then', async () => {
  chromium.expectLines(refused)
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/setup`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Still here Ltd')
  await site.stop()
  const company = page.getByRole('region', { name: 'Company', exact: true })
  await company.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Can’t reach the service', { exact: true }).first().waitFor()
  // The notice goes away after a few seconds.
  await Promise.all([page.getByText('Back online.').waitFor(), site.start()])
  await company.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Company saved.').waitFor()
})

test('changes that were made while the service was away are shown when it is back', async () => {
  chromium.expectLines(refused)
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Hiring' })
  const opened = page.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await page.goto(`${site.url}/workspaces`)
  await opened
  await page.getByRole('row', { name: 'Hiring' }).waitFor()
  await site.stop()
  // The longer the service is away, the longer the page waits before it tries again: at most half a minute.
  const continued = page.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await site.start()
  await callApi(page, 'PUT', `/v1/workspaces/${made.id}`, { workspaceName: 'After the break' })
  await continued
  await page.getByRole('row', { name: 'After the break' }).waitFor()
})

test('records, lists and dialogs wait for the service, and continue automatically when it is back', async () => {
  chromium.expectLines(refused)
  const record = await chromium.page()
  await signIn(record, site)
  const make = async (path: string, body: object): Promise<string> =>
    (await callApi<{ id: string }>(record, 'POST', path, body)).id
  const workspace = await make('/v1/workspaces', { workspaceName: 'Website relaunch' })
  const milestoneId = await make(`/v1/workspaces/${workspace}/milestones`, { title: 'Launch' })
  await make(`/v1/workspaces/${workspace}/tasks`, { title: 'Write the texts', milestoneId })
  const tasklistName = 'Before the launch'
  const tasklist = await make(`/v1/workspaces/${workspace}/tasklists`, { tasklistName, milestoneId })
  await record.goto(`${site.url}/p/tasklist/${tasklist}`)
  await record.getByRole('link', { name: 'Launch', exact: true }).waitFor()
  const work = await chromium.page()
  await signIn(work, site)
  await work.goto(`${site.url}/p/workspace/${workspace}/tasks`)
  await work.getByRole('row', { name: 'Write the texts' }).waitFor()
  await work.getByRole('button', { name: 'New task' }).click()
  const title = work.getByLabel('Title of the new task')
  await title.fill('Order the photos')
  const people = await chromium.page(phone)
  await signIn(people, site)
  await people.goto(`${site.url}/setup/people`)
  await people.getByRole('row', { name: 'Ada' }).waitFor()

  await site.stop()
  const gone = (page: Page) => page.getByText('Can’t reach the service', { exact: true }).first()
  await record.getByRole('link', { name: 'Launch', exact: true }).click()
  await gone(record).waitFor()
  await demandAccessible(record)
  await title.press('Enter')
  await gone(work).waitFor()
  // A page whose code is not loaded yet.
  await people.getByRole('button', { name: 'More' }).click()
  await people.getByRole('menuitem', { name: 'My tasks' }).click()
  await gone(people).waitFor()
  await demandFits(people)

  await site.start()
  await record.getByRole('heading', { level: 1, name: 'Launch' }).waitFor()
  await people.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  const banner = work.getByRole('region', { name: 'Can’t reach the service' })
  await banner.waitFor({ state: 'detached' })
  // The text comes back when the request has failed, which is not always before the banner goes.
  await expect.poll(() => title.inputValue()).toBe('Order the photos')
  await title.press('Enter')
  await work.getByRole('row', { name: 'Order the photos' }).waitFor()
})

test('a tab whose tasks were not loaded yet shows that it is loading, and notices of an outage end with it', async () => {
  chromium.expectLines(/ERR_INTERNET_DISCONNECTED/)
  const page = await chromium.page()
  await signIn(page, site)
  const workspace = { workspaceName: 'Outages' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', workspace)
  const path = `/v1/workspaces/${id}/tasks`
  await callApi(page, 'POST', path, { title: 'Read the meter' })
  await page.goto(`${site.url}/p/workspace/${id}/files`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Workspace' })
  await page.context().setOffline(true)
  await tabs.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
  await tabs.getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
  await page.context().setOffline(false)
  const row = page.getByRole('row', { name: 'Read the meter' })
  await row.waitFor()
  await tabs.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Add people' }).waitFor()
  await tabs.getByRole('link', { name: 'Tasks' }).click()
  await row.waitFor()

  await page.context().setOffline(true)
  await row.getByRole('link').first().focus()
  await page.keyboard.press('e')
  const alert = page.getByRole('alert').filter({ hasText: 'Read the meter' })
  await alert.getByText('Can’t reach the service. Nothing is lost').waitFor()
  await page.getByRole('button', { name: 'New task' }).click()
  const title = page.getByLabel('Title of the new task')
  await title.fill('Write it down')
  await title.press('Enter')
  const other = page.getByRole('alert').filter({ hasText: 'Can’t reach the service. Nothing is lost' })
  await other.nth(1).waitFor()
  await page.context().setOffline(false)
  await alert.getByText('Not saved, because the service could not be reached.').waitFor()
  await expect.poll(() => other.count()).toBe(0)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(async () => {
      type Shown = { items: { details: { status: string } }[] }
      return (await callApi<Shown>(page, 'GET', path)).items.map(({ details }) => details.status)
    })
    .toEqual(['Completed'])
})

test('the code of a page is loaded while the session is requested', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answer = Promise.withResolvers<void>()
  await page.route('**/auth/session', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(`${site.url}/trash`)
  await expect.poll(() => asked.some((path) => /\/trash-[^/]*\.js$/.test(path))).toBe(true)
  answer.resolve()
  await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor()
})
