import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useChromium } from '../support/chromium.ts'
import { today } from '../support/clock.ts'
import { callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

/** Files, a file, Time, Reports and Tags with the keyboard alone: nothing is clicked. */
const chromium = useChromium()
const site = useSite()
let workspaceId = ''
let fileId = ''

async function addFile(page: Page, name: string): Promise<string> {
  const traded = await sendFrom(page, '/auth/token', {})
  const { access_token: token } = traded.body as { access_token: string }
  const headers = {
    authorization: `Bearer ${token}`,
    'content-disposition': `attachment; filename="${name}"`,
    'content-type': name.endsWith('.csv') ? 'text/csv' : 'text/plain',
  }
  const reply = await fetch(`${site.url}/v1/files/upload`, { method: 'POST', headers, body: name })
  const { id } = (await reply.json()) as { id: string }
  const { responses } = await callApi<{ responses: { body: string }[] }>(
    ...([page, 'POST', `/v1/workspaces/${workspaceId}/files`, { deferredAssetIds: [id] }] as const),
  )
  return responses[0]?.body ?? ''
}

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const create = async (path: string, body: object): Promise<string> =>
    (await callApi<{ id: string }>(page, 'POST', path, body)).id
  workspaceId = await create('/v1/workspaces', { workspaceName: 'Rye' })
  for (const name of ['bread.txt', 'cake.txt', 'zest.csv']) await addFile(page, name)
  fileId = await addFile(page, 'menu.txt')
  const taskId = await create('/v1/tasks', { title: 'Bake', workspaceId, tags: ['oven'] })
  await create('/v1/times', { taskId, date: today, minutes: 60, billable: true })
  await create('/v1/times', { taskId, date: today, minutes: 30, billable: false })
})

interface Walk {
  page: Page
  press: (...keys: string[]) => Promise<void>
  type: (text: string) => Promise<void>
  /** Presses Tab until an element has the focus. */
  tabTo: (target: Locator) => Promise<void>
  /** Waits until the element with the focus has this text or name. */
  focused: (text: RegExp) => Promise<void>
  /** Waits until a field has the focus: fields of dialogs get it a little after they appear. */
  ready: (field: Locator) => Promise<void>
}

const most = 80

async function begin(path: string): Promise<Walk> {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const has = async (target: Locator): Promise<boolean> =>
    (await read(target.and(page.locator(':focus'))).count()) > 0
  return {
    page,
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    tabTo: async (target) => {
      await target.waitFor()
      for (let n = 0; n < most && !(await has(target)); n += 1) await page.keyboard.press('Tab')
      expect(await has(target), String(target)).toBe(true)
    },
    focused: async (text) => {
      const said = `(document.activeElement?.getAttribute('aria-label') ?? '') + document.activeElement?.textContent`
      await expect.poll(() => page.evaluate(said)).toMatch(text)
    },
    ready: (field) => field.and(page.locator(':focus')).waitFor(),
  }
}

const option = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('option', { name }).first().waitFor()

