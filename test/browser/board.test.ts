import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, isCut, phone, useChromium } from '../support/chromium.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read, settled } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

interface Listed {
  id: string
  details: { title: string; status: string }
}

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Café Luz' })
  workspaceId = made.id
  for (const title of ['Menu boards', 'Window lights', 'Invite the neighbours'])
    await callApi(page, 'POST', `/v1/workspaces/${workspaceId}/tasks`, { title })
})

const board = (): string => `${site.url}/p/workspace/${workspaceId}/tasks?layout=board`

async function openBoard(page: Page): Promise<void> {
  await signIn(page, site)
  await page.goto(board())
  await page.getByRole('link', { name: 'Menu boards' }).waitFor()
}

/** Cards can be moved once the person's role is loaded. */
const untilMovable = (page: Page): Promise<void> => page.getByRole('button', { name: 'New task' }).waitFor()

const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

const titles = (page: Page, name: string): Promise<string[]> =>
  read(column(page, name).locator('a[data-task]')).allTextContents()

/** The tasks with a status in their order, as the service has them. */
async function stored(page: Page, status: string): Promise<string[]> {
  const filter = encodeURIComponent(`status="${status}"`)
  const path = `/v1/workspaces/${workspaceId}/tasks?sort=rank&filter=${filter}`
  const { items } = await callApi<{ items: Listed[] }>(page, 'GET', path)
  return items.map(({ details }) => details.title)
}

test('with the rail open, no column is cut at 1440 pixels', async () => {
  const page = await chromium.page({ viewport: { width: 1440, height: 900 } })
  await openBoard(page)
  for (const name of ['Open', 'In Progress', 'On Hold', 'Completed']) {
    const { x = 0, width = 0 } = (await read(column(page, name)).boundingBox()) ?? {}
    expect(width, name).toBeGreaterThanOrEqual(256)
    expect(x + width, name).toBeLessThanOrEqual(1440 - 24)
  }
})

test('no title is cut, whatever the width of the columns', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Widths' })
  const path = `/v1/workspaces/${made.id}/tasks`
  const titles = Array.from(
    { length: 12 },
    (_, n) => `Photograph the ${'harbourmasters'.slice(0, n + 3)} at dawn`,
  )
  for (const title of titles) await callApi(page, 'POST', path, { title })
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 1_600 })
    await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board`)
    for (const title of titles)
      expect(
        await read(page.getByRole('link', { name: title, exact: true })).evaluate(isCut),
        `${width}: ${title}`,
      ).toBe(false)
  }
})

test('cards are moved with the mouse, and another browser shows it at once', async () => {
  const page = await chromium.page()
  await openBoard(page)
  const other = await chromium.page()
  const stream = other.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await openBoard(other)
  await stream
  await demandAccessible(page)
  const card = page.getByRole('link', { name: 'Menu boards' })
  await card.dragTo(column(page, 'In Progress').locator('[data-column]'))
  await expect.poll(() => titles(page, 'In Progress')).toEqual(['Menu boards'])
  await expect.poll(() => titles(other, 'In Progress')).toEqual(['Menu boards'])
  await expect.poll(() => stored(page, 'In Progress')).toEqual(['Menu boards'])
  // Within a column, the place counts.
  await page
    .getByRole('link', { name: 'Invite the neighbours' })
    .dragTo(page.getByRole('link', { name: 'Window lights' }), { targetPosition: { x: 20, y: 2 } })
  await expect.poll(() => stored(page, 'Open')).toEqual(['Invite the neighbours', 'Window lights'])
  await expect.poll(() => titles(other, 'Open')).toEqual(['Invite the neighbours', 'Window lights'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(page, 'Open')).toEqual(['Window lights', 'Invite the neighbours'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(page, 'Open')).toContain('Menu boards')
})

test('with the keyboard alone, cards are found, moved, opened and changed, and the result is announced', async () => {
  const page = await chromium.page()
  await openBoard(page)
  const first = (await titles(page, 'Open'))[0] ?? ''
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(first)
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByText(/^Moved to In Progress, 1 of \d/).waitFor({ state: 'attached' })
  await expect.poll(() => stored(page, 'In Progress')).toContain(first)
  // The focus stays on the card.
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(first)
  await page.keyboard.press('Alt+ArrowLeft')
  await page.getByText(/^Moved to Open, 1 of \d/).waitFor({ state: 'attached' })
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByText(/^Moved to Open, 2 of \d/).waitFor({ state: 'attached' })
  // The card gets the focus again two frames after it was moved.
  await settled(page)
  await page.keyboard.press('Shift+M')
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('combobox').fill('hold')
  await page.keyboard.press('Enter')
  await expect.poll(() => stored(page, 'On Hold')).toEqual([first])
  await page.keyboard.press('Control+z')
  await expect.poll(() => stored(page, 'On Hold')).toEqual([])
  await page.getByRole('link', { name: first }).focus()
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByRole('combobox').fill('Ada')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await column(page, 'Open').getByRole('img', { name: admin.fullName }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Task' }).waitFor()
})

test('a card is as high as its title needs, and the name of a column with too many tasks is readable', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Titles' })
  const path = `/v1/workspaces/${made.id}`
  const stage = { stageName: 'Waiting for approval', status: 'Open', softLimit: 1 }
  const { id: stageId } = await callApi<{ id: string }>(page, 'POST', `${path}/stages`, stage)
  const heights = new Map([
    ['Till: fill it, still until it is full', 72],
    ['WHO MAY ANSWER THE COMPANY PHONE?', 104],
    ['Short', 72],
    ['Little, with a tag', 104],
    ['WHO MAY OPEN THE DOOR OF THE COMPANY, with a tag?', 124],
  ])
  for (const title of heights.keys()) {
    const tags = title.includes('with a tag') ? ['urgent'] : []
    await callApi(page, 'POST', `${path}/tasks`, { title, stageId, tags })
  }
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board`)
  for (const [title, height] of heights) {
    const card = page.locator('div', { has: page.locator('> a', { hasText: title }) }).last()
    expect((await read(card).boundingBox())?.height, title).toBe(height)
    expect(await read(page.getByRole('link', { name: title, exact: true })).evaluate(isCut), title).toBe(
      false,
    )
    expect(await read(card.getByText('urgent')).count(), title).toBe(title.includes('with a tag') ? 1 : 0)
  }
  const name = column(page, 'Waiting for approval').getByRole('heading')
  expect(await read(name).evaluate(isCut)).toBe(false)
  // A stage has the same sign on the board and in the list.
  const sign = (scope: Locator): Promise<string> => read(scope.locator('svg').first()).innerHTML()
  const second = { stageName: 'Checked', status: 'In Progress' }
  await callApi(page, 'POST', `${path}/stages`, { ...second, stageName: 'Begun' })
  const later = await callApi<{ id: string }>(page, 'POST', `${path}/stages`, second)
  await callApi(page, 'POST', `${path}/tasks`, { title: 'Signed', stageId: later.id })
  await page.reload()
  const onBoard = await sign(column(page, 'Checked').locator('header'))
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const inList = await sign(page.getByRole('button', { name: 'Status of Signed: Checked' }))
  expect(inList).toBe(onBoard)
})

