import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { eachCompany } from '../../src/jobs/active-companies.ts'
import { notifyOfDueDates } from '../../src/jobs/notifications/due.ts'
import { purgeNotifications } from '../../src/jobs/purges.ts'
import type { Client } from '../support/client.ts'
import { ago } from '../support/clock.ts'
import { notify as notifyAll } from '../support/notification-fixture.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let admin: Client
let workspaceId: string
type Person = { id: string; client: Client }
let ada: Person
let bob: Person
let guest: Person

const never = new AbortController().signal
const inbox = '/v1/users/me/notifications'

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'News' })).id
  ada = await world.person(company, { workspaceId, role: 'Contributor' })
  bob = await world.person(company, { workspaceId, role: 'Contributor' })
  guest = await world.person(company, { workspaceId, role: 'Contributor', userType: 'External' })
})

const notify = (): Promise<void> => notifyAll(world)

const newTask = async (more: object = {}): Promise<string> =>
  (await admin.create('/v1/tasks', { title: 'Task', workspaceId, ...more })).id

const say = (taskId: string, body: string, as = admin, more: object = {}) =>
  as.create(`/v1/tasks/${taskId}/comments`, { body, ...more })

/** A person's notification about a record. */
const newsOf = async ({ client }: { client: Client }, recordId: string, query = '') => {
  await notify()
  const { items } = await client.list(`${inbox}?filter=recordId="${recordId}"${query}`)
  return items.map(({ id, details }) => ({ id, ...details }))
}

const at = ({ id }: Person): string => `@[Somebody](user:${id})`

test('people are notified of what they follow, once for each record, with the strongest reason', async () => {
  const task = await newTask({ assignees: [ada.id] })
  expect(await newsOf(ada, task)).toMatchObject([{ reason: 'assigned', count: 1, actors: [company.adminId] }])
  await say(task, 'One', bob.client)
  await say(task, 'Two', bob.client)
  const [news] = await newsOf(ada, task)
  expect(news).toMatchObject({ reason: 'assigned', count: 3, actors: [bob.id, company.adminId] })
  // Bob follows because he has commented, and is not notified of his own comments.
  expect(await newsOf(bob, task)).toEqual([])
  await say(task, `${at(bob)} three`)
  expect(await newsOf(bob, task)).toMatchObject([{ reason: 'mention', count: 1 }])
  await notify()
  await notify()
  expect((await newsOf(bob, task))[0]?.count).toBe(1)
})

test('read, done and snoozed', async () => {
  const task = await newTask({ assignees: [ada.id] })
  const [first] = await newsOf(ada, task)
  const path = `${inbox}/${first?.id}`
  await ada.client.ok('PUT', `${path}/read`)
  await say(task, 'One')
  expect(await newsOf(ada, task)).toMatchObject([{ id: first?.id, reason: 'comment', count: 1, read: false }])
  const until = new Date(clock.now() + 3_600_000).toISOString()
  await ada.client.ok('PUT', `${path}/snooze`, { until })
  expect((await ada.client.send('PUT', `${path}/snooze`, { until: '2020-01-01' })).status).toBe(400)
  await say(task, 'Two')
  expect(await newsOf(ada, task)).toMatchObject([{ snoozed: true, count: 2 }])
  await say(task, at(ada))
  expect(await newsOf(ada, task)).toMatchObject([{ snoozed: false, reason: 'mention' }])
  await ada.client.ok('PUT', `${path}/done`)
  await say(task, 'Three')
  const rest = await newsOf(ada, task)
  expect(rest.map(({ done, count }) => [done, count])).toEqual([
    [false, 1],
    [true, 3],
  ])
  expect((await ada.client.send('DELETE', `${path}/done`)).status).toBe(409)
  expect((await bob.client.send('PUT', `${path}/read`)).status).toBe(404)
})

test('nobody is notified of what they may not see', async () => {
  const task = await newTask()
  for (const person of [ada, guest])
    await person.client.ok('PUT', `/v1/tasks/${task}/subscribers/${person.id}`)
  await say(task, 'Internal', admin, { internalOnly: true })
  expect(await newsOf(ada, task)).toHaveLength(1)
  expect(await newsOf(guest, task)).toEqual([])
  await admin.ok('DELETE', `/v1/tasks/${task}`)
  expect(await newsOf(ada, task)).toEqual([])
  await admin.ok('POST', `/v1/tasks/${task}/restore`)
  expect(await newsOf(ada, task)).toHaveLength(1)
  await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${ada.id}`)
  expect(await newsOf(ada, task)).toEqual([])
  const { unread } = (await ada.client.get(`${inbox}/summary`)).body
  expect(unread).toBe(0)
  await admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${ada.id}`, { role: 'Contributor' })
})

