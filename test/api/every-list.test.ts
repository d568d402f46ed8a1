import { beforeAll, describe, expect, test } from 'vitest'
import { write } from '../../src/db/write.ts'
import type { Operation } from '../../src/http/operation.ts'
import type { List } from '../../src/lists/list.ts'
import { foldText } from '../../src/query/fields.ts'
import type { Field } from '../../src/schema/fields/fields.ts'
import type { Client } from '../support/client.ts'
import { isFirstEngine, isFull, isSampled } from '../support/effort.ts'
import { buildNotification } from '../support/notification-fixture.ts'
import { addDeliveries } from '../support/webhook-fixture.ts'
import { useSharedWorld } from '../support/world.ts'
import {
  bodyFor,
  buildClient,
  buildFixtures,
  buildInvitation,
  buildSession,
  type Fixture,
  type Fixtures,
  fits,
  nameOf,
  pathOf,
} from './fixture.ts'

/** "`limit`, `paging`, `sort`, `filter` on every list endpoint without exception", by walking over all of them. */
const world = useSharedWorld()
let fixtures: Fixtures

/** A parameter that is refused before the database is asked does not depend on the engine. */
const isFirst = isFirstEngine()

let lists: { operation: Operation; list: List; path: string; items: Item[]; fixture: Fixture }[]

type Value = string | number | boolean | null
interface Item {
  id: string
  details: Record<string, Value | Value[]>
}

const names = ['beta', 'Alpha', 'alpha', 'ä', 'Zeta', 'ζ', '𝒵']

