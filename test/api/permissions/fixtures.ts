import type { Operation } from '../../../src/http/operation.ts'
import type { Field } from '../../../src/schema/fields/fields.ts'
import { contentRequest } from '../../support/content-requests.ts'
import { buildNotification } from '../../support/notification-fixture.ts'
import { givePreview } from '../../support/previews.ts'
import { buildWebhook, deadAddress } from '../../support/webhook-fixture.ts'
import { creating } from '../fixture.ts'
import type { ActorName, Cast } from './actors.ts'

/** New ids for the path parameters of an operation, so that callers do not affect each other. */
export type Ids = Record<string, string>

export async function makeFixtures(cast: Cast, { path }: Pick<Operation, 'path'>): Promise<Ids> {
  const { world, company, session } = cast
  const { admin } = company
  const ids: Ids = {}
  if (path.includes('{workspaceId}')) ids['workspaceId'] = await cast.newWorkspace()
  else if (/\{(report|stage|step|comment|task|tasklist|folder|milestone|event|time|file)Id\}/.test(path))
    ids['workspaceId'] = cast.workspaceId
  if (path.includes('{taskId}'))
    ids['taskId'] = (
      await admin.create('/v1/tasks', { title: 'Fixture', workspaceId: ids['workspaceId'] })
    ).id
  if (path.includes('{blockerId}'))
    ids['blockerId'] = (
      await admin.create('/v1/tasks', { title: 'Before', workspaceId: ids['workspaceId'] })
    ).id
  const inside = `/v1/workspaces/${ids['workspaceId']}`
  if (path.includes('{milestoneId}'))
    ids['milestoneId'] = (await admin.create(`${inside}/milestones`, { title: 'Fixture' })).id
  if (path.includes('{folderId}'))
    ids['folderId'] = (await admin.create(`${inside}/folders`, { folderName: crypto.randomUUID() })).id
  if (path.includes('{eventId}'))
    ids['eventId'] = (await admin.create(`${inside}/events`, { title: 'Fixture', startsAt: '2026-03-31' })).id
  if (path.includes('{accountId}'))
    ids['accountId'] = (await admin.create('/v1/accounts', { accountName: 'Fixture' })).id
  if (path.includes('{roleId}')) ids['roleId'] = (await admin.list('/v1/roles')).items[0].id
  if (path.includes('{tagId}'))
    for (const name of ['tagId', 'into'])
      ids[name] = (await admin.create('/v1/tags', { tagName: crypto.randomUUID() })).id
  if (path.includes('{tasklistId}'))
    ids['tasklistId'] = (await admin.create(`${inside}/tasklists`, { tasklistName: 'Fixture' })).id
  if (path.includes('{timeId}')) {
    const time = { date: '2026-03-02', minutes: 90, workspaceId: ids['workspaceId'] }
    ids['timeId'] = (await admin.create('/v1/times', time)).id
  }
  if (path.includes('{reportId}')) {
    // Only views of a workspace have a place.
    const report = path.endsWith('/place')
      ? { reportName: 'Fixture', source: 'tasks', shared: true, workspaceId: ids['workspaceId'] }
      : { reportName: 'Fixture', source: 'users', shared: true }
    ids['reportId'] = (await admin.create('/v1/reports', report)).id
  }
  if (path.includes('{timesheetId}')) {
    ids['timesheetId'] = (await admin.create('/v1/timesheets', { week: newWeek() })).id
    await admin.ok('PUT', `/v1/timesheets/${ids['timesheetId']}/submission`)
  }
  if (path.includes('{webhookId}')) Object.assign(ids, await buildWebhook(world, company))
  if (path.includes('{fileId}')) {
    ids['fileId'] = await admin.file(inside, `${crypto.randomUUID()}.txt`)
    await givePreview(world, ids['fileId'])
  }
  if (path.includes('{notificationId}')) {
    const workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'News' })).id
    const taskId = (await admin.create('/v1/tasks', { title: 'News', workspaceId })).id
    ids['notificationId'] = await buildNotification(world, company, { taskId, workspaceId })
  }
  if (path.includes('{version}')) ids['version'] = '1'
  if (path.includes('{kind}')) {
    const recordId = await cast.newWorkspace()
    Object.assign(ids, { kind: 'workspace', recordId })
    for (const name of ['reader', 'contributor', 'wsAdmin', 'admin'] as const)
      await cast.clients[name].ok('PUT', `/v1/users/me/favorites/workspace/${recordId}`)
  }
  if (path.includes('{emoji}')) ids['emoji'] = encodeURIComponent('👍')
  if (path.includes('{uuid}')) {
    const { headers } = contentRequest({ method: 'POST', path: '/v1/files/uploads' })
    const begun = await admin.ok('POST', '/v1/files/uploads', undefined, headers)
    ids['uuid'] = begun.headers['location']?.split('/').at(-1) ?? ''
  }
  if (path.includes('{groupId}'))
    ids['groupId'] = (await admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Fixture' })).id
  if (path.includes('{userHash}')) {
    const email = `${crypto.randomUUID()}@example.com`
    ids['userHash'] = (await admin.create('/v1/users', { email, fullName: 'Fixture' })).id
    if (path.includes('/members/') || path.includes('/subscribers/'))
      await admin.ok('PUT', `/v1/workspaces/${ids['workspaceId']}/members/${ids['userHash']}`, {
        role: 'Reader',
      })
  }
  if (path.includes('{clientId}')) {
    const { credential } = await admin.create('/v1/clients', { name: 'Fixture', actAs: company.adminId })
    ids['clientId'] = credential.client_id
    ids['keyId'] = credential.key_id
  }
  if (path.includes('{invitationId}')) {
    const person = await admin.create('/v1/users', {
      email: `${crypto.randomUUID()}@example.com`,
      fullName: 'Fixture',
    })
    ids['invitationId'] = (await admin.create(`/v1/users/${person.id}/invitation`, {})).id
  }
  if (path.includes('{sessionId}')) ids['sessionId'] = await session()
  if (path.includes('{entryId}')) ids['entryId'] = (await admin.list('/v1/audit?limit=1')).items[0].id
  const missing = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => ids[name] === undefined)
  for (const name of missing) {
    const create = creating(cast.world.app.operations, name.replace(/Id$/, ''))
    const own = { ...(await makeFixtures(cast, create)), ...ids }
    ids[name] = (await admin.create(fill(create.path, own), await makeBody(cast, create, own))).id
    Object.assign(ids, own)
  }
  return ids
}

