import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { rows, type Sql } from '../../src/db/database.ts'
import { companyTables } from '../../src/db/tables.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

interface Key {
  table: string
  column: string
  parent: string
}

const listing = {
  sqlite: `SELECT m."name" AS "table", k."from" AS "column", k."table" AS "parent"
    FROM "sqlite_schema" m JOIN pragma_foreign_key_list(m."name") k WHERE m."type" = 'table'`,
  postgres: `SELECT t.relname::text AS "table", a.attname::text AS "column", p.relname::text AS "parent"
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
    WHERE k.contype = 'f' AND k.condeferrable AND NOT k.condeferred AND k.convalidated`,
}

/** Without the company number that all of them begin with. */
async function readKeys(): Promise<Key[]> {
  const found = await rows<Key>(world.db, { sql: listing[world.engine], values: [] })
  return found.filter(({ column, parent }) => column !== 'companyNo' || parent === 'companies')
}

const columns = {
  sqlite: `SELECT m."name" AS "table", c."name" AS "column" FROM "sqlite_schema" m
    JOIN pragma_table_info(m."name") c WHERE m."type" = 'table'`,
  postgres: `SELECT table_name::text AS "table", column_name::text AS "column" FROM information_schema.columns
    WHERE table_schema = 'public'`,
}

/** Columns that refer to another record, and why they have no foreign key; docs/decisions/0088 says more. */
const without: Readonly<Record<string, RegExp>> = {
  'the log outlives the records': /^changes\./,
  'written with the change that it numbers, which is never deleted alone': /^(feed|unnumbered)\.changeId$/,
  'tokens and idempotency keys end on their own, and are written by every request': /^accessTokens\./,
  'written with every change while there is a replica, and purged after an hour': /^callerWrites\./,
  'values of a record’s own columns, kept for look-ups':
    /^(taskAssignees|taskTags|taskLinks|fileTags|searchEntries|unindexed)\./,
  'found through taskLinks; an index for each would cost every task':
    /^tasks\.(parentTaskId|tasklistId|milestoneId|stageId)$/,
  'found through placeId, which names a record of one of several tables':
    /^files\.(folderId|taskId|milestoneId|placeId)$/,
  'found by workspace and parent together': /^folders\.parentFolderId$/,
  'adds up time entries, which have one': /^taskMinutes\.userHash$/,
  'a timer keeps running when its task or workspace is purged': /^timers\.(workspaceId|taskId)$/,
  'an upload ends after a day': /^deferredAssets\.userId$/,
  'repeats taskId, fileId, milestoneId or workspaceId, which have one': /^mutes\.recordId$/,
  'repeats the column of its kind, which has one': /^favorites\.recordId$/,
  'shown only while the record exists, and each person has few': /^recents\.recordId$/,
  'repeats taskId, fileId, milestoneId or eventId, which have one': /^notifications\.recordId$/,
  'the comment may be deleted before what was said about it is read': /^notifications\.commentId$/,
  'news is not mailed if what it is about is gone': /^unmailed\.(notificationId|commentId|actorId)$/,
  'the delivery log outlives the records': /^deliveries\.(recordId|changeId)$/,
  'API clients are revoked, never deleted': /^webhooks\.clientId$/,
  'not a record of ours': /^companies\.ssoClientId$/,
}

test('every column that refers to a parent has a foreign key, or a reason why not', async () => {
  const keys = new Set((await readKeys()).map(({ table, column }) => `${table}.${column}`))
  const all = await rows<Omit<Key, 'parent'>>(world.db, { sql: columns[world.engine], values: [] })
  const naming = all
    .filter(({ table }) => companyTables.includes(table))
    .filter(({ column }) => /(Id|userHash|actAs|mergedInto)$/.test(column))
    .filter(({ column }) => !['externalId', 'requestId'].includes(column))
    .map(({ table, column }) => `${table}.${column}`)
  expect(naming.length).toBeGreaterThan(40)
  const missing = naming.filter((name) => !keys.has(name))
  expect(missing.filter((name) => !Object.values(without).some((reason) => reason.test(name)))).toEqual([])
  for (const [why, reason] of Object.entries(without))
    expect(
      missing.filter((name) => reason.test(name)),
      why,
    ).not.toEqual([])
})

/** Few rows, and their parents are rarely deleted. */
const scanned = ['workspaces.workspaceGroupId', 'workspaces.accountId']

test('the children of a parent are found by an index', async () => {
  if (world.engine !== 'sqlite') return
  for (const { table, column } of await readKeys()) {
    if (scanned.includes(`${table}.${column}`)) continue
    const [plan] = await rows<{ detail: string }>(world.db, {
      sql: `EXPLAIN QUERY PLAN SELECT 1 FROM "${table}" WHERE "companyNo" = 1 AND "${column}" = '1'`,
      values: [],
    })
    const whole =
      column === 'companyNo' ? /^SEARCH .*(companyNo|rowid)=\?/ : new RegExp(`^SEARCH .*${column}=\\?`)
    expect(plan?.detail, `${table}.${column}`).toMatch(whole)
  }
})

test('a company is removed children first', async () => {
  const place = (table: string): number => companyTables.indexOf(table)
  const keys = (await readKeys()).filter(({ table, parent }) => table !== parent)
  expect(keys.length).toBeGreaterThan(30)
  expect(keys.filter(({ table, parent }) => place(table) > place(parent))).toEqual([])
})

describe('the engine refuses', () => {
  const run = (sql: string, values: Sql['values']): Promise<unknown> =>
    world.db.load((tx) => rows(tx, { sql, values }))

  test('a child without its parent, and deleting a parent that has children', async () => {
    const { companyNo, admin } = await world.company()
    const { id: workspaceId } = await admin.create('/v1/workspaces', { workspaceName: 'Parent' })
    const { id } = await admin.create('/v1/tasks', { title: 'Child', workspaceId })
    await expect(
      run(`UPDATE "tasks" SET "workspaceId" = ? WHERE "companyNo" = ? AND "id" = ?`, [
        newId(),
        companyNo,
        id,
      ]),
    ).rejects.toThrow(/foreign key/i)
    await expect(
      run(`DELETE FROM "workspaces" WHERE "companyNo" = ? AND "id" = ?`, [companyNo, workspaceId]),
    ).rejects.toThrow(/foreign key/i)
  })
})
