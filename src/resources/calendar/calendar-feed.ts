import type { Reader } from '../../db/database.ts'
import type { Write } from '../../db/write.ts'
import type { CalendarFeedRow } from '../../schema/records/calendar-feed.ts'

interface Person {
  companyNo: number
  id: string
}

/** The calendar address of a person. */
export async function findFeed(
  reader: Reader,
  { companyNo, id }: Person,
): Promise<CalendarFeedRow | undefined> {
  return reader.query
    .selectFrom('calendarFeeds')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('userHash', '=', id)
    .executeTakeFirst()
}

export async function revokeFeed(tx: Write, { companyNo, id }: CalendarFeedRow): Promise<void> {
  await tx.query.deleteFrom('calendarFeeds').where('companyNo', '=', companyNo).where('id', '=', id).execute()
  tx.log({ verb: 'deleted', kind: 'calendarFeed', recordId: id })
}

/** For a deactivated person: the address must not work again if they come back. */
export async function revokeCalendarOf(tx: Write, person: Person): Promise<void> {
  const feed = await findFeed(tx, person)
  if (feed !== undefined) await revokeFeed(tx, feed)
}
