import { clock } from '../../base/clock.ts'
import { stamp } from '../../base/ids.ts'
import type { Seal } from '../../base/secret.ts'
import { type Database, rows, type Transaction } from '../../db/database.ts'
import { findRow, insertRow } from '../../db/records.ts'
import type { UnmailedRow } from '../../db/rows/running.ts'
import { sql } from '../../db/sql.ts'
import { buildNotificationMail } from '../../mail/notification-mail.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { sealUnsubscribeLink } from '../../mail/unsubscribe-link.ts'
import { notificationReasons } from '../../schema/records/notification.ts'
import {
  type NotificationSettingsRow,
  notificationSettings,
} from '../../schema/records/notification-settings.ts'
import type { UserRow } from '../../schema/records/user.ts'
import type { Job } from '../runner.ts'
import { readContents } from './contents.ts'
import { postpone, takeDue } from './queue.ts'
import { type MailWishes, timeToMail } from './schedule.ts'
import { readUnread } from './unread.ts'

export const notificationMailJobName = 'notification-mail'

/** "A person gets at most 60 mails an hour, then a digest." */
const mostAnHour = 60
const hour = 3_600_000

/** People per read of the queue. */
const atOnce = 100

interface Parts {
  outbox: Outbox
  publicUrl: string
  /** Seals the unsubscribe links. */
  seal: Seal
}

type Recipient = Pick<UnmailedRow, 'companyNo' | 'userId'>

/** Mails people their notifications: everything that is due at the same time in one mail. */
export class NotificationMailer {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  readonly job: Job = {
    name: notificationMailJobName,
    everySeconds: 15,
    run: async (db, signal) => {
      const count = await this.mailDue(db, new Date(clock.now()), signal)
      return count === 0 ? undefined : `Queued ${count} notification mails.`
    },
  }

  /** Puts what is due into the outbox. Returns the number of mails. */
  async mailDue(db: Database, now: Date, signal: AbortSignal): Promise<number> {
    const { outbox } = this.#parts
    let count = 0
    for (let found = outbox.sends ? atOnce : 0; found === atOnce && !signal.aborted; ) {
      const people = await rows<Recipient>(
        db,
        sql`SELECT DISTINCT u."companyNo", u."userId" FROM "unmailed" u JOIN "companies" c
          ON c."companyNo" = u."companyNo" WHERE u."dueAt" <= ${now.toISOString()} AND c."deletedAt" IS NULL
          LIMIT ${atOnce}`,
      )
      found = people.length
      for (const person of people)
        if (!signal.aborted && (await db.load((tx) => this.#mail(tx, person, now.getTime())))) count += 1
    }
    if (count > 0) outbox.wake()
    return count
  }

  /**
   * Mails a person what is due. The mail is stored with the removal of the news from the queue, so that nothing is lost
   * or mailed twice. Whether they may see it is checked now, not when it happened.
   */
  async #mail(tx: Transaction, { companyNo, userId }: Recipient, now: number): Promise<boolean> {
    const { outbox, publicUrl, seal } = this.#parts
    const taken = await takeDue(tx, { companyNo, userId }, new Date(now).toISOString())
    const user = await findRow(tx, 'users', companyNo, userId)
    if (user === undefined || user.status !== 'Active') return false
    const wishes = await readWishes(tx, user)
    const unread = await readUnread(tx, user, taken)
    const timed = unread.flatMap((news) => {
      const { row, snoozedUntil } = news
      const until = timeToMail(wishes, { reason: row.reason, at: Date.parse(row.at) }, now)
      if (until === undefined) return []
      return [{ ...news, until: Math.max(until, Date.parse(snoozedUntil ?? '') || 0) }]
    })
    await postpone(
      tx,
      timed.filter(({ until }) => until > now),
    )
    const due = timed.filter(({ until }) => until <= now)
    if (due.length === 0) return false
    const until = await timeToMailAgain(tx, user, now)
    if (until > now) {
      await postpone(
        tx,
        due.map(({ row }) => ({ row, until })),
      )
      return false
    }
    const { contents, audience } = await readContents(tx, user, due, publicUrl)
    if (contents.groups.length === 0) return false
    const unsubscribe = sealUnsubscribeLink(seal, publicUrl, { companyNo, userId })
    await outbox.add(tx, companyNo, {
      ...buildNotificationMail(contents, { publicUrl, unsubscribe }),
      to: user.email,
      audience,
    })
    const { id } = stamp()
    await insertRow(tx, 'mailings', { companyNo, id, userId, createdAt: new Date(now).toISOString() })
    return true
  }
}

async function readWishes(
  tx: Transaction,
  { companyNo, id, timeZone }: Pick<UserRow, 'companyNo' | 'id' | 'timeZone'>,
): Promise<MailWishes> {
  const [stored] = await rows<NotificationSettingsRow>(
    tx,
    sql`SELECT * FROM "notificationSettings" WHERE "companyNo" = ${companyNo} AND "userHash" = ${id}`,
  )
  const { fields } = notificationSettings
  const times = Object.fromEntries(notificationReasons.map((reason) => [reason, fields[reason].fallback]))
  const defaults = { ...times, quietFrom: null, quietUntil: null, quietDays: '[]' } as Omit<
    MailWishes,
    'timeZone'
  >
  return { ...(stored ?? defaults), timeZone }
}

/** When the person may get the next mail: now, or an hour after the first of the last 60. Earlier ones are forgotten. */
async function timeToMailAgain(
  tx: Transaction,
  { companyNo, id }: Pick<UserRow, 'companyNo' | 'id'>,
  now: number,
): Promise<number> {
  const since = new Date(now - hour).toISOString()
  await rows(
    tx,
    sql`DELETE FROM "mailings" WHERE "companyNo" = ${companyNo} AND "userId" = ${id} AND "createdAt" <= ${since}`,
  )
  const [found] = await rows<{ count: number; first: string | null }>(
    tx,
    sql`SELECT CAST(count(*) AS integer) AS "count", min("createdAt") AS "first" FROM "mailings"
      WHERE "companyNo" = ${companyNo} AND "userId" = ${id}`,
  )
  if (found === undefined || found.first === null || found.count < mostAnHour) return now
  return Date.parse(found.first) + hour
}
