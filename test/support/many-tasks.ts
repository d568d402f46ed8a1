import { openFile } from '../../src/db/sqlite/engine.ts'

/** The distribution of the tasks' values; `n` counts from 0. */
const columns: Readonly<Record<string, string>> = {
  companyNo: '1',
  // In order of creation, like real ids.
  id: `printf('%022d', n)`,
  createdAt: `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n, 'unixepoch')`,
  updatedAt: `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + (n * 7919) % 1000003, 'unixepoch')`,
  createdBy: `'u'`,
  workspaceId: `printf('w%021d', n % 400)`,
  title: `'Task ' || ((n * 7919) % 65537)`,
  titleKey: `'task ' || ((n * 7919) % 65537)`,
  description: `substr(hex(randomblob(60)), 1, 40 + n % 80)`,
  status: `CASE n % 7 WHEN 0 THEN 'Completed' WHEN 1 THEN 'In Progress' WHEN 2 THEN 'On Hold' WHEN 3 THEN 'Cancelled' ELSE 'Open' END`,
  priority: 'n % 5 + 1',
  startDate: `CASE WHEN n % 3 = 0 THEN date('2026-01-01', (n % 365) || ' days') END`,
  dueDate: `CASE WHEN n % 4 <> 0 THEN date('2026-01-01', ((n * 31) % 700) || ' days') END`,
  completedAt: `CASE WHEN n % 7 = 0 THEN strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + n * 2, 'unixepoch') END`,
  assignees: `'[]'`,
  tagIds: `'[]'`,
  customFields: `'[]'`,
}

/** Fills a migrated SQLite file with tasks quickly: without indexes, which are created afterwards. */
export function fillWithTasks(file: string, count: number): void {
  const connection = openFile(file)
  connection.pragma('synchronous = OFF')
  const indexes = connection
    .prepare(
      `SELECT "name", "sql" FROM "sqlite_schema" WHERE "type" = 'index' AND "tbl_name" = 'tasks' AND "sql" IS NOT NULL`,
    )
    .all() as { name: string; sql: string }[]
  connection.exec('BEGIN')
  connection.exec(`INSERT OR IGNORE INTO "companies" ("companyNo", "id", "companyName", "organization", "createdAt", "updatedAt")
    VALUES (1, 'c', 'Many tasks', 'workspaceGroups', '', '')`)
  connection.exec(`INSERT INTO "workspaces" ("companyNo", "id", "createdAt", "updatedAt", "workspaceName", "workspaceNameKey",
      "urlShortName", "urlShortNameKey", "workspaceType", "archived", "customFields")
    WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 399)
    SELECT 1, printf('w%021d', n), '', '', 'w' || n, 'w' || n, 'w' || n, 'w' || n, 'pm', 0, '[]' FROM numbers`)
  for (const { name } of indexes) connection.exec(`DROP INDEX "${name}"`)
  const names = Object.keys(columns).map((name) => `"${name}"`)
  connection.exec(`WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})
    INSERT INTO "tasks" (${names.join(', ')}) SELECT ${Object.values(columns).join(', ')} FROM numbers`)
  // Every task has one of ten pairs of tags, and one of a hundred people.
  connection.exec(`INSERT INTO "tags" ("companyNo", "id", "createdAt", "updatedAt", "tagName", "tagNameKey")
    WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 19)
    SELECT 1, printf('g%021d', n), '', '', 'tag' || n, 'tag' || n FROM numbers`)
  connection.exec(`INSERT INTO "taskTags" ("companyNo", "tagId", "taskId")
    SELECT 1, printf('g%021d', CAST("id" AS integer) % 10), "id" FROM "tasks"
    UNION ALL SELECT 1, printf('g%021d', 10 + CAST("id" AS integer) / 7 % 10), "id" FROM "tasks"`)
  connection.exec(`INSERT INTO "taskAssignees" ("companyNo", "userId", "taskId")
    SELECT 1, printf('u%021d', CAST("id" AS integer) % 100), "id" FROM "tasks"`)
  for (const { sql } of indexes) connection.exec(sql)
  connection.exec('COMMIT')
  connection.close()
}
