import { randomUUID } from 'node:crypto'
import { type Credential, type NewKeyPair, newKeyPair } from '../../src/auth/client-keys.ts'
import type { Organization } from '../../src/base/actor.ts'
import { rows } from '../../src/db/database.ts'
import { findRow } from '../../src/db/records.ts'
import { sql } from '../../src/db/sql.ts'
import { companyTables } from '../../src/db/tables.ts'
import { write } from '../../src/db/write.ts'
import type { Operation } from '../../src/http/operation.ts'
import { makeClient } from '../../src/resources/clients/make.ts'
import type { Field } from '../../src/schema/fields/fields.ts'
import type { InvitationRow } from '../../src/schema/records/invitation.ts'
import type { SessionRow } from '../../src/schema/records/session.ts'
import { makeLink } from '../../src/sign-in/links.ts'
import { openSession } from '../../src/sign-in/sessions.ts'
import type { Client } from '../support/client.ts'
import { contentRequest } from '../support/content-requests.ts'
import { buildNotification } from '../support/notification-fixture.ts'
import { givePreview } from '../support/previews.ts'
import { buildWebhook } from '../support/webhook-fixture.ts'
import type { Company, World } from '../support/world.ts'

/**
 * A company with one record for each path parameter. Tests that walk over all operations find their records here, so a
 * new resource is covered once it has a line in these tables.
 */
export interface Fixture {
  organization: Organization
  company: Company
  admin: Client
  /** By the part of the path that contains it, such as `tasks/{taskId}`. */
  ids: Readonly<Record<string, string>>
}

/** Both ways to organize workspaces: operations of one kind are tested in a company of that kind. */
export interface Fixtures {
  both: readonly Fixture[]
  /** A company that has the operation and the field; the one that organizes by groups if both do. */
  of(operation: Pick<Operation, 'path'>, field?: string): Fixture
}

