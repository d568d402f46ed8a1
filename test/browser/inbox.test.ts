import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { goodPassword } from '../support/browser.ts'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
const grace = { email: site.email('grace'), password: goodPassword }
let inside = ''
let [adaId, graceId] = ['', '']

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Café Luz' })
  inside = `/v1/workspaces/${made.id}`
  adaId = (await callApi<{ id: string }>(page, 'GET', '/v1/users/me')).id
  const person = { email: grace.email, fullName: 'Grace Hopper', userType: 'Internal' }
  graceId = (await callApi<{ id: string }>(page, 'POST', '/v1/users', person)).id
  await callApi(page, 'PUT', `${inside}/members/${graceId}`, { role: 'Contributor' })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${graceId}/invitation`, {})
  await acceptInvitation(await chromium.page(), site, link)
})

/** A browser in which Grace is signed in. Others hear of what she does. */
async function asGrace(): Promise<Page> {
  const page = await chromium.page()
  await signIn(page, site, grace.email)
  return page
}

const makeTask = async (page: Page, body: object): Promise<string> =>
  (await callApi<{ id: string }>(page, 'POST', `${inside}/tasks`, body)).id

const mentionAda = (page: Page, taskId: string): Promise<unknown> =>
  callApi(page, 'POST', `/v1/tasks/${taskId}/comments`, {
    body: `@[Ada](user:${adaId}) is it in the budget?`,
  })

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: title })

test('the inbox shows what others did, live, and each row is read, snoozed or done with the keyboard', async () => {
  const other = await asGrace()
  const page = await chromium.page()
  await signIn(page, site)
  const streaming = page.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await page.goto(`${site.url}/inbox`)
  await page.getByText('Nothing new').waitFor()
  await streaming
  await demandAccessible(page)

  const board = await makeTask(other, { title: 'Menu board lettering' })
  await mentionAda(other, board)
  await row(page, 'Menu board lettering').getByText('Grace Hopper mentioned you').waitFor()
  await row(page, 'Menu board lettering').getByText('@Ada is it in the budget?', { exact: true }).waitFor()
  await makeTask(other, { title: 'Brief the photographer', assignees: [adaId] })
  await row(page, 'Brief the photographer').getByText('Grace Hopper assigned it to you').waitFor()
  const rail = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' })
  await rail.getByText('2').waitFor()
  await demandAccessible(page)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Menu board')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByText('is it in the budget?').waitFor()
  await expect.poll(() => page.url()).toContain(`open=${board}`)
  await rail.getByText('1').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await rail.getByText('2').waitFor()

  await page.keyboard.press('e')
  await row(page, 'Menu board lettering').waitFor({ state: 'detached' })
  await page.getByRole('status').filter({ hasText: 'Marked as done.' }).waitFor()
  await page.keyboard.press('Control+z')
  await row(page, 'Menu board lettering').waitFor()

  await row(page, 'Brief the photographer').getByRole('link').focus()
  await page.keyboard.press('h')
  await page.getByRole('dialog', { name: 'Snooze until' }).getByRole('option', { name: 'Tomorrow' }).click()
  await row(page, 'Brief the photographer').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Snoozed' }).click()
  await row(page, 'Brief the photographer').getByText('until').waitFor()
  await row(page, 'Brief the photographer').hover()
  await page.getByRole('button', { name: 'Stop snoozing: Brief the photographer' }).click()
  await page.getByText('No snoozed notifications').waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await row(page, 'Brief the photographer').waitFor()

  // New rows wait while the focus is in the list.
  await row(page, 'Brief the photographer').getByRole('link').focus()
  await mentionAda(other, await makeTask(other, { title: 'Repair the oven' }))
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await read(row(page, 'Repair the oven')).count()).toBe(0)
  await page.getByRole('button', { name: '1 new' }).click()
  await row(page, 'Repair the oven').waitFor()

  // All notifications are marked, not only those on this page.
  const request = page.waitForRequest((each) => each.url().endsWith('/notifications/read'))
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  expect((await request).postData()).toBeNull()
  await rail.getByText('unread').waitFor({ state: 'detached' })
  const before = await read(page).evaluate('history.length')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await read(page).evaluate('history.length')).toBe(before)
  await row(page, 'Repair the oven').getByRole('link').focus()
  await page.keyboard.press('e')
  await row(page, 'Repair the oven').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Brief the')
  // After the last one, the focus has somewhere to go.
  await row(page, 'Menu board lettering').getByRole('link').focus()
  await page.keyboard.press('e')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toContain('Brief the')
  await page.keyboard.press('e')
  await page.getByText('Nothing new').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('H1')
})

test('the inbox fits a phone, where each row has a menu and opens a page', async () => {
  const other = await asGrace()
  const taskId = await makeTask(other, { title: 'Sign above the door of the café on the corner' })
  await mentionAda(other, taskId)
  const page = await chromium.page({ ...phone, viewport: { width: 360, height: 780 } })
  await signIn(page, site)
  await expect
    .poll(() => callApi<{ unread: number }>(page, 'GET', '/v1/users/me/notifications/summary'))
    .toMatchObject({ unread: 1 })
  await page.goto(`${site.url}/inbox`)
  await row(page, 'Sign above the door').waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await row(page, 'Sign above the door').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Mark as read' }).click()
  await row(page, 'Sign above the door').getByText('unread').waitFor({ state: 'detached' })
  // The page begins at the comment, however much is above it.
  for (let n = 0; n < 30; n += 1)
    await callApi(other, 'POST', `/v1/tasks/${taskId}/steps`, { title: `Screw ${n}` })
  await row(page, 'Sign above the door').getByRole('link').click()
  await page.waitForURL(`**/p/task/${taskId}?comment=*`)
  const comment = page.getByRole('article', { name: 'Comment by Grace Hopper' })
  await comment.waitFor()
  await expect.poll(async () => (await comment.boundingBox())?.y ?? 0).toBeLessThan(780)
  await demandAccessible(page)
  // The less usual actions are in a menu.
  const menu = page.getByRole('button', { name: 'Actions for Sign above the door' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await menu.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByText('Link copied.').waitFor()
  expect(await read(page).evaluate('navigator.clipboard.readText()')).toBe(`${site.url}/p/task/${taskId}`)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.waitForURL('**/tasks')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => (await callApi<{ details: object }>(page, 'GET', `/v1/tasks/${taskId}`)).details)
    .toMatchObject({ title: 'Sign above the door of the café on the corner' })
})

test('a comment mentions somebody from a menu, gets reactions, and its thread is resolved and opened again', async () => {
  const other = await asGrace()
  const taskId = await makeTask(other, { title: 'Choose the cups' })
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/task/${taskId}`)
  await page.getByLabel('Write a comment').click()
  await page.keyboard.type('Ask @gra')
  await page
    .getByRole('listbox', { name: 'Mention someone' })
    .getByRole('option', { name: 'Grace' })
    .waitFor()
  await demandAccessible(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('about it')
  const field = page.getByLabel('Write a comment')
  expect(await read(field).inputValue()).toBe('Ask @Grace Hopper about it')
  // The draft knows whom it means.
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Ask @Grace Hopper about it')
  await field.focus()
  await page.keyboard.press('End')
  // Neither key belongs to the menu.
  await page.keyboard.type(' @gra')
  await page.getByRole('option', { name: 'Grace' }).waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.getByRole('option', { name: 'Grace' }).waitFor({ state: 'detached' })
  await page.getByLabel('Write a comment').focus()
  await page.keyboard.press('End')
  await page.getByRole('option', { name: 'Grace' }).waitFor()
  await page.keyboard.press('Control+Enter')
  const comment = page.getByRole('article', { name: 'Comment by Ada Lovelace' })
  await comment.getByText('Ask @Grace Hopper about it @gra').waitFor()

  await comment.getByRole('button', { name: 'React' }).click()
  await page.getByRole('menuitem', { name: '🎉' }).click()
  await comment.getByRole('button', { name: '🎉 1', pressed: true }).waitFor()
  const { items } = await callApi<{ items: { id: string }[] }>(page, 'GET', `/v1/tasks/${taskId}/comments`)
  const party = encodeURIComponent('🎉')
  await callApi(other, 'PUT', `/v1/comments/${items[0]?.id}/reactions/${party}`)
  await comment.getByRole('button', { name: '🎉 2', pressed: true }).click()
  await comment.getByRole('button', { name: '🎉 1', pressed: false }).waitFor()
  await comment.getByRole('button', { name: 'Resolve' }).click()
  await comment.getByText('Resolved', { exact: true }).waitFor()
  await demandAccessible(page)
  await comment.getByRole('button', { name: 'Reopen' }).click()
  await comment.getByRole('button', { name: 'Resolve' }).waitFor()
})

