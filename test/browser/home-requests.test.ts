import { expect, test } from 'vitest'
import { useChromium } from '../support/chromium.ts'
import { dayAhead } from '../support/clock.ts'
import { admin, callApi, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

test('six workspaces with comments take no more requests than one, and what changes is read again', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const tasks: string[] = []
  for (let n = 1; n <= 6; n += 1) {
    const { id } = await make('/v1/workspaces', { workspaceName: `Gallery ${n}` })
    for (const dueDate of [dayAhead(-9), null])
      tasks.push(
        (await make('/v1/tasks', { workspaceId: id, title: 'Hang', dueDate, assignees: [me.id] })).id,
      )
    await make(`/v1/tasks/${tasks.at(-1)}/comments`, { body: `Higher ${n}.` })
    await make(`/v1/workspaces/${id}/milestones`, { title: `Opening ${n}`, dueDate: dayAhead(3 + n) })
  }
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) sent.push(pathname.slice('/v1/'.length))
  })
  await page.goto(`${site.url}/home`)
  const card = (n: number) =>
    page.getByRole('region', { name: 'Workspaces' }).getByRole('link', { name: `Gallery ${n}` })
  const activity = page.getByRole('region', { name: 'Activity' })
  for (let n = 1; n <= 6; n += 1) {
    await card(n).getByText('0 of 2 done').waitFor()
    await card(n).getByText('1 overdue').waitFor()
    await card(n).getByText(`Opening ${n}`).waitFor()
    await card(n).getByRole('img', { name: admin.fullName }).waitFor()
  }
  await activity.getByText('Higher 6.').waitFor()
  await activity.getByRole('link', { name: 'Hang' }).first().waitFor()
  await page.getByRole('img', { name: /Hours this week/ }).waitFor()
  const frame = [
    ...['changes', 'company', 'users/me', 'users/me/favorites', 'users/me/notifications/summary'],
    ...['users/me/settings', 'workspaces'],
  ]
  const cards = ['milestones', 'tasks/summary', 'tasks/summary', 'workspaces']
  const others = ['tasks', 'times/summary', 'users/me/activity', 'workspaces/allFiles']
  await expect.poll(() => sent.toSorted()).toEqual([...frame, ...cards, ...others].sort())

  // Somebody else works on.
  await callApi(page, 'PUT', `/v1/tasks/${tasks[0]}`, { status: 'Completed' })
  await card(1).getByText('1 of 2 done').waitFor()
  await card(1).getByText('overdue').waitFor({ state: 'detached' })
  await callApi(page, 'PUT', `/v1/tasks/${tasks[2]}`, { assignees: [] })
  await callApi(page, 'PUT', `/v1/tasks/${tasks[3]}`, { assignees: [] })
  await card(2).getByRole('img', { name: admin.fullName }).waitFor({ state: 'detached' })
  const [, id = ''] = /workspace\/(\w+)/.exec((await read(card(3)).getAttribute('href')) ?? '') ?? []
  await make(`/v1/workspaces/${id}/milestones`, { title: 'Before that', dueDate: dayAhead(2) })
  await card(3).getByText('Before that').waitFor()
})

test('with more milestones than are looked at, each workspace still has its next one', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.route('**/v1/milestones?*', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    await route.fulfill({ response: await route.fetch({ url: url.href }) })
  })
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  for (const [n, workspaceName] of ['Near', 'Far'].entries()) {
    const { id } = await make('/v1/workspaces', { workspaceName })
    await make(`/v1/workspaces/${id}/milestones`, {
      title: `Goal ${workspaceName}`,
      dueDate: dayAhead(30 + n),
    })
  }
  await page.goto(`${site.url}/home`)
  const cards = page.getByRole('region', { name: 'Workspaces' })
  await cards.getByRole('link', { name: 'Near' }).getByText('Goal Near').waitFor()
  await cards.getByRole('link', { name: 'Far' }).getByText('Goal Far').waitFor()
})

test('more tasks than there is room for are counted', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const make = (path: string, body: object) => callApi<{ id: string }>(page, 'POST', path, body)
  const me = await callApi<{ id: string }>(page, 'GET', '/v1/users/me')
  const { id: workspaceId } = await make('/v1/workspaces', { workspaceName: 'Late' })
  for (let n = 0; n < 10; n += 1)
    await make('/v1/tasks', { workspaceId, title: `Late ${n}`, dueDate: dayAhead(-20), assignees: [me.id] })
  const filter = encodeURIComponent('assignees="me" AND overdue=true')
  const summary = `/v1/tasks/summary?filter=${filter}`
  const { total } = await callApi<{ total: { count: number } }>(page, 'GET', summary)
  await page.goto(`${site.url}/home`)
  const needs = page.getByRole('region', { name: 'Needs your attention' })
  await needs.locator('header').getByText(String(total.count), { exact: true }).waitFor()
  await needs.getByRole('link', { name: `${total.count - 8} more` }).waitFor()
  // The other tests count requests without them.
  await callApi(page, 'DELETE', `/v1/workspaces/${workspaceId}`)
})
