import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { initCompany } from '../../src/company/init-company.ts'
import { write } from '../../src/db/write.ts'
import { foldText } from '../../src/query/fields.ts'
import { type Running, serve } from '../../src/serve.ts'
import { hashPassword } from '../../src/sign-in/passwords.ts'
import { openSession } from '../../src/sign-in/sessions.ts'
import { goodPassword, tokenIn } from './browser.ts'
import { clockSettings } from './clock-server.ts'
import { freePort } from './postgres-server.ts'
import { settingsIn } from './process.ts'
import { sqliteTemplate } from './run-folder.ts'
import { unlimited } from './world.ts'

export const admin = {
  companyName: 'Acme Ltd',
  organization: 'workspaceGroups' as 'workspaceGroups' | 'accounts',
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
  password: goodPassword,
}

export type Admin = typeof admin

/** The service in the process of the tests, so that it follows their clock, at an address that browsers treat as local. */
export interface Site {
  /** The origin, without a path. */
  url: string
  /** The administrator of the company. */
  admin: Admin
  /** The email address of somebody in the company. Email addresses are unique in an installation. */
  email: (name: string) => string
  settings: Record<string, string>
  running: Running
  /** The link of the first start, as printed. */
  setupLink: () => string
  /** Stops it; `start` uses the same port again. */
  stop: () => Promise<void>
  /** Restarts it at the same address, with additional settings. */
  start: (more?: Record<string, string>) => Promise<void>
}

/** For a company that is alone on its service. */
const single = { admin, email: (name: string): string => `${name}@example.com` }

/** The service that the test files of a worker share. */
let shared: Promise<Site> | undefined
let companies = 0

/** Call at the top of a test file: a company of its own, on a service that other files use as well. */
export function useSite(given: Partial<Admin> = {}): Site {
  companies += 1
  const domain = `acme-${companies}.example`
  const email = (name: string): string => `${name}@${domain}`
  const own = { email, admin: { ...admin, email: email('ada'), ...given } }
  const site = { ...own } as Site
  beforeAll(async () => {
    shared ??= startSite(unlimited)
    Object.assign(site, await shared, own)
    await insertCompany(site)
  })
  return site
}

/**
 * Call at the top of a test file: its own service without a company. For tests of the first start, with other settings,
 * or that stop it.
 */
export function useOwnSite(settings: () => Record<string, string> = () => ({})): Site {
  const site = { ...single } as Site
  beforeAll(() => startSite(settings(), site))
  afterAll(() => site.stop())
  return site
}

/** A service with its own empty database. */
export async function startSite(settings: Record<string, string> = {}, site = {} as Site): Promise<Site> {
  const folder = mkdtempSync(join(inject('runFolder'), 'site-'))
  copyFileSync(sqliteTemplate(inject('runFolder')), join(folder, 'atrium.db'))
  const port = settings['ATRIUM_PORT'] ?? String(await freePort())
  const env = { ...settingsIn(folder), ATRIUM_LOG_LEVEL: 'fatal', ATRIUM_PORT: port, ...settings }
  const lines: string[] = []
  const run = async (more: Record<string, string> = {}): Promise<Running> => {
    const given = { ...env, ...more }
    const environment = { ...given, ...(await clockSettings()) }
    return serve(readConfig(given), { note: (line) => lines.push(line), environment })
  }
  Object.assign(site, {
    url: `http://localhost:${port}`,
    ...single,
    settings: env,
    running: await run(),
    setupLink: () => /http:\/\/localhost:\d+\/welcome#\S+/.exec(lines.join('\n'))?.[0] ?? '',
    stop: () => site.running.stop(),
    async start(more?: Record<string, string>) {
      site.running = await run(more)
    },
  } satisfies Site)
  await site.running.greet()
  return site
}

/** Hashing takes long on purpose. */
let passwordHash: Promise<string> | undefined

async function insertCompany({ running: { db }, admin: given }: Site): Promise<void> {
  passwordHash ??= hashPassword(goodPassword)
  const { companyName, organization, email: adminEmail, fullName: adminName } = given
  const company = { companyName, organization, adminEmail, adminName, passwordHash: await passwordHash }
  await initCompany(db, company, 'test')
}

/** Creates the company and its administrator, and signs them in on this page. For a service without a company. */
export async function makeCompany(page: Page, site: Site): Promise<void> {
  await insertCompany(site)
  await signIn(page, site)
}

const visitor = { address: '127.0.0.1', userAgent: 'a test' }

/** Signs in the administrator, or another person, without the form. */
export async function signIn(page: Page, site: Site, email = site.admin.email): Promise<void> {
  const context = page.context()
  homes.set(context, site.url)
  tokens.delete(context)
  const user = await site.running.db.query
    .selectFrom('users')
    .select(['companyNo', 'id'])
    .where('emailKey', '=', foldText(email))
    .executeTakeFirstOrThrow()
  const author = { companyNo: user.companyNo, userId: user.id, clientId: undefined, requestId: 'test' }
  const { lasting } = readConfig(site.settings)
  const given = { user, method: 'Password', step: 'done', visitor } as const
  const { secret } = await write(site.running.db, author, (tx) => openSession(tx, given, lasting))
  const cookie = { domain: 'localhost', path: '/', httpOnly: true, secure: true, sameSite: 'Strict' } as const
  await context.addCookies([{ ...cookie, name: '__Host-atrium-session', value: secret }])
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

/** Accepts an invitation in a new browser, which is signed in afterwards. */
export async function acceptInvitation(page: Page, site: Site, link: string): Promise<void> {
  homes.set(page.context(), site.url)
  tokens.delete(page.context())
  const given = { token: tokenIn(link), password: goodPassword }
  const reply = await sendFrom(page, '/auth/invitations/accept', given)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/** Access tokens of the users who are signed in. */
const tokens = new WeakMap<BrowserContext, string>()

async function tokenOf(page: Page): Promise<string> {
  const traded = await sendFrom(page, '/auth/token', {})
  const { access_token: token } = traded.body as { access_token: string }
  tokens.set(page.context(), token)
  return token
}

/** Sends an API request as the user who is signed in on this page; returns the body. */
export async function callApi<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const call = (token: string): Promise<Response> =>
    fetch(`${homeOf(page)}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const known = tokens.get(page.context())
  const first = await call(known ?? (await tokenOf(page)))
  // The session of the token may have ended.
  const reply = first.status === 401 && known !== undefined ? await call(await tokenOf(page)) : first
  const text = await reply.text()
  expect(reply.status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return (text === '' ? undefined : JSON.parse(text)) as T
}
