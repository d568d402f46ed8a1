import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { demandAccessible, useChromium } from '../support/chromium.ts'
import { callApi, useSite } from '../support/served.ts'
import { read, settled } from '../support/settled.ts'
import { makeTask, useWorkspace } from '../support/workspace-page.ts'

const chromium = useChromium()
const site = useSite()
const workspace = useWorkspace(chromium, site)

test('pasted lines become tasks, and a change of several is one act that can be undone', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await page.getByRole('button', { name: 'New task' }).click()
  await page.getByLabel('Title of the new task').fill('Book the hall\nAsk the caterer\nPrint the badges')
  await page.getByText('Create 3 tasks').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'Print the badges' }).waitFor()
  await page.keyboard.press('Escape')
  for (const title of ['Book the hall', 'Ask the caterer'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check({ force: true })
  await page.getByText('2 selected').waitFor()
  await demandAccessible(page)
  // The ring around a button with the focus is inside of the bar, which cuts off anything else.
  await page
    .locator('[data-bulk]')
    .getByRole('button', { name: /^Status/ })
    .focus()
  await page.keyboard.press('Tab')
  const ring = `(({ outlineStyle, outlineOffset, outlineWidth }) =>
    outlineStyle === 'solid' && parseFloat(outlineOffset) + parseFloat(outlineWidth) <= 0
  )(getComputedStyle(document.activeElement))`
  expect(await read(page).evaluate(ring)).toBe(true)
  await page.keyboard.press('a')
  await page.getByRole('option').first().getByRole('img').waitFor()
  const initials = `getComputedStyle(document.querySelector('[role=option] [role=img]')).fontStyle`
  expect(await read(page).evaluate(initials)).toBe('normal')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Assign people' }).waitFor({ state: 'detached' })
  // Each picker opens at its own button.
  await page.keyboard.press('d')
  const dates = page.getByRole('dialog', { name: 'Set due date' })
  await dates.waitFor()
  const button = page.locator('[data-bulk]').getByRole('button', { name: /^Due/ })
  const left = (await read(button).boundingBox())?.x
  expect(left).toBeGreaterThan(0)
  await expect.poll(async () => (await dates.boundingBox())?.x).toBe(left)
  await page.getByRole('option', { name: 'Tomorrow' }).click()
  await page.getByRole('status').filter({ hasText: '2 tasks changed.' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('status').filter({ hasText: 'Undone: Due date of 2 tasks' }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Urgent' }).click()
  await page.getByRole('status').filter({ hasText: '2 tasks changed.' }).waitFor()
  await page
    .getByRole('row', { name: 'Ask the caterer' })
    .getByRole('img', { name: 'Priority Urgent' })
    .waitFor()
  await expect.poll(async () => (await workspace.stored(page, 'Book the hall')).details['priority']).toBe(5)
  await page.keyboard.press('Control+z')
  await page
    .getByRole('row', { name: 'Ask the caterer' })
    .getByRole('img', { name: 'Priority Normal' })
    .waitFor()
  await expect.poll(async () => (await workspace.stored(page, 'Book the hall')).details['priority']).toBe(3)
  await page.getByRole('status').filter({ hasText: 'Undone: Priority of 2 tasks' }).waitFor()
  expect(await read(page.getByText('2 tasks changed.')).count()).toBe(0)
})

test('pasted lines are undone together, at the press of a button', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await page.getByRole('button', { name: 'New task' }).click()
  const titles = Array.from({ length: 12 }, (_, n) => `Pasted line ${n + 1}`)
  await page.getByLabel('Title of the new task').fill(titles.join('\n'))
  await page.keyboard.press('Enter')
  const notice = page.getByRole('status').filter({ hasText: '12 new tasks' })
  await notice.waitFor()
  await page.getByRole('link', { name: 'Pasted line 12' }).waitFor()
  const requests: string[] = []
  page.on('request', (request) => {
    // The page also stores what was looked at last, some time after it was opened.
    const { pathname } = new URL(request.url())
    const isOther = pathname === '/v1/users/me/recent'
    if (/^(DELETE|POST)$/.test(request.method()) && !isOther) requests.push(pathname)
  })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Pasted line 1', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Pasted line 12' }).waitFor({ state: 'detached' })
  expect(requests).toEqual(['/v1/tasks/bulk'])
})