/** Whether further operations can use the same records afterwards. */
function keepsRecords({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  return method !== 'DELETE' && !/\/(archive|merge|\{stepId\}\/task)$/.test(path)
}

/** Its record can be read afterwards, but not changed. */
const closes = ({ path }: Pick<Operation, 'path'>): boolean => /\/(company|archive)$/.test(path)

/**
 * A fixture for each of several operations, one after another. Those that remove records share one until the record of
 * the next one is gone.
 */
export function lastingFixtures(world: World, kept: Fixtures): (operation: Operation) => Promise<Fixture> {
  const used = new Map<Organization, Fixture>()
  return async (operation) => {
    if (keepsRecords(operation)) return kept.of(operation)
    const organization = organizationOf(operation) ?? 'workspaceGroups'
    const known = used.get(organization)
    const record = known && (await known.admin.get(pathOf({ path: recordPathOf(operation) }, known)))
    const fixture = record?.status === 200 && known ? known : await buildFixture(world, organization)
    if (closes(operation)) used.delete(organization)
    else used.set(organization, fixture)
    return fixture
  }
}

/** The kind of company that an operation is for; undefined: for both. */
export function organizationOf({ path }: Pick<Operation, 'path'>): Organization | undefined {
  return (['accounts', 'workspaceGroups'] as const).find((kind) => path.startsWith(`/v1/${kind}`))
}

/** Fields that can only have a value in one kind of company. */
const organizationOfField = (name: string): Organization | undefined =>
  (({ accountId: 'accounts', workspaceGroupId: 'workspaceGroups' }) as const)[name]

/** Whether a company has an operation, and a field can have a value there. */
export function fits(fixture: Fixture, operation: Pick<Operation, 'path'>, field = ''): boolean {
  const kinds = [organizationOf(operation), organizationOfField(field)]
  return kinds.every((kind) => kind === undefined || kind === fixture.organization)
}

/** The record that a reference of a kind can name. */
const kinds: Readonly<Record<string, string>> = {
  user: 'members/{userHash}',
  account: 'accounts/{accountId}',
  workspaceGroup: 'workspaceGroups/{groupId}',
  workspace: 'workspaces/{workspaceId}',
  folder: 'folders/{folderId}',
  milestone: 'milestones/{milestoneId}',
  tasklist: 'tasklists/{tasklistId}',
  stage: 'stages/{stageId}',
  step: 'steps/{stepId}',
  task: 'tasks/{taskId}',
  tag: 'tags/{into}',
  file: 'files/{fileId}',
  comment: 'comments/{commentId}',
  favorite: 'favorites/{favoriteId}',
  report: 'reports/{reportId}',
}

const { headers: begun } = contentRequest({ method: 'POST', path: '/v1/files/uploads' })

export async function buildFixtures(world: World): Promise<Fixtures> {
  const [groups, accounts] = [await buildFixture(world), await buildFixture(world, 'accounts')]
  return {
    both: [groups, accounts],
    of: (operation, field = '') =>
      (organizationOf(operation) ?? organizationOfField(field)) === 'accounts' ? accounts : groups,
  }
}

export async function buildFixture(
  world: World,
  organization: Organization = 'workspaceGroups',
): Promise<Fixture> {
  const company = await world.company(organization)
  const { admin } = company
  const place: Record<string, string> =
    organization === 'accounts'
      ? { 'accounts/{accountId}': (await admin.create('/v1/accounts', { accountName: 'Customers' })).id }
      : {
          'workspaceGroups/{groupId}': (
            await admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Customers' })
          ).id,
        }
  const [role] = (await admin.list('/v1/roles')).items
  const workspace = await admin.create('/v1/workspaces', { workspaceName: 'Website' })
  const task = await admin.create('/v1/tasks', { title: 'Write', workspaceId: workspace.id })
  const blocker = await admin.create('/v1/tasks', { title: 'Agree', workspaceId: workspace.id })
  const inside = `/v1/workspaces/${workspace.id}`
  const milestone = await admin.create(`${inside}/milestones`, { title: 'Launch' })
  const folder = await admin.create(`${inside}/folders`, { folderName: 'Documents' })
  const event = await admin.create(`${inside}/events`, {
    title: 'Kick-off',
    startsAt: '2026-03-31T09:30:00Z',
  })
  const tag = await admin.create('/v1/tags', { tagName: 'Old name' })
  const otherTag = await admin.create('/v1/tags', { tagName: 'New name' })
  const tasklist = await admin.create(`${inside}/tasklists`, { tasklistName: 'Launch' })
  const time = await admin.create('/v1/times', { date: '2026-03-02', minutes: 90, workspaceId: workspace.id })
  const timesheet = await admin.create('/v1/timesheets', { week: '2026-03-02' })
  await admin.ok('PUT', `/v1/timesheets/${timesheet.id}/submission`)
  const report = await admin.create('/v1/reports', {
    ...{ reportName: 'Board', source: 'tasks', layout: 'board', workspaceId: workspace.id },
  })
  const { webhookId, deliveryId } = await buildWebhook(world, company)
  await admin.ok('POST', '/v1/users/me/calendar')
  await admin.ok('PUT', '/v1/users/me/timer', { workspaceId: workspace.id, taskId: task.id })
  const file = await admin.file(inside, 'Offer.pdf')
  await givePreview(world, file)
  const permissions = ['createWorkspaces', 'manageAccounts'] as const
  const member = await world.person(company, { workspaceId: workspace.id, permissions: [...permissions] })
  const unused = await world.person(company)
  await admin.ok('PUT', `/v1/files/${file}/subscribers/${member.id}`)
  await admin.ok('PUT', `/v1/users/me/favorites/task/${task.id}`)
  const [star] = (await admin.list('/v1/users/me/favorites')).items
  const upload = await admin.ok('POST', '/v1/files/uploads', undefined, begun)
  const finished = await admin.upload('Offer.pdf', 'A new version')
  const { client_id: clientId, key_id: keyId } = await buildClient(world, company, 'Import')
  const session = await buildSession(world, company, member.id)
  const invitation = await buildInvitation(world, company, member.id)
  const about = { taskId: blocker.id, workspaceId: workspace.id }
  const notificationId = await buildNotification(world, company, about)
  const [entry] = (await admin.list('/v1/audit?limit=1')).items
  return withTheRest(world, {
    organization,
    company,
    admin,
    ids: {
      ...place,
      'roles/{roleId}': role.id,
      'users/{userHash}': unused.id,
      'members/{userHash}': member.id,
      'workspaces/{workspaceId}': workspace.id,
      'milestones/{milestoneId}': milestone.id,
      'folders/{folderId}': folder.id,
      'events/{eventId}': event.id,
      'tasklists/{tasklistId}': tasklist.id,
      'tasks/{taskId}': task.id,
      'blockers/{blockerId}': blocker.id,
      'favorites/{kind}/{recordId}': `task/${task.id}`,
      'favorites/{favoriteId}': star.id,
      'tags/{tagId}': tag.id,
      'tags/{into}': otherTag.id,
      'times/{timeId}': time.id,
      'reports/{reportId}': report.id,
      'timesheets/{timesheetId}': timesheet.id,
      'webhooks/{webhookId}': webhookId,
      'deliveries/{deliveryId}': deliveryId,
      'notifications/{notificationId}': notificationId,
      'files/{fileId}': file,
      'versions/{version}': '1',
      'reactions/{emoji}': encodeURIComponent('👍'),
      'subscribers/{userHash}': member.id,
      'uploads/{uuid}': upload.headers['location']?.split('/').at(-1) ?? '',
      // Only a body names it.
      deferredAssetId: finished.id,
      'clients/{clientId}': clientId,
      'keys/{keyId}': keyId,
      'sessions/{sessionId}': session.id,
      'invitations/{invitationId}': invitation.id,
      'audit/{entryId}': entry.id,
    },
  })
}

/** Adds a record for each other parameter, created as its operation describes. */
async function withTheRest({ app }: World, fixture: Fixture): Promise<Fixture> {
  const ids: Record<string, string> = { ...fixture.ids }
  for (const operation of app.operations.filter((each) => fits(fixture, each)))
    for (const [place, kind = ''] of operation.path.matchAll(/\w+\/\{(\w+)Id\}/g)) {
      if (ids[place] !== undefined) continue
      const create = creating(app.operations, kind)
      const to = { ...fixture, ids }
      ids[place] = (await fixture.admin.create(pathOf(create, to), bodyFor(create, to))).id
    }
  return { ...fixture, ids }
}

/** The operation that creates records of a kind. */
export function creating(operations: readonly Operation[], kind: string): Operation {
  const found = operations.find(
    ({ method, body }) => method === 'POST' && body !== undefined && 'new' in body && body.new.kind === kind,
  )
  if (found === undefined) throw new Error(`No operation creates a ${kind}: add one to the fixture`)
  return found
}

/** A session like that of a sign-in, without the time that a password takes. */
export async function buildSession(
  { db, config }: World,
  { companyNo }: Company,
  userId: string,
  method: SessionRow['method'] = 'Password',
): Promise<SessionRow> {
  const author = { companyNo, userId, clientId: undefined, requestId: 'test' }
  const visitor = { address: '192.0.2.7', userAgent: 'Test/1.0' }
  const given = { user: { companyNo, id: userId }, method, step: 'done', visitor } as const
  return (await write(db, author, (tx) => openSession(tx, given, config.lasting))).row
}

/** A link as an administrator creates it. */
export async function buildInvitation(
  { db, config }: World,
  { companyNo, adminId }: Company,
  userId: string,
  externalId: string | null = null,
): Promise<InvitationRow> {
  const author = { companyNo, userId: adminId, clientId: undefined, requestId: 'test' }
  return write(db, author, async (tx) => {
    const user = await findRow(tx, 'users', companyNo, userId)
    if (user === undefined) throw new Error('There is no such user')
    return (await makeLink(tx, { user, createdBy: adminId, mailed: false, externalId }, config)).row
  })
}

let keyPair: Promise<NewKeyPair> | undefined

/** An API client like that of the method, but with a key that is generated once, because that is slow. */
export async function buildClient(
  { db, config }: World,
  { companyNo, adminId }: Company,
  name: string,
): Promise<Credential> {
  keyPair ??= newKeyPair()
  const pair = await keyPair
  const author = { companyNo, userId: adminId, clientId: undefined, requestId: 'test' }
  const given = { companyNo, createdBy: adminId, actAs: adminId, compatibility: false }
  const { credential } = await write(db, author, (tx) =>
    makeClient(tx, { ...given, name, externalId: `key ${name}` }, pair, config),
  )
  return credential
}

/** The path of an operation with the ids of the fixture, or with those given by the same names. */
export function pathOf({ path }: Pick<Operation, 'path'>, { ids }: Pick<Fixture, 'ids'>): string {
  return path.replaceAll(/(\w+)\/(\{\w+\}(?:\/\{\w+\})?)/g, (place, folder: string) => {
    const id = ids[place]
    if (id === undefined) throw new Error(`The fixture has no record for ${place}`)
    return `${folder}/${id}`
  })
}

/** The query that an operation cannot do without. */
export async function queryFor({ method, path }: Operation, { admin }: Fixture): Promise<string> {
  if (method !== 'DELETE' || path !== '/v1/company') return ''
  const { details } = (await admin.ok('GET', path)).body
  return `?companyName=${encodeURIComponent(details.companyName)}`
}

export function referenceTo(kind: string, { ids }: Pick<Fixture, 'ids'>): string {
  const id = ids[kinds[kind] ?? '']
  if (id === undefined) throw new Error(`The fixture has no ${kind}`)
  return id
}

/** The path of the record that an operation is about: `/v1/tasks/{taskId}/restore` → `/v1/tasks/{taskId}`. */
export function recordPathOf({ path }: Pick<Operation, 'path'>): string {
  // Content has its own tag.
  if (['/v1/company/updateDetails', '/v1/company/restore'].includes(path)) return '/v1/company'
  if (path === '/v1/files/{fileId}/content') return path
  const { record = path } =
    /^(?<record>\/v1\/files\/\{fileId\}|\/v1\/\w+\/\{\w+\}(?=\/(?:blockers|subscribers|reactions)\/))\/.*/.exec(
      path,
    )?.groups ?? {}
  return record.replace(/(\})\/\w+$/, '$1')
}

