import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Client } from '../support/client.ts'
import { dayAhead, time } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

/** "Timesheets: week, person, state open, submitted, approved, returned, note." */
const world = useSharedWorld()
const week = '2026-03-02'
let company: Company
let workspaceId: string
let taskId: string
let person: { id: string; client: Client }
let approver: { id: string; client: Client }

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id
  taskId = (await company.admin.create('/v1/tasks', { title: 'T', workspaceId })).id
  approver = await world.person(company, { permissions: ['approveTime'] })
})

beforeEach(async () => {
  person = await world.person(company, { workspaceId })
})

const conflict = { status: 409, body: { code: 'conflict' } }

async function approvedWeek(): Promise<string> {
  const { id } = await person.client.create('/v1/timesheets', { week })
  // The ids of changes within one millisecond are in no order.
  time.pass(2)
  await person.client.ok('PUT', `/v1/timesheets/${id}/submission`)
  time.pass(2)
  await approver.client.ok('PUT', `/v1/timesheets/${id}/approval`)
  return id
}

test('a week is submitted, returned with a reason, submitted again and approved', async () => {
  const { client } = person
  const made = await client.create('/v1/timesheets', { week, note: 'Friday was a holiday' })
  const path = `/v1/timesheets/${made.id}`
  const details = async () => (await client.ok('GET', path)).body.details
  expect(await details()).toMatchObject({
    ...{ week, userHash: person.id, state: 'open', note: 'Friday was a holiday' },
    ...{ submittedAt: null, decidedAt: null, decidedBy: null },
  })
  expect(await approver.client.send('PUT', `${path}/approval`)).toMatchObject(conflict)
  await client.ok('PUT', `${path}/submission`)
  expect(await details()).toMatchObject({ state: 'submitted', submittedAt: expect.any(String) })
  await approver.client.ok('PUT', `${path}/return`, { note: 'Monday is missing' })
  expect(await details()).toMatchObject({
    ...{ state: 'returned', note: 'Monday is missing', decidedBy: approver.id },
    decidedAt: expect.any(String),
  })
  expect(await approver.client.send('PUT', `${path}/approval`)).toMatchObject(conflict)
  await approver.client.ok('PUT', `${path}/return`, { note: 'Monday and Tuesday are missing' })
  expect(await details()).toMatchObject({ state: 'returned', note: 'Monday and Tuesday are missing' })
  await client.ok('POST', `${path}/updateDetails`, { note: 'Monday is there now' })
  await client.ok('PUT', path, { note: 'Monday is there' })
  await client.ok('PUT', `${path}/submission`)
  await client.ok('DELETE', `${path}/submission`)
  expect(await details()).toMatchObject({ state: 'open' })
  await client.ok('PUT', `${path}/submission`)
  await approver.client.ok('PUT', `${path}/approval`)
  // Twice is no error.
  await approver.client.ok('PUT', `${path}/approval`)
  expect(await details()).toMatchObject({ state: 'approved', decidedBy: approver.id })
  for (const [method, rest, body] of [
    ['PUT', '', { note: 'Later' }],
    ['DELETE', '', undefined],
    ['DELETE', '/submission', undefined],
  ] as const)
    expect(await client.send(method, `${path}${rest}`, body)).toMatchObject(conflict)
  await approver.client.ok('DELETE', `${path}/approval`)
  expect(await details()).toMatchObject({ state: 'submitted' })
})

