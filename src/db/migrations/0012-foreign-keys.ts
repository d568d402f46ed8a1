import type { Migration } from './migration.ts'

interface ForeignKey {
  table: string
  /** Together with `companyNo`; undefined for the company itself. */
  column?: string
  parent: string
  /** The column of the parent; `id` unless said otherwise. */
  of?: string
  /** What happens to a row whose parent is already missing: it goes, or it refers to none. */
  repair: 'delete' | 'clear'
}

const children = (
  parent: string,
  repair: ForeignKey['repair'],
  columns: Record<string, string>,
): ForeignKey[] => Object.entries(columns).map(([table, column]) => ({ table, column, parent, repair }))

/** Parents before their children, so that what a repair deletes takes its own children along. */
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
    timers: 'workspaceId',
    files: 'workspaceId',
    tagUses: 'workspaceId',
  }),
  ...children('milestones', 'clear', { tasklists: 'milestoneId' }),
  ...children('tasks', 'delete', { times: 'taskId', taskMinutes: 'taskId' }),
  ...children('tasks', 'clear', { timers: 'taskId' }),
  ...children('users', 'delete', {
    members: 'userId',
    taskAssignees: 'userId',
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
  ...children('tags', 'delete', {
    taskTags: 'tagId',
    fileTags: 'tagId',
    tagUses: 'tagId',
    tagTotals: 'tagId',
  }),
  ...children('tags', 'clear', { tags: 'mergedInto' }),
]

/** Deleting a parent looks for its children, and the indexes that are there leave out what is in the trash. */
const indexes = [
  ['tasksInWorkspace', 'tasks', 'workspaceId'],
  ['timesInWorkspace', 'times', 'workspaceId'],
  ['filesInWorkspace', 'files', 'workspaceId'],
  ['foldersInWorkspace', 'folders', 'workspaceId'],
  ['timersByWorkspace', 'timers', 'workspaceId'],
  ['timersByTask', 'timers', 'taskId'],
]

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

const onPostgres = keys.map(
  (key) =>
    `ALTER TABLE "${key.table}" ADD CONSTRAINT "${key.table}_${key.column ?? 'companyNo'}_fkey" ${constraintOf(key)}`,
)

export const foreignKeys: Migration = {
  name: '0012-foreign-keys',
  statements: [
    ...keys.map(repairOf),
    ...onSqlite.map((statement) => `{sqlite}${statement}`),
    ...onPostgres.map((statement) => `{postgres}${statement}`),
    // On SQLite this also tells other connections that the schema has changed.
    ...indexes.map(
      ([name, table, column]) => `CREATE INDEX "${name}" ON "${table}" ("companyNo", "${column}")`,
    ),
  ],
}