export function fill(path: string, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
}

let weeks = 0

/** A Monday that no timesheet has yet. */
const newWeek = (): string => {
  weeks += 1
  return new Date(Date.UTC(2026, 2, 2 + weeks * 7)).toISOString().slice(0, 10)
}

/** Values for a record of each kind, where an example cannot be used twice. */
const own: Readonly<Record<string, (cast: Cast, ids: Ids) => Promise<Record<string, unknown>>>> = {
  user: async () => ({ email: `${crypto.randomUUID()}@example.com`, fullName: 'New' }),
  tag: async () => ({ tagName: crypto.randomUUID() }),
  stage: async () => ({ stageName: crypto.randomUUID(), status: 'In Progress' }),
  invitation: async ({ company }) => {
    const email = `${crypto.randomUUID()}@example.com`
    return { userHash: (await company.admin.create('/v1/users', { email, fullName: 'New' })).id }
  },
  client: async ({ company }) => ({ name: 'New', actAs: company.adminId }),
  task: async (cast, ids) => ({ title: 'New', ...targetFor(cast, ids) }),
  tasklist: async (cast, ids) => ({ tasklistName: 'New', ...targetFor(cast, ids) }),
  webhook: async () => ({ name: 'New', url: deadAddress + crypto.randomUUID() }),
  report: async () => ({ reportName: 'New', source: 'users' }),
  timesheet: async () => ({ week: newWeek() }),
  time: async (cast, ids) => ({ date: '2026-03-02', minutes: 90, ...targetFor(cast, ids) }),
}

/** The workspace for bodies that name one, unless the path does. */
const targetFor = ({ workspaceId }: Cast, ids: Ids): { workspaceId?: string } =>
  ids['workspaceId'] === undefined ? { workspaceId } : {}

/** A valid body, so that only permission decides. */
export async function makeBody(
  cast: Cast,
  { body, path }: Operation,
  ids: Ids,
  caller: ActorName = 'admin',
): Promise<unknown> {
  if (body === undefined || 'content' in body) return undefined
  if ('members' in body && 'deferredAssetId' in body.members) {
    // Only the uploader can use it. Callers that cannot upload are refused in any case.
    const { headers } = contentRequest({ method: 'POST', path: '/v1/files/upload' })
    const content = Buffer.from('another version')
    const reply = await cast.clients[caller].send('POST', '/v1/files/upload', content, headers)
    return { deferredAssetId: reply.body.id ?? 'none' }
  }
  if ('change' in body) return {}
  if (path === '/v1/users/me/timer') return targetFor(cast, ids)
  if (path === '/v1/users/me/recent') return { kind: 'workspace', recordId: targetFor(cast, ids).workspaceId }
  if ('members' in body) return body.optional === true ? {} : membersOf(cast, body.members, ids)
  return own[body.new.kind]?.(cast, ids) ?? examplesOf(body.new.fields, body.given)
}

/** The people that it names are among the callers; other records are those of the fixture. */
function membersOf(
  { company }: Cast,
  fields: Readonly<Record<string, Field<unknown>>>,
  ids: Ids,
): Record<string, unknown> {
  const people = Object.entries(fields).filter(([, { refersTo }]) => refersTo === 'user')
  const known = Object.keys(fields).flatMap((name) => (ids[name] === undefined ? [] : [[name, ids[name]]]))
  return {
    ...examplesOf(fields),
    ...('email' in fields && { email: `${crypto.randomUUID()}@example.com` }),
    ...Object.fromEntries(people.map(([name]) => [name, [company.adminId]])),
    ...Object.fromEntries(known),
  }
}

function examplesOf(
  fields: Readonly<Record<string, Field<unknown>>>,
  given: readonly string[] = [],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { required }]) => required && !given.includes(name))
      .map(([name, { example }]) => [name, example]),
  )
}
