import { clock } from '../../src/base/clock.ts'
import { openFile } from '../../src/db/sqlite/engine.ts'

interface LargeWorkspace {
  workspaceId: string
  createdBy: string
  count: number
  /** Whether they are spread over the days around today; else they have no dates. */
  dated: boolean
}

const statuses = ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled']

/**
 * Fills a workspace of a company with tasks, with as many in each status, straight in the SQLite file: creating them
 * through the API would take minutes. The service must not be running.
 */
export function fillWorkspace(file: string, { workspaceId, createdBy, count, dated }: LargeWorkspace): void {
  const connection = openFile(file)
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  connection.pragma('synchronous = OFF')
  const { companyNo } = connection
    .prepare(`SELECT "companyNo" FROM "workspaces" WHERE "id" = ?`)
    .get(workspaceId) as { companyNo: number }
  const day = (shift: string): string =>
    dated ? `date('${today}', (n % 400 - 200 + ${shift}) || ' days')` : 'NULL'
  const status = statuses.map((name, n) => `WHEN ${n} THEN '${name}'`).join(' ')
  connection
    .prepare(
      `INSERT INTO "tasks" ("companyNo", "id", "createdAt", "updatedAt", "createdBy", "workspaceId", "title", "titleKey",
        "description", "status", "priority", "startDate", "dueDate", "completedAt", "estimateMinutes", "assignees", "tagIds",
        "customFields")
      WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < $count - 1)
      SELECT $companyNo, substr($workspaceId, 1, 14) || printf('%08d', n), '2026-01-01T00:00:00.000Z',
        '2026-01-01T00:00:00.000Z', $createdBy, $workspaceId, 'Task ' || n || ' of a long list', 'task ' || n || ' of a long list',
        hex(zeroblob(100)), CASE n % 5 ${status} END, n % 5 + 1, ${day('0')}, ${day('n % 9')},
        CASE WHEN n % 5 = 3 THEN '2026-01-02T00:00:00.000Z' END, n % 8 * 30, '[]', '[]', '[]' FROM numbers`,
    )
    .run({ companyNo, count, workspaceId, createdBy })
  connection.close()
}
