import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { demandAccessible, demandFits, phone, textOf, useChromium } from '../support/chromium.ts'
import { daysAhead } from '../support/clock.ts'
import { callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''

interface Listed {
  id: string
  details: {
    fileName: string
    folderId: string | null
    status: string
    tags: string[]
    version: number
    locked: boolean
  }
}

/** Uploads a file without the page. */
async function addFile(page: Page, place: string, name: string, text = name): Promise<string> {
  const traded = await sendFrom(page, '/auth/token', {})
  const { access_token: token } = traded.body as { access_token: string }
  const reply = await fetch(`${site.url}/v1/files/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: text,
  })
  const { id } = (await reply.json()) as { id: string }
  const made = await callApi<{ responses: { body: string }[] }>(page, 'POST', `${place}/files`, {
    deferredAssetIds: [id],
  })
  return made.responses[0]?.body ?? ''
}

async function makeWorkspace(page: Page, workspaceName: string): Promise<string> {
  return (await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName })).id
}

const makeFolder = (page: Page, inside: string, folderName: string, parentFolderId: string | null = null) =>
  callApi<{ id: string }>(page, 'POST', `/v1/workspaces/${inside}/folders`, { folderName, parentFolderId })

/** The files of a workspace in all of its folders, as the service has them. */
async function stored(page: Page, inside: string): Promise<Map<string, Listed['details']>> {
  const path = `/v1/workspaces/${inside}/allFiles?limit=500`
  const { items } = await callApi<{ items: Listed[] }>(page, 'GET', path)
  return new Map(items.map(({ details }) => [details.fileName, details]))
}

const names = (page: Page): Promise<string[]> => read(page.locator('[data-entry]')).allTextContents()

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  workspaceId = await makeWorkspace(page, 'Rye & Co')
})

test('folders are created, opened, renamed and moved, and the address names the one that is shown', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Packaging')
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Labels')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
  expect(new URL(page.url()).searchParams.get('folder')).not.toBeNull()
  await page.keyboard.press('N')
  await page.getByRole('textbox', { name: 'Name' }).fill('Front')
  await page.keyboard.press('Enter')
  const path = page.getByRole('navigation', { name: 'Path' })
  await path.getByRole('link', { name: 'Front' }).waitFor()
  expect(await read(path.getByRole('link')).allTextContents()).toEqual(['Files', 'Labels', 'Front'])
  await page.reload()
  await path.getByRole('link', { name: 'Front' }).waitFor()
  const tree = page.getByRole('navigation', { name: 'Folders' })
  expect(await read(tree.getByRole('link')).allTextContents()).toEqual(['Files', 'Labels', 'Front', 'Trash'])
  await tree.getByRole('link', { name: 'Labels' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('F2')
  // A blank name is not taken, and the page says so.
  await page.getByRole('textbox', { name: 'Rename Front' }).fill('  ')
  await page.keyboard.press('Enter')
  await page.getByText('The name can’t be empty, so it is still “Front”.').waitFor()
  await expect.poll(() => names(page)).toEqual(['Front'])
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Front')
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Rename Front' }).fill('Back')
  await page.keyboard.press('Enter')
  await tree.getByRole('link', { name: 'Back' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Back')
  await page.keyboard.press('m')
  await page.getByRole('combobox', { name: 'Move to a folder' }).fill('Fil')
  await page.keyboard.press('Enter')
  await page.getByText('Back moved to Files.').waitFor()
  await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => names(page)).toEqual(['Back'])
})

test('files are dragged into folders, tagged, given a status, locked, copied and deleted, with undo', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Bakery')
  await makeFolder(page, inside, 'Photos')
  for (const name of ['Loaf.txt', 'Menu.txt', 'Oven.txt'])
    await addFile(page, `/v1/workspaces/${inside}`, name)
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await expect.poll(() => names(page)).toEqual(['Photos', 'Loaf.txt', 'Menu.txt', 'Oven.txt'])
  await demandAccessible(page)
  const row = (name: string) => page.locator('tr', { has: page.getByRole('link', { name, exact: true }) })
  await row('Loaf.txt').dragTo(row('Photos'))
  await expect.poll(() => names(page)).toEqual(['Photos', 'Menu.txt', 'Oven.txt'])
  await expect.poll(async () => (await stored(page, inside)).get('Loaf.txt')?.folderId).not.toBeNull()
  await page.keyboard.press('Control+z')
  await expect.poll(() => names(page)).toEqual(['Photos', 'Loaf.txt', 'Menu.txt', 'Oven.txt'])
  // Several at once.
  await page.getByRole('checkbox', { name: 'Select Loaf.txt' }).check()
  await page.getByRole('checkbox', { name: 'Select Oven.txt' }).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'Set tags' }).fill('rye')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await stored(page, inside)).get('Menu.txt')?.tags).toEqual(['rye'])
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'Pending Approval' }).waitFor()
  await page.getByRole('combobox', { name: 'Set status' }).press('2')
  await expect
    .poll(
      async () =>
        [...(await stored(page, inside)).values()].filter(({ status }) => status !== 'Draft').length,
    )
    .toBe(3)
  await page.keyboard.press('Escape')
  // A lock with an end, and its release.
  await page.getByRole('link', { name: 'Menu.txt' }).focus()
  await page.keyboard.press('l')
  // The weekday alone would mean another day.
  const inMonth = new Date(daysAhead(30))
  const format = { day: 'numeric', month: 'short', timeZone: 'Europe/Berlin' } as const
  const day = inMonth.toLocaleDateString('en-GB', format)
  await page.getByRole('option', { name: `30 days ${day}` }).waitFor()
  await page.getByRole('option', { name: /^4 hours/ }).click()
  await row('Menu.txt').getByText('Ada, 4 h left').waitFor()
  await expect.poll(async () => (await stored(page, inside)).get('Menu.txt')?.locked).toBe(true)
  await row('Menu.txt').getByRole('button', { name: 'Actions for Menu.txt' }).click()
  await page.getByRole('option', { name: /^Unlock/ }).click()
  await page.getByRole('option', { name: 'Unlock now' }).click()
  await expect.poll(async () => (await stored(page, inside)).get('Menu.txt')?.locked).toBe(false)
  await row('Menu.txt').getByRole('button', { name: 'Actions for Menu.txt' }).click()
  await page.getByRole('option', { name: 'Copy to …' }).click()
  await page.getByRole('option', { name: /^Files/ }).click()
  await expect.poll(() => names(page)).toContain('Menu (2).txt')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Menu.txt' }).focus()
  await page.keyboard.press('Shift+D')
  expect(await textOf(await downloading)).toBe('Menu.txt')
  const archive = page.waitForEvent('download')
  await row('Photos').getByRole('button', { name: 'Actions for Photos' }).click()
  await page.getByRole('option', { name: 'Download as ZIP' }).click()
  expect((await archive).suggestedFilename()).toBe('Photos.zip')
  await page.getByRole('link', { name: 'Menu (2).txt' }).focus()
  await page.keyboard.press('#')
  await page.getByText('Menu (2).txt moved to the trash.').waitFor()
  await expect.poll(() => names(page)).not.toContain('Menu (2).txt')
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore Menu (2).txt' }).waitFor()
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Restore Menu (2).txt' }).click()
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  await expect.poll(async () => [...(await stored(page, inside)).keys()]).toContain('Menu (2).txt')
})

test('the focus stays in the list: after renaming, and after an entry is gone', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Focus')
  const path = `/v1/workspaces/${inside}`
  for (const name of ['Apple.txt', 'Bread.txt', 'Cheese.txt']) await addFile(page, path, name)
  const focused = () => read(page).evaluate('document.activeElement?.textContent')
  const stream = page.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await page.goto(`${site.url}/p/workspace/${inside}/files?layout=grid`)
  await page.getByRole('link', { name: 'Apple.txt' }).focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Rename Apple.txt' }).fill('Anise.txt')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('Anise.txt')
  await page.keyboard.press('#')
  await expect.poll(focused).toBe('Bread.txt')
  await page.keyboard.press('#')
  await expect.poll(focused).toBe('Cheese.txt')
  // Everything is still there if it cannot be read again, with the text that is being typed.
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Rename Cheese.txt' })
  await field.fill('Chervil.txt')
  await stream
  chromium.expectLines(/503/)
  const refused = page.waitForResponse((reply) => reply.status() === 503)
  await page.route(`**${path}/f*?*`, (route) => route.fulfill({ status: 503, json: { message: 'Full' } }))
  await makeFolder(page, inside, 'Boxes')
  await refused
  expect(await read(field).inputValue()).toBe('Chervil.txt')
  await page.unroute(`**${path}/f*?*`)
  await field.press('Enter')
  await expect.poll(focused).toBe('Chervil.txt')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Chervil.txt' }).waitFor()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Rename Chervil.txt' }).press('Escape')
  await expect.poll(focused).toBe('Chervil.txt')
})

test('people see who has locked a file, and until when', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Locked')
  const id = await addFile(page, `/v1/workspaces/${inside}`, 'Plan.txt')
  await callApi(page, 'POST', `/v1/files/${id}/lock`, { seconds: 3_600 })
  const lockedBy = '034xpJIsjUAIp5Nh000001'
  await page.route('**/v1/workspaces/*/files?*', async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { items: { details: object }[] }
    for (const each of list.items) Object.assign(each.details, { lockedBy })
    await route.fulfill({ response: reply, json: { ...list, names: { [lockedBy]: 'Grace Hopper' } } })
  })
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await page.getByRole('link', { name: 'Plan.txt' }).focus()
  await page.keyboard.press('l')
  await page.getByText(/^Locked by Grace Hopper until /).waitFor()
  await page.keyboard.press('Escape')
  // The last change is her lock.
  const faces = page.getByRole('row', { name: 'Plan.txt' }).getByRole('img')
  expect(await read(faces).count()).toBe(1)
  expect(await read(faces).getAttribute('title')).toBe('Grace Hopper')
})

test('a list offers nothing for files that somebody else has locked, until the lock ends', async () => {
  const page = await chromium.page()
  await page.clock.install({ time: clock.now() })
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Held')
  const path = `/v1/workspaces/${inside}`
  const id = await addFile(page, path, 'Plan.txt')
  await addFile(page, path, 'Zoo.txt')
  await callApi(page, 'POST', `/v1/files/${id}/lock`, { seconds: 3_600 })
  const lockedBy = '034xpJIsjUAIp5Nh000001'
  await page.route('**/v1/workspaces/*/files?*', async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { items: Listed[] }
    for (const each of list.items) if (each.id === id) Object.assign(each.details, { lockedBy })
    await route.fulfill({ response: reply, json: { ...list, names: { [lockedBy]: 'Grace Hopper' } } })
  })
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  const row = page.getByRole('row', { name: 'Plan.txt' })
  const cells = row.locator('button[title^="Locked by Grace Hopper until"]')
  await cells.first().waitFor()
  expect(await read(cells).count()).toBe(2)
  for (const cell of await read(cells).all()) expect(await read(cell).isDisabled()).toBe(true)
  expect(await read(row).getAttribute('draggable')).toBe('false')
  // The menu appears, so a key before it that opened something would have done so.
  await page.getByRole('link', { name: 'Plan.txt' }).focus()
  for (const key of ['s', 't', 'm', 'F2', '#', '.']) await page.keyboard.press(key)
  await page.getByRole('dialog', { name: 'Actions' }).waitFor()
  expect(await read(page.getByRole('dialog')).count()).toBe(1)
  expect(await read(page.getByRole('textbox', { name: 'Rename Plan.txt' })).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await names(page)).toEqual(['Plan.txt', 'Zoo.txt'])
  // One that is locked keeps the others from being changed along with it.
  await page.keyboard.press('Control+a')
  const bar = page.locator('[data-bulk]')
  await bar.getByText(/^Locked by Grace Hopper until /).waitFor()
  await demandAccessible(page)
  const offered = async () =>
    (await read(bar.getByRole('button')).allInnerTexts()).map((each) => each.split('\n')[0])
  expect(await offered()).toEqual(['Download', 'Copy to …', 'Lock', 'Clear'])
  const dragged = `(() => {
    const dataTransfer = new DataTransfer()
    const event = new DragEvent('dragstart', { bubbles: true, cancelable: true, dataTransfer })
    document.querySelector('tr[draggable="true"]').dispatchEvent(event)
    return { isRefused: event.defaultPrevented, types: [...dataTransfer.types] }
  })()`
  expect(await read(page).evaluate(dragged)).toEqual({ isRefused: true, types: [] })
  await page.clock.fastForward('01:00:01')
  await expect
    .poll(offered)
    .toEqual(['Download', 'Move to …', 'Copy to …', 'Status', 'Tags', 'Lock', 'Move to trash', 'Clear'])
  await cells.first().waitFor({ state: 'detached' })
  await expect.poll(() => row.getAttribute('draggable')).toBe('true')
  expect(await read(row.getByRole('button', { name: /^Status of / })).isEnabled()).toBe(true)
})

test('a refused change is reverted with the reason', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Refused')
  const folder = await makeFolder(page, inside, 'Full')
  await addFile(page, `/v1/workspaces/${inside}`, 'Same.txt')
  await addFile(page, `/v1/folders/${folder.id}`, 'Same.txt')
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await page.getByRole('link', { name: 'Same.txt' }).focus()
  await page.keyboard.press('m')
  await page.getByRole('combobox', { name: 'Move to a folder' }).fill('Full')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Same.txt' }).waitFor()
  await expect.poll(() => names(page)).toEqual(['Full', 'Same.txt'])
})

test('thousands of files scroll with few rows, as a list and as thumbnails', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const rows = Array.from({ length: 3_000 }, (_, n) => ({
    id: `034xpJIsjUAIp5Nh${String(n).padStart(6, '0')}`,
    details: {
      ...{ fileName: `Scan ${String(n).padStart(5, '0')}.pdf`, status: 'Draft', tags: [], workspaceId },
      ...{ folderId: null, version: 1, size: 1_000 * n, mimeType: 'text/plain', locked: false },
      ...{ lockedBy: null, lockExpiresAt: null, createdBy: null, updatedAt: '2026-01-01T00:00:00.000Z' },
    },
  }))
  // A service with as many files would take longer to fill than to test.
  await page.route('**/v1/workspaces/*/files?*', (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('from') ?? 0)
    const next = `/v1/workspaces/${workspaceId}/files?from=${from + 200}`
    return route.fulfill({
      json: { items: rows.slice(from, from + 200), links: from + 200 < rows.length ? { next } : {} },
    })
  })
  await page.goto(`${site.url}/p/workspace/${workspaceId}/files`)
  await page.getByRole('link', { name: 'Scan 00000.pdf' }).waitFor()
  const last = page.getByRole('link', { name: 'Scan 02999.pdf' })
  const most = async (selector: string, limit: number): Promise<void> => {
    // The next page is loaded when the end of the current one scrolls into view.
    while ((await read(last).count()) === 0) {
      await page.mouse.move(800, 500)
      await page.mouse.wheel(0, 20_000)
      expect(await read(page.locator(selector)).count()).toBeLessThanOrEqual(limit)
    }
    expect(await read(page.locator(selector)).count()).toBeLessThanOrEqual(limit)
  }
  await most('tbody tr', 60)
  await page.getByRole('button', { name: 'Grid' }).click()
  await page.waitForURL('**/files?layout=grid')
  await page.getByRole('link', { name: 'Scan 00000.pdf' }).waitFor()
  await most('li[data-file]', 200)
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Scan 00000.pdf')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Scan 00001.pdf')
  await demandAccessible(page)
})

test('on a phone, files are rows of two lines, and nothing is too wide', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Pocket')
  await makeFolder(page, inside, 'Receipts')
  await addFile(
    page,
    `/v1/workspaces/${inside}`,
    'A name that is much too long for the screen of a telephone.txt',
  )
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await page.getByRole('link', { name: 'Receipts' }).waitFor()
  // The end of a name that is cut stays, because many files differ only there.
  const long = page.getByRole('link', {
    name: 'A name that is much too long for the screen of a telephone.txt',
    exact: true,
  })
  const [row, end] = [
    await read(long).boundingBox(),
    await read(long.getByText(/^.{0,12}\.txt$/)).boundingBox(),
  ]
  if (row === null || end === null) throw new Error('The name is not shown')
  expect(end.x + end.width).toBeLessThanOrEqual(row.x + row.width + 1)
  await demandFits(page)
  await demandAccessible(page)
  await page.getByRole('button', { name: 'Grid' }).click()
  await demandFits(page)
  await page.getByRole('link', { name: 'Receipts' }).first().click()
  // Files cannot be dropped with a finger, and the name of the folder is not cut.
  await page.getByText(/^Files can be up to/).waitFor()
  const isCut = `(() => {
    const here = document.querySelector('nav[aria-label="Path"] [aria-current]')
    return here.scrollWidth > here.clientWidth
  })()`
  expect(await read(page).evaluate(isCut)).toBe(false)
  await demandFits(page)
  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
  await demandFits(page)
})

test('people who may only read see the files and no way to change them', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Archive')
  await addFile(page, `/v1/workspaces/${inside}`, 'Old.txt')
  await callApi(page, 'PUT', `/v1/workspaces/${inside}/archive`)
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await page.getByRole('button', { name: 'Actions for Old.txt' }).click()
  const offered = async (): Promise<unknown[]> =>
    (await read(page.getByRole('option')).allTextContents()).map(
      (text) => /^(?:Open|Show details|Download)/.exec(text)?.[0],
    )
  await expect.poll(offered).toEqual(['Open', 'Show details', 'Download'])
  await page.keyboard.press('Escape')
  expect(await read(page.getByRole('button', { name: 'New folder' })).count()).toBe(0)
})

test('the details of the chosen file are beside the list, and the address keeps them', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Details')
  for (const name of ['one.txt', 'two.txt']) await addFile(page, `/v1/workspaces/${inside}`, name)
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await page.getByRole('link', { name: 'one.txt' }).waitFor()
  await page.getByRole('button', { name: 'Details' }).click()
  const pane = page.getByRole('complementary', { name: 'Details' })
  await pane.getByText('Click a row to see the versions, comments and history of the file.').waitFor()
  // A click beside the name chooses the file, and does not open it.
  await page.getByRole('row', { name: 'one.txt' }).locator('td').nth(1).click()
  await pane.getByRole('link', { name: 'one.txt' }).waitFor()
  await page.keyboard.press('Space')
  await pane.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for two.txt' }).click()
  await page.getByRole('option', { name: 'Show details' }).click()
  await pane.getByRole('link', { name: 'two.txt' }).waitFor()
  await page.getByRole('link', { name: 'one.txt' }).focus()
  await pane.getByRole('link', { name: 'one.txt' }).waitFor()
  await pane.getByText('added this file').waitFor()
  await demandAccessible(page)
  await page.keyboard.press('ArrowDown')
  await pane.getByRole('link', { name: 'two.txt' }).waitFor()
  await pane.getByRole('textbox', { name: 'Write a comment' }).fill('Which one is right?')
  await page.keyboard.press('Control+Enter')
  await pane.getByRole('article').getByText('Which one is right?').waitFor()
  await pane.getByRole('button', { name: 'Draft' }).click()
  await page.getByRole('option', { name: 'Approved' }).click()
  await expect.poll(async () => (await stored(page, inside)).get('two.txt')?.status).toBe('Approved')
  await page.reload()
  await pane.getByText('Click a row').waitFor()
  await pane.getByRole('button', { name: 'Close' }).click()
  await pane.waitFor({ state: 'detached' })
})

test('the files of a long list are counted exactly, also before all of them are loaded', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const inside = await makeWorkspace(page, 'Counted')
  const folder = await makeFolder(page, inside, 'Prints')
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt'])
    await addFile(page, `/v1/workspaces/${inside}`, name)
  for (const name of ['e.txt', 'f.txt', 'g.txt']) await addFile(page, `/v1/folders/${folder.id}`, name)
  // Pages of two files, of which only the first one arrives.
  await page.route(/\/v1\/(workspaces|folders)\/\w+\/files\?/, async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('paginationhash')) return
    url.searchParams.set('limit', '2')
    await route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
  await page.goto(`${site.url}/p/workspace/${inside}/files`)
  await page.getByText('4 files', { exact: true }).waitFor()
  await page.goto(`${site.url}/p/workspace/${inside}/files?folder=${folder.id}`)
  await page.getByText('3 files', { exact: true }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
