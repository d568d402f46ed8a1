import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { demandAccessible, demandAccessibleNow, demandFits, phone, useChromium } from '../support/chromium.ts'
import { cleanUpProcesses, makeFolder } from '../support/process.ts'
import { admin, callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
cleanUpProcesses()
const folder = makeFolder()
/** Large enough that the upload is still running when a slow test looks at it. */
const large = randomBytes(24 * 1024 * 1024)
const sha256 = createHash('sha256').update(large).digest('hex')

interface Listed {
  details: { fileName: string; folderId: string | null; version: number; sha256: string }
}

beforeAll(() => writeFileSync(join(folder, 'film.bin'), large))

/** Opens the files of a new workspace. */
async function openFiles(page: Page, workspaceName: string): Promise<string> {
  await signIn(page, site)
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', { workspaceName })
  await page.goto(`${site.url}/p/workspace/${id}/files`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  return id
}

const tray = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' })

const textFile = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

const choose = (page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> =>
  page.locator('[data-upload="files"]').setInputFiles(files)

/** Drops files that the test makes on an element of the page. */
async function drop(
  page: Page,
  target: Locator,
  given: readonly { name: string; text: string }[],
): Promise<void> {
  const events = await page.evaluateHandle<object[]>(`(() => {
    const dataTransfer = new DataTransfer()
    for (const { name, text } of ${JSON.stringify(given)})
      dataTransfer.items.add(new File([text], name, { type: 'text/plain' }))
    return ['dragover', 'drop'].map(
      (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
    )
  })()`)
  // At once: nothing is drawn in between.
  await target.evaluateHandle((element: { dispatchEvent: (event: object) => void }, all) => {
    for (const event of all) element.dispatchEvent(event)
  }, events)
}

/** Drops files and folders of the computer in the middle of the page. */
async function dropFromDisk(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
}

async function stored(page: Page, workspaceId: string): Promise<Map<string, Listed['details']>> {
  const path = `/v1/workspaces/${workspaceId}/allFiles?limit=500`
  const { items } = await callApi<{ items: Listed[] }>(page, 'GET', path)
  return new Map(items.map(({ details }) => [details.fileName, details]))
}

const versions = async (page: Page, workspaceId: string): Promise<[string, number][]> =>
  [...(await stored(page, workspaceId))]
    .map(([name, { version }]): [string, number] => [name, version])
    .toSorted()

/** Makes uploads slow enough to be interrupted. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond },
  })
}

test('files that exist already are asked about one by one, and never stop the others', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Labels')
  await choose(
    page,
    ['a.txt', 'b.txt', 'c.txt'].map((name) => textFile(name)),
  )
  await tray(page).getByText('3 files uploaded').waitFor()
  await tray(page).getByRole('button', { name: 'Close the uploads' }).click()
  await tray(page).waitFor({ state: 'detached' })
  await choose(
    page,
    ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => textFile(name, `new ${name}`)),
  )
  await page.getByRole('link', { name: 'd.txt' }).waitFor()
  await tray(page).getByText('3 uploads need your attention').waitFor()
  await demandAccessible(page)
  for (const answer of ['Add as v2: a.txt', 'Keep both: b.txt', 'Skip: c.txt']) {
    await tray(page).getByRole('button', { name: answer }).click()
    // The rows below it move up.
    await tray(page).getByRole('button', { name: answer }).waitFor({ state: 'detached' })
  }
  await tray(page).getByText('3 files uploaded').waitFor()
  await expect
    .poll(() => versions(page, workspaceId))
    .toEqual([
      ['a.txt', 2],
      ['b (2).txt', 1],
      ['b.txt', 1],
      ['c.txt', 1],
      ['d.txt', 1],
    ])
  await page.getByRole('link', { name: 'b (2).txt' }).waitFor()
})

test('files that are added before the list of uploads is loaded appear in it', async () => {
  const page = await chromium.page()
  let load = (): void => undefined
  const isWanted = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/upload-tray-*.js', async (route) => {
    await isWanted
    await route.continue()
  })
  const workspaceId = await openFiles(page, 'Early')
  await choose(page, [textFile('a.txt')])
  await expect.poll(() => versions(page, workspaceId)).toEqual([['a.txt', 1]])
  load()
  await tray(page).getByText('1 file uploaded').waitFor()
})

test('the list of finished uploads closes automatically, unless the pointer or the focus is in it', async () => {
  const page = await chromium.page()
  await page.clock.install({ time: clock.now() })
  await openFiles(page, 'Finished')
  await choose(page, [textFile('a.txt')])
  await tray(page).getByText('1 file uploaded').waitFor()
  await tray(page).hover()
  await page.clock.runFor(11_000)
  expect(await read(tray(page)).count()).toBe(1)
  await tray(page).getByRole('button', { name: 'Collapse the uploads' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(11_000)
  expect(await read(tray(page)).count()).toBe(1)
  await page.getByRole('link', { name: 'a.txt' }).focus()
  await page.clock.runFor(11_000)
  await tray(page).waitFor({ state: 'detached' })
})

test('the list of uploads does not cover the field for a comment', async () => {
  const page = await chromium.page({ viewport: { width: 1280, height: 600 } })
  const workspaceId = await openFiles(page, 'Uncovered')
  await choose(page, [textFile('a.txt')])
  await tray(page).getByText('1 file uploaded').waitFor()
  await choose(page, [textFile('a.txt', 'new')])
  await tray(page).getByRole('button', { name: 'Skip: a.txt' }).waitFor()
  const path = `/v1/workspaces/${workspaceId}/tasks`
  const { id } = await callApi<{ id: string }>(page, 'POST', path, { title: 'Sort the papers' })
  await page.goto(`${site.url}/p/workspace/${workspaceId}/tasks?open=${id}`)
  await tray(page).getByRole('button', { name: 'Skip: a.txt' }).waitFor()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await panel.getByLabel('Write a comment').focus()
  const send = panel.getByRole('button', { name: /^Comment(?!s)/ })
  await expect
    .poll(async () => {
      const [button, list] = [await send.boundingBox(), await tray(page).boundingBox()]
      return (list?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)
    })
    .toBeGreaterThan(0)
})

test('files are dropped anywhere, on a folder, or on a file, of which they become a version', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Drops')
  await drop(page, page.getByRole('heading', { name: 'No files yet' }), [{ name: 'plan.txt', text: 'one' }])
  await page.getByRole('link', { name: 'plan.txt' }).waitFor()
  await drop(page, page.getByRole('link', { name: 'plan.txt' }), [{ name: 'other name.txt', text: 'two' }])
  expect(await read(page.locator('[data-over]')).count()).toBe(0)
  await expect.poll(() => versions(page, workspaceId)).toEqual([['plan.txt', 2]])
  await drop(page, page.getByRole('link', { name: 'Inbox' }), [{ name: 'note.txt', text: 'beside' }])
  await page.getByRole('link', { name: 'note.txt' }).waitFor()
  await callApi(page, 'POST', `/v1/workspaces/${workspaceId}/folders`, { folderName: 'Photos' })
  await drop(page, page.getByRole('link', { name: 'Photos' }).last(), [{ name: 'loaf.txt', text: 'bread' }])
  await expect
    .poll(async () => (await stored(page, workspaceId)).get('loaf.txt')?.folderId)
    .toBeTypeOf('string')
})

test('a file that is dropped before the list of the files is loaded is uploaded to the folder of the page', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const workspace = { workspaceName: 'Early drops' }
  const { id } = await callApi<{ id: string }>(page, 'POST', '/v1/workspaces', workspace)
  const path = `/v1/workspaces/${id}/folders`
  const photos = await callApi<{ id: string }>(page, 'POST', path, { folderName: 'Photos' })
  let load = (): void => undefined
  const isWanted = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/files-view-*.js', async (route) => {
    await isWanted
    await route.continue()
  })
  await page.goto(`${site.url}/p/workspace/${id}/files?folder=${photos.id}`)
  const upload = page.getByRole('button', { name: /^Upload/ })
  await upload.waitFor()
  await drop(page, page.locator('body'), [{ name: 'early.txt', text: 'early' }])
  await expect.poll(async () => (await stored(page, id)).get('early.txt')?.folderId).toBe(photos.id)
  const chooser = page.waitForEvent('filechooser')
  await upload.click()
  await (await chooser).setFiles([textFile('chosen.txt')])
  await expect.poll(async () => (await stored(page, id)).get('chosen.txt')?.folderId).toBe(photos.id)
  await expect.poll(() => page.getByRole('navigation', { name: 'Folders' }).count()).toBe(0)
  load()
  await page.getByRole('link', { name: 'early.txt' }).waitFor()
})

test('a file that is dropped on a page without files does not replace the application', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/inbox`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const taken = await read(page).evaluate<boolean>(`(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['stray'], 'stray.txt'))
    const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
    document.querySelector('h1').dispatchEvent(event)
    return event.defaultPrevented
  })()`)
  expect(taken).toBe(true)
})

test('a folder is uploaded with the folders in it', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Folders')
  // Names are the same without regard to case.
  const path = `/v1/workspaces/${workspaceId}/folders`
  const { id } = await callApi<{ id: string }>(page, 'POST', path, { folderName: 'CAMPAIGN' })
  const top = join(folder, 'Campaign')
  mkdirSync(join(top, 'Print', 'Final'), { recursive: true })
  for (const [name, text] of [
    ['brief.txt', 'brief'],
    ['Print/poster.txt', 'poster'],
    ['Print/Final/poster.txt', 'final'],
  ] as const)
    writeFileSync(join(top, name), text)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'More ways to upload' }).click()
  await page.getByRole('menuitem', { name: 'Upload a folder' }).click()
  await (await chooser).setFiles(top)
  await tray(page).getByText('3 files and 3 folders uploaded').waitFor()
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Campaign' }).click()
  await page.getByRole('link', { name: 'brief.txt' }).waitFor()
  await page.getByRole('link', { name: 'Print' }).last().click()
  await page.getByRole('link', { name: 'Final' }).last().click()
  await page.getByRole('link', { name: 'poster.txt' }).waitFor()
  expect((await stored(page, workspaceId)).size).toBe(2)
  // Deleted folders are created again.
  await callApi(page, 'DELETE', `/v1/folders/${id}`)
  await page.goto(`${site.url}/p/workspace/${workspaceId}/files`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await page.locator('[data-upload="folder"]').setInputFiles(top)
  await tray(page).getByText('3 files and 3 folders uploaded').waitFor()
  await tray(page).hover()
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Campaign' }).waitFor()
  await page.getByRole('heading', { name: 'No files yet' }).waitFor({ state: 'detached' })
  type Folders = { items: { id: string; details: { parentFolderId: string | null } }[] }
  const made = (await callApi<Folders>(page, 'GET', path)).items
  const again = made.find(({ details }) => details.parentFolderId === null)
  await callApi(page, 'DELETE', `/v1/folders/${again?.id}`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await page.locator('[data-upload="folder"]').setInputFiles(top)
  await tray(page).getByText('6 files and 3 folders uploaded').waitFor()
})

test('a dropped folder keeps its empty folders and its order; dropped again, only its files are asked about', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Trees')
  const top = join(folder, 'Tree')
  // The service trims names.
  for (const name of ['Empty', 'Inner/Empty too', 'Odd ']) mkdirSync(join(top, name), { recursive: true })
  for (const name of ['file 10.txt', 'file 9.txt', 'Odd /end .txt ']) writeFileSync(join(top, name), name)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/files/upload'))
      sent.push(decodeURIComponent(request.headers()['content-disposition'] ?? '').split("''")[1] ?? '')
  })
  await dropFromDisk(page, [top])
  await tray(page).getByText('3 files and 5 folders uploaded').waitFor()
  expect(sent).toEqual(['file 9.txt', 'file 10.txt', 'end .txt'])
  type Folders = { items: { details: { folderName: string } }[] }
  const folders = async (): Promise<string[]> =>
    (await callApi<Folders>(page, 'GET', `/v1/workspaces/${workspaceId}/folders`)).items
      .map(({ details }) => details.folderName)
      .toSorted()
  const all = ['Empty', 'Empty too', 'Inner', 'Odd', 'Tree']
  expect(await folders()).toEqual(all)
  await tray(page).hover()
  await dropFromDisk(page, [top])
  await tray(page).getByText('3 uploads need your attention').waitFor()
  await tray(page).getByRole('button', { name: 'New versions' }).click()
  await tray(page).getByText('6 files and 5 folders uploaded').waitFor()
  expect(await folders()).toEqual(all)
  expect(await versions(page, workspaceId)).toEqual([
    ['end .txt', 2],
    ['file 10.txt', 2],
    ['file 9.txt', 2],
  ])
})

test('many files are all kept next to the existing ones, also those with the longest names, with three requests at a time', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Both')
  const long = `${'ü'.repeat(251)}.txt`
  const names = [long, ...Array.from({ length: 11 }, (_, n) => `file ${n}.txt`)]
  await choose(
    page,
    names.map((name) => textFile(name)),
  )
  await tray(page).getByText('12 files uploaded').waitFor()
  await tray(page).hover()
  await choose(
    page,
    names.map((name) => textFile(name, `new ${name}`)),
  )
  await tray(page).getByText('12 uploads need your attention').waitFor()
  let [open, most] = [0, 0]
  await page.route(`**/v1/workspaces/${workspaceId}/files?*filter=*`, async (route) => {
    open += 1
    most = Math.max(most, open)
    const reply = await route.fetch()
    open -= 1
    await route.fulfill({ response: reply })
  })
  await tray(page).getByRole('button', { name: 'Keep both', exact: true }).click()
  await tray(page).getByText('24 files uploaded').waitFor()
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(3)
  const found = [...(await stored(page, workspaceId)).keys()]
  expect(found).toHaveLength(24)
  expect(found).toContain('file 3 (2).txt')
  expect(found).toContain(`${'ü'.repeat(247)} (2).txt`)
})

test('all uploads are paused or cancelled at once, and nothing else is sent', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Many')
  await slowDown(page, 50_000)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/files/upload')) sent += 1
  })
  await choose(
    page,
    Array.from({ length: 20 }, (_, n) => textFile(`file ${n}.txt`, 'x'.repeat(200_000))),
  )
  await expect.poll(() => sent).toBe(3)
  await tray(page).getByRole('button', { name: 'Pause all uploads' }).click()
  await tray(page).getByText('20 uploads paused').waitFor()
  expect(sent).toBe(3)
  await tray(page).getByRole('button', { name: 'Resume all uploads' }).click()
  await expect.poll(() => sent).toBe(6)
  await demandAccessibleNow(page)
  await tray(page).getByRole('button', { name: 'Cancel all', exact: true }).click()
  await page.getByText('20 uploads cancelled.').waitFor()
  await tray(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  expect(await read(tray(page)).count()).toBe(0)
  expect(sent).toBe(6)
  expect(await versions(page, workspaceId)).toEqual([])
})

test('uploads show when they wait for the connection or the service', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Tunnel')
  chromium.expectLines(/ERR_INTERNET_DISCONNECTED/)
  await slowDown(page, 3_000_000)
  await choose(page, join(folder, 'film.bin'))
  await tray(page)
    .getByText(/ s left$/)
    .waitFor()
  await page.context().setOffline(true)
  await tray(page).getByText('1 upload waits for the connection').waitFor()
  await expect
    .poll(() =>
      tray(page)
        .getByText(/ left$/)
        .count(),
    )
    .toBe(0)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/v1/workspaces/${workspaceId}/files`, async (route) => {
    await held
    await route.continue()
  })
  await page.context().setOffline(false)
  await slowDown(page, -1)
  // It has been sent, and is not a file yet.
  await tray(page).getByText('Finishing…').waitFor()
  await expect
    .poll(() =>
      tray(page)
        .getByText(/ left$/)
        .count(),
    )
    .toBe(0)
  release()
  await tray(page).getByText('1 file uploaded').waitFor()
  expect((await stored(page, workspaceId)).get('film.bin')?.sha256).toBe(sha256)
})