test('with Alt and the arrow keys a task moves up and down in its group of the list', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const first = await makeTask(page, 'Wash the glasses')
  await makeTask(page, 'Dry the glasses')
  const order = async (): Promise<string[]> => {
    const path = `/v1/workspaces/${workspace.id}/tasks?sort=rank&limit=100`
    const { items } = await callApi<{ items: { details: { title: string } }[] }>(page, 'GET', path)
    return items.map(({ details }) => details.title).filter((title) => title.endsWith('the glasses'))
  }
  await first.getByRole('link', { name: 'Wash the glasses' }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(order).toEqual(['Dry the glasses', 'Wash the glasses'])
  await page.getByText(/^Moved, \d+ of \d+/).waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Wash the glasses')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['Wash the glasses', 'Dry the glasses'])
  await page.keyboard.press('Control+z')
  await expect.poll(order).toEqual(['Dry the glasses', 'Wash the glasses'])
})

test.each(['list', 'board'])(
  'one task after the other is finished with the keyboard in a %s',
  async (layout) => {
    const page = await chromium.page()
    await workspace.open(page)
    const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', {
      workspaceName: `By ${layout}`,
    })
    for (const title of ['Sow', 'Water', 'Weed', 'Harvest'])
      await callApi(page, 'POST', `/v1/workspaces/${made.id}/tasks`, { title })
    await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=${layout}`)
    await page.locator('[data-task]').nth(3).waitFor()
    const [, second, third, fourth] = (await read(page).evaluate(
      `[...document.querySelectorAll('[data-task]')].map(({ dataset }) => dataset.task)`,
    )) as string[]
    const focused = () => read(page).evaluate(`document.activeElement?.closest('[data-task]')?.dataset.task`)
    await page.keyboard.press('j')
    await expect.poll(focused).toBeDefined()
    await page.keyboard.press('j')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('e')
    await expect.poll(focused).toBe(third)
    await page.keyboard.press('e')
    await expect.poll(focused).toBe(fourth)
    for (const id of [second, third])
      await expect
        .poll(async () => await callApi(page, 'GET', `/v1/tasks/${id}`))
        .toMatchObject({ details: { status: 'Completed' } })
  },
)

test.each(['status', 'priority'])('the keys lead through all groups of a list by %s', async (group) => {
  const page = await chromium.page()
  await workspace.open(page)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: `By ${group}` })
  const statuses = ['Open', 'In Progress', 'On Hold']
  await callApi(page, 'POST', '/v1/tasks/bulk', {
    operations: statuses.flatMap((status, at) =>
      Array.from({ length: at === 2 ? 60 : 2 }, (_, n) => ({
        requestId: `${at} ${n}`,
        method: 'POST',
        body: { title: `${status} ${n}`, workspaceId: made.id, status, priority: 5 - at },
      })),
    ),
  })
  const ranked = `/v1/workspaces/${made.id}/tasks?sort=-priority,rank&limit=100`
  const { items } = await callApi<{ items: { details: { title: string } }[] }>(page, 'GET', ranked)
  const titles = items.map(({ details }) => details.title)
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=list&group=${group}`)
  for (const title of titles.slice(0, 5)) await page.getByRole('link', { name: title, exact: true }).waitFor()
  const focused = `document.activeElement?.closest('[data-task]')?.textContent`
  const press = async (key: string, place: number): Promise<void> => {
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(focused), { message: key }).toBe(titles.at(place))
  }
  for (const place of [0, 1, 2]) await press('j', place)
  await press('ArrowDown', 3)
  await press('ArrowDown', 4)
  await press('k', 3)
  await press('End', -1)
  await press('ArrowUp', -2)
  await press('Home', 0)
})

