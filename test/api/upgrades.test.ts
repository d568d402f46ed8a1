import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { originOf, readIdentity } from '../../src/backup/identity.ts'
import { databaseAddress } from '../../src/base/config/storage-settings.ts'
import { readConfig } from '../../src/base/config.ts'
import { rows } from '../../src/db/database.ts'
import { migrate, migrations, pendingMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { isFull } from '../support/effort.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { layDown, planOf, readSchemas, type Schema } from '../support/schemas.ts'
import { countsOf } from '../support/tag-recount.ts'
import { closeWorld, openWorld, unlimited, type World } from '../support/world.ts'
import { fits, pathOf } from './fixture.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-upgrade-'))
  folders.push(folder)
  return folder
}

/** Creates a database, or a copy of another one, and returns its URL. */
async function newDatabase(copied?: string): Promise<string> {
  if (inject('engine') === 'sqlite') {
    const file = join(newFolder(), 'atrium.db')
    if (copied !== undefined) copyFileSync(copied.replace('sqlite:', ''), file)
    return `sqlite:${file}`
  }
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return `${server}/${await makeDatabase(server, name, copied?.split('/').at(-1))}`
}

/** Without rows: it is migrated from one schema to the next, and copied for each. */
let empty: { url: string; schema: string } | undefined

/** The settings of a database as a version of that time left it. */
async function settingsOf(schema: Schema): Promise<Record<string, string>> {
  if (empty === undefined || empty.schema > schema.name)
    empty = { url: await newDatabase(), schema: schema.name }
  await migrate(databaseAddress(empty.url), planOf(schema))
  empty.schema = schema.name
  const url = await newDatabase(empty.url)
  const settings = { ...unlimited, ATRIUM_DATABASE_URL: url, ATRIUM_DATA: newFolder() }
  const config = readConfig(settings)
  const open = () =>
    openDatabase(config, (error) => {
      throw error
    })
  await layDown(schema, config.database, open)
  return settings
}

/** A sample: the first schema, that of version 0.1, and the newest. */
const sample = ['0001-foundation', '0010-wide-file-indexes', readSchemas().at(-1)?.name]

describe.each(readSchemas().filter(({ name }) => isFull || sample.includes(name)))(
  'a database of $name',
  (schema) => {
    test('is migrated to this version, and everything in it can be read', async () => {
      const settings = await settingsOf(schema)
      const { database, dataFolder } = readConfig(settings)
      const { applied } = await migrate(database)
      expect(applied).toEqual(migrations.slice(planOf(schema).length).map(({ name }) => name))
      expect(await pendingMigrations(database)).toEqual([])
      const world = await openWorld(inject('engine'), dataFolder, settings)
      try {
        for (const [key, content] of Object.entries(schema.contents)) {
          await world.blobs.put(
            key,
            (async function* () {
              yield Buffer.from(content, 'base64')
            })(),
          )
          await world.blobs.confirm(key)
        }
        await demandAnswers(world, schema)
      } finally {
        await closeWorld(world)
      }
    })
  },
)

test('rows whose parents are already missing do not stop an upgrade: they are deleted, or the reference is cleared', async () => {
  const schema = readSchemas().find(({ name }) => name === '0011-installation')
  if (schema === undefined) throw new Error('there is no such schema')
  const lost = new Set(['users', 'workspaceGroups', 'accounts', 'milestones', 'tasks', 'tags', 'clients'])
  const kept = Object.entries(schema.rows).filter(([table]) => !lost.has(table))
  const config = readConfig(await settingsOf({ ...schema, rows: Object.fromEntries(kept) }))
  await migrate(config.database)
  const db = openDatabase(config, (error) => {
    throw error
  })
  const count = async (sql: string): Promise<number> => (await rows(db, { sql, values: [] })).length
  try {
    expect(await count('SELECT 1 FROM "workspaces"')).toBe(schema.rows['workspaces']?.length)
    expect(await count('SELECT 1 FROM "workspaces" WHERE "workspaceGroupId" IS NOT NULL')).toBe(0)
    expect(await count('SELECT 1 FROM "tasklists" WHERE "milestoneId" IS NOT NULL')).toBe(0)
    for (const table of ['members', 'times', 'taskMinutes', 'clientKeys', 'sessions', 'tagUses'])
      expect(await count(`SELECT 1 FROM "${table}"`), table).toBe(0)
    if (inject('engine') === 'sqlite') {
      expect(await rows(db, { sql: 'PRAGMA foreign_key_check', values: [] })).toEqual([])
      expect(await rows(db, { sql: 'PRAGMA integrity_check', values: [] })).toEqual([
        { integrity_check: 'ok' },
      ])
    }
  } finally {
    await db.close()
  }
})

