import { clock } from '../../base/clock.ts'
import { type Database, inChunks, rows } from '../../db/database.ts'
import { readByIds } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { localDay } from '../../query/days.ts'
import { closedStatuses, type TaskRow } from '../../schema/records/task.ts'
import { activeCompanies, eachCompany } from '../active-companies.ts'
import { storeUnmailed } from '../notification-mail/queue.ts'
import type { Job } from '../runner.ts'
import { readPeople } from './people.ts'
import { type Subject, storeNews } from './store.ts'

/** The hour of the day at which people are reminded, in their time zone. */
const hour = 8
const day = 86_400_000

interface Due {
  taskId: string
  workspaceId: string
  dueDate: string
  userId: string
  timeZone: string
}

/** "At 08:00 in the person's time zone." `isMailed`: whether the news is also mailed. */
export const dueDatesJob = (isMailed: boolean): Job => ({
  name: 'due-dates',
  everySeconds: 60,
  async run(db, signal) {
    await notifyOfDueDates(db, new Date(clock.now()), signal, isMailed)
    return undefined
  },
})

/** Notifies the assignees of open tasks that are due today, "once per task, person and due date". */
export async function notifyOfDueDates(
  db: Database,
  now: Date,
  signal: AbortSignal,
  isMailed = false,
): Promise<void> {
  // Every date that is today somewhere.
  const days = [-day, 0, day].map((shift) => new Date(now.getTime() + shift).toISOString().slice(0, 10))
  // Before that hour, people are still notified of the day before.
  const then = now.getTime() - hour * 3_600_000
  await eachCompany(await activeCompanies(db), async (companyNo) => {
    if (signal.aborted) return
    const due = (await readDue(db, companyNo, days)).filter(
      ({ dueDate, timeZone }) => localDay(timeZone, then) === dueDate,
    )
    for (const some of inChunks(due, 200)) await notify(db, companyNo, some, now, isMailed)
  })
}

/** The assignees of open tasks with these due dates who were not notified of them. */
async function readDue(db: Database, companyNo: number, days: readonly string[]): Promise<Due[]> {
  const due: Due[] = []
  const tasks = await rows<Pick<TaskRow, 'id' | 'workspaceId' | 'dueDate' | 'assignees'>>(
    db,
    sql`SELECT "id", "workspaceId", "dueDate", "assignees" FROM "tasks" WHERE "companyNo" = ${companyNo}
      AND "dueDateKey" IN ${sql.list(days)} AND "deletedAt" IS NULL AND "status" NOT IN ${sql.list(closedStatuses)}
      AND "assignees" <> '[]'`,
  )
  for (const some of inChunks(tasks)) {
    const notices = await rows<Pick<Due, 'taskId' | 'userId' | 'dueDate'>>(
      db,
      sql`SELECT "taskId", "userId", "dueDate" FROM "dueNotices" WHERE "companyNo" = ${companyNo}
        AND "taskId" IN ${sql.list(some.map(({ id }) => id))}`,
    )
    const known = new Set(notices.map((each) => `${keyOf(each)} ${each.dueDate}`))
    const open = some.flatMap(({ id: taskId, workspaceId, dueDate, assignees }) =>
      (JSON.parse(assignees) as string[])
        .map((userId) => ({ taskId, workspaceId, dueDate: dueDate ?? '', userId }))
        .filter((each) => !known.has(`${keyOf(each)} ${each.dueDate}`)),
    )
    const people = await readByIds(
      db,
      'users',
      companyNo,
      open.map(({ userId }) => userId),
    )
    due.push(...open.map((each) => ({ ...each, timeZone: people.get(each.userId)?.timeZone ?? 'UTC' })))
  }
  return due
}

const keyOf = ({ taskId, userId }: Pick<Due, 'taskId' | 'userId'>): string => `${taskId} ${userId}`

async function notify(
  db: Database,
  companyNo: number,
  some: readonly Due[],
  now: Date,
  isMailed: boolean,
): Promise<void> {
  await db.load(async (tx) => {
    const added = await rows<{ taskId: string; userId: string }>(
      tx,
      sql`INSERT INTO "dueNotices" ("companyNo", "taskId", "userId", "dueDate")
        VALUES ${sql.values(some.map(({ taskId, userId, dueDate }) => [companyNo, taskId, userId, dueDate]))}
        ON CONFLICT DO NOTHING RETURNING "taskId", "userId"`,
    )
    const isNew = new Set(added.map(keyOf))
    const fresh = some
      .filter((each) => isNew.has(keyOf(each)))
      .map(({ taskId, workspaceId, userId }) => {
        const subject: Subject = { kind: 'task', id: taskId, workspaceId }
        return { subject, userId }
      })
    if (fresh.length === 0) return
    const userIds = [...new Set(fresh.map(({ userId }) => userId))]
    const subjects = fresh.map(({ subject }) => subject)
    const people = await readPeople(tx, companyNo, subjects, userIds)
    const at = now.toISOString()
    const told = fresh.filter(
      ({ userId, subject }) => people.maySee(userId, subject, false) && !people.hasMuted(userId, subject),
    )
    const stored = await storeNews(
      tx,
      companyNo,
      told.map((each) => ({ ...each, reason: 'due', actorId: null, at, commentId: null })),
    )
    if (isMailed) await storeUnmailed(tx, companyNo, stored)
  })
}