test('uploads continue when the person signs in again after the session has ended', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Sessions')
  await slowDown(page, 3_000_000)
  await choose(page, [join(folder, 'film.bin')])
  const bar = tray(page).getByRole('progressbar', { name: 'film.bin' })
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(2_000_000)
  await sendFrom(page, '/auth/sign-out', {})
  await slowDown(page, -1)
  await page.getByText('Your session has ended.').waitFor()
  await page.getByLabel('Email address').fill(site.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await tray(page).getByText('1 file uploaded').waitFor()
  expect((await stored(page, workspaceId)).get('film.bin')?.sha256).toBe(sha256)
})

test('a name in another case is the same name', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Cases')
  await choose(page, [textFile('Plan "A" (1).txt')])
  await tray(page).getByText('1 file uploaded').waitFor()
  await choose(page, [textFile('plan "a" (1).TXT', 'new')])
  await tray(page)
    .getByRole('button', { name: /^Add as v2/ })
    .click()
  await expect.poll(() => versions(page, workspaceId)).toEqual([['Plan "A" (1).txt', 2]])
})

test('a file whose response was lost, or that a proxy refused, is uploaded once and not asked about', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Lost')
  chromium.expectLines(/ERR_FAILED|502/)
  await page.route(
    `**/v1/workspaces/${workspaceId}/files`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await choose(page, [textFile('note.txt')])
  await tray(page).getByText('1 file uploaded').waitFor()
  await tray(page).hover()
  const down = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
  await page.route('**/v1/files/upload', (route) => route.fulfill(down), { times: 1 })
  await choose(page, [textFile('other.txt')])
  await tray(page).getByText('2 files uploaded').waitFor()
  expect(await versions(page, workspaceId)).toEqual([
    ['note.txt', 1],
    ['other.txt', 1],
  ])
})

