import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { useChromium } from '../support/chromium.ts'
import { acceptInvitation, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()
let workspaceId = ''
let invitation = ''

interface Listed {
  id: string
  details: { title: string; status: string; body: string }
}

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string; link: string }>(page, 'POST', path, body)
  workspaceId = (await make('/v1/workspaces', { workspaceName: 'Café Luz' })).id
  for (const title of ['Menu boards', 'Window lights', 'Chairs'])
    await make(`/v1/workspaces/${workspaceId}/tasks`, { title })
  const grace = { email: site.email('grace'), fullName: 'Grace Hopper', userType: 'Internal' }
  const { id } = await make('/v1/users', grace)
  await callApi(page, 'PUT', `/v1/workspaces/${workspaceId}/members/${id}`, { role: 'Contributor' })
  invitation = (await make(`/v1/users/${id}/invitation`, {})).link
})

const tasksOf = async (page: Page): Promise<Listed[]> =>
  (await callApi<{ items: Listed[] }>(page, 'GET', `/v1/workspaces/${workspaceId}/tasks?sort=rank`)).items

async function idOf(page: Page, title: string): Promise<string> {
  return (await tasksOf(page)).find(({ details }) => details.title === title)?.id ?? ''
}

const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

const cards = (page: Page, name: string): Promise<string[]> =>
  read(column(page, name).locator('a[data-task]')).allTextContents()

const comments = (page: Page): Locator => page.getByRole('region', { name: 'Activity' })

/** A comment that was sent. The field for the next one may still have the same text. */
const sent = (page: Page, text: string): Locator =>
  comments(page).getByRole('article').filter({ hasText: text })

interface Desk {
  board: Page
  task: Page
}

/** Opens the board and a task in two tabs, once changes of others arrive. */
async function openBoth(board: Page, taskId: string): Promise<Desk> {
  const stream = board.waitForResponse((reply) => reply.url().includes('/v1/changes'))
  await board.goto(`${site.url}/p/workspace/${workspaceId}/tasks?layout=board`)
  await column(board, 'Open').getByRole('link', { name: 'Menu boards' }).waitFor()
  await stream
  const task = await board.context().newPage()
  await task.goto(`${site.url}/p/task/${taskId}`)
  await comments(task).getByLabel('Write a comment').waitFor()
  return { board, task }
}

async function comment(page: Page, text: string): Promise<void> {
  await comments(page).getByLabel('Write a comment').fill(text)
  await page.keyboard.press('Control+Enter')
}

