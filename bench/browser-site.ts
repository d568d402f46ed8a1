import type { Page } from 'playwright-core'
import { callerOf, makeCompany, startSite } from '../test/support/site-in-production.ts'

export interface BrowserSite {
  url: string
  /** For the files of a measurement. */
  folder: string
  page: Page
  call: <T>(method: string, path: string, body?: object) => Promise<T>
  /** The same for many bodies, eight at a time. */
  callAll: (method: string, path: string, bodies: readonly object[]) => Promise<void>
  /** Uploads content, and returns the id of the upload. */
  upload: (name: string, content: string) => Promise<string>
  stop: () => Promise<void>
}

/** The service as in production, with a new company, and a browser in which its administrator is signed in. */
export async function startBrowserSite(): Promise<BrowserSite> {
  const site = await startSite({
    ATRIUM_UNCLAIMED_BYTES: '20000000000',
    ATRIUM_FILE_LIMIT: '10000000000',
  })
  const { url, folder, context, stop } = site
  try {
    await makeCompany(site, 'Bench', false)
    const call = callerOf(site, context)
    const callAll = async (method: string, path: string, bodies: readonly object[]): Promise<void> => {
      const left = [...bodies]
      const worker = async (): Promise<void> => {
        for (let body = left.shift(); body !== undefined; body = left.shift()) await call(method, path, body)
      }
      await Promise.all(Array.from({ length: 8 }, worker))
    }
    const upload = async (name: string, content: string): Promise<string> =>
      (await call('POST', '/v1/files/upload', new File([content], name))).id
    const page = await context.newPage()
    await page.setViewportSize({ width: 1440, height: 900 })
    return { url, folder, page, call, callAll, upload, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