test('an upload that is cancelled while a new name is being looked up does not come back', async () => {
  const page = await chromium.page()
  await openFiles(page, 'Cancelled')
  await choose(page, [textFile('a.txt')])
  await tray(page).getByText('1 file uploaded').waitFor()
  await choose(page, [textFile('a.txt', 'new')])
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/files?*a%20(2)*', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.url().includes('a%20(2)'))
  await tray(page).getByRole('button', { name: 'Keep both: a.txt' }).click()
  await asked
  await tray(page).getByRole('button', { name: 'Cancel a.txt' }).click()
  const answered = page.waitForResponse((response) => response.url().includes('contains'))
  release()
  await answered
  await page.reload()
  await page.getByRole('link', { name: 'a.txt' }).waitFor()
  expect(await read(tray(page)).count()).toBe(0)
})

test('a large upload is paused, survives other pages and a reload, and arrives unchanged', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Films')
  await slowDown(page, 3_000_000)
  await choose(page, join(folder, 'film.bin'))
  const bar = tray(page).getByRole('progressbar', { name: 'film.bin' })
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(1_000_000)
  await page.getByRole('link', { name: 'My tasks' }).click()
  await page.waitForURL('**/tasks')
  await tray(page).getByRole('button', { name: 'Pause film.bin' }).click()
  await tray(page).getByText('1 upload paused').waitFor()
  await tray(page).getByRole('button', { name: 'Resume film.bin' }).click()
  // The service has stored the first piece by then.
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(10_000_000)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await page.reload()
  await slowDown(page, -1)
  await tray(page).getByText('1 file uploaded').waitFor()
  // It continued where it was, and did not send everything again.
  expect(offsets[0]).toBeGreaterThan(0)
  expect((await stored(page, workspaceId)).get('film.bin')?.sha256).toBe(sha256)
  await page.reload()
  await page.getByRole('heading', { name: 'My tasks' }).waitFor()
  expect(await read(tray(page)).count()).toBe(0)
})

