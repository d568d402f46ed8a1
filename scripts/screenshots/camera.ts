import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import type { Site } from '../../test/support/site-in-production.ts'

/** A page, and what to do there before the screenshot. */
export type View = [name: string, path: string, act?: (page: Page) => Promise<unknown>]

export interface Camera {
  site: Site
  folder: string
  /** Only views with one of these in their name. */
  only: readonly string[]
  screens: Readonly<Record<string, { width: number; height: number }>>
}

export const phone = { width: 390, height: 844 }

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** Milliseconds until everything on a page is loaded. It keeps a stream open, so the network is never idle. */
const settled = 700

async function untilLoaded(page: Page): Promise<void> {
  await setTimeout(settled)
  const placeholder = page.locator('[role="status"][aria-label="Loading"], .mantine-Skeleton-root:visible')
  for (let tries = 0; tries < 50 && (await placeholder.count()) > 0; tries += 1) await setTimeout(100)
}

export async function openPage(page: Page, site: Site, path: string): Promise<void> {
  await page.goto(`${site.url}${path}`, { waitUntil: 'load' })
  await untilLoaded(page)
}

/** Takes every view on every screen, in light and in dark. */
export async function shoot(camera: Camera, context: BrowserContext, views: readonly View[]): Promise<void> {
  for (const [name, path, act] of views) {
    if (!camera.only.some((part) => name.includes(part))) continue
    for (const [screen, viewport] of Object.entries(camera.screens)) {
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openPage(page, camera.site, path)
      await act?.(page)
      await untilLoaded(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await setTimeout(150)
        const file = join(camera.folder, `${name}-${screen}-${colorScheme}.png`)
        await page.screenshot({ path: file, fullPage: true })
      }
      await page.close()
    }
  }
}