test('a notification about several people shows only what is certain, and does not quote a deleted comment', async () => {
  const other = await asGrace()
  const page = await chromium.page()
  await signIn(page, site)
  const person = { email: site.email('lin'), fullName: 'Lin Chen', userType: 'Internal' }
  const { id: linId } = await callApi<{ id: string }>(page, 'POST', '/v1/users', person)
  await callApi(page, 'PUT', `${inside}/members/${linId}`, { role: 'Contributor' })
  const { link } = await callApi<{ link: string }>(page, 'POST', `/v1/users/${linId}/invitation`, {})
  const third = await chromium.page()
  await acceptInvitation(third, site, link)
  await signIn(third, site, person.email)
  const taskId = await makeTask(page, { title: 'Polish the counter' })
  await page.goto(`${site.url}/inbox`)
  await mentionAda(other, taskId)
  const about = row(page, 'Polish the counter')
  await about.getByText('Grace Hopper mentioned you: ').waitFor()
  const said = await callApi<{ id: string }>(third, 'POST', `/v1/tasks/${taskId}/comments`, {
    body: 'Beeswax is best',
  })
  await about.getByText('You were mentioned · Lin Chen and Grace Hopper · 2 updates · ').waitFor()
  await about.getByText('Beeswax is best', { exact: true }).waitFor()
  await callApi(third, 'DELETE', `/v1/comments/${said.id}`)
  await about.getByText('Beeswax is best').waitFor({ state: 'detached' })
  // The same if the person deletes it, and takes that back.
  await callApi(third, 'POST', `/v1/comments/${said.id}/restore`)
  await about.getByText('Beeswax is best').waitFor()
  await callApi(page, 'DELETE', `/v1/comments/${said.id}`)
  await about.getByText('Beeswax is best').waitFor({ state: 'detached' })
  await about.getByText('You were mentioned').waitFor()
})

