import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { fillWorkspace } from '../test/support/large-workspace.ts'
import { callerOf, makeCompany, startSite } from '../test/support/site-in-production.ts'

const help = `Usage: npm run bench:pages -- [options]

Fills a workspace with tasks, opens it in Chromium and measures what people notice: how long a key or a click takes
until the page shows its effect, how long a board takes from the answer of the service to its cards, how long a frame
takes while a card is dragged, and how long a first visit takes on a slow machine with a slow network.

  --tasks N      Tasks in the workspace, a fifth in each column of the board. Default: 100,000.
  --rounds N     How often each visit is measured. Default: 5.
  --help         Shows this help.`

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean' },
  },
})

const sorted = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b)
const quantile = (times: readonly number[], share: number): number =>
  sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

function say(what: string, times: readonly number[], share: number, limit: number): void {
  const value = quantile(times, share)
  const name = share === 0.5 ? 'median' : `p${share * 100}`
  const figures = `${value.toFixed(0)} ms ${name} of ${times.length}, ${Math.max(...times).toFixed(0)} ms at most`
  const verdict = value <= limit ? 'within' : 'OVER'
  process.stdout.write(`${what.padEnd(58)} ${figures.padEnd(44)} ${verdict} ${limit} ms\n`)
}

/** When the first task was on the screen. */
const watchFirst = `
  new MutationObserver((_, observer) => {
    if (document.querySelector('a[data-task]') === null) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.firstTask = performance.now() }))
  }).observe(document, { childList: true, subtree: true })`

async function firstTask(page: Page): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const shown = await page.evaluate<number | undefined>('window.firstTask')
    if (shown !== undefined) return shown
    await setTimeout(100)
  }
  throw new Error('No task appeared')
}

/** From an input to the next frame, as the browser measures it; it reports nothing below 16 ms. */
const watchInputs = `
  window.inputs = []
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries())
      if (interactionId !== 0 && (name === 'keydown' || name === 'click')) window.inputs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

async function measureInputs(page: Page, address: string): Promise<void> {
  await page.addInitScript(watchInputs)
  await page.goto(address)
  await page.locator('a[data-task]').nth(20).waitFor()
  /** Durations reported by the browser since the last call. An input that it did not report counts as 8 ms. */
  const taken = async (count: number): Promise<number[]> => {
    await setTimeout(500)
    const slow = await page.evaluate<number[]>('window.inputs.splice(0)')
    return [...Array<number>(Math.max(0, count - slow.length)).fill(8), ...slow]
  }
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key)
    await setTimeout(60)
  }
  await taken(0)
  for (let n = 0; n < 60; n += 1) await press('j')
  for (let n = 0; n < 20; n += 1) await press(n % 2 === 0 ? 'x' : 'k')
  say('Key to the next picture, moving and selecting in a list', await taken(80), 0.95, 50)
  await press('Escape')
  await taken(1)
  for (let n = 0; n < 20; n += 1) {
    await press('s')
    await page.getByRole('option', { name: 'On Hold' }).waitFor()
    await press('Escape')
  }
  say('Key to the next picture, opening and closing a picker', await taken(40), 0.95, 50)
  const links = page.locator('a[data-task]:visible')
  const opened = new Set<string>()
  for (let n = 0; opened.size < 40; n = (n + 1) % 20) {
    const link = links.nth(n + 2)
    const id = (await link.getAttribute('data-task')) ?? ''
    // After twenty tasks, the list shows the next ones, which have not been loaded either.
    if (opened.has(id)) await page.mouse.wheel(0, 400)
    else {
      opened.add(id)
      await link.click()
    }
    await setTimeout(150)
  }
  say('Click to the next picture, opening a task beside the list', await taken(40), 0.95, 50)
}

async function measureBoard(newPage: () => Promise<Page>, address: string, rounds: number): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const page = await newPage()
    await page.addInitScript(watchFirst)
    await page.goto(address)
    const shown = await firstTask(page)
    const answered = await page.evaluate<number>(
      `performance.getEntriesByType('resource').find(({ name }) => name.includes('/board?')).responseEnd`,
    )
    times.push(shown - answered)
    await page.close()
  }
  say('Board, from the answer to its cards', times, 0.95, 500)
}

/** From the first event of a frame until the browser is done with the frame. */
const watchFrames = `
  window.frames = []
  let began
  document.addEventListener('dragover', () => {
    if (began !== undefined) return
    began = performance.now()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      const start = began
      const drawn = performance.now()
      port1.onmessage = () => window.frames.push({ work: performance.now() - drawn, whole: performance.now() - start })
      port2.postMessage(0)
      began = undefined
    })
  }, true)`

async function measureDrag(page: Page, address: string): Promise<void> {
  await page.addInitScript(watchFrames)
  await page.goto(address)
  const card = page.locator('[data-column="Open"] a[data-task]').nth(1)
  await card.waitFor()
  const box = await card.boundingBox()
  if (box === null) throw new Error('There is no card to drag')
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  for (let step = 0; step < 200; step += 1) {
    const away = Math.abs(((step * 8) % 1_200) - 600)
    await page.mouse.move(box.x + 20 + away, box.y + 10 + ((step * 3) % 400))
  }
  await page.mouse.up()
  const found = await page.evaluate<{ work: number; whole: number }[]>('window.frames')
  const work = found.map((each) => each.work)
  say('Dragging a card, drawing one frame', work, 0.95, 16)
}

/** As a machine a quarter as fast, with 10 Mbit/s and 50 ms to the service, that was never here before. */
async function measureVisit(
  browser: Browser,
  cookies: BrowserContext,
  what: string,
  address: string,
): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const context = await browser.newContext({ storageState: await cookies.storageState() })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const megabit = 1_000_000 / 8
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 50, downloadThroughput: 10 * megabit, uploadThroughput: 10 * megabit },
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watchFirst)
    await page.goto(address)
    times.push(await firstTask(page))
    await context.close()
  }
  say(what, times, 0.5, 2_500)
}

async function run(): Promise<void> {
  const site = await startSite()
  try {
    const { browser, context } = site
    await makeCompany(site, 'Nordlicht Studio', false)
    const call = callerOf(site, context)
    const { id: createdBy } = await call('GET', '/v1/users/me')
    const { id: workspaceId } = await call('POST', '/v1/workspaces', { workspaceName: 'Large' })
    const count = Number(values.tasks)
    await site.whileStopped((dataFolder) => {
      fillWorkspace(join(dataFolder, 'atrium.db'), { workspaceId, createdBy, count, dated: true })
    })
    const tasks = `${site.url}/p/workspace/${workspaceId}/tasks`
    const board = `${tasks}?layout=board`
    const newPage = async (): Promise<Page> => {
      const page = await context.newPage()
      await page.setViewportSize({ width: 1440, height: 900 })
      return page
    }
    await measureInputs(await newPage(), tasks)
    await measureBoard(newPage, board, Number(values.rounds))
    await measureDrag(await newPage(), board)
    await measureVisit(browser, context, 'First visit to the rows of the list, slow machine', tasks)
    await measureVisit(browser, context, 'First visit to the cards of the board, slow machine', board)
  } finally {
    await site.stop()
  }
}

if (values.help === true) process.stdout.write(`${help}\n`)
else {
  const [load = 0] = loadavg()
  process.stdout.write(
    `Other work on this machine: a load of ${load.toFixed(1)}. It makes every figure worse.\n`,
  )
  await run()
}
