import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumWords, findChromium } from '../test/support/find-chromium.ts'

/**
 * Every page with the sample company, on a desk and on a phone, in light and in dark: `npm run screenshots -- <folder>`.
 * `npm run screenshots -- --readme` writes only the pictures of the README, to docs/pictures.
 */
const [target = 'screenshots', only = ''] = process.argv.slice(2)
const forReadme = target === '--readme'
const folder = forReadme ? fileURLToPath(new URL('../docs/pictures', import.meta.url)) : target
const screens = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

/** The pictures of the README, by the view that each shows, and what must be visible in them. */
const readmePictures: Readonly<Record<string, { file: string; shows: string }>> = {
  'work-workspace': { file: 'workspace.png', shows: 'tbody tr' },
  explorer: { file: 'explorer.png', shows: '.opblock-tag' },
}
const port = 18_300 + (process.pid % 500)
const url = `http://localhost:${port}`
const data = mkdtempSync(join(tmpdir(), 'atrium-screenshots-'))
const program = fileURLToPath(new URL('../bin/atrium.mjs', import.meta.url))
const service = spawn(process.execPath, [program, 'serve'], {
  env: { PATH: process.env['PATH'], ATRIUM_DATA: data, ATRIUM_PORT: String(port) },
  stdio: ['ignore', 'ignore', 'pipe'],
})
let said = ''
service.stderr.setEncoding('utf8').on('data', (text: string) => {
  said += text
})