/** Enough different rows for an order or a filter to be visible. */
beforeAll(async () => {
  fixtures = await buildFixtures(world)
  await fillAccounts(fixtures.of({ path: '/v1/accounts' }))
  const { admin, ids, company } = fixtures.of({ path: '/v1/tasks' })
  const [workspaceId, groupId] = [ids['workspaces/{workspaceId}'], ids['workspaceGroups/{groupId}']]
  for (const [n, name] of names.entries()) {
    const externalId = `key ${name}`
    await add(admin, '/v1/workspaceGroups', n, { workspaceGroupName: name, externalId })
    await add(admin, '/v1/tags', n, { tagName: `${name} ${n}`, externalId })
    const person = await admin.create('/v1/users', {
      email: `${n % 2 === 0 ? 'B' : 'a'}${n}-${company.companyId}@example.com`,
      fullName: name,
      userType: n % 2 === 0 ? 'Internal' : 'External',
      status: n % 3 === 0 ? 'Inactive' : 'Active',
      externalId,
    })
    await buildInvitation(world, company, person.id, externalId)
    await buildSession(world, company, person.id, n % 2 === 0 ? 'Password' : 'Single sign-on')
    const role = ['Reader', 'Contributor', 'Admin'][n % 3]
    await admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${person.id}`, { role })
    for (const followed of ['workspaces/{workspaceId}', 'tasks/{taskId}', 'milestones/{milestoneId}']) {
      const [folder] = followed.split('/')
      await admin.ok('PUT', `/v1/${folder}/${ids[followed]}/subscribers/${person.id}`)
    }
    const place = await add(admin, '/v1/workspaces', n, {
      workspaceName: name,
      workspaceType: n % 2 === 0 ? 'pm' : 'other',
      externalId,
      workspaceGroupId: groupId,
    })
    if (n % 3 === 0) await admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
    await add(admin, `/v1/workspaces/${workspaceId}/milestones`, n, {
      title: name,
      status: ['Open', 'Completed', 'On Hold'][n % 3],
      startDate: n % 2 === 0 ? null : `2026-0${n}-01`,
      dueDate: n % 3 === 0 ? null : `2026-1${n % 2}-30`,
      externalId,
    })
    await add(admin, `/v1/workspaces/${workspaceId}/folders`, n, {
      folderName: name,
      parentFolderId: n % 2 === 0 ? ids['folders/{folderId}'] : null,
      externalId,
    })
    await add(admin, `/v1/workspaces/${workspaceId}/events`, n, {
      title: name,
      startsAt: `2026-0${7 - n}-01T0${n}:00:00.001Z`,
      endsAt: `2026-08-0${(n % 3) + 1}`,
      allDay: n % 2 === 0,
      externalId,
    })
    await add(admin, `/v1/workspaces/${workspaceId}/tasklists`, n, {
      tasklistName: name,
      milestoneId: ids['milestones/{milestoneId}'],
      template: n % 2 === 0,
      externalId,
    })
    const work = {
      workspaceId,
      tasklistId: ids['tasklists/{tasklistId}'],
      milestoneId: n % 2 === 0 ? ids['milestones/{milestoneId}'] : null,
      title: name,
      ...(n % 3 === 0
        ? { stageId: ids['stages/{stageId}'], status: 'In Progress' }
        : { status: ['Completed', 'On Hold'][n % 2] }),
      priority: (n % 5) + 1,
      startDate: n % 2 === 0 ? null : `2026-0${n}-01`,
      dueDate: n % 3 === 0 ? null : '2026-05-31',
      assignees: n % 2 === 0 ? [] : [ids['members/{userHash}']],
      tags: n % 2 === 0 ? ['Even'] : ['odd', 'All'],
      parentTaskId: n % 3 === 0 ? ids['tasks/{taskId}'] : null,
      externalId,
    }
    const blocker = await add(admin, '/v1/tasks', n, work)
    const blocked = await add(admin, '/v1/tasks', n, { ...work, externalId: `${externalId} too` })
    await admin.ok('PUT', `/v1/tasks/${ids['tasks/{taskId}']}/blockers/${blocker.id}`)
    await admin.ok('PUT', `/v1/tasks/${blocked.id}/blockers/${ids['tasks/{taskId}']}`)
    await admin.ok('PUT', `/v1/users/me/favorites/task/${blocker.id}`)
  }
  for (const [n, name] of names.entries())
    await add(admin, `/v1/tasks/${ids['tasks/{taskId}']}/times`, n, {
      date: `2026-0${(n % 3) + 1}-15`,
      minutes: (n % 4) * 15 + 1,
      billable: n % 2 === 0,
      userHash: n % 2 === 0 ? ids['members/{userHash}'] : company.adminId,
      externalId: `key ${name}`,
    })
  for (const place of ['tasks/{taskId}', 'files/{fileId}', 'milestones/{milestoneId}', 'events/{eventId}'])
    await fillComments(admin, ids, place)
  for (const [n, name] of names.entries())
    await add(admin, '/v1/reports', n, {
      reportName: name,
      source: n % 2 === 0 ? 'tasks' : 'times',
      shared: n % 3 === 0,
      workspaceId: n % 2 === 0 ? null : workspaceId,
      layout: n % 3 === 0 ? 'board' : 'chart',
      externalId: `key ${name}`,
    })
  await fillFileLists(admin, ids)
  await fillTrash(admin, ids)
  for (const name of names) {
    const { client_id: id, key_id: keyId } = await buildClient(world, company, name)
    // Nobody signs in here: the times of their last use are set directly.
    const lastUsedAt =
      name === 'ä' ? null : new Date(Date.UTC(2026, 0, names.indexOf(name) + 1)).toISOString()
    await world.db.transaction(async (tx) => {
      await tx.query.updateTable('clients').set({ lastUsedAt }).where('id', '=', id).execute()
      const moved = { clientId: String(ids['clients/{clientId}']), lastUsedAt }
      await tx.query.updateTable('clientKeys').set(moved).where('id', '=', keyId).execute()
    })
  }
  await admin.ok('DELETE', `/v1/clients/${ids['clients/{clientId}']}`)
  // Somebody older than the others becomes a member last.
  await admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${ids['users/{userHash}']}`)
  lists = []
  for (const operation of world.app.operations) {
    const { answer } = operation
    if (typeof answer !== 'object' || !('list' in answer)) continue
    // Workspaces are in groups in one company, and in accounts in another.
    const own = answer.list.resource.kind === 'workspace' ? fixtures.both : [fixtures.of(operation)]
    for (const fixture of own.filter((each) => fits(each, operation))) {
      await fillIfEmpty(operation, fixture)
      if (operation.path.endsWith('/history')) await fillHistory(operation, fixture)
      if (operation.path.endsWith('/notifications')) await fillNotifications(fixture)
      if (operation.path.endsWith('/deliveries'))
        for (const n of names.keys()) {
          // Created one by one, so that their times differ.
          const webhookId = fixture.ids['webhooks/{webhookId}'] ?? ''
          await addDeliveries(world, fixture.company, webhookId, { after: 1 + 2 * n, count: 2 })
        }
      lists.push({ operation, list: answer.list, path: pathOf(operation, fixture), items: [], fixture })
    }
  }
  // Read once everything is there: the audit log lists all of it.
  for (const each of lists) each.items = await each.fixture.admin.all(`${each.path}?limit=500`)
  expect(lists.length).toBeGreaterThanOrEqual(7)
})