test('a refused move is reverted on its own, shows why, and can be tried again if that may succeed', async () => {
  const page = await chromium.page()
  await openBoard(page)
  let status = 403
  const answer = { contentType: 'application/json', body: '{"message":"Not this time."}' }
  await page.route('**/place', (route) => route.fulfill({ status, ...answer }))
  const card = page.getByRole('link', { name: 'Window lights' })
  await untilMovable(page)
  await card.focus()
  await page.keyboard.press('Shift+M')
  await page.getByRole('option', { name: 'Completed' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Not this time.' })
  await notice.getByText('Move of Window lights: Not this time.').waitFor()
  await expect.poll(() => titles(page, 'Open')).toContain('Window lights')
  // Without the permission, the same would fail again.
  expect(await read(notice.getByRole('button', { name: 'Try again' })).count()).toBe(0)
  status = 429
  await card.focus()
  await page.keyboard.press('Shift+M')
  await page.getByRole('option', { name: 'Completed' }).click()
  await notice.getByRole('button', { name: 'Try again' }).waitFor()
  await expect.poll(() => titles(page, 'Open')).toContain('Window lights')
  await page.unroute('**/place')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => stored(page, 'Completed')).toEqual(['Window lights'])
})

test('stages are columns with limits, and a column can be folded and added to', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Staged' })
  const path = `/v1/workspaces/${made.id}/stages`
  await callApi(page, 'POST', path, { stageName: 'Draft', status: 'In Progress', softLimit: 1 })
  await callApi(page, 'POST', path, { stageName: 'Review', status: 'In Progress' })
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board`)
  await page.getByRole('button', { name: 'Add task to Draft' }).click()
  for (const title of ['First text', 'Second text']) {
    await page.getByLabel('Title of the new task').fill(title)
    await page.keyboard.press('Enter')
    await column(page, 'Draft').getByRole('link', { name: title }).waitFor()
  }
  await page.keyboard.press('Escape')
  // It shows once that there are too many, and leaves room for the name. Screen readers say by how many.
  const over = column(page, 'Draft').getByText('2 of 1')
  await over.waitFor()
  expect(await read(over).getAttribute('title')).toBe('1 over limit')
  const spoken = column(page, 'Draft').getByText('1 over limit', { exact: true })
  expect(await read(spoken).boundingBox()).toMatchObject({ width: 1, height: 1 })
  await page.getByRole('link', { name: 'First text' }).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => titles(page, 'Review')).toEqual(['First text'])
  // The task itself says the same.
  await page.getByRole('link', { name: 'First text' }).click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByText('changed the status from Draft to Review').waitFor()
  await panel.getByRole('button', { name: 'Review', exact: true }).click()
  const names = async (): Promise<(string | undefined)[]> =>
    (await read(page.getByRole('option')).allInnerTexts()).map((name) => name.split('\n')[0])
  await expect.poll(names).toEqual(['Open', 'Draft', 'Review', 'On Hold', 'Completed', 'Cancelled'])
  await page.getByRole('option', { name: 'On Hold' }).click()
  await expect.poll(() => titles(page, 'On Hold')).toEqual(['First text'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => titles(page, 'Review')).toEqual(['First text'])
  await panel.getByRole('button', { name: 'Review', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Collapse Draft' }).click()
  await page.getByRole('button', { name: 'Expand Draft' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Expand Draft' }).waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Expand Draft' }).click()
  await column(page, 'Draft').getByRole('link', { name: 'Second text' }).waitFor()
  // So do the lists.
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=list`)
  await page.getByRole('button', { name: 'Status of First text: Review' }).waitFor()
  await page.getByRole('button', { name: 'Status of Second text: Draft' }).waitFor()
  // The board leads to its stages.
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board`)
  await page.getByRole('link', { name: 'Edit stages' }).click()
  await page.waitForURL(`**/p/workspace/${made.id}/settings#stages`)
  const field = page.getByLabel('Name of Draft')
  await field.waitFor()
  await expect.poll(async () => ((await field.boundingBox())?.y ?? 900) < 900).toBe(true)
})