test('a large new version resumes after a reload, whether its name was taken or it was dropped on a file', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Cuts')
  await choose(page, [textFile('film.bin', 'rough cut')])
  await tray(page).getByText('1 file uploaded').waitFor()
  await slowDown(page, 3_000_000)
  await choose(page, join(folder, 'film.bin'))
  await tray(page).getByRole('button', { name: 'Add as v2: film.bin' }).click()
  const bar = tray(page).getByRole('progressbar', { name: 'film.bin' })
  // The service has stored the first piece by then.
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(10_000_000)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await page.reload()
  await slowDown(page, -1)
  await tray(page).getByText('1 file uploaded').waitFor()
  expect(offsets[0]).toBeGreaterThan(0)
  expect((await stored(page, workspaceId)).get('film.bin')).toMatchObject({ version: 2, sha256 })
  offsets.length = 0
  await drop(page, page.getByRole('link', { name: 'film.bin' }), [
    { name: 'other.bin', text: 'x'.repeat(9_000_000) },
  ])
  await expect.poll(() => versions(page, workspaceId)).toEqual([['film.bin', 3]])
  expect(offsets).toEqual([0])
})

test('a file that arrived just before its tab was killed is not asked about', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Killed')
  // The tab is closed before it can note that the file has arrived.
  await read(page).evaluate(`(() => {
    IDBObjectStore.prototype.delete = function () { return this.count() }
  })()`)
  await choose(page, [textFile('note.txt')])
  await tray(page).getByText('1 file uploaded').waitFor()
  const next = await page.context().newPage()
  await page.close()
  await next.goto(`${site.url}/tasks`)
  await tray(next).getByText('1 file uploaded').waitFor()
  expect(await versions(next, workspaceId)).toEqual([['note.txt', 1]])
})

