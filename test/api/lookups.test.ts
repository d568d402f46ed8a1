import { beforeAll, expect, test } from 'vitest'
import { CommittedLookups } from '../../src/db/sqlite/committed-lookups.ts'
import { openFile } from '../../src/db/sqlite/engine.ts'
import type { Client } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** Writes keep what they have looked up about workspaces and people, and must notice when it changes. */
const world = useSharedWorld()
let company: Company
let workspaceId: string
let member: { id: string; client: Client }

const createTask = async (client = member.client): Promise<number> =>
  (await client.send('POST', '/v1/tasks', { title: 'Another', workspaceId })).status

const removeMember = (): Promise<{ status: number }> =>
  company.admin.send('DELETE', `/v1/workspaces/${workspaceId}/members/${member.id}`)

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Looked up' })).id
  member = await world.person(company, { workspaceId })
  expect(await createTask()).toBe(201)
})

test('a change of the workspace or of its members counts immediately', async () => {
  await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/archive`)
  expect(await createTask()).toBe(409)
  await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/archive`)
  expect(await createTask()).toBe(201)
  await removeMember()
  expect(await createTask()).toBe(403)
  await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${member.id}`)
  expect(await createTask()).toBe(201)
})

test('a change that is rolled back leaves nothing behind', async () => {
  const refused = await company.admin.send('PUT', `/v1/workspaces/${workspaceId}/members/${member.id}`, {
    role: 'Nobody',
  })
  expect(refused.status).toBe(400)
  const failing = world.db.transaction(async (tx) => {
    await tx.query.deleteFrom('members').where('workspaceId', '=', workspaceId).execute()
    throw new Error('fails on purpose')
  })
  const [, ...created] = await Promise.allSettled([failing, createTask(), createTask()])
  expect(created.map((each) => each.status === 'fulfilled' && each.value)).toEqual([201, 201])
})

test('a write that shares its commit with such a change leaves nothing outdated behind', async () => {
  await Promise.all([createTask(), removeMember(), createTask()])
  expect(await createTask()).toBe(403)
  await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${member.id}`)
})

test('a change by another process counts immediately', async () => {
  const { database } = world.config
  if (database.engine !== 'sqlite') return
  expect(await createTask()).toBe(201)
  const other = openFile(database.file)
  other.prepare('DELETE FROM "members" WHERE "workspaceId" = ?').run(workspaceId)
  other.close()
  expect(await createTask()).toBe(403)
  await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${member.id}`)
})

test('only short rows are cached, and nothing once a transaction has changed one of the tables', () => {
  const { database } = world.config
  if (database.engine !== 'sqlite') return
  const file = openFile(database.file)
  const lookups = new CommittedLookups(file)
  lookups.begin()
  for (const [key, value] of [
    ['short', new Set(['x'])],
    ['long', new Set(['x'.repeat(5_000)])],
    ['x'.repeat(5_000), new Set()],
  ] as const)
    lookups.set(key, value)
  expect(['short', 'long', 'x'.repeat(5_000)].map((key) => lookups.get(key) !== undefined)).toEqual([
    true,
    false,
    false,
  ])
  lookups.suspend()
  lookups.set('short', true)
  expect(lookups.get('short')).toBeUndefined()
  file.close()
})

test('SQLite shows which statements change what was looked up', () => {
  const { database } = world.config
  if (database.engine !== 'sqlite') return
  const file = openFile(database.file)
  const lookups = new CommittedLookups(file)
  const changes = (sql: string): boolean => lookups.areChangedBy(sql, [])
  for (const table of ['users', 'members', 'workspaces']) {
    expect(changes(`DELETE FROM "${table}"`), table).toBe(true)
    expect(changes(`DELETE FROM "${table}" WHERE "companyNo" = 1`), table).toBe(true)
    expect(changes(`UPDATE "${table}" SET "createdBy" = NULL`), table).toBe(true)
    expect(changes(`INSERT INTO "${table}" SELECT * FROM "${table}"`), table).toBe(true)
  }
  expect(changes('UPDATE "tasks" SET "createdBy" = (SELECT "id" FROM "users" LIMIT 1)')).toBe(false)
  expect(changes('DELETE FROM "changes"')).toBe(false)
  file.close()
})
