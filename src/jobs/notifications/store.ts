import { inChunks, rows, type Transaction } from '../../db/database.ts'
import { buildRow, insertRecords, momentAfter } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import {
  mostActors,
  type NotificationReason,
  type NotificationRow,
  notification,
  strengthOf,
} from '../../schema/records/notification.ts'
import { columnsOf } from '../../schema/storage.ts'

/** The record that a notification is about. */
export interface Subject {
  kind: NotificationRow['recordKind']
  id: string
  /** Null for a timesheet. */
  workspaceId: string | null
}

/** Something that a person is notified of. */
export interface News {
  userId: string
  subject: Subject
  reason: NotificationReason
  actorId: string | null
  at: string
  commentId: string | null
}

/** News, and the notification that it was added to. */
export interface StoredNews {
  news: News
  notificationId: string
  /** The `firstAt` of the notification. */
  since: string
}

const atOnce = 200

const keyOf = (userId: string, recordId: string): string => `${userId} ${recordId}`

/** Adds news to the notifications of people: to the one about the record, unless that is done. */
export async function storeNews(
  tx: Transaction,
  companyNo: number,
  all: readonly News[],
): Promise<StoredNews[]> {
  const stored: StoredNews[] = []
  const grouped = Map.groupBy(all, ({ userId, subject }) => keyOf(userId, subject.id))
  for (const groups of inChunks([...grouped.values()], atOnce)) {
    const known = await readLive(tx, companyNo, groups)
    const added: NotificationRow[] = []
    const changed: NotificationRow[] = []
    for (const group of groups) {
      const [first, ...rest] = group
      if (first === undefined) continue
      const before = known.get(keyOf(first.userId, first.subject.id))
      const row = rest.reduce(
        withNews,
        before === undefined ? newNotification(companyNo, first) : withNews(before, first),
      )
      ;(before === undefined ? added : changed).push(row)
      for (const news of group) stored.push({ news, notificationId: row.id, since: row.firstAt })
    }
    await insertRecords(tx, notification, added)
    await update(tx, companyNo, changed)
  }
  return stored
}

/** Reads the notifications that news is added to. Until the transaction ends, nobody else changes them. */
async function readLive(
  tx: Transaction,
  companyNo: number,
  groups: readonly (readonly News[])[],
): Promise<Map<string, NotificationRow>> {
  const wanted = groups.flatMap(([news]) =>
    news === undefined ? [] : [[news.subject.id, news.userId] as const],
  )
  const live = await rows<NotificationRow>(
    tx,
    sql`UPDATE "notifications" SET "count" = "count" FROM (VALUES ${sql.values(wanted)}) AS v
      WHERE "notifications"."companyNo" = ${companyNo} AND "notifications"."recordId" = v."column1"
        AND "notifications"."userHash" = v."column2" AND "notifications"."doneAt" IS NULL
      RETURNING ${sql.ids(columnsOf(notification))}`,
  )
  return new Map(live.map((row) => [keyOf(row.userHash, row.recordId), row]))
}

function newNotification(
  companyNo: number,
  { userId, subject, reason, actorId, at, commentId }: News,
): NotificationRow {
  const { kind, id, workspaceId } = subject
  return buildRow({ companyNo, userId: null }, notification, {
    [`${kind}Id`]: id,
    userHash: userId,
    reason,
    recordKind: kind,
    recordId: id,
    workspaceId,
    commentId,
    actors: actorId === null ? [] : [actorId],
    count: 1,
    firstAt: at,
    lastAt: at,
  })
}

/** Earlier news keeps counting until the person reads it. */
function withNews(before: NotificationRow, { reason, actorId, at, commentId }: News): NotificationRow {
  const isRead = before.readAt !== null
  const earlier = (isRead ? [] : (JSON.parse(before.actors) as string[])).filter((id) => id !== actorId)
  const actors = [...(actorId === null ? [] : [actorId]), ...earlier].slice(0, mostActors)
  return {
    ...before,
    reason: isRead || strengthOf(reason) < strengthOf(before.reason) ? reason : before.reason,
    commentId: commentId ?? (isRead ? null : before.commentId),
    actors: JSON.stringify(actors),
    count: isRead ? 1 : before.count + 1,
    firstAt: isRead ? at : before.firstAt,
    lastAt: at > before.lastAt ? at : before.lastAt,
    updatedAt: momentAfter(before.updatedAt),
    readAt: null,
    // Only a mention ends a snooze early.
    snoozedUntil: reason === 'mention' ? null : before.snoozedUntil,
  }
}

async function update(
  tx: Transaction,
  companyNo: number,
  changed: readonly NotificationRow[],
): Promise<void> {
  if (changed.length === 0) return
  const values = changed.map((row) => [
    ...[row.id, row.reason, row.commentId, row.actors, String(row.count)],
    ...[row.firstAt, row.lastAt, row.snoozedUntil, row.updatedAt],
  ])
  await rows(
    tx,
    sql`UPDATE "notifications" SET "reason" = v."column2", "commentId" = v."column3", "actors" = v."column4",
      "count" = CAST(v."column5" AS integer), "firstAt" = v."column6", "lastAt" = v."column7",
      "snoozedUntil" = v."column8", "updatedAt" = v."column9", "readAt" = NULL
      FROM (VALUES ${sql.values(values)}) AS v
      WHERE "notifications"."companyNo" = ${companyNo} AND "notifications"."id" = v."column1"`,
  )
}