test('the newest unread task is open beside the list, and is read once the person moves on', async () => {
  const other = await asGrace()
  const page = await chromium.page()
  await signIn(page, site)
  await makeTask(other, { title: 'Sand the shelf', assignees: [adaId] })
  const taskId = await makeTask(other, { title: 'Varnish the shelf', assignees: [adaId] })
  const unread = async (): Promise<boolean> => {
    const news = `/v1/users/me/notifications?filter=recordId="${taskId}"`
    const { items } = await callApi<{ items: { details: { read: boolean } }[] }>(page, 'GET', news)
    return items[0]?.details.read === false
  }
  await expect.poll(unread).toBe(true)
  await page.goto(`${site.url}/inbox`)
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByText('Varnish the shelf').first().waitFor()
  await row(page, 'Varnish the shelf').getByText('unread').waitFor()
  await demandAccessible(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await unread()).toBe(true)
  await page.goto(`${site.url}/inbox`)
  await panel.waitFor()
  await page.keyboard.press('j')
  await expect.poll(unread).toBe(false)
  // The same if another one is clicked.
  await row(page, 'Varnish the shelf').getByRole('link').focus()
  await page.keyboard.press('u')
  await expect.poll(unread).toBe(true)
  await page.goto(`${site.url}/inbox`)
  await panel.getByText('Varnish the shelf').first().waitFor()
  await row(page, 'Sand the shelf').getByRole('link').click()
  await expect.poll(unread).toBe(false)
})