test('muting a record or its workspace wins over everything but a mention', async () => {
  const day = '2032-05-02'
  for (const muted of ['record', 'workspace']) {
    const person = await world.person(company, { workspaceId, role: 'Contributor' })
    const task = await newTask()
    const question = await say(task, 'Question', person.client)
    await notify()
    await person.client.ok(
      'PUT',
      `/v1/${muted === 'record' ? `tasks/${task}` : `workspaces/${workspaceId}`}/mute`,
    )
    await say(task, 'Comment')
    await say(task, 'Reply', admin, { parentCommentId: question.id })
    await admin.ok('PUT', `/v1/tasks/${task}`, { assignees: [person.id], status: 'On Hold', dueDate: day })
    await admin.file(`/v1/tasks/${task}`, 'New.pdf')
    await notify()
    await notifyOfDueDates(world.db, new Date(`${day}T08:00:00Z`), never)
    expect(await newsOf(person, task), muted).toEqual([])
    await say(task, at(person))
    expect(await newsOf(person, task), muted).toMatchObject([{ reason: 'mention', count: 1 }])
  }
})

test('replies, statuses, files and edits', async () => {
  const task = await newTask()
  const first = await say(task, 'Question', bob.client)
  await notify()
  await bob.client.ok('DELETE', `/v1/tasks/${task}/subscribers/${bob.id}`)
  const answer = await say(task, 'Answer', admin, { parentCommentId: first.id })
  expect(await newsOf(bob, task)).toMatchObject([{ reason: 'reply' }])
  await admin.ok('PUT', `/v1/comments/${answer.id}`, { body: `Answer ${at(ada)}` })
  expect(await newsOf(ada, task)).toMatchObject([{ reason: 'mention', count: 1 }])
  await ada.client.ok('POST', `${inbox}/read`)
  await admin.ok('PUT', `/v1/tasks/${task}`, { status: 'On Hold' })
  expect(await newsOf(ada, task)).toMatchObject([{ reason: 'status', count: 1 }])
  await ada.client.ok('POST', `${inbox}/read`)
  await admin.file(`/v1/tasks/${task}`, 'New.pdf')
  expect(await newsOf(ada, task)).toMatchObject([{ reason: 'file', count: 1 }])
})

describe('due dates', () => {
  test('notify once, at eight where the person is', async () => {
    await admin.ok('PUT', `/v1/users/${ada.id}`, { timeZone: 'Pacific/Auckland' })
    const task = await newTask({ assignees: [ada.id], dueDate: '2031-05-02' })
    await newsOf(ada, task)
    await ada.client.ok('POST', `${inbox}/read`)
    const unread = () => newsOf(ada, task, ' AND read=false')
    // In Auckland it is twelve hours later.
    await notifyOfDueDates(world.db, new Date('2031-05-01T19:59:00Z'), never)
    expect(await unread()).toEqual([])
    await notifyOfDueDates(world.db, new Date('2031-05-01T20:00:00Z'), never)
    await notifyOfDueDates(world.db, new Date('2031-05-01T21:00:00Z'), never)
    expect(await unread()).toMatchObject([{ reason: 'due', count: 1, actors: [] }])
    await ada.client.ok('POST', `${inbox}/read`)
    await admin.ok('PUT', `/v1/tasks/${task}`, { dueDate: '2031-05-03' })
    await notifyOfDueDates(world.db, new Date('2031-05-02T20:30:00Z'), never)
    expect(await unread()).toHaveLength(1)
  })
})

test('the summary counts exactly', async () => {
  const person = await world.person(company, { workspaceId, role: 'Contributor' })
  for (let n = 0; n < 3; n += 1) await newTask({ assignees: [person.id] })
  const task = await newTask()
  await say(task, at(person))
  await notify()
  const { body } = await person.client.get(`${inbox}/summary`)
  expect(body).toMatchObject({
    unread: 4,
    snoozed: 0,
    reasons: { assigned: 3, mention: 1 },
    workspaces: [{ workspaceId, unread: 4 }],
  })
  expect((await person.client.ok('POST', `${inbox}/read`)).body).toEqual({ count: 4 })
  expect((await person.client.get(`${inbox}/summary`)).body.unread).toBe(0)
})

