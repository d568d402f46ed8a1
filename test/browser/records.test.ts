import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { demandAccessible, demandFits, phone, useChromium } from '../support/chromium.ts'
import { root, until } from '../support/process.ts'
import { acceptInvitation, admin, callApi, sendFrom, signIn, useSite } from '../support/served.ts'
import { read } from '../support/settled.ts'

const chromium = useChromium()
const site = useSite()

interface Listed {
  id: string
  details: Record<string, unknown>
}

/** One record of each kind, by kind. */
const ids: Record<string, string> = {}
/** The parent of a record, if it can only be found through that. */
const within: Record<string, string> = {}
let keyId = ''

/** Kinds of companies that organize differently; their pages are generated from the same description. */
const otherCompanies = ['account']

interface Described {
  paths: Record<
    string,
    { post?: { requestBody?: { content?: Record<string, { schema: { $ref?: string } }> } } }
  >
  components: {
    schemas: Record<string, { properties?: Record<string, { examples?: unknown[] }>; required?: string[] }>
  }
}

const described: Described = JSON.parse(readFileSync(join(root, 'docs/api/openapi.json'), 'utf8'))
const { schemas } = described.components

const kindOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const kinds = Object.entries(schemas)
  .filter(([, { properties = {} }]) => 'permalink' in properties && 'details' in properties)
  .map(([name]) => kindOf(name))
  .filter((kind) => !otherCompanies.includes(kind))

/** Creates a record of each kind that has none yet, from the examples in the description. */
async function createTheRest(send: (method: string, path: string, body: object) => Promise<Listed>) {
  for (const [path, { post }] of Object.entries(described.paths)) {
    const name = post?.requestBody?.content?.['application/json']?.schema.$ref?.split('/').at(-1) ?? ''
    const kind = kindOf(/^New(\w+?)(?:In[A-Z]\w+)?$/.exec(name)?.[1] ?? '')
    if (ids[kind] !== undefined || !kinds.includes(kind)) continue
    const { properties = {}, required = [] } = schemas[name] ?? {}
    const body = Object.fromEntries(required.map((field) => [field, properties[field]?.examples?.[0]]))
    const filled = path.replaceAll(/\{(\w+)Id\}/g, (_, parent: string) => ids[parent] ?? '')
    ids[kind] = (await send('POST', filled, body)).id
  }
}