test('the newest comment is quoted, also if being assigned is the stronger reason', async () => {
  const other = await asGrace()
  const page = await chromium.page()
  await signIn(page, site)
  const taskId = await makeTask(other, { title: 'Oil the hinges', assignees: [adaId] })
  await callApi(other, 'POST', `/v1/tasks/${taskId}/comments`, { body: 'The left one squeaks' })
  const news = `/v1/users/me/notifications?filter=recordId="${taskId}"`
  await expect.poll(() => callApi(page, 'GET', news)).toMatchObject({ items: [{ details: { count: 2 } }] })
  await page.goto(`${site.url}/inbox`)
  const about = row(page, 'Oil the hinges')
  await about.getByText('Grace Hopper assigned it to you · 2 updates · ').waitFor()
  await about.getByText('The left one squeaks', { exact: true }).waitFor()
})

test('an Admin deletes a comment of somebody else, and undoes that', async () => {
  const other = await asGrace()
  const taskId = await makeTask(other, { title: 'Order the chairs' })
  await callApi(other, 'POST', `/v1/tasks/${taskId}/comments`, { body: 'Buy these instead' })
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/task/${taskId}`)
  const comment = page.getByRole('article', { name: 'Comment by Grace Hopper' })
  await comment.getByRole('button', { name: 'Delete' }).click()
  await comment.waitFor({ state: 'detached' })
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await comment.getByText('Buy these instead').waitFor()
  expect(await read(comment.getByRole('button', { name: 'Edit' })).count()).toBe(0)
  await callApi(page, 'POST', `/v1/tasks/${taskId}/comments`, { body: 'No, thank you' })
  await other.goto(`${site.url}/p/task/${taskId}`)
  const answer = other.getByRole('article', { name: 'Comment by Ada Lovelace' })
  await answer.getByRole('button', { name: 'Resolve' }).waitFor()
  expect(await read(answer.getByRole('button', { name: 'Delete' })).count()).toBe(0)
})

test('people follow a task, stop following it and mute it', async () => {
  const taskId = await makeTask(await asGrace(), { title: 'Print the menu' })
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/task/${taskId}`)
  const state = () => callApi(page, 'GET', `/v1/tasks/${taskId}/mute`)
  await page.getByRole('button', { name: 'Follow', exact: true, pressed: false }).click()
  await page.getByRole('button', { name: 'Follow', exact: true, pressed: true }).waitFor()
  await expect.poll(state).toEqual({ muted: false, subscribed: true })
  await page.getByRole('button', { name: 'Mute', pressed: false }).click()
  await expect.poll(state).toEqual({ muted: true, subscribed: true })
  await page.getByRole('button', { name: 'Follow', exact: true, pressed: true }).click()
  await page.getByRole('button', { name: 'Mute', pressed: true }).click()
  await expect.poll(state).toEqual({ muted: false, subscribed: false })
  await page.setViewportSize({ width: 360, height: 780 })
  await demandFits(page)
})

test('followers of milestones and workspaces are added and removed, and milestones are discussed', async () => {
  const other = await asGrace()
  const { id } = await callApi<{ id: string }>(other, 'POST', `${inside}/milestones`, { title: 'Doors open' })
  const page = await chromium.page()
  await signIn(page, site)
  for (const [on, address] of [
    [`/v1/milestones/${id}`, `/p/milestone/${id}`],
    [inside, inside.replace('/v1/workspaces', '/p/workspace')],
  ]) {
    await page.goto(`${site.url}${address}`)
    const followers = async (): Promise<string[]> =>
      (await callApi<{ items: { id: string }[] }>(page, 'GET', `${on}/subscribers`)).items.map(
        ({ id: userHash }) => userHash,
      )
    const before = (await followers()).includes(graceId)
    await page.getByRole('button', { name: 'Followers' }).click()
    // Nothing can be selected until Ada's role is loaded.
    const list = page.getByRole('dialog', { name: 'Followers' })
    await list.getByRole('option', { name: 'Grace', selected: before }).click()
    await expect.poll(async () => (await followers()).includes(graceId)).toBe(!before)
    await demandAccessible(page)
    await list.getByRole('option', { name: 'Grace', selected: !before }).click()
    await expect.poll(async () => (await followers()).includes(graceId)).toBe(before)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Follow', exact: true, pressed: false }).click()
    await expect.poll(followers).toContain(adaId)
  }
  await page.goto(`${site.url}/p/milestone/${id}`)
  await page.getByLabel('Write a comment').fill('A brass band would be lovely')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('A brass band').waitFor()
  await demandAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await demandFits(page)
})

