import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Attachment, attached, purgedByAge } from '../../src/db/attached.ts'
import { keyOf } from '../../src/db/attached-rows.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openFile } from '../../src/db/sqlite/engine.ts'
import { trashedTables } from '../../src/db/tables.ts'
import { useFolders } from '../support/files.ts'

/**
 * Every column that refers to another record says what happens to its rows, or is listed here with the reason why not.
 */
const exceptions: Readonly<Record<string, string>> = {
  '*.createdBy': 'people who have created something are never deleted',
  '*.deletedBy': 'people who have deleted something are never deleted',
  'comments.resolvedBy': 'people who have resolved something are never deleted',
  'mutes.recordId': 'repeats taskId, fileId, milestoneId or workspaceId, which are declared',
  'favorites.recordId': 'repeats the column of its kind, which is declared',
  'recents.recordId': 'shown only while the record exists, and each person has few',
  'steps.doneBy': 'people who have done something are never deleted',
  'timesheets.decidedBy': 'people who have decided something are never deleted',
  'files.placeId': 'repeats folderId, taskId, milestoneId or workspaceId, which are declared',
  'changes.recordId': 'the change log outlives what it is about',
  'changes.workspaceId': 'the change log outlives what it is about',
  'changes.otherWorkspaceId': 'the change log outlives what it is about',
  'changes.userId': 'the change log outlives what it is about',
  'changes.clientId': 'the change log outlives what it is about',
  'changes.requestId': 'names a request, not a record',
  'feed.changeId': 'changes are never deleted',
  'callerWrites.userId': 'purged after an hour',
  'unnumbered.changeId': 'changes are never deleted',
  'searchEntries.recordId': 'goes with the record, see src/db/search/search-index.ts',
  'searchEntries.workspaceId': 'goes with the record, see src/db/search/search-index.ts',
  'unindexed.recordId': 'removed as soon as the search index is up to date',
  'notifications.recordId': 'repeats taskId, fileId, milestoneId or eventId',
  'notifications.commentId': 'the comment may be deleted before the notification is read',
  'unmailed.notificationId': 'not mailed if the notification is gone',
  'unmailed.commentId': 'not mailed if the comment is gone',
  'unmailed.actorId': 'the mail names the person if they exist',
  'clientKeys.clientId': 'API clients are revoked, never deleted',
  'accessTokens.clientId': 'API clients are revoked, never deleted',
  'accessTokens.keyId': 'keys of API clients are revoked, never deleted',
  'accessTokens.sessionId': 'a token without its session is refused, and purged by its age',
  'usedAssertions.clientId': 'API clients are revoked, never deleted',
  'deliveries.webhookId': 'goes with the webhook, see resources/webhooks/routes.ts',
  'deliveries.recordId': 'the delivery log outlives what it is about',
  'deliveries.changeId': 'changes are never deleted',
  'webhooks.clientId': 'API clients are revoked, never deleted',
  'uploadPieces.assetId': 'goes with the upload, see file-store/uploads.ts',
  'companies.ssoClientId': 'names us at an identity provider',
  'reports.groupBy': 'names fields, not a record',
}

/** Tables so small that rows are found without an index. */
const small: Readonly<Record<string, string>> = { timers: 'one row for each person' }

interface Column {
  table: string
  column: string
  /** From 1; 0 outside of the primary key. */
  keyPlace: number
}

interface ForeignKey {
  table: string
  column: string
  parent: string
}

const newFolder = useFolders()
let columns: Column[] = []
/** The columns of each index in order, by table. */
let indexes: Map<string, string[]>
let foreignKeys: ForeignKey[] = []

beforeAll(async () => {
  const file = join(newFolder(), 'atrium.db')
  await migrate({ engine: 'sqlite', file })
  const connection = openFile(file, { readonly: true })
  columns = connection
    .prepare(
      `SELECT m."name" AS "table", c."name" AS "column", c."pk" AS "keyPlace" FROM "sqlite_schema" m
        JOIN pragma_table_info(m."name") c WHERE m."type" = 'table' ORDER BY m."name", c."pk"`,
    )
    .all() as Column[]
  const indexed = connection
    .prepare(
      `SELECT m."name" AS "table", i."name" AS "index", c."name" AS "column" FROM "sqlite_schema" m
        JOIN pragma_index_list(m."name") i JOIN pragma_index_info(i."name") c WHERE m."type" = 'table'
        ORDER BY m."name", i."name", c."seqno"`,
    )
    .all() as { table: string; index: string; column: string }[]
  foreignKeys = connection
    .prepare(
      `SELECT m."name" AS "table", f."from" AS "column", f."table" AS "parent" FROM "sqlite_schema" m
        JOIN pragma_foreign_key_list(m."name") f WHERE m."type" = 'table' AND f."from" <> 'companyNo'`,
    )
    .all() as ForeignKey[]
  connection.close()
  const each = Map.groupBy(indexed, ({ table, index }) => `${table}.${index}`).values()
  indexes = new Map()
  for (const all of each) {
    const [first] = all
    if (first === undefined) continue
    const names = all.map(({ column }) => column).join(' ')
    indexes.set(first.table, [...(indexes.get(first.table) ?? []), names])
  }
})