test('marking all as read leaves snoozed ones, and done ones are deleted after 90 days', async () => {
  const person = await world.person(company, { workspaceId, role: 'Contributor' })
  const [first, second] = [
    await newTask({ assignees: [person.id] }),
    await newTask({ assignees: [person.id] }),
  ]
  const [snoozed] = await newsOf(person, first)
  const until = new Date(clock.now() + 3_600_000).toISOString()
  await person.client.ok('PUT', `${inbox}/${snoozed?.id}/snooze`, { until })
  expect((await person.client.ok('POST', `${inbox}/read`)).body).toEqual({ count: 1 })
  expect(await newsOf(person, first)).toMatchObject([{ read: false }])

  const [done] = await newsOf(person, second)
  await person.client.ok('PUT', `${inbox}/${done?.id}/done`)
  await purgeNotifications.run(world.db, never)
  expect(await newsOf(person, second)).toHaveLength(1)
  const long = ago(91 * 86_400_000)
  await world.db.transaction((tx) =>
    tx.query
      .updateTable('notifications')
      .set({ doneAt: long })
      .where('id', '=', done?.id ?? '')
      .execute(),
  )
  await purgeNotifications.run(world.db, never)
  expect(await newsOf(person, second)).toEqual([])
  expect(await newsOf(person, first)).toHaveLength(1)
})

test('somebody whom an Admin has removed from the followers does not follow again, the Admin may', async () => {
  const task = await newTask()
  await admin.ok('PUT', `/v1/tasks/${task}/subscribers/${bob.id}`)
  await say(task, 'One', bob.client)
  await say(task, 'Two')
  await admin.ok('DELETE', `/v1/tasks/${task}/subscribers/${bob.id}`)
  await notify()
  const { items } = await admin.list(`/v1/tasks/${task}/subscribers`)
  expect(items.map(({ id }) => id)).toEqual([company.adminId])
})

test('a company that fails does not stop the others', async () => {
  const seen: number[] = []
  const work = eachCompany([1, 2, 3], async (companyNo) => {
    if (companyNo === 1) throw new Error('This one fails.')
    seen.push(companyNo)
  })
  await expect(work).rejects.toThrow('This one fails.')
  expect(seen).toEqual([2, 3])
})

test('people follow what they create, are assigned, are mentioned in or comment on', async () => {
  const follows = async ({ client }: { client: Client }, path: string): Promise<boolean> =>
    (await client.ok('GET', `${path}/mute`)).body.subscribed
  const task = await newTask({ assignees: [ada.id] })
  const path = `/v1/tasks/${task}`
  await say(task, `${at(guest)} look`, bob.client)
  const milestone = await bob.client.create(`/v1/workspaces/${workspaceId}/milestones`, { title: 'Soon' })
  const file = await ada.client.file(`/v1/workspaces/${workspaceId}`, 'Plan.pdf')
  await notify()
  for (const person of [{ client: admin }, ada, bob, guest]) expect(await follows(person, path)).toBe(true)
  expect(await follows(bob, `/v1/milestones/${milestone.id}`)).toBe(true)
  expect(await follows(ada, `/v1/milestones/${milestone.id}`)).toBe(false)
  expect(await follows(ada, `/v1/files/${file}`)).toBe(true)
  // Somebody who leaves before they were made a follower does not become one.
  await say(task, 'Again', bob.client)
  await bob.client.ok('DELETE', `${path}/subscribers/${bob.id}`)
  await notify()
  expect(await follows(bob, path)).toBe(false)
})

test('each change counts for those it concerned, whatever happened since', async () => {
  const task = await newTask()
  await admin.ok('PUT', `/v1/tasks/${task}`, { assignees: [ada.id] })
  await admin.ok('PUT', `/v1/tasks/${task}`, { assignees: [ada.id, bob.id] })
  const { id } = await say(task, 'Hello')
  await admin.ok('PUT', `/v1/comments/${id}`, { body: `Hello ${at(ada)}` })
  expect(await newsOf(bob, task)).toMatchObject([{ reason: 'assigned', count: 2 }])
  expect(await newsOf(ada, task)).toMatchObject([{ reason: 'mention', count: 3 }])
})