test('a submitted timesheet leads to the approvals, and a returned one, which a phone shows in full, to the week', async () => {
  const other = await asGrace()
  const filter = encodeURIComponent('recordKind="timesheet"')
  const about = `/v1/users/me/notifications?filter=${filter}`
  const untilTold = (page: Page): Promise<void> =>
    expect.poll(async () => (await callApi<{ items: object[] }>(page, 'GET', about)).items).toHaveLength(1)
  const week = '2026-03-02'
  const { id } = await callApi<{ id: string }>(other, 'POST', '/v1/timesheets', { week })
  await callApi(other, 'PUT', `/v1/timesheets/${id}/submission`)
  const page = await chromium.page()
  await signIn(page, site)
  await untilTold(page)
  await page.goto(`${site.url}/inbox`)
  const submitted = row(page, 'Timesheet of')
  await submitted.getByText('Grace Hopper submitted it for approval').waitFor()
  await submitted.getByRole('link').click()
  await page.waitForURL('**/time/approvals')
  await callApi(page, 'PUT', `/v1/timesheets/${id}/return`, { note: 'Monday is missing' })
  await untilTold(other)
  await other.goto(`${site.url}/inbox`)
  const returned = row(other, 'Timesheet of')
  await returned.getByText('Ada Lovelace returned your timesheet').waitFor()
  // It still says so after the week was submitted again.
  await callApi(other, 'PUT', `/v1/timesheets/${id}/submission`)
  await other.reload()
  await returned.getByText('Ada Lovelace returned your timesheet').waitFor()
  await callApi(page, 'PUT', `/v1/timesheets/${id}/approval`)
  await returned.getByText('Ada Lovelace approved your timesheet').waitFor()
  await callApi(page, 'PUT', `/v1/timesheets/${id}/return`, { note: 'Monday is missing' })
  await other.setViewportSize({ width: 360, height: 780 })
  const sentence = returned.getByText('Ada Lovelace returned your timesheet')
  const [whole = 0, shown = 0] = await read(sentence).evaluate(
    ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => [
      scrollWidth,
      clientWidth,
    ],
  )
  expect(whole).toBeLessThanOrEqual(shown)
  // A row has two lines.
  expect((await read(returned).boundingBox())?.height).toBeLessThanOrEqual(60)
  await returned.getByRole('link').click()
  await other.waitForURL(`**/time?week=${week}`)
  await other.getByText('Monday is missing').waitFor()
})

test('a notification that a busy service creates late is shown without waiting for the next minute', async () => {
  const other = await asGrace()
  const page = await chromium.page()
  await signIn(page, site)
  const streaming = page.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await page.goto(`${site.url}/inbox`)
  await streaming
  let looked = 0
  // The first look after the change finds what was there before.
  await page.route(/\/v1\/users\/me\/notifications\?/, async (route) => {
    looked += 1
    if (looked > 1) await route.continue()
    else await route.fulfill({ json: { items: [], links: {} } })
  })
  await makeTask(other, { title: 'Order the napkins', assignees: [adaId] })
  await row(page, 'Order the napkins').waitFor()
})

test('what happens between reading the list and the opening of the stream is shown, too', async () => {
  const other = await asGrace()
  const page = await chromium.page()
  await signIn(page, site)
  const happened = Promise.withResolvers<void>()
  const fetched = Promise.withResolvers<void>()
  // The answers are from before, and the stream begins after it.
  await page.route(/\/v1\/(users\/me\/notifications|changes)/, async (route) => {
    if (route.request().url().includes('/v1/changes')) {
      await happened.promise
      await route.continue()
      return
    }
    const response = await route.fetch()
    if (route.request().url().includes('notifications?')) fetched.resolve()
    await happened.promise
    await route.fulfill({ response })
  })
  await page.goto(`${site.url}/inbox`)
  await fetched.promise
  await makeTask(other, { title: 'Fold the napkins', assignees: [adaId] })
  await expect
    .poll(async () => JSON.stringify(await callApi(page, 'GET', '/v1/users/me/notifications?expand=names')))
    .toContain('Fold the napkins')
  happened.resolve()
  await row(page, 'Fold the napkins').waitFor()
})