/** Changes of a record, which are faster to log than to make. */
async function fillHistory(operation: Operation, fixture: Fixture): Promise<void> {
  const [records = '', recordId = ''] = pathOf(operation, fixture).split('/').slice(-3)
  const kind = records.replace(/s$/, '') as 'task'
  const { companyNo, adminId: userId } = fixture.company
  for (const n of names.keys()) {
    const author = { companyNo, userId, clientId: undefined, requestId: `history ${n}` }
    await write(world.db, author, async (tx) =>
      tx.log({ verb: 'updated', kind, recordId, fields: ['title'], previous: { title: names[n] } }),
    )
  }
}

/** Notifications about tasks, in several states. */
async function fillNotifications({ admin, company, ids }: Fixture): Promise<void> {
  const workspaceId = String(ids['workspaces/{workspaceId}'])
  for (const n of names.keys()) {
    const taskId = (await admin.create('/v1/tasks', { title: `News ${n}`, workspaceId })).id
    const id = await buildNotification(
      world,
      company,
      { taskId, workspaceId },
      {
        reason: n % 2 === 0 ? 'mention' : 'due',
        at: `2026-03-0${((n * 3) % 7) + 1}T09:30:00.000Z`,
      },
    )
    const path = `/v1/users/me/notifications/${id}`
    if (n % 3 === 0) await admin.ok('PUT', `${path}/read`)
    if (n % 3 === 1) await admin.ok('PUT', `${path}/done`)
    if (n % 3 === 2) await admin.ok('PUT', `${path}/snooze`, { until: '2099-12-31T08:00:00Z' })
  }
}

/** A list that nothing above has filled gets records generated from their declaration. */
async function fillIfEmpty(operation: Operation, fixture: Fixture): Promise<void> {
  const path = pathOf(operation, fixture)
  const create = creatingAt(path)
  if (create === undefined || (await fixture.admin.list(path)).items.length > 1) return
  for (const n of names.keys()) {
    // The same kind of record may be listed at several paths.
    const externalId = `${names[n]} ${operation.path}`
    await fixture.admin.create(path, { ...bodyFor(create, fixture), ...varied(create, n), externalId })
  }
}

/** Creates a record. Fields that lists sort or filter by and `values` leave out differ from record to record. */
function add(
  admin: Client,
  path: string,
  n: number,
  values: Record<string, unknown>,
): ReturnType<Client['create']> {
  return admin.create(path, { ...varied(creatingAt(path), n), ...values })
}

function varied(create: Operation | undefined, n: number): Record<string, unknown> {
  if (create?.body === undefined || !('new' in create.body)) return {}
  const { fields, list } = create.body.new
  const listed = new Set([...(list?.sort ?? []), ...(list?.filter ?? [])])
  const settable = Object.entries<Field<unknown>>(fields).filter(
    ([name, { set, refersTo, schema }]) =>
      listed.has(name) && set !== 'read' && refersTo === undefined && schema.pattern === undefined,
  )
  const values = settable.map(([name, field]) => [
    name,
    // The week of a timesheet is a Monday.
    name === 'week'
      ? new Date(Date.UTC(2026, 5, 1 + n * 7)).toISOString().slice(0, 10)
      : variedValue(field, n),
  ])
  return { ...Object.fromEntries(values), externalId: `key ${names[n]}` }
}

