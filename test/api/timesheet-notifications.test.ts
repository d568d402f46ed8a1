import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Client } from '../support/client.ts'
import { useMailServer } from '../support/mail-server.ts'
import { notify } from '../support/notification-fixture.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'

const settings = { ...unlimited, ATRIUM_MAIL_FROM: 'Acme <atrium@acme.example>', ATRIUM_SMTP_URL: '' }
const mail = useMailServer((url) => {
  settings.ATRIUM_SMTP_URL = url
})
const world = useWorld(settings)
const inbox = '/v1/users/me/notifications'
const week = '2026-03-02'
const never = new AbortController().signal

interface Person {
  id: string
  client: Client
}

let company: Company
let admin: Person
let person: Person
let approver: Person
let path: string
let sheet: string

beforeAll(async () => {
  company = await world.company()
  admin = { id: company.adminId, client: company.admin }
})

beforeEach(async () => {
  person = await world.person(company)
  approver = await world.person(company, { permissions: ['approveTime'] })
  sheet = (await person.client.create('/v1/timesheets', { week })).id
  path = `/v1/timesheets/${sheet}`
})

/** A person's notifications about the timesheet. */
async function newsOf({ client }: Person) {
  await notify(world)
  const { items } = await client.list(`${inbox}?filter=recordId="${sheet}"`)
  return items.map(({ id, details }) => ({ id, ...details }))
}

const unreadOf = async ({ client }: Person): Promise<number> =>
  (await client.ok('GET', `${inbox}/summary`)).body.unread

const emailOf = async ({ client }: Person): Promise<string> =>
  (await client.ok('GET', '/v1/users/me')).body.details.email

/** Writes and sends the mails that are due within some hours. */
async function send(hours: number): Promise<number> {
  await notify(world)
  const count = await world.app.notificationMailer.mailDue(
    world.db,
    new Date(clock.now() + hours * 3_600_000),
    never,
  )
  await world.app.outbox.deliver(never)
  return count
}

test('submitting a week notifies everybody who may approve it, and a decision notifies the person', async () => {
  const colleague = await world.person(company)
  await person.client.ok('PUT', `${path}/submission`)
  const asked = {
    reason: 'review',
    recordKind: 'timesheet',
    workspaceId: null,
    actors: [person.id],
    count: 1,
  }
  expect(await newsOf(approver)).toMatchObject([asked])
  expect(await newsOf(admin)).toMatchObject([asked])
  expect(await newsOf(person)).toEqual([])
  expect(await newsOf(colleague)).toEqual([])

  await approver.client.ok('PUT', `${path}/return`, { note: 'Monday is missing' })
  await approver.client.ok('PUT', `${path}/return`, { note: 'Tuesday too' })
  expect(await newsOf(person)).toMatchObject([{ reason: 'status', actors: [approver.id], count: 2 }])
  expect(await newsOf(approver)).toMatchObject([asked])
  const names = await person.client.ok('GET', `${inbox}?expand=names`)
  expect(names.body.names).toMatchObject({ [sheet]: week })

  await person.client.ok('PUT', path, { note: 'Both are there' })
  expect(await newsOf(approver)).toMatchObject([asked])
  // The state that each change led to counts, whatever the state is by now.
  await person.client.ok('PUT', `${path}/submission`)
  await person.client.ok('DELETE', `${path}/submission`)
  expect(await newsOf(approver)).toMatchObject([{ reason: 'review', count: 2 }])
  expect(await newsOf(person)).toMatchObject([{ count: 2 }])
})

test('an admin who submits for somebody notifies the person and the others who may approve', async () => {
  await company.admin.ok('PUT', `${path}/submission`)
  expect(await newsOf(person)).toMatchObject([{ reason: 'status', actors: [admin.id] }])
  expect(await newsOf(approver)).toMatchObject([{ reason: 'review', actors: [admin.id] }])
  expect(await newsOf(admin)).toEqual([])
  await company.admin.ok('PUT', `${path}/approval`)
  await company.admin.ok('DELETE', `${path}/approval`)
  expect(await newsOf(person)).toMatchObject([{ reason: 'status', count: 3 }])
  expect(await newsOf(approver)).toMatchObject([{ count: 1 }])
})

test('an approver whose week somebody else submits is not asked to approve it', async () => {
  sheet = (await approver.client.create('/v1/timesheets', { week })).id
  await admin.client.ok('PUT', `/v1/timesheets/${sheet}/submission`)
  expect(await newsOf(approver)).toMatchObject([{ reason: 'status', actors: [admin.id] }])
})