/** A valid request for the operation: its body and the required headers. */
export function requestFor(
  operation: Operation,
  fixture: Fixture,
): { body: Record<string, unknown> | Buffer | undefined; headers: Record<string, string> } {
  const { body, headers } = contentRequest(operation)
  return { body: body ?? (takesJson(operation) ? bodyFor(operation, fixture) : undefined), headers }
}

/** Whether it has a JSON body; content is not checked. */
export function takesJson({ body }: Pick<Operation, 'body'>): boolean {
  return body !== undefined && !('content' in body)
}

/** A valid body for the operation. */
export function bodyFor({ body }: Pick<Operation, 'body'>, fixture: Fixture): Record<string, unknown> {
  if (body === undefined || 'content' in body) return {}
  if ('change' in body) return { externalId: randomUUID() }
  const [fields, given = []] = 'new' in body ? [body.new.fields, body.given] : [body.members]
  return Object.fromEntries(
    Object.entries<Field<unknown>>(fields)
      // A time entry needs a workspace or a task: neither is required alone.
      .filter(
        ([name, field]) =>
          field.required || ('new' in body && name === 'workspaceId' && field.set !== 'read'),
      )
      .filter(([name]) => !given.includes(name))
      .map(([name, field]) => [name, exampleOf(name, field, fixture)]),
  )
}

