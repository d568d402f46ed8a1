import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { notifyOfDueDates } from '../../src/jobs/notifications/due.ts'
import type { Client } from '../support/client.ts'
import { useMailServer } from '../support/mail-server.ts'
import { notify } from '../support/notification-fixture.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'

const settings = { ...unlimited, ATRIUM_MAIL_FROM: 'Acme <atrium@acme.example>', ATRIUM_SMTP_URL: '' }
const mail = useMailServer((url) => {
  settings.ATRIUM_SMTP_URL = url
})
const world = useWorld(settings)
const path = '/v1/users/me/notificationSettings'
const never = new AbortController().signal

interface Person {
  id: string
  email: string
  client: Client
}

let company: Company
let admin: Client
let workspaceId: string
let ada: Person
let guest: Person

async function newPerson(userType: 'Internal' | 'External' = 'Internal'): Promise<Person> {
  const { id, client } = await world.person(company, { workspaceId, role: 'Contributor', userType })
  const { details } = (await client.get('/v1/users/me')).body
  return { id, client, email: details.email }
}

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Website relaunch' })).id
})

beforeEach(async () => {
  ada = await newPerson()
  guest = await newPerson('External')
})

const newTask = async (title: string, ...people: readonly Person[]): Promise<string> =>
  (await admin.create('/v1/tasks', { title, workspaceId, assignees: people.map(({ id }) => id) })).id

const say = (taskId: string, body: string, more: object = {}) =>
  admin.create(`/v1/tasks/${taskId}/comments`, { body, ...more })

/** Sends what is due at a moment; returns the number of mails written. */
async function send(at = new Date(clock.now())): Promise<number> {
  await notify(world)
  const count = await world.app.notificationMailer.mailDue(world.db, at, never)
  await world.app.outbox.deliver(never)
  return count
}

/** The next mail to a person, without the coding of its parts. */
const letterTo = async ({ email }: Person): Promise<string> => await mail.next(email)

const inHours = (hours: number): Date => new Date(clock.now() + hours * 3_600_000)
const link = /https:\/\/\S+\/unsubscribe\/[\w-]+/

test('a task that is assigned to somebody is mailed immediately, as text and as HTML', async () => {
  const task = await newTask('Write <b>the</b> press release', ada)
  await send()
  const letter = await letterTo(ada)
  expect(letter).toMatch(/^Subject: .* assigned you: Write <b>the<\/b> press release\r$/m)
  expect(letter).toContain('Content-Type: multipart/alternative')
  expect(letter).toContain('WEBSITE RELAUNCH')
  expect(letter).toContain('assigned this task to you')
  expect(letter).toContain(`/p/task/${task}`)
  expect(letter).toContain('Write &lt;b&gt;the&lt;/b&gt; press release</a>')
  expect(letter).toMatch(/^List-Unsubscribe: <https:\/\/\S+\/unsubscribe\/[\w-]+>\r$/m)
  expect(letter).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(letter).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(letter).not.toMatch(/^Reply-To:/im)
  expect(await send()).toBe(0)
})

test('comments wait for the hour, and come in one mail by workspace and record', async () => {
  const [one, two] = [await newTask('First', ada), await newTask('Second', ada)]
  await send()
  await letterTo(ada)
  await ada.client.ok('POST', '/v1/users/me/notifications/read')
  await say(one, 'Looks **good**')
  await say(one, 'And now \\_this\\_?')
  await say(two, `@[Somebody](user:${guest.id}) hello`)
  await send()
  expect(mail.count(ada.email)).toBe(0)
  // The guest was mentioned, which is mailed at once.
  expect(await letterTo(guest)).toContain('mentioned you: Second')
  await send(inHours(1))
  const letter = await letterTo(ada)
  expect(letter).toContain('Subject: 3 updates in Website relaunch')
  for (const text of [
    'First',
    'Second',
    '> Looks **good**',
    '> And now _this_?',
    '> @Somebody hello',
    'Looks <strong>good</strong>',
  ])
    expect(letter).toContain(text)
  expect(await send(inHours(2))).toBe(0)
})

test('a mail starts with the strongest reason, and a line separates workspaces', async () => {
  const other = (await admin.create('/v1/workspaces', { workspaceName: 'Catalogue' })).id
  await admin.ok('PUT', `/v1/workspaces/${other}/members/${ada.id}`, { role: 'Contributor' })
  await ada.client.ok('PUT', path, { comment: 'now' })
  const [early, late] = [await newTask('Early'), await newTask('Late')]
  for (const task of [early, late]) await ada.client.ok('PUT', `/v1/tasks/${task}/subscribers/${ada.id}`)
  const there = await admin.create('/v1/tasks', { title: 'There', workspaceId: other, assignees: [ada.id] })
  await say(early, 'A comment')
  await say(late, `@[Ada](user:${ada.id}) a mention`)
  expect(await send()).toBe(1)
  const letter = await letterTo(ada)
  expect(letter).toContain('Subject: 3 updates in 2 workspaces')
  const places = [`/p/task/${late}`, `/p/task/${early}`, `/p/task/${there.id}`].map((address) =>
    letter.indexOf(address),
  )
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((one, next) => one - next))
  expect(letter.split('class="line"')).toHaveLength(2)
})

