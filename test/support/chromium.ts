import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { clock } from '../../src/base/clock.ts'
import { chromiumWords, findChromium } from './find-chromium.ts'
import { read, settled } from './settled.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the browser's executable. */
    chromium: string
  }
}

/** Finds the browser once per run. */
export function setup(project: TestProject): void {
  project.provide('chromium', findChromium())
}

/** The browser that the test files of a worker share. It ends with the process. */
let launched: Promise<Browser> | undefined

/** The page itself reports what the service refuses; the browser's own line about it is not an error. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d .*\/(?:auth|v1)\//

export interface Chromium {
  /** A page in a new browser context: no cookies, no storage. Its console must stay silent. */
  page: (options?: BrowserContextOptions) => Promise<Page>
  /** Allows these console lines in the current test. */
  expectLines: (pattern: RegExp) => void
  /** The console lines of all tabs that the current test does not allow. */
  unexpectedLines: () => string[]
}

/** Runs in the page: its dates follow the clock of the tests. Timers stay as they are. */
function aheadBy(milliseconds: number): void {
  const machine = Date
  const now = (): number => machine.now() + milliseconds
  globalThis.Date = new Proxy(machine, {
    construct: (target, given, type) => Reflect.construct(target, given.length === 0 ? [now()] : given, type),
    apply: () => new machine(now()).toString(),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
}

async function close(context: BrowserContext): Promise<void> {
  // A request that a test responds to itself may still be waiting for the service.
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

/** Call at the top of a test file: provides the browser during its tests. Pages share nothing. */
export function useChromium(): Chromium {
  let browser: Browser | undefined
  let lines: string[] = []
  let wanted: RegExp[] = [refusal]
  const unexpectedLines = (): string[] =>
    lines.filter((line) => !wanted.some((pattern) => pattern.test(line)))
  beforeAll(async () => {
    launched ??= chromium.launch({ executablePath: inject('chromium'), args: chromiumWords })
    browser = await launched
  })
  afterEach(async () => {
    await Promise.all(browser?.contexts().map(close) ?? [])
    const told = unexpectedLines()
    lines = []
    wanted = [refusal]
    expect(told, 'the console stays silent').toEqual([])
  })
  return {
    async page(options) {
      if (browser === undefined) throw new Error('The browser is not there yet')
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(120_000)
      await context.addInitScript(aheadBy, clock.now() - Date.now())
      context.on('weberror', (error) => lines.push(String(error.error())))
      context.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        lines.push(`${message.text()} ${message.location().url}`)
      })
      return context.newPage()
    },
    expectLines: (pattern) => wanted.push(pattern),
    unexpectedLines,
  }
}

interface Violation {
  id: string
  nodes: { html: string; any: { message: string }[] }[]
}

/** Every checked page parses it again: the minified file takes half the time. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Finishes running transitions: halfway through, colours and opacity are not the final ones. Endless animations are left alone. */
const endTransitions = `for (const each of document.getAnimations()) try { each.finish() } catch {}`

/** Checks that axe finds no violation, in light and dark mode. */
export async function demandAccessible(page: Page): Promise<void> {
  await settled(page)
  await demandAccessibleNow(page)
}

/** The same for a page in which something is still going on. */
export async function demandAccessibleNow(page: Page): Promise<void> {
  // Axe only looks at the page itself, so there must be no frames.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`(() => { ${axe} })()`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // In dark mode only the colours differ.
    const rules = colorScheme === 'dark' ? { runOnly: { type: 'rule', values: ['color-contrast'] } } : {}
    const options = JSON.stringify({ ...rules, resultTypes: ['violations'] })
    const violations = await page.evaluate<Violation[]>(
      `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
        .then(() => { ${endTransitions} })
        .then(() => axe.run(document, ${options}))
        .then(({ violations }) => violations)`,
    )
    const told = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
    )
    expect(told, `${page.url()} in ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}

/** Checks that nothing is wider than the screen, so that nobody has to scroll sideways. */
export async function demandFits(page: Page): Promise<void> {
  const [content = 0, screen = 0] = await read(page).evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  expect(content, `${page.url()} is as wide as the screen`).toBeLessThanOrEqual(screen)
}

interface Box {
  scrollWidth: number
  clientWidth: number
  scrollHeight: number
  clientHeight: number
}

/** Whether a part of an element is not visible because there is no room for it. For `evaluate`. */
export const isCut = (box: Box): boolean =>
  box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight

/** The text of a download. */
export async function textOf(download: Download): Promise<string> {
  return text(await download.createReadStream())
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