test('two people edit one task, its board and its comments while one of them is offline for a minute', async () => {
  chromium.expectLines(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_INCOMPLETE_CHUNKED_ENCODING/)
  const [first, second] = [await chromium.page(), await chromium.page()]
  await signIn(first, site)
  await acceptInvitation(second, site, invitation)
  const taskId = await idOf(first, 'Menu boards')
  const { clock: pageClock } = first.context()
  await pageClock.install({ time: clock.now() })
  const [ada, grace] = [await openBoth(first, taskId), await openBoth(second, taskId)]
  await comment(ada.task, 'Chalk or print?')
  await sent(grace.task, 'Chalk or print?').waitFor()
  await sent(ada.task, 'Chalk or print?').waitFor()
  await expect.poll(() => comments(ada.task).getByLabel('Write a comment').inputValue()).toBe('')

  await first.context().setOffline(true)
  // A comment that cannot be sent stays in its field.
  await comment(ada.task, 'I would take chalk.')
  await comments(ada.task).getByRole('alert').waitFor()
  // A card that cannot be moved goes back, and the page says so.
  await column(ada.board, 'Open').getByRole('link', { name: 'Window lights' }).focus()
  await ada.board.keyboard.press('Alt+ArrowRight')
  const refused = ada.board.getByRole('alert').filter({ has: ada.board.getByRole('button') })
  await refused.getByRole('button', { name: 'Try again' }).waitFor()
  await expect.poll(() => cards(ada.board, 'Open')).toContain('Window lights')

  // In the meantime somebody else works on the same things.
  await comment(grace.task, 'Print lasts longer.')
  await sent(grace.task, 'Print lasts longer.').waitFor()
  await column(grace.board, 'Open').getByRole('link', { name: 'Chairs' }).focus()
  await grace.board.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => cards(grace.board, 'In Progress')).toEqual(['Chairs'])
  await column(grace.board, 'In Progress').locator('a:focus').waitFor()
  await pageClock.fastForward(60_000)
  expect(await read(sent(ada.task, 'Print lasts longer.')).count()).toBe(0)

  await first.context().setOffline(false)
  await sent(ada.task, 'Print lasts longer.').waitFor()
  await expect.poll(() => cards(ada.board, 'In Progress')).toEqual(['Chairs'])
  expect(await read(comments(ada.task).getByLabel('Write a comment')).inputValue()).toBe(
    'I would take chalk.',
  )
  await comments(ada.task).getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await sent(grace.task, 'I would take chalk.').waitFor()
  // Cards of others would wait while the focus is on a card.
  await read(grace.board).evaluate('document.activeElement.blur()')
  await column(ada.board, 'Open').getByRole('link', { name: 'Window lights' }).focus()
  await ada.board.keyboard.press('Alt+ArrowRight')
  const moved = ['Chairs', 'Window lights']

  // Nothing is lost, and nothing is there twice.
  for (const [message, { board, task }] of Object.entries({ ada, grace })) {
    await expect.poll(async () => (await cards(board, 'In Progress')).toSorted(), { message }).toEqual(moved)
    await expect.poll(() => cards(board, 'Open')).toEqual(['Menu boards'])
    for (const text of ['Chalk or print?', 'Print lasts longer.', 'I would take chalk.'])
      await expect.poll(() => sent(task, text).count(), { message: text }).toBe(1)
  }
  const said = await callApi<{ items: Listed[] }>(first, 'GET', `/v1/tasks/${taskId}/comments`)
  expect(said.items.map(({ details }) => details.body).toSorted()).toEqual([
    'Chalk or print?',
    'I would take chalk.',
    'Print lasts longer.',
  ])
  const statuses = (await tasksOf(first)).map(({ details }) => `${details.title}: ${details.status}`)
  expect(statuses.toSorted()).toEqual([
    'Chairs: In Progress',
    'Menu boards: Open',
    'Window lights: In Progress',
  ])
})

test('a response that is lost on its way duplicates neither the comment nor the task', async () => {
  chromium.expectLines(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const board = await chromium.page()
  await signIn(board, site)
  const taskId = await idOf(board, 'Menu boards')
  const { task } = await openBoth(board, taskId)
  const before = await callApi<{ items: Listed[] }>(board, 'GET', `/v1/tasks/${taskId}/comments`)
  /** The service does it, and the page never hears of it. */
  const loseAnswer = async (page: Page, path: RegExp): Promise<void> => {
    let isLost = false
    await page.route(
      (url) => path.test(url.pathname),
      async (route) => {
        if (isLost || route.request().method() !== 'POST') return route.fallback()
        isLost = true
        await route.fetch()
        return route.abort('internetdisconnected')
      },
    )
  }
  await loseAnswer(task, /\/comments$/)
  await comment(task, 'Sent once.')
  await comments(task).getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => comments(task).getByLabel('Write a comment').inputValue()).toBe('')
  await sent(task, 'Sent once.').waitFor()
  const { items } = await callApi<{ items: Listed[] }>(board, 'GET', `/v1/tasks/${taskId}/comments`)
  expect(items).toHaveLength(before.items.length + 1)

  await loseAnswer(board, /\/tasks$/)
  await board.getByRole('button', { name: 'Add task to On Hold' }).click()
  const title = board.getByLabel('Title of the new task')
  await title.fill('Created once')
  await board.keyboard.press('Enter')
  await expect.poll(() => title.inputValue()).toBe('Created once')
  await title.press('Enter')
  await column(board, 'On Hold').getByRole('link', { name: 'Created once' }).waitFor()
  const made = (await tasksOf(board)).filter(({ details }) => details.title === 'Created once')
  expect(made).toHaveLength(1)
})