test('several processes notify once', async () => {
  const task = await newTask({ assignees: [ada.id] })
  for (let n = 0; n < 20; n += 1) await say(task, `Comment ${n}`)
  await Promise.all([notify(), notify(), notify()])
  expect(await newsOf(ada, task)).toMatchObject([{ reason: 'assigned', count: 21 }])
})

test('a notification stays with its record, which may move or be in the trash by the time it is created', async () => {
  const other = (await admin.create('/v1/workspaces', { workspaceName: 'Elsewhere' })).id
  await admin.ok('PUT', `/v1/workspaces/${other}/members/${ada.id}`, { role: 'Reader' })
  const task = await newTask({ assignees: [ada.id] })
  expect(await newsOf(ada, task)).toMatchObject([{ workspaceId }])
  await admin.ok('PUT', `/v1/tasks/${task}`, { workspaceId: other })
  expect(await newsOf(ada, task)).toMatchObject([{ workspaceId: other, count: 1 }])
  await say(task, 'Gone')
  await admin.ok('DELETE', `/v1/tasks/${task}`)
  expect(await newsOf(ada, task)).toEqual([])
  await admin.ok('POST', `/v1/tasks/${task}/restore`)
  expect(await newsOf(ada, task)).toMatchObject([{ workspaceId: other }])
  await admin.ok('DELETE', `/v1/workspaces/${other}`)
  expect(await newsOf(ada, task)).toEqual([])
})

test('names of records come with the notifications', async () => {
  const task = await newTask({ title: 'A name', assignees: [ada.id] })
  await notify()
  const { body } = await ada.client.get(`${inbox}?filter=recordId="${task}"&expand=names`)
  expect(body.names).toMatchObject({ [task]: 'A name', [workspaceId]: 'News' })
})

test('the beginning of the comment comes with the notification, to those who may read it', async () => {
  const eva = await world.person(company, { workspaceId, role: 'Contributor' })
  const task = await newTask()
  const textFor = async ({ client }: Person, commentId: string): Promise<string | undefined> => {
    await notify()
    const { body } = await client.get(`${inbox}?filter=recordId="${task}"&expand=names`)
    return body.names[commentId]
  }
  const begin = `${at(ada)} the draft is ready`
  const { id } = await say(task, `${begin}\n${'and so on '.repeat(30)}`)
  const text = await textFor(ada, id)
  expect(text?.startsWith(begin)).toBe(true)
  expect(text).toHaveLength(200)
  await admin.ok('DELETE', `/v1/comments/${id}`)
  expect(await textFor(ada, id)).toBeUndefined()
  const internal = await say(task, `${at(eva)} not for guests`, admin, { internalOnly: true })
  expect(await textFor(eva, internal.id)).toBe(`${at(eva)} not for guests`)
  await admin.ok('PUT', `/v1/users/${eva.id}`, { userType: 'External' })
  expect(await textFor(eva, internal.id)).toBeUndefined()
})

test('news after reading is not about a comment that was read', async () => {
  const task = await newTask({ assignees: [ada.id] })
  const { id } = await say(task, 'Read this', bob.client)
  const [news] = await newsOf(ada, task)
  expect(news).toMatchObject({ reason: 'assigned', commentId: id })
  await admin.ok('PUT', `/v1/tasks/${task}`, { status: 'In Progress' })
  expect(await newsOf(ada, task)).toMatchObject([{ count: 3, commentId: id }])
  await ada.client.ok('PUT', `${inbox}/${news?.id}/read`)
  await admin.ok('PUT', `/v1/tasks/${task}`, { status: 'Completed' })
  expect(await newsOf(ada, task)).toMatchObject([{ reason: 'status', count: 1, commentId: null }])
})

test('marking all as read stops at a moment', async () => {
  const person = await world.person(company, { workspaceId, role: 'Contributor' })
  await newTask({ assignees: [person.id] })
  await notify()
  const [first] = (await person.client.list(inbox)).items
  const before = new Date(Date.parse(String(first?.details.lastAt)) - 1).toISOString()
  expect((await person.client.ok('POST', `${inbox}/read`, { before })).body).toEqual({ count: 0 })
  const until = { before: first?.details.lastAt }
  expect((await person.client.ok('POST', `${inbox}/read`, until)).body).toEqual({ count: 1 })
  await person.client.ok('DELETE', `${inbox}/${first?.id}/read`)
  expect((await person.client.get(`${inbox}/summary`)).body.unread).toBe(1)
})