test('somebody who may no longer approve time sees their own only, and the counts agree', async () => {
  const own = (await approver.client.create('/v1/timesheets', { week })).id
  await approver.client.ok('PUT', `/v1/timesheets/${own}/submission`)
  await company.admin.ok('PUT', `/v1/timesheets/${own}/approval`)
  await person.client.ok('PUT', `${path}/submission`)
  const [news] = await newsOf(approver)
  expect(await unreadOf(approver)).toBe(2)
  const { body } = await approver.client.ok('GET', `${inbox}/summary`)
  expect(body).toMatchObject({ reasons: { review: 1, status: 1 }, workspaces: [] })

  await company.admin.ok('PUT', `/v1/users/${approver.id}`, { permissions: [] })
  expect(await newsOf(approver)).toEqual([])
  expect((await approver.client.list(inbox)).items).toMatchObject([{ details: { recordId: own } }])
  expect(await unreadOf(approver)).toBe(1)
  expect((await approver.client.send('GET', `${inbox}/${news?.id}`)).status).toBe(404)
  expect((await approver.client.ok('POST', `${inbox}/read`)).body).toEqual({ count: 1 })
})

test('a timesheet that is deleted takes its notifications along', async () => {
  await person.client.ok('PUT', `${path}/submission`)
  expect(await newsOf(approver)).toHaveLength(1)
  await person.client.ok('DELETE', path)
  expect(await newsOf(approver)).toEqual([])
  expect(await unreadOf(approver)).toBe(0)
})

test('both are mailed, with the reason for a return, to the page where it goes on', async () => {
  await person.client.ok('PUT', path, { note: 'Friday was a holiday' })
  await person.client.ok('PUT', `${path}/submission`)
  await send(0)
  const { fullName } = (await person.client.ok('GET', '/v1/users/me')).body.details
  const asked = await mail.next(await emailOf(approver))
  expect(asked).toContain(`Subject: ${fullName} asks for approval: ${fullName}, week of 2 March 2026\r\n`)
  expect(asked).toContain('TIMESHEETS')
  expect(asked).toContain(`${fullName} submitted it for your approval`)
  // Only the reason for a return is quoted: nobody knows who wrote another note.
  expect(asked).not.toContain('Friday was a holiday')
  expect(asked).toContain('/time/approvals')

  await approver.client.ok('PUT', `${path}/return`, { note: 'Monday is missing' })
  // Changes of a state are mailed once a day.
  await send(25)
  const returned = await mail.next(await emailOf(person))
  expect(returned).toContain('Subject: Returned: Your week of 2 March 2026\r\n')
  expect(returned).toContain('changed the status: it is now Returned')
  expect(returned).toContain('> Monday is missing')
  expect(returned).toContain(`/time?week=${week}`)
  expect(await send(50)).toBe(0)
})

test('the subject of a digest does not count the timesheets as a workspace', async () => {
  const { id: workspaceId } = await company.admin.create('/v1/workspaces', { workspaceName: 'Kitchen' })
  await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${person.id}`, { role: 'Reader' })
  await person.client.ok('PUT', '/v1/users/me/notificationSettings', { assigned: 'daily' })
  await company.admin.ok('PUT', `${path}/submission`)
  const assigned = { title: 'Taste the soup', workspaceId, assignees: [person.id] }
  await company.admin.create('/v1/tasks', assigned)
  await send(25)
  expect(await mail.next(await emailOf(person))).toContain('Subject: 2 updates in Kitchen and Timesheets\r\n')
})

test('a week that is no longer waiting for approval is not mailed', async () => {
  const other = await emailOf(await world.person(company, { permissions: ['approveTime'] }))
  await person.client.ok('PUT', `${path}/submission`)
  await notify(world)
  await approver.client.ok('PUT', `${path}/approval`)
  await send(0)
  expect(mail.count(other)).toBe(0)
})

test('somebody who may no longer approve time gets no mail, even if it was refused at first', async () => {
  const email = await emailOf(approver)
  const later = await world.person(company, { permissions: ['approveTime'] })
  const emails = [email, await emailOf(later)]
  await person.client.ok('PUT', `${path}/submission`)
  await notify(world)
  await company.admin.ok('PUT', `/v1/users/${approver.id}`, { permissions: [] })
  mail.refuse(true)
  await send(0)
  mail.refuse(false)
  await company.admin.ok('PUT', `/v1/users/${later.id}`, { permissions: [] })
  await world.db.transaction((tx) =>
    tx.query.updateTable('mails').set({ dueAt: clock.timestamp() }).execute(),
  )
  await world.app.outbox.deliver(never)
  expect(emails.map((each) => mail.count(each))).toEqual([0, 0])
  expect(await world.db.query.selectFrom('mails').selectAll().execute()).toEqual([])
})
