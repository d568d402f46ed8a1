import type { Migration } from './migration.ts'

interface ForeignKey {
  table: string
  /** Together with `companyNo`; undefined for the company itself. */
  column?: string
  parent: string
  /** The parent's column; `id` by default. */
  of?: string
  /** What happens to a row if its parent is already missing: delete it, or clear the reference. */
  repair: 'delete' | 'clear'
}

const children = (
  parent: string,
  repair: ForeignKey['repair'],
  columns: Record<string, string>,
): ForeignKey[] => Object.entries(columns).map(([table, column]) => ({ table, column, parent, repair }))

/** Parents come before their children, so that a repair that deletes rows also repairs their children. */
const keys: readonly ForeignKey[] = [
  ...['users', 'workspaceGroups', 'accounts', 'workspaces', 'roles', 'tags', 'clients', 'reports'].map(
    (table): ForeignKey => ({ table, parent: 'companies', of: 'companyNo', repair: 'delete' }),
  ),
  ...['blobs', 'storageUse', 'ssoDomains'].map(
    (table): ForeignKey => ({ table, parent: 'companies', of: 'companyNo', repair: 'delete' }),
  ),
  ...children('workspaceGroups', 'clear', { workspaces: 'workspaceGroupId' }),
  ...children('accounts', 'clear', { accounts: 'parentAccountId' }),
  ...children('accounts', 'clear', { workspaces: 'accountId' }),
  ...children('workspaces', 'delete', {
    members: 'workspaceId',
    folders: 'workspaceId',
    milestones: 'workspaceId',
    events: 'workspaceId',
    tasklists: 'workspaceId',
    tasks: 'workspaceId',
    times: 'workspaceId',
    files: 'workspaceId',
    tagUses: 'workspaceId',
  }),
  ...children('milestones', 'clear', { tasklists: 'milestoneId' }),
  ...children('tasks', 'delete', { times: 'taskId', taskMinutes: 'taskId' }),
  ...children('users', 'delete', {
    members: 'userId',
    times: 'userHash',
    timers: 'userHash',
    calendarFeeds: 'userHash',
    fileSubscribers: 'userId',
    clients: 'actAs',
    sessions: 'userId',
    invitations: 'userId',
    oneTimeCodes: 'userId',
    recoveryCodes: 'userId',
    ssoIdentities: 'userId',
  }),
  ...children('clients', 'delete', { clientKeys: 'clientId' }),
  ...children('files', 'delete', { fileVersions: 'fileId', fileSubscribers: 'fileId' }),
  ...children('deferredAssets', 'delete', { uploadPieces: 'assetId' }),
  ...children('tags', 'delete', { tagUses: 'tagId', tagTotals: 'tagId' }),
  ...children('tags', 'clear', { tags: 'mergedInto' }),
]

/**
 * Deleting a workspace looks up its records, including those in the trash, so these indexes no longer leave them out. A
 * second index would cost every create more than the foreign key itself.
 */
const indexes = {
  tasksByWorkspace: ['tasks', 'status', 'priority'],
  timesByWorkspace: ['times'],
  filesByWorkspace: ['files', 'status'],
  foldersByWorkspace: ['folders'],
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

function repairOf({ table, column, parent, of = 'id', repair }: ForeignKey): string {
  const pairs =
    column === undefined
      ? [['companyNo', of]]
      : [
          ['companyNo', 'companyNo'],
          [column, of],
        ]
  const found = pairs.map(([own, theirs]) => `p."${theirs}" = "${table}"."${own}"`).join(' AND ')
  const dangling = `${column === undefined ? '' : `"${column}" IS NOT NULL AND `}NOT EXISTS
    (SELECT 1 FROM "${parent}" p WHERE ${found})`
  return repair === 'delete'
    ? `DELETE FROM "${table}" WHERE ${dangling}`
    : `UPDATE "${table}" SET "${column}" = NULL WHERE ${dangling}`
}

function constraintOf({ column, parent, of = 'id' }: ForeignKey): string {
  const [own, theirs] =
    column === undefined
      ? [['companyNo'], [of]]
      : [
          ['companyNo', column],
          ['companyNo', of],
        ]
  return `FOREIGN KEY (${quoted(own)}) REFERENCES "${parent}" (${quoted(theirs)}) DEFERRABLE INITIALLY IMMEDIATE`
}

/**
 * SQLite cannot add a constraint to a table. Copying a million tasks with their indexes would take minutes and twice
 * the disk, so the stored CREATE TABLE gets the constraint instead: the rows satisfy it, and their format stays.
 */
const onSqlite = [
  'PRAGMA writable_schema = ON',
  ...Map.groupBy(keys, ({ table }) => table)
    .entries()
    .map(
      ([table, own]) =>
        `UPDATE "sqlite_schema" SET "sql" = substr("sql", 1, length("sql") - 1) || ', ${own.map(constraintOf).join(', ')})'
          WHERE "type" = 'table' AND "name" = '${table}'`,
    ),
  // Reads the schema again.
  'PRAGMA writable_schema = RESET',
]

const onPostgres = (key: ForeignKey): string =>
  `ALTER TABLE "${key.table}" ADD CONSTRAINT "${key.table}_${key.column ?? 'companyNo'}_fkey" ${constraintOf(key)}`

export const migration: Migration = {
  name: '0012-foreign-keys',
  statements: [
    ...keys.map(repairOf),
    ...onSqlite.map((statement) => `{sqlite}${statement}`),
    ...keys.map((key) => `{postgres}${onPostgres(key)}`),
    // On SQLite this also makes other connections reload the schema.
    ...Object.entries(indexes).flatMap(([name, [table, ...filtered]]) => [
      `DROP INDEX "${name}"`,
      `CREATE INDEX "${name}" ON "${table}" (${quoted(['companyNo', 'workspaceId', 'id', ...filtered, 'deletedAt'])})`,
    ]),
  ],
}
