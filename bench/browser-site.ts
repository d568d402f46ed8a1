import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { chromiumWords, findChromium } from '../test/support/find-chromium.ts'
import { freePort } from '../test/support/postgres-server.ts'

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

const program = fileURLToPath(new URL('../bin/atrium.mjs', import.meta.url))

/** The service as in production, with a new company, and a browser in which its administrator is signed in. */
export async function startBrowserSite(): Promise<BrowserSite> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-browser-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const service = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      ATRIUM_DATA: join(folder, 'data'),
      ATRIUM_PORT: String(port),
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
      ATRIUM_UNCLAIMED_BYTES: '20000000000',
      ATRIUM_FILE_LIMIT: '10000000000',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  service.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumWords })
  const stop = async (): Promise<void> => {
    await browser.close()
    const ended = new Promise((resolve) => service.once('exit', resolve))
    if (service.exitCode === null && service.kill()) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    while (!said.includes('/welcome#') && service.exitCode === null) await wait(100)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    const send = async (path: string, data: object): Promise<{ access_token: string }> => {
      const { csrfToken } = await (await context.request.get(`${url}/auth/session`)).json()
      const headers = { origin: url, 'sec-fetch-site': 'same-origin', 'x-csrf-token': csrfToken ?? '' }
      const reply = await context.request.post(`${url}${path}`, { headers, data })
      if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
      return reply.json()
    }
    await send('/auth/setup', {
      token: /\/welcome#(\S+)/.exec(said)?.[1],
      ...{ companyName: 'Bench', organization: 'workspaceGroups', email: 'ada@example.com' },
      ...{ fullName: 'Ada Lovelace', password: 'violet harbour stapler 42' },
    })
    let token = { text: '', until: 0 }
    const request = async (method: string, path: string, body?: RequestInit['body'], headers = {}) => {
      if (token.until < Date.now())
        token = { text: (await send('/auth/token', {})).access_token, until: Date.now() + 240_000 }
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token.text}`, ...headers },
        ...(body !== undefined && { body }),
      })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${method} ${path}: ${text}`)
      return text === '' ? undefined : JSON.parse(text)
    }
    const call = (method: string, path: string, body?: object) =>
      request(method, path, body && JSON.stringify(body), { 'content-type': 'application/json' })
    const callAll = async (method: string, path: string, bodies: readonly object[]): Promise<void> => {
      const left = [...bodies]
      const worker = async (): Promise<void> => {
        for (let body = left.shift(); body !== undefined; body = left.shift()) await call(method, path, body)
      }
      await Promise.all(Array.from({ length: 8 }, worker))
    }
    const upload = async (name: string, content: string): Promise<string> => {
      const headers = { 'content-disposition': `attachment; filename="${name}"` }
      return (await request('POST', '/v1/files/upload', content, headers)).id
    }
    return { url, folder, page: await context.newPage(), call, callAll, upload, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