const walks: Record<string, { path: () => string; walk: (on: Walk) => Promise<void> }> = {
  Files: {
    path: () => `/p/workspace/${workspaceId}/files`,
    walk: async ({ page, press, type, focused, ready }) => {
      await page.getByRole('link', { name: 'bread.txt' }).waitFor()
      await press('j')
      await focused(/^bread\.txt/)
      await press('ArrowDown')
      await focused(/^cake\.txt/)
      await press('x')
      await page.getByText('1 selected').waitFor()
      await press('Escape')
      await page.getByText('1 selected').waitFor({ state: 'detached' })
      await press('F2')
      await ready(page.getByRole('textbox', { name: 'Rename cake.txt' }))
      await press('Control+a')
      await type('tart.txt')
      await press('Enter')
      await focused(/^tart\.txt/)
      await press('s')
      await option(page, 'Approved')
      await type('Approved')
      await press('Enter')
      await page.getByRole('button', { name: /: Approved$/ }).waitFor()
      await press('Space')
      const pane = page.getByRole('complementary', { name: 'Details' })
      await pane.getByRole('link', { name: 'tart.txt' }).waitFor()
      await press('Space')
      await pane.waitFor({ state: 'detached' })
      // Without room for the pane, the page of the file shows the same.
      const wide = page.viewportSize() ?? { width: 1440, height: 900 }
      await page.setViewportSize({ ...wide, width: 1100 })
      await press('Space')
      await page.getByRole('region', { name: 'Versions' }).getByRole('listitem').first().waitFor()
      await page.goBack()
      await page.setViewportSize(wide)
      await page.getByRole('link', { name: 'tart.txt' }).waitFor()
      await press('j', 'j', 'j')
      await focused(/^tart\.txt/)
      await press('#')
      await page.getByRole('link', { name: 'tart.txt' }).waitFor({ state: 'detached' })
      await press('Control+z')
      await page.getByRole('link', { name: 'tart.txt' }).waitFor()
      await press('N')
      await ready(page.getByRole('textbox', { name: 'Name' }))
      await type('Photos')
      await press('Enter')
      await page.getByRole('heading', { name: 'This folder is empty' }).waitFor()
    },
  },
  'a file': {
    path: () => `/p/file/${fileId}`,
    walk: async ({ page, press, type, focused, ready, tabTo }) => {
      await page.getByRole('region', { name: 'Versions' }).getByRole('listitem').first().waitFor()
      await press('v')
      await expect
        .poll(() => page.evaluate(`document.activeElement.closest('section')?.getAttribute('aria-label')`))
        .toBe('Versions')
      await press('.')
      await option(page, /^Rename/)
      await type('rename')
      await press('Enter')
      await ready(page.getByRole('textbox', { name: 'Rename menu.txt' }))
      await press('Control+a')
      await type('prices.txt')
      await press('Enter')
      await page.getByRole('heading', { level: 1, name: 'prices.txt' }).waitFor()
      await focused(/^prices\.txt/)
      await press('l')
      await option(page, '1 hour')
      await press('Enter')
      await page.getByText('prices.txt locked.').waitFor()
      await tabTo(page.getByRole('textbox', { name: 'Write a comment' }))
      await type('Right?')
      await press('Control+Enter')
      await page.getByRole('article').getByText('Right?', { exact: true }).waitFor()
      await tabTo(page.getByRole('button', { name: 'Download', exact: true }))
      await focused(/^Download/)
    },
  },
  Time: {
    path: () => '/time',
    walk: async ({ page, press, type, tabTo }) => {
      const first = page.locator('[data-day]').first()
      await first.waitFor()
      await tabTo(page.locator('[data-day][tabindex="0"]'))
      await press('Control+ArrowLeft')
      await type('0:45')
      await press('Enter')
      await page.locator('[data-state="saved"]').first().waitFor()
      await press('Alt+ArrowLeft')
      await expect.poll(() => new URL(page.url()).searchParams.has('week')).toBe(true)
      await press('w')
      await expect.poll(() => new URL(page.url()).search).toBe('')
      await tabTo(page.getByRole('button', { name: 'Submit week' }))
      await press('Enter')
      await page.getByRole('main').getByText('Submitted', { exact: true }).waitFor()
      await press('Control+z')
      await page.getByText('Undone: Submission of a week').waitFor()
    },
  },
  Reports: {
    path: () => '/reports?report=billable',
    walk: async ({ page, press, tabTo, focused }) => {
      await tabTo(page.locator('[data-figure][tabindex="0"]'))
      await focused(/^Billable, /)
      await press('ArrowRight')
      await focused(/^Non-billable, /)
      await press('Enter')
      const behind = page.getByRole('list', { name: /^Behind Non-billable/ })
      await behind.waitFor()
      await press('Escape')
      await behind.waitFor({ state: 'detached' })
      await focused(/^Non-billable, /)
      await press('d')
      await page.getByRole('table').waitFor()
      await tabTo(page.getByRole('table').getByRole('row').last().getByRole('link').last())
      await press('Enter')
      await behind.waitFor()
      await press('Escape')
      await focused(/^\d+:\d\d$/)
      await tabTo(page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Storage' }))
      await press('Enter')
      await page.getByRole('row', { name: /text\/plain/ }).waitFor()
      await press('d')
      const kinds = page.getByRole('list', { name: 'Storage used, by file type' }).getByRole('link')
      await tabTo(kinds.first())
      await press('ArrowDown')
      await expect
        .poll(() =>
          page.evaluate(
            `[...document.activeElement.closest('ul').querySelectorAll('a')].indexOf(document.activeElement)`,
          ),
        )
        .toBe(1)
      await press('Tab')
      expect(await read(kinds.and(page.locator(':focus'))).count()).toBe(0)
    },
  },
  Tags: {
    path: () => '/setup/tags',
    walk: async ({ page, press, type, ready, tabTo }) => {
      await tabTo(page.getByRole('button', { name: 'New tag' }))
      await press('Enter')
      const dialog = page.getByRole('dialog')
      await ready(dialog.getByLabel('Name'))
      await type('flour')
      await press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('row', { name: 'flour', exact: true }).waitFor()
      await tabTo(page.getByRole('button', { name: 'Actions for oven' }))
      await press('Enter')
      await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
      await page.locator('[role=menu]:focus-within').waitFor()
      await press('ArrowDown', 'Enter')
      await ready(dialog.getByLabel('Name'))
      await press('Control+a')
      await type('hearth')
      await press('Enter')
      await page.getByRole('row', { name: 'hearth', exact: true }).waitFor()
    },
  },
}

test.each(Object.keys(walks))('%s is used with the keyboard alone', async (name) => {
  const given = walks[name]
  if (given === undefined) throw new Error(name)
  await given.walk(await begin(given.path()))
})