test('what somebody has read, done, muted or deleted in the meantime is not mailed', async () => {
  const tasks: string[] = []
  for (const title of ['Read', 'Done', 'Muted', 'Deleted', 'Comment deleted', 'Read, then new'])
    tasks.push(await newTask(title, ada))
  const [read = '', done = '', muted = '', deleted = '', said = '', again = ''] = tasks
  await send()
  await letterTo(ada)
  await ada.client.ok('POST', '/v1/users/me/notifications/read')
  for (const task of [read, done, muted, deleted]) await say(task, 'Not mailed')
  const comment = await say(said, 'Not mailed')
  await say(again, 'Not mailed')
  await notify(world)
  const { items } = await ada.client.list('/v1/users/me/notifications')
  const newsOf = (task: string) => items.find(({ details }) => details.recordId === task)?.id
  for (const task of [read, again])
    await ada.client.ok('PUT', `/v1/users/me/notifications/${newsOf(task)}/read`)
  await ada.client.ok('PUT', `/v1/users/me/notifications/${newsOf(done)}/done`)
  await ada.client.ok('PUT', `/v1/tasks/${muted}/mute`)
  await admin.ok('DELETE', `/v1/tasks/${deleted}`)
  await admin.ok('DELETE', `/v1/comments/${comment.id}`)
  await say(again, 'Mailed')
  await send(inHours(1))
  const letter = await letterTo(ada)
  expect(letter).toContain('commented: Read, then new')
  expect(letter).toContain('> Mailed')
  expect(letter).not.toContain('Not mailed')
})

test('a snoozed notification is mailed when it comes back', async () => {
  const task = await newTask('Later', ada)
  await notify(world)
  const { items } = await ada.client.list(`/v1/users/me/notifications?filter=recordId="${task}"`)
  const until = inHours(5).toISOString()
  await ada.client.ok('PUT', `/v1/users/me/notifications/${items[0]?.id}/snooze`, { until })
  expect(await send(inHours(4))).toBe(0)
  expect(await send(inHours(6))).toBe(1)
  expect(await letterTo(ada)).toContain('assigned you: Later')
})

describe('permission is checked when the mail is written', () => {
  test('external people get nothing of internal comments', async () => {
    const task = await newTask('Secret', ada, guest)
    await send()
    for (const person of [ada, guest]) await letterTo(person)
    await say(task, 'Between us', { internalOnly: true })
    await notify(world)
    // Somebody who was internal when it was written.
    await admin.ok('PUT', `/v1/users/${ada.id}`, { userType: 'External' })
    expect(await send(inHours(1))).toBe(0)
  })

  test('and people who have left the workspace get nothing', async () => {
    const task = await newTask('Gone', ada)
    await notify(world)
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${ada.id}`)
    expect(await send()).toBe(0)
    expect(task).not.toBe('')
  })

  test('even if the mail server did not accept the mail at first', async () => {
    mail.refuse(true)
    await newTask('Refused', ada)
    await send()
    mail.refuse(false)
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${ada.id}`)
    await world.db.transaction((tx) =>
      tx.query.updateTable('mails').set({ dueAt: clock.timestamp() }).execute(),
    )
    expect(await world.app.outbox.deliver(never)).toBe(0)
    expect(await world.db.query.selectFrom('mails').selectAll().execute()).toEqual([])
    expect(mail.count(ada.email)).toBe(0)
  })
})

test('mail from quiet hours is sent when they end, in one mail', async () => {
  await admin.ok('PUT', `/v1/users/${ada.id}`, { timeZone: 'Asia/Kolkata' })
  // From now on, for about six hours.
  const local = (at: Date): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' }).format(
      at,
    )
  await ada.client.ok('PUT', path, { quietFrom: local(inHours(-1)), quietUntil: local(inHours(6)) })
  await newTask('One', ada)
  await newTask('Two', ada)
  expect(await send()).toBe(0)
  expect(await send(inHours(5.9))).toBe(0)
  expect(await send(inHours(6.1))).toBe(1)
  expect(await letterTo(ada)).toContain('Subject: 2 updates in Website relaunch')
})

test('a change of the settings counts for what waits', async () => {
  const task = await newTask('Waiting', ada)
  await send()
  await letterTo(ada)
  await say(task, 'Slowly')
  expect(await send()).toBe(0)
  await ada.client.ok('PUT', path, { comment: 'now' })
  expect(await send()).toBe(1)
  expect(await letterTo(ada)).toContain('> Slowly')
  await ada.client.ok('PUT', path, { comment: 'never' })
  await say(task, 'Silence')
  expect(await send(inHours(48))).toBe(0)
})