/** A page, and what to do there before the screenshot. */
type View = [name: string, path: string, act?: (page: Page) => Promise<unknown>]

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** Milliseconds until everything on a page is loaded. It keeps a stream open, so the network is never idle. */
const settled = 700

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${url}${path}`, { waitUntil: 'load' })
  await setTimeout(settled)
}

async function shoot(context: BrowserContext, views: readonly View[]): Promise<void> {
  for (const [name, path, act] of views) {
    if (!name.includes(only)) continue
    if (forReadme) {
      await shootForReadme(context, name, path)
      continue
    }
    for (const [screen, viewport] of Object.entries(screens)) {
      const page = await context.newPage()
      await page.setViewportSize(viewport)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, path)
      await act?.(page)
      await setTimeout(settled)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await setTimeout(150)
        await page.screenshot({ path: join(folder, `${name}-${screen}-${colorScheme}.png`), fullPage: true })
      }
      await page.close()
    }
  }
}

/** What a reader sees on a desk without scrolling, in light. */
async function shootForReadme(context: BrowserContext, name: string, path: string): Promise<void> {
  const picture = readmePictures[name]
  if (picture === undefined) return
  const page = await context.newPage()
  await page.setViewportSize(screens.desk)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await open(page, path)
  await page.locator(picture.shows).first().waitFor()
  await setTimeout(500)
  await page.screenshot({ path: join(folder, picture.file) })
  await page.close()
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  while (!said.includes('/welcome#')) await setTimeout(100)
  const welcome = /\/welcome#\S+/.exec(said)?.[0] ?? ''
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumWords })
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  await shoot(context, [
    ['first-no-company', '/'],
    ['first-welcome', welcome],
    ['first-welcome-faults', welcome, press('Create company')],
    ['first-dead-link', '/welcome#x'],
  ])
  const send = async <T>(path: string, body: object): Promise<T> => {
    const { csrfToken } = await (await context.request.get(`${url}/auth/session`)).json()
    const reply = await context.request.post(`${url}${path}`, {
      headers: { 'x-csrf-token': csrfToken ?? '' },
      data: body,
    })
    if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
    return reply.json()
  }
  const password = 'violet harbour stapler 42'
  const token = welcome.slice('/welcome#'.length)
  const company = { companyName: 'Nordlicht Studio', organization: 'workspaceGroups' }
  const person = { email: 'ada@example.com', fullName: 'Ada Lovelace', password, timeZone: 'Europe/Berlin' }
  await send('/auth/setup', { token, ...company, ...person, sample: true })
  const { access_token: bearer } = await send<{ access_token: string }>('/auth/token', {})
  const call = async (method: string, path: string, data?: object) => {
    const reply = await context.request.fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}` },
      ...(data !== undefined && { data }),
    })
    if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
    return reply.status() === 204 ? {} : reply.json()
  }
  const first = async (path: string): Promise<string> => (await call('GET', path)).items[0]?.id ?? ''
  const me: string = (await call('GET', '/v1/users/me')).id
  const workspace = await first('/v1/workspaces')
  const task = await first(`/v1/workspaces/${workspace}/tasks?filter=${encodeURIComponent('status="Open"')}`)
  await call('PUT', `/v1/tasks/${task}`, { assignees: [me] })
  await call('POST', '/v1/clients', { name: 'Invoice export', actAs: me })
  const client = await first('/v1/clients')
  const somebody = await first(`/v1/users?filter=${encodeURIComponent('userType="External"')}`)
  const { link } = await call('POST', `/v1/users/${somebody}/invitation`, {})
  await shoot(context, [
    ['home', '/home'],
    ['find', '/find?q=press'],
    ['work-home', `/p/workspace/${workspace}`],
    ['work-workspaces', '/workspaces'],
    ['work-new-workspace', '/workspaces', press('New workspace')],
    ['work-my-tasks', '/tasks'],
    ['work-workspace', `/p/workspace/${workspace}/tasks`],
    ['work-new-task', `/p/workspace/${workspace}/tasks`, press('New task')],
    ['work-board', `/p/workspace/${workspace}/tasks?layout=board`],
    ['work-task', `/p/workspace/${workspace}/tasks?layout=board&open=${task}`],
    ['work-files', `/p/workspace/${workspace}/files`],
    ['work-calendar', `/p/workspace/${workspace}/calendar`],
    ['work-members', `/p/workspace/${workspace}/members`],
    ['work-settings', `/p/workspace/${workspace}/settings`],
    ['trash', '/trash'],
    ['record-task', `/p/task/${task}`],
    ['record-milestone', `/p/milestone/${await first(`/v1/workspaces/${workspace}/milestones`)}`],
    ['record-file', `/p/file/${await first(`/v1/workspaces/${workspace}/allFiles`)}`],
    ['record-user', `/p/user/${somebody}`],
    ['record-not-there', `/p/task/${'0'.repeat(22)}`],
    ['not-found', '/nope'],
    ['account', '/account'],
    ['account-codes', '/account/security', press('Set up one-time codes')],
    ['palette', '/workspaces', press('Search or jump to')],
    ['keys', '/workspaces', (page) => page.keyboard.press('?')],
    ['setup-general', '/setup'],
    ['setup-people', '/setup/people'],
    ['setup-invite', '/setup/people', press('Invite person')],
    ['setup-person', `/setup/people/${somebody}`],
    ['setup-deactivate', `/setup/people/${somebody}`, press('Deactivate')],
    ['setup-workspaces', '/setup/workspaces'],
    ['setup-create-workspace', '/setup/workspaces', press('Create workspace')],
    ['setup-workspace', `/setup/workspaces/${workspace}`],
    ['setup-tags', '/setup/tags'],
    ['setup-api', '/setup/advanced/api'],
    ['setup-create-client', '/setup/advanced/api', press('Create client')],
    ['setup-client', `/setup/advanced/api/${client}`],
    ['setup-audit', '/setup/advanced/audit'],
    ['setup-security', '/setup/advanced/security'],
    ['explorer', '/explorer'],
  ])
  if ('deleted-company'.includes(only))
    await call('DELETE', `/v1/company?companyName=${encodeURIComponent(company.companyName)}`)
  await shoot(context, [['deleted-company', '/workspaces']])
  await context.clearCookies()
  await shoot(context, [
    ['out-sign-in', '/sign-in'],
    ['out-sign-in-faults', '/sign-in', press('Sign in')],
    ['out-forgotten', '/sign-in/forgotten'],
    ['out-invitation', link.slice(url.length)],
    ['out-invitation-dead', '/invitation#x'],
  ])
  await browser.close()
}

try {
  await main()
} finally {
  service.kill()
  rmSync(data, { recursive: true, force: true })
}
