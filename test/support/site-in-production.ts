import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { chromiumWords, findChromium } from './find-chromium.ts'
import { freePort } from './postgres-server.ts'

/** The service as in production, without a company, and a browser in which nobody is signed in. */
export interface Site {
  url: string
  /** Removed at the end. */
  folder: string
  /** The path of the link of the first start. */
  welcome: string
  browser: Browser
  context: BrowserContext
  newContext: () => Promise<BrowserContext>
  /** Does something while the service is stopped. */
  whileStopped: (act: (dataFolder: string) => void) => Promise<void>
  stop: () => Promise<void>
}

const program = fileURLToPath(new URL('../../bin/atrium.mjs', import.meta.url))

export async function startSite(settings: Readonly<Record<string, string>> = {}): Promise<Site> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'atrium-site-'))
  const dataFolder = join(folder, 'data')
  const env = {
    PATH: process.env['PATH'],
    ATRIUM_DATA: dataFolder,
    ATRIUM_PORT: String(port),
    ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    ...settings,
  }
  let stopService = async (): Promise<void> => {}
  /** Returns the output of the service until it was ready. */
  const startService = async (): Promise<string> => {
    const service = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise((resolve) => service.once('exit', resolve))
    stopService = async () => {
      if (service.exitCode === null && service.kill()) await ended
    }
    let said = ''
    service.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
      if (service.exitCode !== null) throw new Error(`The service did not start: ${said}`)
      await setTimeout(100)
    }
    return said
  }
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumWords })
  const stop = async (): Promise<void> => {
    await browser.close()
    await stopService()
    rmSync(folder, { recursive: true, force: true })
  }
  const whileStopped = async (act: (dataFolder: string) => void): Promise<void> => {
    await stopService()
    act(dataFolder)
    await startService()
  }
  try {
    const welcome = /\/welcome#\S+/.exec(await startService())?.[0] ?? ''
    const newContext = () => browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
    return { url, folder, welcome, browser, context: await newContext(), newContext, whileStopped, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Sends a request as a page does, with the cookies of the browser. */
async function send(site: Site, context: BrowserContext, path: string, data: object) {
  const { csrfToken } = await (await context.request.get(`${site.url}/auth/session`)).json()
  const headers = { 'x-csrf-token': csrfToken ?? '' }
  const reply = await context.request.post(`${site.url}${path}`, { headers, data })
  if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
  return reply.json()
}

const password = 'violet harbour stapler 42'

/** Creates a company, and signs in its administrator. */
export async function makeCompany(site: Site, companyName: string, sample: boolean): Promise<void> {
  await send(site, site.context, '/auth/setup', {
    token: site.welcome.slice('/welcome#'.length),
    ...{ companyName, organization: 'workspaceGroups', sample },
    ...{ email: 'ada@example.com', fullName: 'Ada Lovelace', password, timeZone: 'Europe/Berlin' },
  })
}

/** Accepts an invitation in a browser, which is signed in afterwards. */
export async function acceptInvitation(site: Site, context: BrowserContext, link: string): Promise<void> {
  await send(site, context, '/auth/invitations/accept', { token: new URL(link).hash.slice(1), password })
}

export type Call = ReturnType<typeof callerOf>

/** Sends requests to `/v1` as the person who is signed in; a file is sent as its content. */
export function callerOf(site: Site, context: BrowserContext) {
  let token = { text: '', until: 0 }
  return async (method: string, path: string, body?: object) => {
    if (token.until < Date.now())
      token = {
        text: (await send(site, context, '/auth/token', {})).access_token,
        until: Date.now() + 240_000,
      }
    const content = body instanceof Blob ? body : body && JSON.stringify(body)
    const reply = await fetch(`${site.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.text}`,
        ...(body instanceof File
          ? { 'content-disposition': `attachment; filename="${body.name}"` }
          : body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(content !== undefined && { body: content }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path}: ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}