function creatingAt(path: string): Operation | undefined {
  return world.app.operations.find(
    ({ method, body, path: pattern }) =>
      method === 'POST' &&
      body !== undefined &&
      'new' in body &&
      new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
}

function variedValue({ schema, nullable, example }: Field<unknown>, n: number): unknown {
  if (nullable && n % 3 === 0) return null
  if (schema.enum !== undefined) return schema.enum[n % schema.enum.length]
  if (schema.type === 'boolean') return n % 2 === 0
  const { minimum } = schema
  if (typeof example === 'number') return (typeof minimum === 'number' ? minimum : 0) + n
  if (schema.format === 'date') return `2026-0${n + 1}-15`
  return typeof example === 'string' && schema.format === undefined ? `${names[n]} ${n}` : example
}

async function fillAccounts({ admin, ids }: Fixture): Promise<void> {
  const accountId = ids['accounts/{accountId}']
  for (const [n, name] of names.entries()) {
    const externalId = `key ${name}`
    await admin.create(`/v1/accounts/${accountId}/accounts`, { accountName: name, externalId })
    const place = await admin.create('/v1/workspaces', {
      workspaceName: name,
      workspaceType: n % 2 === 0 ? 'pm' : 'other',
      externalId,
      accountId,
    })
    if (n % 3 === 0) await admin.ok('PUT', `/v1/workspaces/${place.id}/archive`)
  }
}

/** Deleted records that can be restored. */
async function fillTrash(admin: Client, ids: Fixture['ids']): Promise<void> {
  const workspaceId = ids['workspaces/{workspaceId}']
  for (const [n, name] of names.entries()) {
    const externalId = `gone ${name}`
    const task = await admin.create('/v1/tasks', {
      title: name,
      status: ['Open', 'Completed', 'On Hold'][n % 3],
      priority: (n % 5) + 1,
      dueDate: n % 3 === 0 ? null : `2026-05-0${n + 1}`,
      parentTaskId: n % 3 === 0 ? ids['tasks/{taskId}'] : null,
      workspaceId,
      externalId,
    })
    const folder = await admin.create(`/v1/workspaces/${workspaceId}/folders`, {
      folderName: `${name} ${n}`,
      parentFolderId: n % 2 === 0 ? ids['folders/{folderId}'] : null,
      externalId,
    })
    const workspace = await admin.create('/v1/workspaces', {
      workspaceName: name,
      workspaceType: n % 2 === 0 ? 'pm' : 'other',
      workspaceGroupId: ids['workspaceGroups/{groupId}'],
      externalId,
    })
    for (const path of [`tasks/${task.id}`, `folders/${folder.id}`, `workspaces/${workspace.id}`])
      await admin.ok('DELETE', `/v1/${path}`)
  }
}

/** Comments of two people, some of them resolved. */
async function fillComments(admin: Client, ids: Fixture['ids'], place: string): Promise<void> {
  const path = `/v1/${place.split('/')[0]}/${ids[place]}/comments`
  const first = await add(admin, path, 0, { body: 'first', externalId: null })
  for (const [n, name] of names.entries()) {
    const { id } = await add(admin, path, n, {
      body: n % 2 === 0 ? name : `Hello @[Somebody](user:${ids['members/{userHash}']}) ${name}`,
      internalOnly: n % 3 === 0,
      parentCommentId: n % 3 === 1 ? first.id : null,
      externalId: `key ${place} ${name}`,
    })
    if (n % 3 === 2) await admin.ok('PUT', `/v1/comments/${id}/resolved`)
  }
}

/** Files in every possible place, including the trash, with versions and subscribers. */
async function fillFileLists(admin: Client, ids: Fixture['ids']): Promise<void> {
  const workspace = `/v1/workspaces/${ids['workspaces/{workspaceId}']}`
  const places = [
    workspace,
    `/v1/folders/${ids['folders/{folderId}']}`,
    `/v1/tasks/${ids['tasks/{taskId}']}`,
    `/v1/milestones/${ids['milestones/{milestoneId}']}`,
  ]
  // Names that differ only in case are the same in one place.
  for (const [n, name] of names.entries())
    for (const [at, place] of places.entries()) {
      const id = await admin.file(place, `${name} ${n}${n % 2 === 0 ? '.txt' : '.pdf'}`, 'x'.repeat(n * 7))
      await admin.ok('PUT', `/v1/files/${id}`, {
        status: ['Draft', 'Approved', 'Cancelled'][n % 3],
        tags: n % 2 === 0 ? ['Even'] : ['odd', 'All'],
        externalId: `key ${name} ${at}`,
      })
      if (n % 3 === 0) await admin.ok('POST', `/v1/files/${id}/lock`)
    }
  const file = `/v1/files/${ids['files/{fileId}']}`
  for (const [n, name] of names.entries()) {
    const type = { 'content-type': n % 2 === 0 ? 'text/plain' : 'text/csv' }
    await admin.ok('PUT', `${file}/content`, Buffer.alloc(n * 3), type)
    await admin.ok(
      'DELETE',
      `/v1/files/${await admin.file(workspace, `gone ${name} ${n}.txt`, 'y'.repeat(n))}`,
    )
  }
  for (const { id } of await admin.all(`${workspace}/members`))
    await admin.ok('PUT', `${file}/subscribers/${id}`)
}

/** Contract section 8: **bold** fields can be sorted by, *italic* ones filtered by; here as far as they exist. */
const marked: Readonly<Record<string, { both: string; filterOnly?: string }>> = {
  user: { both: 'email fullName status', filterOnly: 'userType' },
  account: { both: 'accountName', filterOnly: 'parentAccountId' },
  role: { both: 'title' },
  workspaceGroup: { both: 'workspaceGroupName' },
  workspace: {
    both: 'workspaceName urlShortName',
    filterOnly: 'workspaceType archived accountId workspaceGroupId',
  },
  member: { both: 'fullName email role' },
  folder: { both: 'folderName', filterOnly: 'parentFolderId' },
  event: { both: 'title startsAt endsAt', filterOnly: 'allDay' },
  milestone: { both: 'title status startDate dueDate' },
  tasklist: { both: 'tasklistName', filterOnly: 'milestoneId template workspaceId' },
  task: {
    both: 'title status priority startDate dueDate completedAt',
    filterOnly: 'assignees tags tasklistId milestoneId parentTaskId workspaceId',
  },
  time: { both: 'date minutes', filterOnly: 'billable userHash workspaceId taskId' },
  report: { both: 'reportName', filterOnly: 'source shared workspaceId layout' },
  file: {
    both: 'fileName status size',
    filterOnly: 'tags mimeType folderId workspaceId locked',
  },
  client: { both: 'name lastUsedAt', filterOnly: 'status' },
  tag: { both: 'tagName' },
  session: { both: 'lastUsedAt', filterOnly: 'userHash method' },
  invitation: { both: 'email expiresAt', filterOnly: 'userHash purpose status' },
  auditEntry: { both: 'createdAt', filterOnly: 'type kind recordId workspaceId userHash' },
}

/** "On the search path the filter field is called `tags`." */
const isSearch = ({ path }: Operation): boolean => path.endsWith('/search/tags')
const memberOf = (operation: Operation, field: string): string =>
  isSearch(operation) && field === 'tags' ? 'tagName' : field

test('each can be sorted and filtered by the fields that the contract marks, and by the common fields', () => {
  for (const [kind, { both, filterOnly = '' }] of Object.entries(marked)) {
    const own = lists.filter(({ list }) => list.resource.kind === kind)
    expect(own.length, kind).toBeGreaterThan(0)
    for (const { operation, list } of own) {
      const sorted = [...both.split(' '), 'createdAt', 'updatedAt']
      expect(list.sort, kind).toEqual(expect.arrayContaining(sorted))
      const filtered = [...sorted, 'externalId', ...filterOnly.split(' ').filter(Boolean)]
      const names = Object.keys(list.filter).map((name) => memberOf(operation, name))
      expect(names, kind).toEqual(expect.arrayContaining(filtered))
    }
  }
})

test('each has enough records to test', () => {
  // "Every company has the same three."
  for (const { operation, list, items } of lists)
    expect(items.length, nameOf(operation)).toBeGreaterThanOrEqual(
      list.resource.kind === 'role' ? 3 : names.length,
    )
})

test('limit and paging', async () => {
  for (const { operation, path, items, fixture } of lists) {
    const { admin } = fixture
    const ids = items.map(({ id }) => id)
    const first = await admin.list(`${path}?limit=1&paging=first`)
    const last = await admin.list(`${path}?limit=1&paging=last`)
    expect(
      [...first.items, ...last.items].map(({ id }) => id),
      nameOf(operation),
    ).toEqual([ids[0], ids.at(-1)])
    const limit = isFull ? 3 : Math.max(3, Math.ceil(items.length / 3))
    expect(
      (await admin.all(`${path}?limit=${limit}`)).map(({ id }) => id),
      nameOf(operation),
    ).toEqual(ids)
  }
})

test.runIf(isFirst)('a bad limit or paging, or a parameter sent twice, is a 400', async () => {
  for (const { operation, path, fixture } of lists) {
    const { admin } = fixture
    for (const bad of ['limit=0', 'limit=501', 'limit=1e1', 'limit=', 'paging=middle', 'paging=next'])
      expect((await admin.get(`${path}?${bad}`)).status, `${nameOf(operation)} ${bad}`).toBe(400)
    const twice = await admin.get(`${path}?limit=1&limit=2&nonsense=1`)
    const parameters = twice.body.errors.map(({ parameter }: { parameter: string }) => parameter)
    expect([twice.status, parameters.sort()], nameOf(operation)).toEqual([400, ['limit', 'nonsense']])
  }
})

test('without sort: newest first; workspace groups oldest first', async () => {
  for (const { operation, list, items } of lists) {
    const times = items.map(({ details }) => String(details['createdAt']))
    const newestFirst = times.toSorted().reverse()
    expect(times, nameOf(operation)).toEqual(
      list.resource.kind === 'workspaceGroup' ? newestFirst.reverse() : newestFirst,
    )
  }
})

describe('sort', () => {
  /** "Text sorts by its case-folded form. A record without a value sorts last ascending, first descending." */
  function compare(one: Value, other: Value): number {
    if (one === other) return 0
    if (one === null || other === null) return one === null ? 1 : -1
    if (typeof one === 'number' && typeof other === 'number') return one - other
    return Buffer.compare(Buffer.from(foldText(String(one))), Buffer.from(foldText(String(other))))
  }

  test('by each declared field, in both directions', async () => {
    for (const [nth, { operation, list, path, items, fixture }] of lists.entries())
      for (const [n, field] of list.sort.entries()) {
        if (!isSampled(nth + n)) continue
        const pages = isFull ? items.length : 2
        const limit = Math.max(4, Math.ceil(items.length / pages))
        const up = (await fixture.admin.all(`${path}?sort=${field}&limit=${limit}`)) as Item[]
        const down = (await fixture.admin.all(`${path}?sort=-${field}&limit=${limit - 1}`)) as Item[]
        const what = `${nameOf(operation)} by ${field}`
        expect(new Set(up.map(({ id }) => id)), what).toEqual(new Set(items.map(({ id }) => id)))
        expect(
          down.map(({ id }) => id),
          what,
        ).toEqual(up.map(({ id }) => id).reverse())
        // Never sent.
        if (field === 'rank') continue
        const values = up.map(({ details }) => details[field] as Value)
        expect(values, what).toEqual(values.toSorted(compare))
        expect(new Set(values).size, `${what}: all alike`).toBeGreaterThan(1)
      }
  })

  test.runIf(isFirst)('by any other is a 400 that names it', async () => {
    for (const { operation, list, path, fixture } of lists) {
      const others = Object.keys(list.resource.fields).filter((name) => !list.sort.includes(name))
      for (const field of [...others, 'id', 'nonsense', 'constructor']) {
        const { status, body } = await fixture.admin.get(`${path}?sort=-${field}`)
        expect([status, body.message], nameOf(operation)).toEqual([400, `Invalid sorter(s): ${field}`])
      }
    }
  })
})

describe('filter', () => {
  const found = async ({ admin }: Fixture, path: string, filter: string): Promise<Item[]> =>
    (await admin.all(`${path}?limit=500&filter=${encodeURIComponent(filter)}`)) as Item[]

  const written = (value: Value): string =>
    typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value)

  const has = (item: Item, field: string, value: Value): boolean => {
    const own = item.details[field] ?? null
    return Array.isArray(own) ? own.includes(value) : own === value
  }

  test('by each declared field, for equality', async () => {
    for (const [nth, { operation, list, path, items, fixture }] of lists.entries())
      for (const [n, [field, { note }]] of Object.entries(list.filter).entries()) {
        // No record shows these: test/api/view-filters.test.ts.
        if (note !== undefined || !isSampled(nth + n)) continue
        const member = memberOf(operation, field)
        const values = new Set(items.flatMap(({ details }) => details[member] ?? []))
        // These cannot be given an externalId.
        const keyless = [
          ...['member', 'clientKey', 'role', 'session', 'auditEntry', 'change'],
          ...['fileVersion', 'subscriber', 'trashedFile', 'favorite', 'notification'],
        ]
        if (keyless.includes(list.resource.kind) && field === 'externalId') continue
        // A file in a folder is on no task.
        const elsewhere = ['folderId', 'taskId', 'milestoneId'].includes(field) && path.endsWith('/files')
        if (elsewhere && values.size === 0) continue
        if (!fits(fixture, operation, field)) continue
        expect(values.size, `${nameOf(operation)} ${field}`).toBeGreaterThan(0)
        for (const value of [...values].slice(0, isFull ? values.size : 2)) {
          const expected = items.filter((item) => has(item, member, value)).map(({ id }) => id)
          const what = `${nameOf(operation)} ${field}=${written(value)}`
          expect(
            (await found(fixture, path, `${field}=${written(value)}`)).map(({ id }) => id),
            what,
          ).toEqual(expected)
        }
      }
  })

  test('by comparison, for ordered types: below, at and above make up the whole', async () => {
    for (const [nth, { operation, list, path, items, fixture }] of lists.entries())
      for (const [n, [field, { type }]] of Object.entries(list.filter).entries()) {
        if (!['date', 'timestamp', 'number'].includes(type) || !isSampled(nth + n)) continue
        const values = items.flatMap(({ details }) => details[field] ?? []).toSorted()
        const middle = written(values[Math.floor(values.length / 2)] ?? null)
        const counts = []
        for (const operator of ['<', '=', '>', '<=', '>='])
          counts.push((await found(fixture, path, `${field}${operator}${middle}`)).length)
        const [below = 0, at = 0, above = 0, ...inclusive] = counts
        expect(at, `${nameOf(operation)} ${field}`).toBeGreaterThan(0)
        expect(below + at + above, `${nameOf(operation)} ${field}`).toBe(values.length)
        expect(inclusive, `${nameOf(operation)} ${field}`).toEqual([below + at, at + above])
      }
  })

  test('numbers may have fractions and any size', async () => {
    for (const { path, list, items, fixture } of lists)
      for (const [field, { type }] of Object.entries(list.filter)) {
        if (type !== 'number') continue
        expect(await found(fixture, path, `${field}=1.5`)).toEqual([])
        expect(await found(fixture, path, `${field}>1e300`)).toEqual([])
        const withValue = items.filter(({ details }) => details[field] !== null)
        expect(await found(fixture, path, `${field}>-99999999999999999999999`)).toHaveLength(withValue.length)
        const above = items.filter(({ details }) => Number(details[field]) > 2.5)
        expect(await found(fixture, path, `${field}>2.5`)).toHaveLength(above.length)
      }
  })

  test.runIf(isFirst)(
    'by any other field, with the wrong type or half a surrogate pair, is a 400',
    async () => {
      for (const { operation, list, path, fixture } of lists) {
        const others = Object.keys(list.resource.fields).filter((name) => !(name in list.filter))
        const bad = [
          ...[...others, 'id', 'constructor', '__proto__'].map((name) => `${name}="x"`),
          ...Object.entries(list.filter).map(([name, { type }]) =>
            type === 'number' || type === 'boolean' ? `${name}="1"` : `${name}=1`,
          ),
          ...Object.keys(list.filter).flatMap((name) => [`${name}="\0"`, `${name}!="x"`]),
        ]
        for (const filter of bad) {
          const { status, body } = await fixture.admin.get(`${path}?filter=${encodeURIComponent(filter)}`)
          const what = `${nameOf(operation)} ${filter}`
          expect([status, body.code, body.errors?.[0]?.parameter], what).toEqual([
            400,
            'invalid_filter',
            'filter',
          ])
          expect(body.errors[0].column, what).toBeGreaterThan(0)
        }
        // Half a surrogate pair cannot be percent-encoded: these are its three bytes.
        expect((await fixture.admin.get(`${path}?filter=externalId%3D%22%ED%A0%80%22`)).status).toBe(400)
      }
    },
  )

  test('an id that the caller may not see counts as one that does not exist', async () => {
    const strangers = await buildFixtures(world)
    const theirs = strangers.both.flatMap(({ ids }) => Object.entries(ids))
    // A sample of the records that the field refers to, or seems to.
    const usual = ['members/{userHash}', 'tasks/{taskId}']
    for (const [nth, { operation, list, path, fixture }] of lists.entries())
      for (const [n, [field, { type }]] of Object.entries(list.filter).entries())
        if (type === 'id' && isSampled(nth + n))
          for (const [, id] of theirs.filter(
            ([place]) => isFull || place.endsWith(`{${field}}`) || usual.includes(place),
          ))
            expect(await found(fixture, path, `${field}="${id}"`), `${nameOf(operation)} ${field}`).toEqual(
              [],
            )
  })
})