test('after a reload, a file that was too large to keep is chosen again, and only the same one resumes', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Archives')
  await slowDown(page, 3_000_000)
  await choose(page, join(folder, 'film.bin'))
  const bar = tray(page).getByRole('progressbar', { name: 'film.bin' })
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(4_000_000)
  await page.evaluateHandle(`new Promise((resolve) => {
    const opening = indexedDB.open('atrium-uploads')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('uploads', 'readwrite')
      const store = transaction.objectStore('uploads')
      store.getAll().onsuccess = ({ target }) => {
        for (const { file, ...kept } of target.result) store.put(kept)
      }
      transaction.oncomplete = resolve
    }
  })`)
  await page.reload()
  await slowDown(page, -1)
  await tray(page).getByText('Choose the file again to resume').waitFor()
  await demandAccessible(page)
  await tray(page).locator('[data-choose]').setInputFiles(textFile('film.bin'))
  await page.getByRole('alert').filter({ hasText: 'not the same file' }).waitFor()
  await tray(page).locator('[data-choose]').setInputFiles(join(folder, 'film.bin'))
  await tray(page).getByText('1 file uploaded').waitFor()
  expect((await stored(page, workspaceId)).get('film.bin')?.sha256).toBe(sha256)
})

test('a refused upload shows why and can be tried again or cancelled', async () => {
  const page = await chromium.page(phone)
  const workspaceId = await openFiles(page, 'Refused')
  chromium.expectLines(/507/)
  const refuse = { status: 507, contentType: 'application/json', body: '{"message":"The storage is full."}' }
  await page.route('**/v1/files/upload', (route) => route.fulfill(refuse))
  await choose(page, [textFile('one.txt'), textFile('two.txt')])
  await tray(page).getByText('2 uploads need your attention').waitFor()
  await tray(page).getByText('The storage is full.').first().waitFor()
  await demandFits(page)
  await demandAccessible(page)
  await page.unroute('**/v1/files/upload')
  await tray(page).getByRole('button', { name: 'Cancel two.txt' }).click()
  await tray(page).getByRole('button', { name: 'Try again: one.txt' }).click()
  await tray(page).getByText('1 file uploaded').waitFor()
  await expect.poll(() => versions(page, workspaceId)).toEqual([['one.txt', 1]])
})

