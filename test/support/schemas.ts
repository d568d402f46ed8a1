import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from '../../src/base/config/storage-settings.ts'
import { type Database, deferForeignKeys, rows, type SqlValue } from '../../src/db/database.ts'
import { migrate, migrations } from '../../src/db/migrate.ts'
import type { Migration } from '../../src/db/migrations/migration.ts'
import { ownTables } from '../../src/db/own-tables.ts'
import { indexAll } from '../../src/db/search/index-batch.ts'
import { openFile } from '../../src/db/sqlite/engine.ts'
import type { BlobStore } from '../../src/file-store/store.ts'
import { notifyOfDueDates } from '../../src/jobs/notifications/due.ts'
import { buildFixture } from '../api/fixture.ts'
import { notify } from './notification-fixture.ts'
import type { World } from './world.ts'

type Row = Record<string, SqlValue>

/** The state that a version of the service left behind: its last migration verbatim, and rows in every table. */
export interface Schema extends Migration {
  company: { companyId: string; companyNo: number; adminId: string }
  /** As in `Fixture`. */
  ids: Readonly<Record<string, string>>
  rows: Readonly<Record<string, readonly Row[]>>
  /** Base64, by key in the file store. */
  contents: Readonly<Record<string, string>>
}

const folder = fileURLToPath(new URL('../schemas', import.meta.url))

/** All schemas, in the order of their migrations. */
export function readSchemas(): Schema[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Schema)
}

/** The migrations as they were when this schema was the newest. */
export function planOf({ name }: Schema): Migration[] {
  return readSchemas().filter((each) => each.name <= name)
}