describe('as CSV', () => {
  /** RFC 4180, read by its grammar. */
  function parse(text: string): string[][] {
    const lines: string[][] = [[]]
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
      if (end === '' && quoted === undefined && plain === '') break
      lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
      if (end === '\r\n') lines.push([])
    }
    expect(lines.pop()).toEqual([])
    return lines
  }

  const written = (value: unknown): string => {
    if (value === null) return ''
    if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value)
    return value.every((each) => typeof each === 'string') ? value.join('; ') : JSON.stringify(value)
  }

  test('each returns all matching records in order, with a column for each field', async () => {
    for (const { operation, list, path, items: before, fixture } of lists) {
      // The audit log records the exports made in the meantime.
      const isLog = list.resource.kind === 'auditEntry'
      const items = isLog ? ((await fixture.admin.all(`${path}?limit=500`)) as Item[]) : before
      const reply = await fixture.admin.get(path, { accept: 'text/csv' })
      const what = nameOf(operation)
      expect([reply.status, reply.headers['content-type']], what).toEqual([
        200,
        'text/csv; charset=utf-8; header=present',
      ])
      expect(reply.headers['content-disposition'], what).toMatch(/^attachment; filename="[A-Za-z]+\.csv"$/)
      const names = Object.keys(list.resource.fields)
      const expected = items.map(({ id, details }) => [id, ...names.map((name) => written(details[name]))])
      expect(parse(reply.text), what).toEqual([['id', ...names], ...expected])
      const sorted = await fixture.admin.get(`${path}?sort=-updatedAt&filter=createdAt%3C%222000-01-01%22`, {
        accept: 'text/csv',
      })
      expect(parse(sorted.text), what).toEqual([['id', ...names]])
    }
  })

  test.runIf(isFirst)('each refuses bad parameters before the first byte', async () => {
    for (const { operation, path, fixture } of lists)
      for (const bad of ['limit=5', 'paging=first', 'sort=nonsense', 'filter=nonsense%3D1', 'nonsense=1']) {
        const reply = await fixture.admin.get(`${path}?${bad}`, { accept: 'text/csv' })
        expect([reply.status, reply.body.title], `${nameOf(operation)} ${bad}`).toEqual([
          400,
          'Invalid Request',
        ])
      }
  })
})
