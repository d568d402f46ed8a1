import { rows } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { Notifier } from '../../src/jobs/notifications/notifier.ts'
import { type News, storeNews } from '../../src/jobs/notifications/store.ts'
import type { Company, World } from './world.ts'

/** A notification of the company's admin about a task, stored as the job does. Returns its id. */
export async function buildNotification(
  { db }: Pick<World, 'db'>,
  { companyNo, adminId }: Company,
  { taskId, workspaceId }: { taskId: string; workspaceId: string },
  given: Partial<News> = {},
): Promise<string> {
  const news: News = {
    userId: adminId,
    subject: { kind: 'task', id: taskId, workspaceId },
    reason: 'comment',
    actorId: null,
    at: '2026-03-31T09:30:00.000Z',
    commentId: null,
    ...given,
  }
  await db.load((tx) => storeNews(tx, companyNo, [news]))
  const [stored] = await rows<{ id: string }>(
    db,
    sql`SELECT "id" FROM "notifications" WHERE "companyNo" = ${companyNo} AND "recordId" = ${taskId}
      AND "userHash" = ${news.userId} AND "doneAt" IS NULL`,
  )
  return stored?.id ?? ''
}

/** Notifies of everything that has happened so far. */
export async function notify({ db, app }: Pick<World, 'db' | 'app'>): Promise<void> {
  await app.hub.sequencer.settled()
  await new Notifier(app.outbox.sends).job.run(db, new AbortController().signal)
}
