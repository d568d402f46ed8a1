import { stamp } from '../../base/ids.ts'
import { inChunks, rows, type Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/records.ts'
import type { UnmailedRow } from '../../db/rows/running.ts'
import { sql } from '../../db/sql.ts'
import type { StoredNews } from '../notifications/store.ts'

/** Queues news for the job that mails it. */
export async function storeUnmailed(
  tx: Transaction,
  companyNo: number,
  stored: readonly StoredNews[],
): Promise<void> {
  const waiting = stored.map(({ news, notificationId, since }): UnmailedRow => {
    const { userId, reason, actorId, at, commentId } = news
    const known = { notificationId, since, reason, actorId, at, commentId }
    return { companyNo, id: stamp().id, userId, ...known, dueAt: at }
  })
  for (const some of inChunks(waiting, 200)) await insertRows(tx, 'unmailed', some)
}

/** The most news that one mail is about. */
const mostNews = 1_000

/** Takes the news of a person that is due. If another process has taken it, that one mails it. */
export async function takeDue(
  tx: Transaction,
  { companyNo, userId }: Pick<UnmailedRow, 'companyNo' | 'userId'>,
  now: string,
): Promise<UnmailedRow[]> {
  const taken = await rows<UnmailedRow>(
    tx,
    sql`DELETE FROM "unmailed" WHERE "companyNo" = ${companyNo} AND "id" IN (SELECT "id" FROM "unmailed"
      WHERE "companyNo" = ${companyNo} AND "userId" = ${userId} AND "dueAt" <= ${now} ORDER BY "id" LIMIT ${mostNews})
      RETURNING *`,
  )
  return taken.sort((one, other) => (one.at < other.at ? -1 : 1))
}

/** Puts news back into the queue until later. */
export async function postpone(
  tx: Transaction,
  postponed: readonly { row: UnmailedRow; until: number }[],
): Promise<void> {
  const later = postponed.map(({ row, until }) => ({ ...row, dueAt: new Date(until).toISOString() }))
  for (const some of inChunks(later, 200)) await insertRows(tx, 'unmailed', some)
}