test('people and tags are added to several tasks, and each keeps its own', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Paint the door #colour', 'Paint the door')
  await makeTask(page, 'Oil the hinges #metal @ada', 'Oil the hinges')
  for (const title of ['Paint the door', 'Oil the hinges'])
    await page.getByRole('checkbox', { name: `Select ${title}` }).check({ force: true })
  const tagsOf = async (title: string) =>
    String((await workspace.stored(page, title)).details['tags'])
      .split(',')
      .toSorted()
  const peopleOf = async (title: string) => (await workspace.stored(page, title)).details['assignees']
  const hinges = await peopleOf('Oil the hinges')
  await page.keyboard.press('t')
  await page.getByRole('dialog').getByRole('combobox').fill('house')
  await page.keyboard.press('Enter')
  await expect.poll(() => tagsOf('Paint the door')).toEqual(['colour', 'house'])
  await expect.poll(() => tagsOf('Oil the hinges')).toEqual(['house', 'metal'])
  await page.getByRole('option', { name: 'metal' }).getByText('1 of 2').waitFor()
  await page.getByRole('option', { name: 'house' }).click()
  await expect.poll(() => tagsOf('Paint the door')).toEqual(['colour'])
  await expect.poll(() => tagsOf('Oil the hinges')).toEqual(['metal'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('i')
  await expect.poll(() => peopleOf('Paint the door')).toEqual(hinges)
  expect(await peopleOf('Oil the hinges')).toEqual(hinges)
})

test('a concurrent change by somebody else is not overwritten, and both texts are shown', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Agree the domain')
  await row.getByRole('link', { name: 'Agree the domain' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  const title = panel.getByLabel('Title')
  await title.fill('Agree the domain today')
  const task = await workspace.stored(page, 'Agree the domain')
  await callApi(page, 'PUT', `/v1/tasks/${task.id}`, { priority: 5, title: 'Agree both domains' })
  await title.press('Enter')
  const conflict = panel.getByRole('alert')
  await conflict.getByText('Agree both domains').waitFor()
  await conflict.getByText('Agree the domain today').waitFor()
  await demandAccessible(page)
  await conflict.getByRole('button', { name: 'Use yours' }).click()
  await expect
    .poll(async () => (await workspace.stored(page, 'Agree the domain today')).details['priority'])
    .toBe(5)
  await page.getByRole('link', { name: 'Agree the domain today' }).waitFor()
})

test('a title that was not saved survives a reload, also when somebody else has changed it', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Hang the lamps')
  await row.getByRole('link', { name: 'Hang the lamps' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  const title = panel.getByLabel('Title')
  await title.fill('Hang the lamps above the bar')
  await page.reload()
  await panel.getByText('The title is not saved yet.').waitFor()
  expect(await read(title).inputValue()).toBe('Hang the lamps above the bar')
  await demandAccessible(page)
  await panel.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => title.inputValue()).toBe('Hang the lamps')

  await title.fill('Hang the lamps in the bar')
  const task = await workspace.stored(page, 'Hang the lamps')
  await callApi(page, 'PUT', `/v1/tasks/${task.id}`, { title: 'Hang both lamps' })
  await title.press('Enter')
  await panel.getByRole('alert').getByText('Hang both lamps').waitFor()
  await page.reload()
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('alert').getByRole('button', { name: 'Use yours' }).click()
  await expect.poll(async () => (await workspace.stored(page, 'Hang the lamps in the bar')).id).toBe(task.id)
  await expect.poll(() => panel.getByText('The title is not saved yet.').count()).toBe(0)
  await page.reload()
  await expect.poll(() => title.inputValue()).toBe('Hang the lamps in the bar')
})

test('a change from a list does not overwrite one that the list does not show yet', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Order the paint')
  // The page does not hear of changes any more.
  await page.route('**/v1/changes*', () => undefined)
  await page.reload()
  const row = page.getByRole('row', { name: 'Order the paint' })
  await row.getByRole('link').focus()
  const task = await workspace.stored(page, 'Order the paint')
  await callApi(page, 'PUT', `/v1/tasks/${task.id}`, { priority: 5 })
  await page.keyboard.press('p')
  await page.getByRole('dialog').getByRole('combobox').press('2')
  await page.getByRole('alert').getByText('Priority of Order the paint: Someone else changed this').waitFor()
  await row.getByRole('img', { name: 'Priority Urgent' }).waitFor()
  expect((await workspace.stored(page, 'Order the paint')).details['priority']).toBe(5)
})

test('the month shows the day that is being typed before it is chosen', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Plan the fair')
  await row.getByRole('link').focus()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Set due date' })
  const field = dialog.getByRole('combobox')
  await field.pressSequentially('12 Jan 2027')
  await dialog.getByText('January 2027', { exact: true }).waitFor()
  const chosen = dialog.locator('[aria-pressed="true"]')
  expect(await read(chosen).getAttribute('aria-label')).toMatch(/^Tuesday,? 12 January 2027$/)
  // Half a date is none, but the month stays.
  await field.press('Backspace')
  await expect.poll(() => chosen.count()).toBe(0)
  await dialog.getByText('January 2027', { exact: true }).waitFor()
  for (const typed of ['31.02.2027', '0000-01-01', 'when it is done']) {
    await field.fill(typed)
    await dialog.getByText('Not a date. Try 24.12., tomorrow or next week.').waitFor()
  }
  await field.fill('12 Jan 2027')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await workspace.stored(page, 'Plan the fair')).details['dueDate'])
    .toBe('2027-01-12')
})

