import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { callerOf, makeCompany, type Site, startSite } from '../test/support/site-in-production.ts'
import { type Camera, openPage, phone, press, shoot, type View } from './screenshots/camera.ts'
import { fillCompany } from './screenshots/fill.ts'
import { workViews } from './screenshots/work-views.ts'

const help = `Usage: npm run screenshots -- [options] [folder] [view…]

Takes screenshots of every page with the sample company, on desktop and phone, light and dark.
The folder is "screenshots" by default. If views are given, takes only those whose name contains one of them.

  --records N,…  The pages where teams work, for a company with N of everything that they list, such as
                 --records 0,3,10000. Filling a company with 10,000 takes a few minutes.
  --readme       Writes only the pictures of the README, to docs/pictures.
  --help         Shows this help.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { records: { type: 'string' }, readme: { type: 'boolean' }, help: { type: 'boolean' } },
})
const [folder = 'screenshots', ...parts] = positionals
const only = parts.length > 0 ? parts : ['']
const desk = { width: 1280, height: 800 }

/** The screenshots of the README, by the view that each shows, and what must be visible in them. */
const readmePictures: Readonly<Record<string, { file: string; shows: string }>> = {
  'work-workspace': { file: 'workspace.png', shows: 'tbody tr' },
  explorer: { file: 'explorer.png', shows: '.opblock-tag' },
}

/** Takes the screenshots of the README: the visible part of each page on a desktop, in light mode. */
async function shootForReadme(site: Site, context: BrowserContext, views: readonly View[]): Promise<void> {
  for (const [name, path] of views) {
    const picture = readmePictures[name]
    if (picture === undefined) continue
    const page = await context.newPage()
    await page.setViewportSize(desk)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await openPage(page, site, path)
    await page.locator(picture.shows).first().waitFor()
    await setTimeout(500)
    const pictures = fileURLToPath(new URL('../docs/pictures', import.meta.url))
    await page.screenshot({ path: join(pictures, picture.file) })
    await page.close()
  }
}

/** The pages where teams work, with as many records each. */
async function shootNumbers(counts: readonly number[]): Promise<void> {
  for (const count of counts) {
    const site = await startSite()
    try {
      const filled = await fillCompany(site, count)
      const camera: Camera = { site, folder, only, screens: { desk: { width: 1440, height: 900 }, phone } }
      await shoot(camera, site.context, workViews(count, filled))
    } finally {
      await site.stop()
    }
  }
}

async function shootSample(site: Site): Promise<void> {
  const { url, welcome, context } = site
  const camera: Camera = { site, folder, only, screens: { desk, phone } }
  const take = (views: readonly View[]): Promise<void> =>
    values.readme ? shootForReadme(site, context, views) : shoot(camera, context, views)
  await take([
    ['first-no-company', '/'],
    ['first-welcome', welcome],
    ['first-welcome-faults', welcome, press('Create company')],
    ['first-dead-link', '/welcome#x'],
  ])
  const companyName = 'Nordlicht Studio'
  await makeCompany(site, companyName, true)
  const call = callerOf(site, context)
  const first = async (path: string): Promise<string> => (await call('GET', path)).items[0]?.id ?? ''
  const me: string = (await call('GET', '/v1/users/me')).id
  const workspace = await first('/v1/workspaces')
  const task = await first(`/v1/workspaces/${workspace}/tasks?filter=${encodeURIComponent('status="Open"')}`)
  await call('PUT', `/v1/tasks/${task}`, { assignees: [me] })
  await call('POST', '/v1/clients', { name: 'Invoice export', actAs: me })
  const client = await first('/v1/clients')
  const somebody = await first(`/v1/users?filter=${encodeURIComponent('userType="External"')}`)
  const { link } = await call('POST', `/v1/users/${somebody}/invitation`, {})
  await take([
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
  if (only.some((part) => 'deleted-company'.includes(part)))
    await call('DELETE', `/v1/company?companyName=${encodeURIComponent(companyName)}`)
  await take([['deleted-company', '/workspaces']])
  await context.clearCookies()
  await take([
    ['out-sign-in', '/sign-in'],
    ['out-sign-in-faults', '/sign-in', press('Sign in')],
    ['out-forgotten', '/sign-in/forgotten'],
    ['out-invitation', link.slice(url.length)],
    ['out-invitation-dead', '/invitation#x'],
  ])
}

const counts = values.records?.split(',').map(Number)
if (values.help) process.stdout.write(`${help}\n`)
else if (counts?.some((count) => !Number.isInteger(count) || count < 0)) {
  process.stderr.write(`--records must be whole numbers, separated by commas, not "${values.records}".\n`)
  process.exitCode = 2
} else {
  if (!values.readme) mkdirSync(folder, { recursive: true })
  if (counts !== undefined) await shootNumbers(counts)
  else {
    const site = await startSite()
    try {
      await shootSample(site)
    } finally {
      await site.stop()
    }
  }
}