beforeAll(async () => {
  const page = await chromium.page()
  await signIn(page, site)
  const send = <T = Listed>(method: string, path: string, body?: object) =>
    callApi<T>(page, method, path, body)
  const first = async (path: string): Promise<string> =>
    (await send<{ items: Listed[] }>('GET', `${path}?limit=1`)).items[0]?.id ?? ''
  const me = (await send('GET', '/v1/users/me')).id
  const workspace = (
    await send('POST', '/v1/workspaces', {
      workspaceName: 'Website relaunch',
      customFields: [{ fieldApiId: 'c_orderNumber', value: '2026-0815' }],
    })
  ).id
  const inside = `/v1/workspaces/${workspace}`
  const milestone = (await send('POST', `${inside}/milestones`, { title: 'Launch' })).id
  const task = (
    await send('POST', `${inside}/tasks`, {
      title: 'Write the press release',
      assignees: [me],
      tags: ['urgent'],
      milestoneId: milestone,
      externalId: 'crm-4711',
      dueDate: '2026-03-31',
    })
  ).id
  const made = await send<{ id: string; credential: { key_id: string } }>('POST', '/v1/clients', {
    name: 'Nightly import',
    actAs: me,
  })
  keyId = made.credential.key_id
  const grace = await send('POST', '/v1/users', { email: site.email('grace'), fullName: 'Grace Hopper' })
  const upload = async (name: string): Promise<string> => {
    const { access_token: token } = (await sendFrom(page, '/auth/token', {})).body as { access_token: string }
    const reply = await fetch(`${site.url}/v1/files/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'text/plain',
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: 'An offer.',
    })
    return ((await reply.json()) as { id: string }).id
  }
  const store = async (name: string): Promise<string> => {
    const given = { deferredAssetIds: [await upload(name)] }
    const made = await send<{ responses: { body: string }[] }>('POST', `${inside}/files`, given)
    return made.responses[0]?.body ?? ''
  }
  const file = await store('Offer.txt')
  const trashedFile = await store('Old.txt')
  await send('DELETE', `/v1/files/${trashedFile}`)
  await send('PUT', `/v1/files/${file}/subscribers/${me}`)
  await send('PUT', `/v1/users/me/favorites/file/${file}`)
  const webhook = (await send('POST', '/v1/webhooks', { name: 'Mirror', url: 'https://hooks.example.com/' }))
    .id
  Object.assign(within, {
    change: me,
    delivery: webhook,
    fileVersion: file,
    subscriber: file,
    trashedFile: workspace,
  })
  for (const [kind, path, body] of [
    ['trashedFolder', 'folders', { folderName: 'Old', workspaceId: workspace }],
    ['trashedTask', 'tasks', { title: 'Old', workspaceId: workspace }],
    ['trashedWorkspace', 'workspaces', { workspaceName: 'Old' }],
  ] as const) {
    const { id } = await send('POST', path === 'folders' ? `${inside}/folders` : `/v1/${path}`, body)
    await send('DELETE', `/v1/${path}/${id}`)
    ids[kind] = id
    if (kind !== 'trashedWorkspace') within[kind] = workspace
  }
  await send('POST', '/v1/users/me/calendar')
  await send('PUT', '/v1/users/me/timer', { workspaceId: workspace })
  Object.assign(ids, {
    user: me,
    member: me,
    workspace,
    file,
    trashedFile,
    fileVersion: await first(`/v1/files/${file}/versions`),
    subscriber: me,
    upload: await upload('Draft.txt'),
    milestone,
    task,
    client: made.id,
    clientKey: keyId,
    company: (await send('GET', '/v1/company')).id,
    tasklist: (await send('POST', `${inside}/tasklists`, { tasklistName: 'Before the launch' })).id,
    invitation: (await send('POST', '/v1/invitations', { userHash: grace.id, mailed: false })).id,
    time: (await send('POST', `${inside}/times`, { date: '2026-03-02', minutes: 90, taskId: task })).id,
    calendarFeed: (await send('GET', '/v1/users/me/calendar')).id,
    timer: (await send('GET', '/v1/users/me/timer')).id,
    role: await first('/v1/roles'),
    session: await first('/v1/sessions'),
    tag: await first('/v1/tags'),
    auditEntry: await first('/v1/audit'),
    change: await first(`/v1/users/${me}/history`),
    settings: (await send('GET', '/v1/users/me/settings')).id,
    notificationSettings: (await send('GET', '/v1/users/me/notificationSettings')).id,
    favorite: await first('/v1/users/me/favorites'),
    webhook,
  })
  await createTheRest(send)
  // Somebody else comments on the task that is assigned to the admin.
  const emmy = await send('POST', '/v1/users', { email: site.email('emmy'), fullName: 'Emmy Noether' })
  await send('PUT', `${inside}/members/${emmy.id}`, { role: 'Contributor' })
  const { link } = await send<{ link: string }>('POST', `/v1/users/${emmy.id}/invitation`, {})
  const other = await chromium.page()
  await acceptInvitation(other, site, link)
  await callApi(other, 'POST', `/v1/tasks/${task}/comments`, { body: 'Done.' })
  const arrived = async (): Promise<boolean> => {
    ids['notification'] = await first('/v1/users/me/notifications')
    ids['delivery'] = await first(`/v1/webhooks/${webhook}/deliveries`)
    return ids['notification'] !== '' && ids['delivery'] !== ''
  }
  await until('the comment has arrived', arrived)
})

async function open(page: Page, kind: string): Promise<void> {
  await page.goto(`${site.url}/p/${kind}/${ids[kind]}?tab=details`)
  await page.getByRole('tab', { name: 'Details' }).or(page.getByText('Developer')).first().waitFor()
}

test('every kind of record in the API opens a page with its id', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await open(page, 'workspace')
  for (const kind of kinds) {
    const id = ids[kind] ?? ''
    expect(id, `a record of the kind ${kind}`).not.toBe('')
    // Within the application, which is faster than loading it for each.
    await read(page).evaluate(
      `history.pushState(null, '', '/p/${kind}/${id}?tab=details${within[kind] === undefined ? '' : `&within=${within[kind]}`}')`,
    )
    await page.getByText(id, { exact: true }).first().waitFor()
    expect(await read(page.getByRole('alert')).count(), kind).toBe(0)
  }
})

test('a task shows its references as links with names, its tags, and its JSON on request', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await open(page, 'task')
  await page.getByRole('heading', { level: 1, name: 'Write the press release' }).waitFor()
  await page.getByRole('link', { name: admin.fullName }).first().waitFor()
  await page.getByRole('link', { name: 'Launch', exact: true }).waitFor()
  await page.getByText('urgent', { exact: true }).first().waitFor()
  await page.getByText('crm-4711', { exact: true }).waitFor()
  await page.getByText('31 Mar 2026').waitFor()
  const json = page.getByText('"title": "Write the press release"')
  expect(await read(json).isVisible()).toBe(false)
  await page.getByText('Show JSON').click()
  await json.waitFor()
  await demandAccessible(page)
  await page.getByRole('link', { name: 'Launch', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Launch' }).waitFor()
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await page.getByText('Write the press release').waitFor()
  await expect.poll(() => page.url()).toContain('tab=task')
})

test('times are shown in the time zone that the person has chosen', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await callApi(page, 'PUT', `/v1/users/${ids['user']}`, { timeZone: 'Asia/Tokyo' })
  await open(page, 'event')
  await page
    .getByText(/31 Mar 2026, 18:30/)
    .first()
    .waitFor()
})

test('missing records and unknown kinds are reported', async () => {
  const page = await chromium.page()
  await signIn(page, site)
  await page.goto(`${site.url}/p/task/${'0'.repeat(22)}`)
  await page.getByText('This task is gone').waitFor()
  await page.goto(`${site.url}/p/milestone/${'0'.repeat(22)}`)
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await page.goto(`${site.url}/p/unicorn/${'0'.repeat(22)}`)
  await page.getByText('There are no records called unicorn').waitFor()
})

test('the pages of records fit a phone', async () => {
  const page = await chromium.page(phone)
  await signIn(page, site)
  for (const kind of ['task', 'client', 'user', 'workspace']) {
    await open(page, kind)
    await demandFits(page)
  }
  await demandAccessible(page)
})