test('a board is filled with three requests at most, with stages or without', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', {
    workspaceName: 'Few requests',
  })
  const inside = `/v1/workspaces/${made.id}`
  for (const [title, status] of [
    ['Plan', 'Open'],
    ['Build', 'In Progress'],
    ['Wait', 'On Hold'],
  ])
    await callApi(page, 'POST', `${inside}/tasks`, { title, status })
  let sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isBoard = [`${inside}/tasks`, `${inside}/board`, `${inside}/stages`, '/v1/tasks/summary']
    if (isBoard.includes(pathname)) sent.push(pathname)
  })
  const load = async (query = ''): Promise<string[]> => {
    // The page before still hears about changes, and reads them.
    await page.goto('about:blank')
    sent = []
    await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board${query}`)
    for (const title of ['Plan', 'Build', 'Wait']) await page.getByRole('link', { name: title }).waitFor()
    // Everything else that the page reads has arrived as well.
    await page.getByRole('button', { name: 'New task' }).waitFor()
    await page.waitForLoadState('load')
    return sent
  }
  expect(await load()).toEqual([`${inside}/stages`, `${inside}/board`])
  await column(page, 'In Progress').locator('header').getByText('1', { exact: true }).waitFor()
  expect(await load('&group=priority')).toHaveLength(2)
  const stage = { stageName: 'Making', status: 'In Progress' }
  const { id: stageId } = await callApi<{ id: string }>(page, 'POST', `${inside}/stages`, stage)
  const { items } = await callApi<{ items: Listed[] }>(page, 'GET', `${inside}/tasks`)
  const build = items.find(({ details }) => details.title === 'Build')
  await callApi(page, 'PUT', `/v1/tasks/${build?.id}`, { stageId })
  expect((await load()).length).toBeLessThanOrEqual(3)
  expect(await titles(page, 'Making')).toEqual(['Build'])
  expect(await titles(page, 'On Hold')).toEqual(['Wait'])
})

test('a board requests only what its cards show: 5 × 30 cards take less than 60 kB, and undoing works for the rest', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Lean' })
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const statuses = ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled']
  const task = { workspaceId: made.id, assignees: [me.id], tags: ['print'], dueDate: '2026-12-24' }
  await callApi(page, 'POST', '/v1/tasks/bulk', {
    operations: Array.from({ length: 160 }, (_, n) => ({
      ...{ requestId: String(n), method: 'POST' },
      body: { ...task, title: `Card ${n} with a title`, status: statuses[n % 5], estimateMinutes: 90 },
    })),
  })
  const answer = page.waitForResponse((reply) => new URL(reply.url()).pathname.endsWith('/board'))
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board`)
  const reply = await answer
  const { groups } = (await reply.json()) as { groups: { items: { details: object }[] }[] }
  const cards = groups.flatMap(({ items }) => items)
  expect(cards).toHaveLength(150)
  // The status is that of the group.
  expect(Object.keys(cards[0]?.details ?? {})).toHaveLength(8)
  expect((await reply.body()).length).toBeLessThan(60_000)
  // The estimate is no part of a card, and neither is the milestone.
  const card = page.getByRole('link', { name: 'Card 0 with a title' })
  await card.focus()
  const { id } = await callApi<{ id: string }>(page, 'POST', `/v1/workspaces/${made.id}/milestones`, {
    title: 'Opening',
    dueDate: '2026-12-31',
  })
  await page.keyboard.press('m')
  await page.getByRole('option', { name: 'Opening' }).click()
  const stored = async (): Promise<unknown> => {
    const filter = encodeURIComponent('title="Card 0 with a title"')
    const path = `/v1/workspaces/${made.id}/tasks?filter=${filter}`
    const { items } = await callApi<{ items: { details: Record<string, unknown> }[] }>(page, 'GET', path)
    return items[0]?.details['milestoneId']
  }
  await expect.poll(stored).toBe(id)
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toBe(null)
  await card.click()
  await page.getByRole('complementary', { name: 'Task' }).getByText('1:30').waitFor()
})

