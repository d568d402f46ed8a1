import { stamp } from '../../src/base/ids.ts'
import { type Database, inChunks, rows } from '../../src/db/database.ts'
import { buildRow, insertRecords } from '../../src/db/records.ts'
import { sql } from '../../src/db/sql.ts'
import { notification, notificationReasons } from '../../src/schema/records/notification.ts'
import type { Caller } from '../caller.ts'
import type { Company } from '../company.ts'

/** Gives the admin unread notifications. They all belong to one task, but count as those of different records. */
export async function fillInbox(
  db: Database,
  { companyNo, adminId }: Pick<Company, 'companyNo' | 'adminId'>,
  { taskId, workspaceId }: { taskId: string; workspaceId: string },
  count: number,
): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => {
    const at = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString()
    return buildRow({ companyNo, userId: null }, notification, {
      taskId,
      userHash: adminId,
      reason: notificationReasons[n % notificationReasons.length] ?? 'comment',
      recordKind: 'task',
      recordId: stamp().id,
      workspaceId,
      actors: [],
      count: 1,
      firstAt: at,
      lastAt: at,
    })
  })
  for (const some of inChunks(all, 1_000)) await db.load((tx) => insertRecords(tx, notification, some))
  // As PostgreSQL does within a minute.
  if (db.engine === 'postgres') await rows(db, sql`VACUUM ANALYZE "notifications"`)
}

/** The median milliseconds of the requests that an inbox needs. */
export async function measureInbox(caller: Caller): Promise<Record<string, number>> {
  const path = '/v1/users/me/notifications'
  const requests = {
    'first page (ms)': `${path}?sort=-lastAt&filter=${encodeURIComponent('done=false AND snoozed=false')}`,
    'summary (ms)': `${path}/summary`,
    'tasks, to compare (ms)': '/v1/tasks',
  }
  const figures: Record<string, number> = {}
  for (const [name, request] of Object.entries(requests)) {
    const times: number[] = []
    for (let n = 0; n < 15; n += 1) {
      const began = performance.now()
      await caller.ok('GET', request)
      times.push(performance.now() - began)
    }
    figures[name] = Math.round((times.toSorted((a, b) => a - b)[7] ?? 0) * 10) / 10
  }
  return figures
}