test('a change of another field by somebody else does not get in the way', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Choose the host')
  await row.getByRole('link', { name: 'Choose the host' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByRole('button', { name: 'Add a description' }).click()
  await panel
    .getByLabel('Description')
    .fill('**Three** offers:\n\n- cheap <b>x</b>\n- [near](javascript:alert(1))')
  const task = await workspace.stored(page, 'Choose the host')
  await callApi(page, 'PUT', `/v1/tasks/${task.id}`, { priority: 1 })
  await panel.getByLabel('Description').press('Control+Enter')
  await panel.locator('strong', { hasText: 'Three' }).waitFor()
  // Nothing in a description is ever HTML, and links lead to pages only.
  await panel.getByText('cheap <b>x</b>').waitFor()
  expect(await read(panel.getByRole('link', { name: 'near' })).count()).toBe(0)
  await row.getByRole('img', { name: 'Priority Lowest' }).waitFor()
})

test('text that was not saved is there again after the page was closed', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Write the terms')
  await row.getByRole('link', { name: 'Write the terms' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByRole('button', { name: 'Add a description' }).click()
  await panel.getByLabel('Description').fill('Draft of the terms')
  await page.reload()
  await expect.poll(() => panel.getByLabel('Description').inputValue()).toBe('Draft of the terms')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await panel.getByRole('button', { name: 'Add a description' }).waitFor()
})

test('a draft stays after Escape, and does not overwrite what somebody else wrote before it came back', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Write the imprint')
  await row.getByRole('link', { name: 'Write the imprint' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  const field = panel.getByLabel('Description')
  await panel.getByRole('button', { name: 'Add a description' }).click()
  await field.fill('My imprint')
  await field.press('Escape')
  await panel.getByRole('button', { name: 'Add a description' }).click()
  await expect.poll(() => field.inputValue()).toBe('My imprint')
  const task = await workspace.stored(page, 'Write the imprint')
  await callApi(page, 'PUT', `/v1/tasks/${task.id}`, { description: 'Their imprint' })
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('My imprint')
  // Nobody asked for the field this time.
  expect(await read(page).evaluate('document.activeElement?.tagName')).not.toBe('TEXTAREA')
  await field.press('Control+Enter')
  const conflict = panel.getByRole('alert')
  await conflict.getByText('Their imprint').waitFor()
  await conflict.getByRole('button', { name: 'Keep theirs' }).click()
  await conflict.waitFor({ state: 'detached' })
  await panel.getByText('Their imprint').waitFor()
})

test('people comment on a task, reply, change and delete their comments, and drafts are kept', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Choose the music')
  await row.getByRole('link', { name: 'Choose the music' }).click()
  const comments = page.getByRole('region', { name: 'Activity' })
  await comments.getByText('created this task').waitFor()
  const field = comments.getByLabel('Write a comment')
  await field.fill('Jazz would be **lovely**.')
  await field.press('Escape')
  const onlyInternal = comments.getByRole('switch', { name: 'Only internal people' })
  await onlyInternal.click()
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('Jazz would be **lovely**.')
  await expect.poll(() => onlyInternal.isChecked()).toBe(true)
  await onlyInternal.click()
  // A refused comment stays, and can be sent again.
  const refuse = { status: 403, contentType: 'application/json', body: '{"message":"Not this time."}' }
  await page.route('**/comments', (route) => route.fulfill(refuse))
  await field.press('Control+Enter')
  await comments.getByRole('alert').getByText('Not this time.').waitFor()
  await page.unroute('**/comments')
  await comments.getByRole('button', { name: 'Try again' }).click()
  const first = comments.getByRole('article').first()
  await first.locator('strong', { hasText: 'lovely' }).waitFor()
  await expect.poll(() => field.inputValue()).toBe('')

  await first.getByRole('button', { name: 'Reply' }).click()
  await comments.getByLabel('Write a reply').fill('Or silence.')
  await page.keyboard.press('Control+Enter')
  const reply = comments.getByRole('article').filter({ hasText: 'Or silence.' })
  await reply.waitFor()
  expect(await read(reply.getByRole('button', { name: 'Reply' })).count()).toBe(0)
  await first.getByRole('button', { name: 'Edit' }).click()
  await comments.getByLabel('Edit the comment').fill('Swing would be better.')
  await page.keyboard.press('Control+Enter')
  await first.getByText('Swing would be better.').waitFor()
  await first.getByText('edited').waitFor()

  await onlyInternal.click()
  await field.fill('The band is expensive.')
  await comments.getByRole('button', { name: /^Comment(?!s)/ }).click()
  const internal = comments.getByRole('article').filter({ hasText: 'The band is expensive.' })
  await internal.getByText('Internal', { exact: true }).waitFor()
  await demandAccessible(page)
  await internal.getByRole('button', { name: 'Delete' }).click()
  await internal.waitFor({ state: 'detached' })
  await page
    .getByRole('status')
    .filter({ hasText: 'Comment deleted.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await internal.waitFor()
  const deleted = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
  await internal.getByRole('button', { name: 'Delete' }).click()
  await deleted
  // Even before the list has been read again.
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: Comment deleted.').waitFor()
  await internal.waitFor()
})

test('a task has steps, subtasks, blockers and its history beside the list', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Collect the texts')
  const row = await makeTask(page, 'Plan the launch')
  await row.getByRole('link', { name: 'Plan the launch' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByRole('button', { name: 'Add step' }).click()
  await panel.getByLabel('New step').fill('Ask the press')
  await page.keyboard.press('Enter')
  await panel.getByRole('checkbox', { name: 'Ask the press' }).check()
  await panel.getByText('1 of 1').waitFor()
  await panel.getByRole('button', { name: 'Add subtask' }).click()
  await panel.getByLabel('Title of the new subtask').fill('Write to the radio')
  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: 'Write to the radio' }).waitFor()
  await panel.getByRole('button', { name: 'Add blocker' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('Collect')
  await page.getByRole('option', { name: 'Collect the texts' }).waitFor()
  await page.keyboard.press('Enter')
  await panel
    .getByRole('region', { name: 'Blocked by' })
    .getByRole('link', { name: 'Collect the texts' })
    .waitFor()
  await panel.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('option', { name: 'In Progress' }).click()
  await panel.getByText('changed the status from Open to In Progress').waitFor()
  await demandAccessible(page)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false)
  // The task that it belongs to is in another group.
  const subtask = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Write to the radio' }) })
  await subtask.getByText('in Plan the launch').waitFor()
  await page.goBack()
  await panel.waitFor()
})

test('filters are offered by name, with inputs for the type of the field, and the service accepts them', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Pay the invoice')
  const add = async (field: string, condition: string, fill: (form: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    const form = page.getByRole('dialog').locator('form')
    await form.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: field, exact: true }).click()
    await form.getByRole('combobox', { name: 'Condition' }).click()
    await page.getByRole('option', { name: condition, exact: true }).click()
    await fill(form)
    await form.getByRole('button', { name: 'Apply' }).click()
  }
  await add('Priority', 'at least', (form) => form.getByLabel('Value').fill('3'))
  await page.getByText('Priority at least 3').waitFor()
  await add('Status', 'is', async (form) => {
    await form.getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'Open', exact: true }).click()
  })
  await page.getByText('Status is Open').waitFor()
  await page.getByRole('row', { name: 'Pay the invoice' }).waitFor()
  await add('Due', 'before', (form) => form.getByLabel('Value').fill('2020-01-01'))
  await page.getByText('No tasks match this filter').waitFor()
  await demandAccessible(page)
  // The address has the filter, as the API writes it.
  await expect
    .poll(() => new URL(page.url()).searchParams.get('filter'))
    .toBe('priority>=3 AND status="Open" AND dueDate<"2020-01-01"')
  await page.reload()
  await page.getByRole('button', { name: 'Remove filter: Due before 1 Jan 2020' }).click()
  await page.getByRole('row', { name: 'Pay the invoice' }).waitFor()
})