test('tasks that are due come at eight with the rest of the day', async () => {
  await admin.ok('PUT', `/v1/users/${ada.id}`, { timeZone: 'Pacific/Auckland' })
  const task = await newTask('Today', ada)
  await send()
  await letterTo(ada)
  await ada.client.ok('POST', '/v1/users/me/notifications/read')
  await admin.ok('PUT', `/v1/tasks/${task}`, { dueDate: '2036-05-02' })
  // In Auckland it is twelve hours later.
  await notifyOfDueDates(world.db, new Date('2036-05-01T20:00:30Z'), never, true)
  expect(await send(new Date('2036-05-01T20:01:00Z'))).toBe(0)
  expect(await send(new Date('2036-05-01T20:02:10Z'))).toBe(1)
  const letter = await letterTo(ada)
  expect(letter).toContain('Subject: Due on Friday 2 May: Today')
  expect(letter).toContain('This task is due on Friday 2 May')
})

test('tasks that were completed or postponed on a quiet day are not mailed as due on the next', async () => {
  const [open, done] = [await newTask('Open', ada), await newTask('Done', ada)]
  const [later, undated] = [await newTask('Later', ada), await newTask('Undated', ada)]
  await send()
  await letterTo(ada)
  await ada.client.ok('POST', '/v1/users/me/notifications/read')
  await ada.client.ok('PUT', path, { due: 'now', status: 'never', quietDays: ['friday'] })
  for (const task of [open, done, later, undated])
    await admin.ok('PUT', `/v1/tasks/${task}`, { dueDate: '2036-05-02' })
  await notifyOfDueDates(world.db, new Date('2036-05-02T08:00:30Z'), never, true)
  expect(await send(new Date('2036-05-02T12:00:00Z'))).toBe(0)
  await admin.ok('PUT', `/v1/tasks/${done}`, { status: 'Completed' })
  await admin.ok('PUT', `/v1/tasks/${later}`, { dueDate: '2036-05-09' })
  await admin.ok('PUT', `/v1/tasks/${undated}`, { dueDate: null })
  expect(await send(new Date('2036-05-03T08:05:00Z'))).toBe(1)
  expect(await letterTo(ada)).toContain('Subject: Due on Friday 2 May: Open')
})

test('a person gets at most 60 mails within an hour, then one about everything else', async () => {
  const hour = 3_600_000
  // Half past the next full hour.
  const start = (Math.floor(clock.now() / hour) + 1.5) * hour
  const inMinutes = (minutes: number): Date => new Date(start + minutes * 60_000)
  const createdAt = inMinutes(-1).toISOString()
  const sent = Array.from({ length: 59 }, (_, n) => ({
    ...{ companyNo: company.companyNo, userId: ada.id, createdAt },
    id: `${ada.id.slice(0, 19)}${String(n).padStart(3, '0')}`,
  }))
  await world.db.transaction((tx) => tx.query.insertInto('mailings').values(sent).execute())
  await newTask('The 60th', ada)
  expect(await send(inMinutes(0))).toBe(1)
  await letterTo(ada)
  for (const title of ['The 61st', 'The 62nd']) await newTask(title, ada)
  for (const minutes of [1, 30, 58]) expect(await send(inMinutes(minutes))).toBe(0)
  expect(await send(inMinutes(59))).toBe(1)
  expect(await letterTo(ada)).toContain('Subject: 2 updates in Website relaunch')
})

describe('unsubscribing', () => {
  const linkFor = async (person: Person): Promise<string> => {
    await newTask('A reason to unsubscribe', person)
    await send()
    const [found = ''] = link.exec(await letterTo(person)) ?? []
    return new URL(found).pathname
  }
  const reasons = async ({ client }: Person): Promise<string[]> => {
    const { details } = (await client.get(path)).body
    return [details.mention, details.comment, details.due, details.file]
  }

  test('takes one request without a session; reading the page changes nothing', async () => {
    const address = await linkFor(ada)
    const page = await world.app.server.inject({ url: address })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<form method="post">')
    expect(page.body).toContain('<a href="/account/notifications">your settings</a>')
    expect(await reasons(ada)).toEqual(['now', 'hourly', 'daily', 'daily'])
    const asked = {
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    } as const
    const form = {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    }
    for (const more of [form, {}]) {
      const reply = await world.app.server.inject({ ...asked, ...more })
      expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('You are unsubscribed')])
    }
    expect(await reasons(ada)).toEqual(['never', 'never', 'never', 'never'])
    await newTask('No longer mailed', ada)
    expect(await send(inHours(48))).toBe(0)
    expect(await reasons(guest)).toEqual(['now', 'hourly', 'daily', 'daily'])
  })

  test('a link that somebody has changed does nothing', async () => {
    const address = await linkFor(ada)
    for (const wrong of [`${address}A`, address.slice(0, -2), '/unsubscribe/x'])
      for (const method of ['GET', 'POST'] as const) {
        const reply = await world.app.server.inject({ method, url: wrong })
        expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
      }
    expect(await reasons(ada)).toEqual(['now', 'hourly', 'daily', 'daily'])
  })
})

test('two processes that believe to hold the lease send one mail', async () => {
  await newTask('Once', ada)
  await notify(world)
  const now = new Date(clock.now())
  const { notificationMailer, outbox } = world.app
  const counts = await Promise.all([1, 2, 3].map(() => notificationMailer.mailDue(world.db, now, never)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  await outbox.deliver(never)
  await letterTo(ada)
  expect(mail.count(ada.email)).toBe(0)
})
