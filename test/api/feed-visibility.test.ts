import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../src/base/actor.ts'
import { type NumberedChange, readNewest } from '../../src/db/change-log/feed.ts'
import { changeTypeNames } from '../../src/db/change-log/types.ts'
import type { ChangePage, Selection } from '../../src/feed/read.ts'
import { readChanges, selectVisible } from '../../src/feed/read.ts'
import { maySeeChange, type VisibleIds, viewerOf } from '../../src/feed/visible.ts'
import { type Company, type PersonOptions, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let inside: string
let outside: string

beforeAll(async () => {
  company = await world.company()
  inside = (await company.admin.create('/v1/workspaces', { workspaceName: 'Inside' })).id
  outside = (await company.admin.create('/v1/workspaces', { workspaceName: 'Outside' })).id
})

type Person = Pick<Actor, 'companyNo' | 'organization' | 'userId' | 'userType' | 'permissions'>

const person = async (options: PersonOptions = {}): Promise<Person> => ({
  companyNo: company.companyNo,
  organization: 'workspaceGroups',
  userId: (await world.person(company, options)).id,
  userType: options.userType ?? 'Internal',
  permissions: options.permissions ?? [],
})

const nothingElse: VisibleIds = async () => new Set()

async function read(
  caller: Person,
  after: number,
  selection: Selection = {},
  { limit = 500, visibleIds = nothingElse } = {},
): Promise<ChangePage> {
  await world.app.hub.sequencer.settled()
  const viewer = await viewerOf(world.db, caller)
  return readChanges(world.db, viewer, selection, after, limit, visibleIds)
}

async function newest(): Promise<number> {
  await world.app.hub.sequencer.settled()
  return readNewest(world.db, company.companyNo)
}

const typesOf = ({ changes }: ChangePage): string[] => changes.map(({ type }) => type)

describe('a change is seen by', () => {
  test('members of its workspace and company admins, and nobody else', async () => {
    const member = await person({ workspaceId: inside })
    const stranger = await person()
    const admin = await person({ permissions: ['companyAdmin'] })
    const before = await newest()
    await company.admin.create('/v1/tasks', { workspaceId: inside, title: 'Seen' })
    expect(typesOf(await read(member, before))).toEqual(['task.created'])
    expect(typesOf(await read(admin, before))).toEqual(['task.created'])
    const page = await read(stranger, before)
    expect(page).toEqual({ changes: [], last: before + 1, more: false })
  })

  test('internal people, if it is about the directory; external people, if they may see the record', async () => {
    const [internal, external] = [await person(), await person({ userType: 'External' })]
    const before = await newest()
    const { id } = await company.admin.create('/v1/tags', { tagName: 'Seen' })
    expect(typesOf(await read(internal, before))).toEqual(['tag.created'])
    expect(typesOf(await read(external, before))).toEqual([])
    const visibleIds: VisibleIds = async (_, __, kind, ids) => new Set(kind === 'tag' ? ids : [])
    const page = await read(external, before, {}, { visibleIds })
    expect(page.changes.map(({ recordId }) => recordId)).toEqual([id])
  })

  test('company admins alone, if it is about signing in or access', () => {
    const viewer = { caller: anybody, workspaceIds: new Set(['w']) }
    for (const type of ['session.signedIn', 'clientKey.created', 'user.signInFailed', 'thing.unknown'])
      expect(maySeeChange(viewer, changeOf(type)), type).toBe(false)
  })

  test('the person who loses access, as the last change of the workspace', async () => {
    const member = await person({ workspaceId: inside })
    const before = await newest()
    await company.admin.ok('DELETE', `/v1/workspaces/${inside}/members/${member.userId}`)
    await company.admin.create('/v1/tasks', { workspaceId: inside, title: 'No longer seen' })
    expect(typesOf(await read(member, before))).toEqual(['member.deleted'])
  })

  test('members of either workspace, if it is a move, without the one they do not see', async () => {
    const [from, to] = [await person({ workspaceId: inside }), await person({ workspaceId: outside })]
    const { id } = await company.admin.create('/v1/tasks', { workspaceId: inside, title: 'Moves' })
    const before = await newest()
    await company.admin.ok('PUT', `/v1/tasks/${id}`, { workspaceId: outside })
    const places = ({ changes }: ChangePage): (string | null)[][] =>
      changes.map(({ workspaceId, otherWorkspaceId }) => [workspaceId, otherWorkspaceId])
    expect(places(await read(from, before))).toEqual([[null, inside]])
    expect(places(await read(to, before))).toEqual([[outside, null]])
    expect(typesOf(await read(from, before, { workspaceId: outside }))).toEqual([])
  })
})

const anybody: Person = {
  companyNo: 1,
  organization: 'accounts',
  userId: 'u',
  userType: 'Internal',
  permissions: [],
}

const changeOf = (type: string): NumberedChange => ({
  ...{ companyNo: 1, id: 'i', seq: 1, createdAt: '', type, kind: type.split('.')[0] ?? '', recordId: 'r' },
  ...{ workspaceId: 'w', otherWorkspaceId: null, userId: 'other', clientId: null, requestId: '' },
  ...{ address: null, internalOnly: null, fields: '[]', previous: '{}' },
})

test('every type is decided for everybody', () => {
  const admin = { ...anybody, permissions: ['companyAdmin' as const] }
  for (const type of changeTypeNames) {
    expect(maySeeChange({ caller: admin, workspaceIds: new Set() }, changeOf(type)), type).toBe(true)
    const external = { ...anybody, userType: 'External' as const }
    expect(maySeeChange({ caller: external, workspaceIds: new Set() }, changeOf(type)), type).not.toBe(true)
  }
})

describe('a selection', () => {
  test('by type, kind, record, workspace and author', async () => {
    const admin = { ...(await person({ permissions: ['companyAdmin'] })), userId: company.adminId }
    const before = await newest()
    const { id } = await company.admin.create('/v1/tasks', { workspaceId: inside, title: 'One' })
    await company.admin.ok('PUT', `/v1/tasks/${id}`, { title: 'Two' })
    await company.admin.create('/v1/tags', { tagName: 'Three' })
    const select = async (selection: Selection): Promise<string[]> =>
      typesOf(await read(admin, before, selection))
    expect(await select({ types: new Set(['task.*']) })).toEqual(['task.created', 'task.updated'])
    expect(await select({ types: new Set(['tag.created', 'task.updated']) })).toEqual([
      'task.updated',
      'tag.created',
    ])
    expect(await select({ recordId: id })).toEqual(['task.created', 'task.updated'])
    expect(await select({ workspaceId: inside })).toEqual(['task.created', 'task.updated'])
    expect(await select({ exceptBy: { userId: admin.userId, clientId: undefined } })).toEqual([])
    expect(await select({ exceptBy: { userId: admin.userId, clientId: 'c' } })).toHaveLength(3)
    const viewer = await viewerOf(world.db, admin)
    expect(await selectVisible(world.db, viewer, {}, [changeOf('task.created')], nothingElse)).toHaveLength(1)
  })

  test('is read page by page, whatever a page shows', async () => {
    const admin = await person({ permissions: ['companyAdmin'] })
    const total = await newest()
    const seen: number[] = []
    for (let after = 0, more = true; more; ) {
      const page = await read(admin, after, {}, { limit: 3 })
      expect(page.changes.length).toBeLessThanOrEqual(3)
      seen.push(...page.changes.map(({ seq }) => seq))
      after = page.last
      more = page.more
    }
    expect(seen).toEqual(Array.from({ length: total }, (_, n) => n + 1))
  })
})