test('a click on the description or Enter edits it, but not a click on a link or selecting text', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  const row = await makeTask(page, 'Order the flyers')
  const { id } = await workspace.stored(page, 'Order the flyers')
  await callApi(page, 'PUT', `/v1/tasks/${id}`, {
    description: 'Two hundred flyers, see [the offer](#offer).',
  })
  await row.getByRole('link', { name: 'Order the flyers' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  const text = panel.getByRole('group', { name: 'Description' })
  const field = panel.getByRole('textbox', { name: 'Description' })
  const opened = page.waitForEvent('popup')
  await text.getByRole('link', { name: 'the offer' }).click()
  await (await opened).close()
  const { x = 0, y = 0, height = 0 } = (await read(text).boundingBox()) ?? {}
  await page.mouse.move(x + 4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 90, y + height / 2)
  await page.mouse.up()
  expect(await read(page).evaluate('String(getSelection())')).not.toBe('')
  expect(await read(field).count()).toBe(0)
  await demandAccessible(page)

  await text.click({ position: { x: 110, y: 12 } })
  await page.keyboard.type(' Soon.')
  await expect.poll(() => field.inputValue()).toBe('Two hundred flyers, see [the offer](#offer). Soon.')
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await text.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' By post.')
  await page.keyboard.press('Control+Enter')
  await text.getByText('By post.').waitFor()
})