const columnsOf = (table: string): string[] =>
  columns.filter((each) => each.table === table).map(({ column }) => column)

const namesParent = (column: string): boolean =>
  column !== 'externalId' && /(Id|By)$|^(userHash|actAs|mergedInto)$/.test(column)

/** The columns that refer to a parent and are in no list. */
function undeclared(entries: readonly Attachment[], all: readonly Column[] = columns): string[] {
  const known = new Set([
    ...entries.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(exceptions),
  ])
  return all
    .filter(({ column }) => namesParent(column) && !known.has(`*.${column}`))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !known.has(name))
}

describe('the list of attached records', () => {
  test('has every column that refers to a parent', () => {
    expect(undeclared(attached)).toEqual([])
    const present = new Set(columns.flatMap(({ table, column }) => [`${table}.${column}`, `*.${column}`]))
    expect(Object.keys(exceptions).filter((name) => !present.has(name))).toEqual([])
  })

  test('detects each removed entry, and each new table with a parent', () => {
    for (const entry of attached)
      expect(undeclared(attached.filter((each) => each !== entry))).toEqual([
        `${entry.table}.${entry.column}`,
      ])
    const remarks = ['id', 'externalId', 'createdBy', 'taskId', 'fileId'].map((column) => ({
      ...{ table: 'remarks', column, keyPlace: 0 },
    }))
    expect(undeclared(attached, remarks)).toEqual(['remarks.taskId', 'remarks.fileId'])
  })

  test('names existing columns, and parents that have an id', () => {
    for (const { parent, table, column } of attached) {
      expect(columnsOf(table)).toContain(column)
      expect(columnsOf(parent)).toContain('id')
    }
  })

  test('trashes records together with their parents if they can be in the trash', () => {
    const needed = ['id', 'workspaceId', 'deletedAt', 'deletedBy', 'updatedAt']
    for (const { table, trash, restore, move } of attached) {
      expect([restore, move === 'together'], table).toEqual([trash, trash === 'together'])
      if (trash === 'together') expect(columnsOf(table)).toEqual(expect.arrayContaining(needed))
    }
  })

  test('knows the primary key of tables that are purged in batches', () => {
    for (const { table, purge } of attached)
      if (purge === 'delete' || purge === 'delete living') {
        const key = columns.filter((each) => each.table === table && each.keyPlace > 0)
        expect(key.map(({ column }) => column)).toEqual(['companyNo', ...keyOf(table)])
      }
  })

  test('finds rows by an index', () => {
    const unread = new Set(['keep', 'index', 'clear'])
    for (const { parent, table, column, foundBy = column, trash, purge } of attached) {
      if (Object.hasOwn(small, table)) continue
      const isRead = (trash === 'together' && table !== parent) || !unread.has(purge)
      if (!isRead) continue
      const [where, by] = typeof foundBy === 'string' ? [table, foundBy] : [foundBy.table, foundBy.value]
      expect(
        indexes.get(where)?.some((names) => `${names} `.startsWith(`companyNo ${by} `)),
        `${where}.${by}`,
      ).toBe(true)
    }
  })
})

/** Foreign keys that would stop a purge: the rows of the child are still there when their parent goes. */
function purgesInTheWay(keys: readonly ForeignKey[]): string[] {
  return keys
    .filter(({ table, column, parent }) => {
      if (Object.hasOwn(exceptions, `${table}.${column}`)) return false
      const entry = attached.find((each) => each.table === table && each.column === column)
      if (entry?.parent !== parent) return true
      // People are deleted only while nothing refers to them.
      return parent !== 'users' && ['keep', 'index', 'refuse living'].includes(entry.purge)
    })
    .map(({ table, column }) => `${table}.${column}`)
}

test('no foreign key stops a purge', () => {
  expect(purgesInTheWay(foreignKeys)).toEqual([])
  expect(
    purgesInTheWay([
      { table: 'times', column: 'taskId', parent: 'tasks' },
      { table: 'times', column: 'workspaceId', parent: 'tasks' },
      { table: 'folders', column: 'parentFolderId', parent: 'folders' },
    ]),
  ).toEqual(['times.workspaceId', 'folders.parentFolderId'])
})

test('every record that can be in the trash is purged from it', () => {
  const byAge = purgedByAge.map(({ table }) => table)
  const withAnotherParent = attached
    .filter(({ purge }) => purge === 'delete living')
    .map(({ table }) => table)
  // Cleared from the records that have them: see db/tag-clearing.ts.
  const purged = new Set([...byAge, ...withAnotherParent, 'tags'])
  expect([...purged].toSorted()).toEqual([...trashedTables].toSorted())
})