test('entries that earlier versions stored as leases move to the installation table', async () => {
  const schema = readSchemas().find(({ name }) => name === '0009-backups')
  if (schema === undefined) throw new Error('there is no such schema')
  const leases = ['installation', 'copied from', 'jobs'].map((name) => ({
    name,
    owner: `owner of ${name}`,
    expiresAt: '9999-12-31T23:59:59.999Z',
  }))
  const config = readConfig(await settingsOf({ ...schema, rows: { leases } }))
  await migrate(config.database)
  const db = openDatabase(config, (error) => {
    throw error
  })
  try {
    expect(await db.query.selectFrom('leases').select('name').execute()).toEqual([{ name: 'jobs' }])
    expect(await readIdentity(db)).toEqual({ id: 'owner of installation', isCopy: true })
    expect(await originOf(db)).toBe('owner of copied from')
  } finally {
    await db.close()
  }
})

async function demandAnswers(world: World, schema: Schema): Promise<void> {
  const { company, ids } = schema
  const admin = world.client(await world.token({ ...company, admin: world.nobody }, company.adminId))
  const fixture = { organization: 'workspaceGroups', company: { ...company, admin }, admin, ids } as const
  const known = new Set(Object.values(schema.rows).flatMap((all) => all.map(({ id }) => id)))
  let answered = 0
  for (const operation of world.app.operations) {
    const { method, path, answer } = operation
    if (method !== 'GET' || !fits(fixture, operation) || typeof answer !== 'object') continue
    const places = [...path.matchAll(/\w+\/\{\w+\}/g)].map(([place]) => ids[place] ?? '')
    // Tables that were empty then are empty now.
    if (!places.every((id) => id === '1' || known.has(id))) continue
    if (path.includes('{version}') && !('fileVersions' in schema.rows)) continue
    const mine = /users\/me\/(calendar|timer)|lock|preview|uploads/.test(path)
    const reply = await admin.get(pathOf(operation, fixture))
    if (!mine) expect(reply.status, `${path}: ${reply.text}`).toBe(200)
    answered += 1
  }
  expect(answered).toBeGreaterThan(25)
  const [workspace, task] = [ids['workspaces/{workspaceId}'], ids['tasks/{taskId}']]
  const filter = encodeURIComponent(
    `parentTaskId="${task}" AND tags="first" AND assignees="${company.adminId}"`,
  )
  expect(await admin.all(`/v1/tasks?filter=${filter}`)).toHaveLength(1)
  expect((await admin.list('/v1/roles')).items).toHaveLength(3)
  expect(
    (await admin.list(`/v1/audit?filter=${encodeURIComponent(`recordId="${task}"`)}`)).items,
  ).not.toEqual([])
  const { kept, counted } = await countsOf(world.db, company.companyNo)
  expect(kept).toEqual(counted)
  // The service works: new records can be created, and deleted ones restored.
  await admin.create('/v1/tasks', { title: 'New', workspaceId: workspace, tags: ['first', 'new'] })
  await admin.create(`/v1/tasks/${task}/times`, { date: '2026-03-03', minutes: 5 })
  await admin.file(`/v1/workspaces/${workspace}`, 'New.txt')
  const [gone] = await admin.all(`/v1/workspaces/${workspace}/trash/tasks`)
  await admin.ok('POST', `/v1/tasks/${gone.id}/restore`)
}