test('a new task that the filter hides is announced, and can be opened', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Rent the chairs #hire', 'Rent the chairs')
  const filter = encodeURIComponent('tags="hire"')
  await page.goto(`${site.url}/p/workspace/${workspace.id}/tasks?filter=${filter}`)
  await makeTask(page, 'Rent the tables #hire', 'Rent the tables')
  await page.getByRole('button', { name: 'New task' }).click()
  await page.getByLabel('Title of the new task').fill('Buy the candles')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('status').filter({ hasText: 'was added' })
  await notice.getByText('“Buy the candles” was added, but the filter hides it.').waitFor()
  expect(await read(notice).count()).toBe(1)
  await notice.getByRole('button', { name: 'Open' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await expect.poll(() => panel.getByLabel('Title').inputValue()).toBe('Buy the candles')
  expect(new URL(page.url()).searchParams.get('filter')).toBe('tags="hire"')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New task' }).click()
  await page.getByLabel('Title of the new task').fill('Buy the matches\nBuy the napkins')
  await page.keyboard.press('Enter')
  await page.getByText('2 tasks were added, but the filter hides them.').waitFor()
})

test('typing continues the restored draft of a new task, and a long one is visible', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await page.getByRole('button', { name: 'New task' }).click()
  const field = page.getByLabel('Title of the new task')
  const short = (await read(field).boundingBox())?.height ?? 0
  await page.keyboard.type('Print the menu')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New task' }).click()
  await field.waitFor()
  await page.keyboard.type(' on recycled paper')
  expect(await read(field).inputValue()).toBe('Print the menu on recycled paper')
  expect((await read(field).boundingBox())?.height).toBe(short)
  await field.fill('Print the menu on recycled paper. '.repeat(7))
  const tall = (await read(field).boundingBox())?.height ?? 0
  expect(tall).toBeGreaterThan(short)
  const row = page.getByRole('row').filter({ has: field })
  expect((await read(row).boundingBox())?.height).toBeGreaterThan(tall)
  await field.fill('')
})

test('after choosing a group, the keys work in the list', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Choose the colours')
  await page.getByRole('combobox', { name: 'Group by' }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  await page
    .getByRole('table', { name: 'Tasks' })
    .getByRole('rowgroup', { name: 'Normal', exact: true })
    .waitFor()
  await settled(page)
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(`document.activeElement?.matches('[data-task]')`)).toBe(true)
})

test('/ opens the filter with the focus on the value', async () => {
  const page = await chromium.page()
  await workspace.open(page)
  await makeTask(page, 'Polish the silver')
  await makeTask(page, 'Polish the brass')
  await page.keyboard.press('/')
  await page.locator('input:focus').and(page.getByLabel('Value')).waitFor()
  await page.keyboard.type('silver')
  await page.keyboard.press('Enter')
  await page.getByText('Title contains silver').waitFor()
  await page.getByRole('row', { name: 'Polish the brass' }).waitFor({ state: 'detached' })
  await page.getByRole('row', { name: 'Polish the silver' }).waitFor()
})
