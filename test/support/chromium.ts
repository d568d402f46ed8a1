import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { buildWebApplication } from '../../src/cli/web-build.ts'
import { haveDebian } from './debian.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of the browser that the pages are looked at with. */
    chromium: string
  }
}

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function findChromium(): string {
  const given = process.env['ATRIUM_TEST_CHROMIUM'] ?? ''
  if (given !== '') return given
  const found = places.find((place) => existsSync(place))
  if (found !== undefined) return found
  const [debian = ''] = places
  if (haveDebian(debian, 'chromium', 'fonts-dejavu-core')) return debian
  throw new Error('There is no Chromium; install it, or name one with ATRIUM_TEST_CHROMIUM.')
}

/** Once for the run: the browser is there, and the pages are built. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', findChromium())
  await buildWebApplication(() => undefined)
}

/** What the service refuses is told by the page itself; the browser's own line on it is no fault of ours. */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d .*\/(?:auth|v1)\//

export interface Chromium {
  /** A page in a browser of its own: no cookies, nothing kept. Its console must stay silent. */
  page: (options?: BrowserContextOptions) => Promise<Page>
  /** Says that these lines of the console are wanted in the present test. */
  expectLines: (pattern: RegExp) => void
}

/** Call at the top of a test file: one browser, there with its tests. */
export function useChromium(): Chromium {
  let browser: Browser | undefined
  let lines: string[] = []
  let wanted: RegExp[] = [refusal]
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb']
    browser = await chromium.launch({ executablePath: inject('chromium'), args })
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

/** No violation that axe can find, in light and in dark. */
export async function demandAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page })
    // In the dark only the colours differ.
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze()
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

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