test('what is too large, unreadable or refused is listed with its reason, and the others are uploaded', async () => {
  const page = await chromium.page()
  await page.route('**/v1/company', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.details.limits.fileBytes = 100
    await route.fulfill({ json: answer })
  })
  const workspaceId = await openFiles(page, 'Faults')
  await page.route(`**/v1/workspaces/${workspaceId}/folders`, async (route) => {
    const message = 'Readers of a workspace may not create folders.'
    if (route.request().method() !== 'POST') return route.continue()
    return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify({ message }) })
  })
  // Folders and files of the computer cannot be made by a page.
  await read(page).evaluate(`(() => {
    const fail = (no) => no(new DOMException('gone', 'NotFoundError'))
    const file = (name, text) => ({
      name, isFile: true, file: (yes, no) => (text === undefined ? fail(no) : yes(new File([text], name))),
    })
    const folder = (name, inside) => ({
      name, isFile: false, createReader: () => {
        const rest = inside
        return { readEntries: (yes, no) => {
          if (rest === undefined) fail(no)
          else yes(rest.splice(0))
        } }
      },
    })
    const entries = [
      file('gone.txt'), folder('Secret'), file('big.txt', 'x'.repeat(101)),
      folder('Refused', [file('inside.txt', 'x')]), file('good.txt', 'good'),
    ]
    DataTransferItem.prototype.webkitGetAsEntry = () => entries.shift()
  })()`)
  await drop(
    page,
    page.getByRole('heading', { name: 'No files yet' }),
    Array.from({ length: 5 }, (_, n) => ({ name: `${n}`, text: '' })),
  )
  await page.getByRole('link', { name: 'good.txt' }).waitFor()
  await tray(page).getByText('4 uploads need your attention').waitFor()
  for (const [name, why] of [
    ['gone.txt', /^The file cannot be read\./],
    ['Secret', /^The folder cannot be read\./],
    ['big.txt', /^The file is larger than 100 /],
    ['inside.txt', /may not create folders/],
  ] as const)
    await tray(page).getByRole('listitem').filter({ hasText: name }).getByText(why).waitFor()
  await demandAccessible(page)
  expect(await versions(page, workspaceId)).toEqual([['good.txt', 1]])
  // A failed upload does not come back, and closing the tray removes it.
  await tray(page).getByRole('button', { name: 'Cancel inside.txt' }).click()
  await tray(page).getByRole('button', { name: 'Close the uploads' }).click()
  await tray(page).waitFor({ state: 'detached' })
})