test('selected cards are moved together, with the mouse or without, and come back together', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Together' })
  for (const title of ['One', 'Two', 'Three'])
    await callApi(page, 'POST', `/v1/workspaces/${made.id}/tasks`, { title })
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board`)
  await untilMovable(page)
  for (const title of ['One', 'Three']) {
    await page.getByRole('link', { name: title, exact: true }).focus()
    await page.keyboard.press('x')
  }
  const bulk = page.waitForRequest((request) => request.url().endsWith('/v1/tasks/bulk'))
  await page
    .getByRole('link', { name: 'Three', exact: true })
    .dragTo(column(page, 'In Progress').locator('[data-column]'))
  await bulk
  await expect.poll(() => titles(page, 'Open')).toEqual(['Two'])
  await expect.poll(async () => (await titles(page, 'In Progress')).toSorted()).toEqual(['One', 'Three'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => titles(page, 'Open')).toEqual(['One', 'Two', 'Three'])
  await page.getByRole('link', { name: 'One', exact: true }).focus()
  await page.keyboard.press('M')
  await page.getByRole('option', { name: 'On Hold' }).click()
  await expect.poll(async () => (await titles(page, 'On Hold')).toSorted()).toEqual(['One', 'Three'])
  await page.getByRole('status').filter({ hasText: '2 tasks changed.' }).waitFor()
})

test('of a long column only the visible cards are rendered, and scrolling loads the others', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const made = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName: 'Long' })
  await callApi(page, 'POST', '/v1/tasks/bulk', {
    operations: Array.from({ length: 400 }, (_, n) => ({
      requestId: String(n),
      method: 'POST',
      body: { title: `Card ${n}`, workspaceId: made.id },
    })),
  })
  const stream = page.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await page.goto(`${site.url}/p/workspace/${made.id}/tasks?layout=board`)
  await page.getByRole('link', { name: 'Card 0', exact: true }).waitFor()
  await stream
  // The head counts all of them, however many are loaded, and follows the changes of others.
  await column(page, 'Open').locator('header').getByText('400', { exact: true }).waitFor()
  const path = `/v1/workspaces/${made.id}/tasks`
  const added = await callApi<{ id: string }>(page, 'POST', path, { title: 'Held', status: 'On Hold' })
  await column(page, 'On Hold').locator('header').getByText('1', { exact: true }).waitFor()
  await callApi(page, 'DELETE', `/v1/tasks/${added.id}`)
  await column(page, 'On Hold').locator('header').getByText('0', { exact: true }).waitFor()
  await expect
    .poll(async () => {
      await page.evaluate(`document.querySelector('[data-column="Open"]').scrollBy(0, 40000)`)
      expect(await page.locator('a[data-task]').count()).toBeLessThan(60)
      return page.getByRole('link', { name: 'Card 399', exact: true }).count()
    })
    .toBe(1)
})

test('on a phone a column fills the screen, and a menu moves cards', async () => {
  const page = await chromium.page(phone)
  await openBoard(page)
  await demandFits(page)
  await demandAccessible(page)
  const title = (await titles(page, 'Open'))[0] ?? ''
  await page.getByText('Group by', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Group by' }).tap()
  for (const option of await read(page.getByRole('option')).all())
    expect((await read(option).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('option', { name: 'Status' }).tap()
  await page.getByRole('button', { name: `Actions for ${title}` }).tap()
  // The on-screen keyboard stays closed.
  await page.getByRole('dialog', { name: 'Move to' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.role')).toBe('listbox')
  await page.getByRole('option', { name: 'On Hold' }).tap()
  await expect.poll(() => stored(page, 'On Hold')).toContain(title)
  const notice = page.getByRole('status').filter({ hasText: `${title} moved to On Hold.` })
  await notice.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(() => stored(page, 'Open')).toContain(title)
})