let weeks = 0

/** A Monday that no other timesheet has. */
function newWeek(): string {
  weeks += 1
  return new Date(Date.UTC(2027, 0, 4 + weeks * 7)).toISOString().slice(0, 10)
}

function exampleOf(name: string, { refersTo, example }: Field<unknown>, fixture: Fixture): unknown {
  // The kind of record that `recordId` names.
  if (name === 'recordId') return referenceTo('task', fixture)
  if (['folderName', 'tagName', 'stageName'].includes(name)) return randomUUID()
  if (name === 'week') return newWeek()
  if (name === 'deferredAssetId') return fixture.ids[name]
  // An address cannot get the same changes twice.
  if (name === 'url') return `${example}/${randomUUID()}`
  if (refersTo !== undefined)
    return Array.isArray(example) ? [referenceTo(refersTo, fixture)] : referenceTo(refersTo, fixture)
  return name === 'email' ? `${randomUUID()}@example.com` : example
}

export const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`

/** Methods that add something: they change no existing record. */
const adding: readonly string[] = [
  '/v1/workspaces/{workspaceId}/roles/{roleId}/addUsers',
  '/v1/users/me/recent',
]

/** "`If-Match` on PUT, POST to a state and DELETE." */
export function isConditional({ method, path, answer }: Operation): boolean {
  if (adding.includes(path)) return false
  if (method === 'POST') return answer === 'nothing' || (typeof answer === 'object' && 'changed' in answer)
  return method === 'PUT' || method === 'DELETE'
}

/** Changed by every request or by jobs, or computed from other tables. */
const ignored = [
  'idempotencyKeys',
  'accessTokens',
  'mails',
  'storageUse',
  'taskMinutes',
  'unindexed',
  'searchEntries',
  'fileTexts',
]

/** Everything that a company has, to see that a refused request has changed and logged nothing. */
export async function contentsOf(
  { db, app }: World,
  { companyNo }: Company,
): Promise<Record<string, unknown[]>> {
  await app.hub.sequencer.settled()
  const found: Record<string, unknown[]> = {}
  // Sorted here: engines guarantee no order.
  for (const table of companyTables.filter((name) => !ignored.includes(name)))
    found[table] = (
      await rows(db, sql`SELECT * FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo}`)
    ).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  return found
}

export async function contentsOfBoth(world: World, { both }: Fixtures): Promise<unknown[]> {
  const found: unknown[] = []
  for (const { company } of both) found.push(await contentsOf(world, company))
  return found
}

/** The change log of a company, oldest first: `task.created <id>`, and the fields if there are any. */
export async function changesOf({ db }: World, { companyNo }: Company): Promise<string[]> {
  const rows = await db.query
    .selectFrom('changes')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .orderBy('id')
    .execute()
  return rows.map(({ type, recordId, fields }) =>
    [type, recordId, ...(JSON.parse(fields) as string[]).toSorted()].join(' '),
  )
}
