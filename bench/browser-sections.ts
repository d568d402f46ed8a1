import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { BrowserSite } from './browser-site.ts'

interface Measured {
  what: string
  value: string
  goal: string
  isMet: boolean
}

interface Sizes {
  files: number
  bytes: number
}

interface Made {
  id: string
}

interface MadePage {
  items: Made[]
  links: { next?: string }
}

/** A frame at 60 Hz, in milliseconds. */
const frame = 16

const atMost = (what: string, milliseconds: number, most = frame): Measured => ({
  ...{ what, value: `${milliseconds.toFixed(1)} ms`, goal: `≤ ${most} ms`, isMet: milliseconds <= most },
})

const exactly = (what: string, value: string | number, expected: string | number): Measured => ({
  ...{ what, value: String(value), goal: String(expected), isMet: value === expected },
})

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** Records long tasks and the time between frames. */
const watch = `(() => {
  window.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks.push(duration)
  }).observe({ type: 'longtask' })
  window.frames = []
  let before = 0
  const next = (now) => {
    if (before > 0) window.frames.push(now - before)
    before = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
})()`

const read = (page: Page, name: 'tasks' | 'frames'): Promise<number[]> =>
  page.evaluate<number[]>(`window.${name}`)

/** Tasks under 50 ms are not reported by the browser. */
const longestTask = async (page: Page): Promise<number> => Math.max(0, ...(await read(page, 'tasks')))

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })

async function newWorkspace({ call }: BrowserSite, workspaceName: string): Promise<string> {
  return (await call<Made>('POST', '/v1/workspaces', { workspaceName })).id
}

