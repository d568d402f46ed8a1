import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import {
  type Browser,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Download,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { chromiumWords, findChromium } from './find-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser listens that all pages are looked at with. */
    chromium: string
  }
}

let started: BrowserServer | undefined

/** Starts the browser, once for the run. */
export async function setup(project: TestProject): Promise<void> {
  started = await chromium.launchServer({ executablePath: findChromium(), args: chromiumWords })
  project.provide('chromium', started.wsEndpoint())
}

export async function teardown(): Promise<void> {
  await started?.close()
}

/** What the service refuses is told by the page itself; the browser's own line on it is no fault of ours. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d .*\/(?:auth|v1)\//

export interface Chromium {
  /** A page in a browser of its own: no cookies, nothing kept. Its console must stay silent. */
  page: (options?: BrowserContextOptions) => Promise<Page>
  /** Says that these lines of the console are wanted in the present test. */
  expectLines: (pattern: RegExp) => void
}

/** Call at the top of a test file: the browser, there with its tests. Each page is strange to all others. */
export function useChromium(): Chromium {
  let browser: Browser | undefined
  let lines: string[] = []
  let wanted: RegExp[] = [refusal]
  beforeAll(async () => {
    browser = await chromium.connect(inject('chromium'))
  }, 60_000)
  afterAll(() => browser?.close())
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
    const told = lines.filter((line) => !wanted.some((pattern) => pattern.test(line)))
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
      context.setDefaultTimeout(15_000)
      const page = await context.newPage()
      page.on('pageerror', (error) => lines.push(`${error.name}: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return
        lines.push(`${message.text()} ${message.location().url}`)
      })
      return page
    },
    expectLines: (pattern) => wanted.push(pattern),
  }
}

interface Violation {
  id: string
  nodes: { html: string; any: { message: string }[] }[]
}

/** Every page that is looked at reads it anew: the short form takes half the time. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No violation that axe can find, in light and in dark. */
export async function demandAccessible(page: Page): Promise<void> {
  // Axe looks into the page itself; there are no frames in it that it would have to be brought into.
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(`(() => { ${axe} })()`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // In the dark only the colours differ.
    const rules = colorScheme === 'dark' ? { runOnly: { type: 'rule', values: ['color-contrast'] } } : {}
    const options = JSON.stringify({ ...rules, resultTypes: ['violations'] })
    const violations = await page.evaluate<Violation[]>(
      `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
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

/** Nothing is wider than the screen, so that nothing has to be pushed about. */
export async function demandFits(page: Page): Promise<void> {
  const [content = 0, screen = 0] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
  expect(content, `${page.url()} is as wide as the screen`).toBeLessThanOrEqual(screen)
}

/** What a download holds. */
export async function textOf(download: Download): Promise<string> {
  return text(await download.createReadStream())
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
