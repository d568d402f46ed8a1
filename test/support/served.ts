import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { goodPassword, tokenIn } from './browser.ts'
import { cleanUpProcesses, makeFolder, type Served, serveReady, settingsIn, until } from './process.ts'

export const admin = {
  companyName: 'Acme Ltd',
  organization: 'workspaceGroups' as 'workspaceGroups' | 'accounts',
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
  password: goodPassword,
}

export type Admin = typeof admin

/** The service as in production: a separate process, at an address that browsers treat as local. */
export interface Site {
  /** The origin, without a path. */
  url: string
  served: Served
  settings: Record<string, string>
  /** The link of the first start, as printed. */
  setupLink: () => string
  /** Stops it; `start` uses the same port again. */
  stop: () => Promise<void>
  /** Restarts it at the same address, with additional settings. */
  start: (more?: Record<string, string>) => Promise<void>
}

/** Call at the top of a test file: runs a service with an empty database during its tests. */
export function useSite(settings: () => Record<string, string> = () => ({})): Site {
  cleanUpProcesses()
  const site = {} as Site
  beforeAll(async () => Object.assign(site, await startSite(settings())), 60_000)
  return site
}

/** A service with its own empty database. */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const env = { ...settingsIn(makeFolder()), ...settings }
  const served = await serveReady(env)
  // It responds before it prints the link.
  await until('it prints the link', () => /\/welcome#\S+\n/.test(served.stderr()))
  const site: Site = {
    url: `http://localhost:${served.port}`,
    served,
    settings: env,
    setupLink: () => /http:\/\/localhost:\d+\/welcome#\S+/.exec(site.served.stderr())?.[0] ?? '',
    async stop() {
      await site.served.stop()
    },
    async start(more = {}) {
      site.served = await serveReady({ ...env, ATRIUM_PORT: String(served.port), ...more })
    },
  }
  return site
}

/** The origins for pages that have not opened an address yet. */
const homes = new WeakMap<BrowserContext, string>()

function homeOf(page: Page): string {
  return page.url().startsWith('http') ? new URL(page.url()).origin : (homes.get(page.context()) ?? '')
}

/** Sends a request as a page of the site would: the browser keeps the cookies. */
export async function sendFrom(
  page: Page,
  path: string,
  body: object,
): Promise<{ status: number; body: unknown }> {
  const home = homeOf(page)
  const session = await page.request.get(`${home}/auth/session`)
  const { csrfToken } = (await session.json()) as { csrfToken: string | null }
  const reply = await page.request.post(`${home}${path}`, {
    headers: { origin: home, 'sec-fetch-site': 'same-origin', 'x-csrf-token': csrfToken ?? '' },
    data: body,
  })
  return { status: reply.status(), body: reply.status() === 204 ? undefined : await reply.json() }
}

/** Creates the company and its administrator, and signs them in on this page. For tests that need a company. */
export async function makeCompany(page: Page, site: Site, given: Partial<Admin> = {}): Promise<void> {
  homes.set(page.context(), site.url)
  const token = new URL(site.setupLink()).hash.slice(1)
  const made = await sendFrom(page, '/auth/setup', { token, ...admin, ...given })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
}

/** Signs in with an email address and a password, without the form. */
export async function signIn(
  page: Page,
  site: Site,
  { email, password }: Pick<Admin, 'email' | 'password'> = admin,
): Promise<void> {
  homes.set(page.context(), site.url)
  const reply = await sendFrom(page, '/auth/sign-in', { email, password })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** Accepts an invitation in a new browser, which is signed in afterwards. */
export async function acceptInvitation(page: Page, site: Site, link: string): Promise<void> {
  homes.set(page.context(), site.url)
  const given = { token: tokenIn(link), password: goodPassword }
  const reply = await sendFrom(page, '/auth/invitations/accept', given)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** Sends an API request as the user who is signed in on this page; returns the body. */
export async function callApi<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const traded = await sendFrom(page, '/auth/token', {})
  const { access_token: token } = traded.body as { access_token: string }
  const reply = await fetch(`${homeOf(page)}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  expect(reply.status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