async function drop(site: BrowserSite): Promise<Measured[]> {
  const { page, url, call, upload } = site
  const [count, taken] = [1_000, 20]
  const workspaceId = await newWorkspace(site, 'Drop')
  const place = `/v1/workspaces/${workspaceId}`
  for (let n = 0; n < taken; n += 1)
    await call('POST', `${place}/files`, { deferredAssetIds: [await upload(`file ${n * 50}.txt`, 'old')] })
  await page.goto(`${url}/p/workspace/${workspaceId}/files`)
  await page.getByRole('link', { name: 'file 0.txt' }).waitFor()
  const started: number[] = []
  page.on('request', (request) => {
    const name = decodeURIComponent(request.headers()['content-disposition'] ?? '')
    if (request.url().endsWith('/v1/files/upload')) started.push(Number(/file (\d+)\.txt/.exec(name)?.[1]))
  })
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    for (let n = 0; n < ${count}; n += 1) data.items.add(new File(['new ' + n], 'file ' + n + '.txt'))
    return data
  })()`)
  await page.evaluate(watch)
  await page.locator('[data-live-list], main').first().dispatchEvent('drop', { dataTransfer })
  await tray(page).getByText(`${taken} uploads need your attention`).waitFor({ timeout: 300_000 })
  const frames = await read(page, 'frames')
  const stored: Made[] = []
  for (let next: string | undefined = `${place}/files?limit=500`; next !== undefined; ) {
    const read: MadePage = await call<MadePage>('GET', next)
    stored.push(...read.items)
    next = read.links.next
  }
  const isOrdered = started.every((each, n) => Math.abs(each - n) < 3)
  return [
    atMost('longest task (0: none of 50 ms)', await longestTask(page), 50),
    atMost('frame, median', percentile(frames, 0.5), 17),
    atMost('frame, 99 of 100', percentile(frames, 0.99), 17),
    exactly('files stored', stored.length, count),
    exactly('sent in their order', isOrdered ? 'yes' : 'no', 'yes'),
    exactly('asked about', taken, taken),
  ]
}

/** Measures the processor time of the page from now on, in milliseconds, without that of other programs. */
async function processorTime(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async (): Promise<Map<string, number>> =>
    new Map((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value]))
  const before = await read()
  return async () => {
    const after = await read()
    const of = (name: string): number => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000
    return {
      ...{ script: of('ScriptDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') },
      all: of('TaskDuration'),
    }
  }
}

async function week(site: BrowserSite): Promise<Measured[]> {
  const { page, url, call, callAll } = site
  const rows = 200
  const workspaceId = await newWorkspace(site, 'Week')
  const titles = Array.from({ length: rows }, (_, n) => ({ title: `Task ${n}` }))
  await callAll('POST', `/v1/workspaces/${workspaceId}/tasks`, titles)
  const { items } = await call<{ items: Made[] }>('GET', `/v1/workspaces/${workspaceId}/tasks?limit=${rows}`)
  const date = '2026-03-02'
  const entries = items.map(({ id: taskId }) => ({ taskId, date, minutes: 30 }))
  await callAll('POST', '/v1/times', entries)
  await page.goto(`${url}/time?week=${date}&day=${date}`)
  const cells = page.locator('[data-cell][data-day="2026-03-03"]')
  await cells.nth(rows - 1).waitFor()
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/v1/times/bulk')) requests += 1
  })
  // From the key until the frame that shows it is rendered: what the page does, without waiting for the next frame.
  await page.evaluate(`(() => {
    window.keys = []
    addEventListener('keydown', () => {
      const began = performance.now()
      setTimeout(() => {
        document.body.getBoundingClientRect()
        window.keys.push(performance.now() - began)
      })
    }, { capture: true })
  })()`)
  await cells.first().focus()
  const used = await processorTime(page)
  for (let n = 0; n < 20; n += 1)
    for (const key of ['1', ':', '3', '0', 'Enter']) await page.keyboard.press(key)
  const { script, style, layout, all } = await used()
  await wait(1_500)
  const keys = await page.evaluate<number[]>('window.keys')
  return [
    exactly('keys measured', keys.length, 100),
    atMost('processor time per key', all / keys.length),
    atMost('  of it script', script / keys.length),
    atMost('  of it style', style / keys.length),
    atMost('  of it layout', layout / keys.length),
    atMost('key to paint, median', percentile(keys, 0.5)),
    atMost('key to paint, 95 of 100', percentile(keys, 0.95)),
    exactly('requests for 20 cells without a pause', requests, 1),
  ]
}

let many: Promise<{ workspaceId: string; folderId: string }> | undefined

/** A folder with many files, which two sections share. */
function largeFolder(site: BrowserSite, count: number): Promise<{ workspaceId: string; folderId: string }> {
  many ??= (async () => {
    const { call, callAll, upload } = site
    const workspaceId = await newWorkspace(site, 'Many')
    const body = { folderName: 'Photos' }
    const { id: folderId } = await call<Made>('POST', `/v1/workspaces/${workspaceId}/folders`, body)
    const asset = await upload('photo 0.txt', 'A picture in words')
    const { responses } = await call<{ responses: { body: string }[] }>(
      'POST',
      `/v1/folders/${folderId}/files`,
      { deferredAssetIds: [asset] },
    )
    const names = Array.from({ length: count - 1 }, (_, n) => ({ fileName: `photo ${n + 1}.txt` }))
    await callAll('POST', `/v1/files/${responses[0]?.body}/copies`, names)
    return { workspaceId, folderId }
  })()
  return many
}

async function scroll(site: BrowserSite, { files }: Sizes): Promise<Measured[]> {
  const { page, url } = site
  const { workspaceId, folderId } = await largeFolder(site, files)
  await page.goto(`${url}/p/workspace/${workspaceId}/files?folder=${folderId}`)
  await page.getByRole('link', { name: 'photo 0.txt' }).waitFor()
  await page.mouse.move(700, 500)
  await page.evaluate(watch)
  for (let n = 0; n < 200; n += 1) {
    await page.mouse.wheel(0, 600)
    await wait(16)
  }
  await wait(500)
  const frames = await read(page, 'frames')
  const rows = await page.locator('a[href*="/p/file/"]').count()
  return [
    atMost('longest task (0: none of 50 ms)', await longestTask(page), 50),
    atMost('frame, median', percentile(frames, 0.5), 17),
    atMost('frame, 99 of 100', percentile(frames, 0.99), 17),
    { what: 'rows in the page', value: String(rows), goal: '≤ 200', isMet: rows <= 200 },
  ]
}

async function writeRandom(path: string, size: number): Promise<string> {
  const [hash, file] = [createHash('sha256'), await open(path, 'w')]
  const piece = randomBytes(32 * 1024 * 1024)
  for (let at = 0; at < size; at += piece.length) {
    piece.writeUInt32LE(at % 2 ** 32)
    const part = piece.subarray(0, Math.min(piece.length, size - at))
    hash.update(part)
    await file.write(part)
  }
  await file.close()
  return hash.digest('hex')
}

async function upload(site: BrowserSite, { bytes }: Sizes): Promise<Measured[]> {
  const { page, url, folder, call } = site
  const path = join(folder, 'film.bin')
  const sha256 = await writeRandom(path, bytes)
  const workspaceId = await newWorkspace(site, 'Upload')
  await page.goto(`${url}/p/workspace/${workspaceId}/files`)
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await page.locator('[data-upload="files"]').setInputFiles(path)
  const bar = tray(page).getByRole('progressbar', { name: 'film.bin' })
  while (Number(await bar.getAttribute('value')) < bytes / 3) await wait(100)
  await tray(page).getByRole('button', { name: 'Pause film.bin' }).click()
  await tray(page).getByText('1 upload paused').waitFor()
  await page.reload()
  const began = performance.now()
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  // Browsers keep a copy of smaller files.
  const [choose, resume] = [
    tray(page).locator('[data-choose]'),
    tray(page).getByRole('button', { name: 'Resume film.bin' }),
  ]
  await resume.or(choose).first().waitFor({ state: 'attached' })
  if (await resume.isVisible()) await resume.click()
  else await choose.setInputFiles(path)
  await tray(page).getByText('1 file uploaded').waitFor({ timeout: 600_000 })
  const seconds = (performance.now() - began) / 1000
  const sent = bytes - (offsets[0] ?? 0)
  const { items } = await call<{ items: { details: { sha256: string } }[] }>(
    'GET',
    `/v1/workspaces/${workspaceId}/files`,
  )
  return [
    exactly('resumed after a third', (offsets[0] ?? 0) > bytes / 4 ? 'yes' : 'no', 'yes'),
    exactly('the same SHA-256', items[0]?.details.sha256 === sha256 ? 'yes' : 'no', 'yes'),
    { what: 'speed', value: `${(sent / seconds / 1e6).toFixed(0)} MB/s`, goal: '', isMet: true },
  ]
}

async function zip(site: BrowserSite, { files }: Sizes): Promise<Measured[]> {
  const { url, folder, call } = site
  const { folderId } = await largeFolder(site, files)
  const { address } = await call<{ address: string }>('POST', `/v1/folders/${folderId}/addresses`, {})
  const path = join(folder, 'photos.zip')
  const began = performance.now()
  const reply = await fetch(new URL(address, url))
  if (!reply.ok || reply.body === null) throw new Error(`${address}: ${reply.status}`)
  await pipeline(Readable.fromWeb(reply.body), createWriteStream(path))
  const seconds = (performance.now() - began) / 1000
  const unzipped = execFileSync('unzip', ['-t', path], { maxBuffer: 1e8 }).toString()
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(len(z.namelist()), z.testzip())'
  const python = execFileSync('python3', ['-c', script, path]).toString().trim()
  return [
    exactly('unzip -t', /No errors detected/.test(unzipped) ? 'no errors' : 'errors', 'no errors'),
    // The folder is an entry as well.
    exactly('Python: entries, first fault', python, `${files + 1} None`),
    { what: 'time to download', value: `${seconds.toFixed(1)} s`, goal: '', isMet: true },
  ]
}

export const sections: Readonly<
  Record<string, (site: BrowserSite, sizes: Sizes) => Promise<readonly Measured[]>>
> = { drop, week, scroll, upload, zip }