/** Creates a database as that version did, with its statements and rows. */
export async function layDown(schema: Schema, address: DatabaseAddress, open: () => Database): Promise<void> {
  await migrate(address, planOf(schema))
  const db = open()
  try {
    await db.transaction(async (tx) => {
      await deferForeignKeys(tx)
      for (const [table, all] of Object.entries(schema.rows))
        for (const row of all) {
          // PostgreSQL counts only the places that it has assigned itself.
          const names = Object.keys(row).filter((name) => table !== 'unindexed' || name !== 'place')
          await rows(tx, {
            sql: `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
            values: names.map((name) => row[name] ?? null),
          })
        }
    })
  } finally {
    await db.close()
  }
}

/** Columns that had another name, with their current names. */
const renamed: Readonly<Record<string, string>> = { at: 'createdAt' }

/** Rows that the fixture has no way to create. */
const technical: Readonly<Record<string, (of: { companyNo: number; userId: string }) => Row>> = {
  leases: () => ({ name: 'jobs', owner: 'a process that is gone', expiresAt: '2026-01-01T00:00:00.000Z' }),
  installation: () => ({ name: 'id', value: '0000000000000000000003' }),
  usedAssertions: () => ({ clientId: 'gone', jti: 'once', expiresAt: '2026-01-01T00:00:00.000Z' }),
  allowances: () => ({ key: 'requests:gone', left: 12.5, at: 1_767_225_600.25 }),
  unnumbered: ({ companyNo }) => ({ place: 1, companyNo, changeId: '0000000000000000000004' }),
  callerWrites: ({ companyNo, userId }) => ({
    ...{ companyNo, userId, xid: 3 },
    createdAt: '2026-01-01T00:00:00.000Z',
  }),
  fileTexts: ({ companyNo }) => ({
    companyNo,
    sha256: '0'.repeat(64),
    kind: 'plain',
    state: 'read',
    content: 'gone',
  }),
  unindexed: ({ companyNo }) => ({ place: 1, companyNo, kind: 'task', recordId: '0000000000000000000006' }),
  backups: () => ({
    id: '0000000000000000000001',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
    rowCount: 12,
    byteCount: 3_456,
    failure: null,
  }),
  doomedBlobs: () => ({ blobKey: '1/0000000000000000000001' }),
  throttles: () => ({
    key: 'gone',
    attempts: 3,
    blockedUntil: '2026-01-01T00:00:00.000Z',
    forgetAt: '2026-01-02T00:00:00.000Z',
  }),
  mails: ({ companyNo }) => ({
    id: '0000000000000000000002',
    companyNo,
    dueAt: '2099-01-01T00:00:00.000Z',
    attempts: 0,
    sealed: 'x',
  }),
  unmailed: ({ companyNo, userId }) => ({
    companyNo,
    id: '0000000000000000000008',
    userId,
    notificationId: '0000000000000000000009',
    since: '2026-01-01T00:00:00.000Z',
    reason: 'comment',
    actorId: null,
    at: '2026-01-01T00:00:00.000Z',
    commentId: null,
    dueAt: '2099-01-01T00:00:00.000Z',
  }),
  mailings: ({ companyNo, userId }) => ({
    ...{ companyNo, userId, id: '000000000000000000000A' },
    createdAt: '2026-01-01T00:00:00.000Z',
  }),
  oneTimeCodes: ({ companyNo, userId }) => ({ companyNo, userId, seed: 'x', confirmedAt: null, lastStep: 0 }),
  recoveryCodes: ({ companyNo, userId }) => ({ companyNo, userId, hash: 'x' }),
  settings: ({ companyNo, userId }) => ({
    companyNo,
    id: '0000000000000000000005',
    externalId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    createdBy: userId,
    userHash: userId,
    theme: 'dark',
    density: 'compact',
    weekStart: 'monday',
    dateFormat: 'automatic',
    durationFormat: 'clock',
    startPage: 'tasks',
    singleKeys: 1,
  }),
  notificationSettings: ({ companyNo, userId }) => ({
    companyNo,
    id: '0000000000000000000007',
    externalId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    createdBy: userId,
    userHash: userId,
    ...{ mention: 'now', assigned: 'now', reply: 'now', comment: 'hourly' },
    ...{ due: 'daily', review: 'now', status: 'daily', file: 'never' },
    quietFrom: '22:00',
    quietUntil: '07:00',
    quietDays: '["sunday"]',
  }),
  ssoDomains: ({ companyNo }) => ({ domain: 'example.org', companyNo }),
  ssoIdentities: ({ companyNo, userId }) => ({
    companyNo,
    issuer: 'https://login.example.com',
    subject: 's',
    userId,
    createdAt: '2026-01-01T00:00:00.000Z',
  }),
}

/** Writes the missing schemas from data that the current service creates, as far as they have columns for it. */
export async function writeMissing(
  world: World,
  address: { engine: 'sqlite'; file: string },
  plan: readonly Migration[],
): Promise<string[]> {
  const known = new Set(readSchemas().map(({ name }) => name))
  const missing = plan.filter(({ name }) => !known.has(name))
  if (missing.length === 0) return []
  const { company, admin, ids } = await buildFixture(world)
  const { companyId, companyNo, adminId } = company
  const workspaceId = ids['workspaces/{workspaceId}']
  const body = { workspaceId, tags: ['first', 'second'], assignees: [adminId] }
  const task = await admin.create('/v1/tasks', {
    ...body,
    title: 'Parent',
    dueDate: '2026-03-31',
    parentTaskId: ids['tasks/{taskId}'],
  })
  await admin.create(`/v1/tasks/${task.id}/times`, { date: '2026-03-02', minutes: 30 })
  await admin.ok('PUT', `/v1/tasks/${task.id}/blockers/${ids['blockers/{blockerId}']}`)
  const gone = await admin.create('/v1/tasks', { ...body, title: 'In the trash' })
  await admin.ok('DELETE', `/v1/tasks/${gone.id}`)
  await admin.ok('PUT', `/v1/files/${ids['files/{fileId}']}`, { tags: ['first'] })
  const milestone = ids['milestones/{milestoneId}']
  for (const path of [`tasks/${task.id}`, `milestones/${milestone}`, `workspaces/${workspaceId}`]) {
    await admin.ok('PUT', `/v1/${path}/subscribers/${adminId}`)
    await admin.ok('PUT', `/v1/${path}/mute`)
  }
  await admin.ok('POST', '/v1/users/me/recent', { kind: 'task', recordId: task.id })
  await admin.ok('PUT', `/v1/comments/${ids['comments/{commentId}']}/reactions/${encodeURIComponent('👍')}`)
  await admin.ok('POST', '/v1/tags', { tagName: 'Once' }, { 'idempotency-key': 'once' })
  const piece = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  await admin.ok('PATCH', `/v1/files/uploads/${ids['uploads/{uuid}']}`, Buffer.from('x'), piece)
  const tree = await world.company('accounts')
  await tree.admin.create('/v1/accounts', { accountName: 'Customers' })
  await indexAll(world.db)
  await notify(world)
  await notifyOfDueDates(world.db, new Date('2026-03-31T12:00:00Z'), new AbortController().signal)
  const all: Record<string, Row[]> = {}
  for (const { name: table } of columnsOf(address.file).tables)
    all[table] = (await rows<Row>(world.db, { sql: `SELECT * FROM "${table}"`, values: [] })).concat(
      technical[table]?.({ companyNo, userId: adminId }) ?? [],
    )
  const contents: Record<string, string> = {}
  for (const { blobKey } of [...(all['blobs'] ?? []), ...(all['uploadPieces'] ?? [])])
    contents[String(blobKey)] = await contentOf(world.blobs, String(blobKey))
  for (const migration of missing) {
    const file = `${address.file}.${migration.name}`
    const before = migrations.slice(0, migrations.indexOf(migration) + 1)
    await migrate({ engine: 'sqlite', file }, before)
    const schema: Schema = {
      ...migration,
      company: { companyId, companyNo, adminId },
      ids,
      rows: project(all, columnsOf(file).columns),
      contents: before.some(({ name }) => name === '0005-files') ? contents : {},
    }
    writeFileSync(join(folder, `${migration.name}.json`), laidOut(schema))
  }
  return missing.map(({ name }) => name)
}

const contentOf = async (store: BlobStore, key: string): Promise<string> =>
  (await buffer(await store.read(key))).toString('base64')

/** The tables of a file with their writable columns, without the table of migrations. */
function columnsOf(file: string): { tables: { name: string }[]; columns: Map<string, string[]> } {
  const connection = openFile(file, { readonly: true })
  try {
    const every = connection
      .prepare(
        `SELECT "name" FROM "sqlite_schema" WHERE "type" = 'table' AND "name" <> 'migrations' ORDER BY "name"`,
      )
      .all() as { name: string }[]
    // Not the tables that SQLite itself creates for a search index.
    const tables = every.filter(({ name }) => ownTables.has(name))
    const columns = tables.map(({ name }): [string, string[]] => [
      name,
      (connection.pragma(`table_info("${name}")`) as { name: string }[]).map((column) => column.name),
    ])
    return { tables, columns: new Map(columns) }
  } finally {
    connection.close()
  }
}

function project(
  all: Readonly<Record<string, Row[]>>,
  columns: ReadonlyMap<string, string[]>,
): Schema['rows'] {
  return Object.fromEntries(
    [...columns].map(([table, names]) => {
      const found = (all[table] ?? []).map((row) =>
        Object.fromEntries(
          names.map((name) => {
            const value = name in row ? row[name] : row[renamed[name] ?? name]
            if (value === undefined)
              throw new Error(`${table}.${name} is no more: write the schema before it goes`)
            return [name, value]
          }),
        ),
      )
      if (found.length === 0) throw new Error(`${table} has no rows: give it some in test/support/schemas.ts`)
      return [table, found]
    }),
  )
}

/** One row per line, for readable diffs. */
function laidOut({ rows: all, statements, ...rest }: Schema): string {
  const list = (values: readonly unknown[]): string =>
    `[\n${values.map((each) => JSON.stringify(each)).join(',\n')}\n]`
  const tables = Object.entries(all).map(([table, own]) => `${JSON.stringify(table)}: ${list(own)}`)
  const head = JSON.stringify(rest).slice(1, -1)
  return `{${head},\n"statements": ${list(statements)},\n"rows": {\n${tables.join(',\n')}\n}\n}\n`
}