test('a broken connection and a busy service are tried again automatically; a file that vanished is not', async () => {
  const page = await chromium.page()
  await page.clock.install({ time: clock.now() })
  const workspaceId = await openFiles(page, 'Retries')
  chromium.expectLines(/ERR_FAILED|503/)
  const isFor = (name: string) => (request: { headers: () => Record<string, string> }) =>
    request.headers()['content-disposition']?.includes(name) === true
  let broken = 0
  let busy = 0
  await page.route('**/v1/files/upload', async (route) => {
    const request = route.request()
    if (isFor('vanished')(request)) return route.abort()
    if (isFor('broken')(request) && broken < 2) {
      broken += 1
      return route.abort()
    }
    if (isFor('busy')(request)) busy += 1
    if (isFor('busy')(request) && busy === 1)
      return route.fulfill({
        ...{ status: 503, contentType: 'application/json', body: '{"message":"Too busy."}' },
        headers: { 'retry-after': new Date(clock.now() + 300_000).toUTCString() },
      })
    return route.continue()
  })
  await read(page).evaluate(`(() => {
    const read = Blob.prototype.arrayBuffer
    const slice = Blob.prototype.slice
    Blob.prototype.slice = function (...given) {
      return Object.assign(slice.apply(this, given), { from: this.name })
    }
    Blob.prototype.arrayBuffer = async function () {
      if (this.from === 'vanished.txt') throw new DOMException('gone', 'NotReadableError')
      return read.call(this)
    }
  })()`)
  await choose(
    page,
    ['vanished.txt', 'broken.txt', 'busy.txt', 'good.txt'].map((name) => textFile(name)),
  )
  await tray(page).getByText('Too busy. Trying again…').waitFor()
  await tray(page).getByText('The file cannot be read.').waitFor()
  const stored = async (): Promise<string[]> => (await versions(page, workspaceId)).map(([name]) => name)
  await expect.poll(stored).toEqual(['broken.txt', 'good.txt'])
  expect(busy).toBe(1)
  await page.clock.fastForward('05:00')
  await tray(page).getByText('1 upload needs your attention').waitFor()
  expect(busy).toBe(2)
  expect(await stored()).toEqual(['broken.txt', 'busy.txt', 'good.txt'])
})