test('there is one for each week and person, and a week begins on a Monday', async () => {
  const { client } = person
  const { id } = await client.create('/v1/timesheets', { week })
  const second = await client.send('POST', '/v1/timesheets', { week })
  expect(second).toMatchObject(conflict)
  expect(second.body.detail).toContain(id)
  const wrong = await client.send('POST', '/v1/timesheets', { week: '2026-03-04' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors).toEqual([
    { pointer: '/week', detail: '"week" must be a Monday, such as 2026-03-02.' },
  ])
  await client.ok('DELETE', `/v1/timesheets/${id}`)
  await client.create('/v1/timesheets', { week })
})

test('people see and submit their own; those who may approve time see and decide all', async () => {
  const other = await world.person(company, { workspaceId })
  const { id } = await person.client.create('/v1/timesheets', { week })
  const path = `/v1/timesheets/${id}`
  expect((await other.client.get(path)).status).toBe(403)
  expect((await other.client.all('/v1/timesheets')).map((each) => each.id)).not.toContain(id)
  expect((await other.client.send('POST', '/v1/timesheets', { week, userHash: person.id })).status).toBe(403)
  await person.client.ok('PUT', `${path}/submission`)
  expect((await person.client.send('PUT', `${path}/approval`)).status).toBe(403)
  expect((await approver.client.send('PUT', path, { note: 'Mine' })).status).toBe(403)
  expect((await approver.client.send('DELETE', `${path}/submission`)).status).toBe(403)
  const filter = encodeURIComponent(`state="submitted" AND userHash="${person.id}" AND week="${week}"`)
  const found = await approver.client.all(`/v1/timesheets?filter=${filter}&sort=-week`)
  expect(found.map((each) => each.id)).toEqual([id])
  const csv = await approver.client.send('GET', `/v1/timesheets?filter=${filter}`, undefined, {
    accept: 'text/csv',
  })
  expect(csv.text).toContain(`${week},${person.id},submitted`)
  await company.admin.ok('PUT', `${path}/approval`)
})

test('people who may approve time do not decide about their own week, unless they are company admins', async () => {
  const { id } = await approver.client.create('/v1/timesheets', { week: '2026-03-16' })
  const path = `/v1/timesheets/${id}`
  await approver.client.ok('PUT', `${path}/submission`)
  const steps = [
    ['PUT', 'approval'],
    ['PUT', 'return'],
    ['DELETE', 'approval'],
  ] as const
  for (const [method, step] of steps) {
    const refused = await approver.client.send(method, `${path}/${step}`)
    expect(refused, `${method} ${step}`).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(refused.body.detail).toContain('your own week')
  }
  const colleague = await world.person(company, { permissions: ['approveTime'] })
  await colleague.client.ok('PUT', `${path}/approval`)
  expect((await approver.client.send('DELETE', `${path}/approval`)).status).toBe(403)
  const own = await company.admin.create('/v1/timesheets', { week: '2026-03-16' })
  await company.admin.ok('PUT', `/v1/timesheets/${own.id}/submission`)
  await company.admin.ok('PUT', `/v1/timesheets/${own.id}/approval`)
})

test('the time of an approved week is closed to everyone but company admins', async () => {
  const { client } = person
  const inside = await client.create('/v1/times', { taskId, date: '2026-03-08', minutes: 60 })
  const after = await client.create('/v1/times', { taskId, date: '2026-03-09', minutes: 60 })
  const sheet = await approvedWeek()
  const refused = [
    ['POST', '/v1/times', { taskId, date: week, minutes: 15 }],
    ['POST', `/v1/workspaces/${workspaceId}/times`, { date: week, minutes: 15 }],
    ['POST', `/v1/tasks/${taskId}/times`, { date: '2026-03-08', minutes: 15 }],
    ['PUT', `/v1/times/${inside.id}`, { minutes: 30 }],
    ['PUT', `/v1/times/${inside.id}`, { date: '2026-03-09' }],
    ['PUT', `/v1/times/${after.id}`, { date: '2026-03-08' }],
    ['DELETE', `/v1/times/${inside.id}`, undefined],
  ] as const
  for (const [method, path, body] of refused)
    expect(await client.send(method, path, body), `${method} ${path}`).toMatchObject(conflict)
  const bulk = await client.ok('POST', '/v1/times/bulk', {
    operations: [{ requestId: 'a', method: 'DELETE', id: inside.id }],
  })
  expect(bulk.body.responses[0].status).toBe(409)
  // An Admin of the workspace is no company admin.
  const lead = await world.person(company, { workspaceId, role: 'Admin' })
  expect(await lead.client.send('PUT', `/v1/times/${inside.id}`, { note: 'X' })).toMatchObject(conflict)
  await client.ok('PUT', `/v1/times/${after.id}`, { minutes: 30 })
  await company.admin.ok('PUT', `/v1/times/${inside.id}`, { minutes: 45 })
  await approver.client.ok('DELETE', `/v1/timesheets/${sheet}/approval`)
  await client.ok('PUT', `/v1/times/${inside.id}`, { minutes: 30 })
})

test('approved time is not deleted or moved with its task, and the timer neither starts in it nor logs into it', async () => {
  const { client } = person
  const task = await client.create('/v1/tasks', { title: 'Short', workspaceId })
  await client.create('/v1/times', { taskId: task.id, date: week, minutes: 60 })
  await approvedWeek()
  expect(await client.send('DELETE', `/v1/tasks/${task.id}?withTimes=true`)).toMatchObject(conflict)
  await company.admin.ok('DELETE', `/v1/tasks/${task.id}?withTimes=true`)
  await client.ok('PUT', '/v1/users/me/timer', { taskId })
  const today = dayAhead(0)
  const monday = new Date(Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * 86_400_000)
  const { id } = await client.create('/v1/timesheets', { week: monday.toISOString().slice(0, 10) })
  await client.ok('PUT', `/v1/timesheets/${id}/submission`)
  await approver.client.ok('PUT', `/v1/timesheets/${id}/approval`)
  expect(await client.send('DELETE', '/v1/users/me/timer')).toMatchObject(conflict)
  await client.ok('DELETE', '/v1/users/me/timer?discard=true')
  expect(await client.send('PUT', '/v1/users/me/timer', { taskId })).toMatchObject(conflict)
  // One that was discarded by mistake can be put back.
  await client.ok('PUT', '/v1/users/me/timer', { taskId, startedAt: clock.timestamp() })
  await client.ok('DELETE', '/v1/users/me/timer?discard=true')
  await approver.client.ok('DELETE', `/v1/timesheets/${id}/approval`)
  await client.ok('PUT', '/v1/users/me/timer', { taskId })
})

test('every step is in the change log, with the person who took it', async () => {
  const id = await approvedWeek()
  const changes = (await changesOf(world, company)).filter((line) => line.includes(id))
  expect(changes).toEqual([
    `timesheet.created ${id}`,
    `timesheet.updated ${id} state submittedAt`,
    `timesheet.updated ${id} decidedAt decidedBy state`,
  ])
  const history = await person.client.all(`/v1/timesheets/${id}/history`)
  expect(history.map(({ details }) => details.type)).toEqual([
    'timesheet.updated',
    'timesheet.updated',
    'timesheet.created',
  ])
  const seen = await person.client.ok('GET', `/v1/changes?after=start&recordId=${id}`)
  expect(seen.body.items.map((item: { userHash: string }) => item.userHash)).toEqual([
    person.id,
    person.id,
    approver.id,
  ])
  const other = await world.person(company, { workspaceId })
  expect((await other.client.ok('GET', `/v1/changes?after=start&recordId=${id}`)).body.items).toEqual([])
})