test('rows stay in place while files finish, and a file whose name is refused can be renamed', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Places')
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/v1/files/upload', async (route) => {
    const name = (await route.request().allHeaders())['content-disposition'] ?? ''
    if (name.includes('first.txt')) await held
    await route.continue()
  })
  await choose(
    page,
    ['first.txt', 'second.txt', 'third.txt'].map((name) => textFile(name)),
  )
  const rows = tray(page).getByRole('listitem')
  await rows.nth(2).and(page.locator('[data-state="done"]')).waitFor()
  await rows.nth(1).and(page.locator('[data-state="done"]')).waitFor()
  await rows.nth(0).getByText('first.txt').waitFor()
  goOn()
  await tray(page).getByText('3 files uploaded').waitFor()
  await tray(page).hover()
  await choose(page, [textFile('CON.txt')])
  await tray(page)
    .getByText(/reserve for devices/)
    .waitFor()
  await demandAccessible(page)
  expect(await read(tray(page).getByRole('button', { name: /^Try again/ })).count()).toBe(0)
  await tray(page).getByLabel('New name for CON.txt').fill('Concept.txt')
  await page.keyboard.press('Enter')
  await tray(page).getByText('4 files uploaded').waitFor()
  expect((await versions(page, workspaceId)).map(([name]) => name)).toContain('Concept.txt')
})

test('a folder whose name is refused can be renamed, with everything in it', async () => {
  const page = await chromium.page()
  const workspaceId = await openFiles(page, 'Long names')
  // A computer has no folder with such a long name.
  await read(page).evaluate(`(() => {
    const long = 'x'.repeat(256)
    const file = (name) => ({ name, isFile: true, file: (yes) => yes(new File([name], name)) })
    const folder = (name, inside) => ({
      name, isFile: false, createReader: () => ({ readEntries: (yes) => yes(inside.splice(0)) }),
    })
    const entries = [folder('Top', [folder(long, [file('one.txt'), file('two.txt'), folder('Empty', [])])])]
    DataTransferItem.prototype.webkitGetAsEntry = () => entries.shift()
  })()`)
  await drop(page, page.getByRole('heading', { name: 'No files yet' }), [{ name: 'Top', text: '' }])
  await tray(page).getByText('3 uploads need your attention').waitFor()
  const row = tray(page).getByRole('listitem').filter({ hasText: 'one.txt' })
  await row.getByText(/^The name of the folder is too long: it has 256 characters/).waitFor()
  expect(await read(row.getByRole('button', { name: /^Try again/ })).count()).toBe(0)
  await demandAccessible(page)
  await row.getByRole('textbox', { name: /^New name for x/ }).fill('Short')
  await page.keyboard.press('Enter')
  await tray(page).getByText('2 files and 3 folders uploaded').waitFor()
  type Folders = { items: { details: { folderName: string } }[] }
  const { items } = await callApi<Folders>(page, 'GET', `/v1/workspaces/${workspaceId}/folders`)
  expect(items.map(({ details }) => details.folderName).toSorted()).toEqual(['Empty', 'Short', 'Top'])
  expect((await versions(page, workspaceId)).map(([name]) => name)).toEqual(['one.txt', 'two.txt'])
})
