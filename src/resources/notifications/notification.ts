import { mayApproveTime } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { type Reader, rows, type Sql } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type NotificationRow, notification } from '../../schema/records/notification.ts'
import { inMyWorkspaces, outsideTrashedWorkspaces } from '../workspaces/visible-content.ts'

const isSet =
  (column: string) =>
  (_whole: unknown, value: string | number | boolean): Restriction => ({
    condition: value === true ? sql`t.${sql.id(column)} IS NOT NULL` : sql`t.${sql.id(column)} IS NULL`,
  })

function isSnoozed(value: unknown): Sql {
  const now = clock.timestamp()
  return value === true
    ? sql`t."snoozedUntil" > ${now}`
    : sql`(t."snoozedUntil" IS NULL OR t."snoozedUntil" <= ${now})`
}

export const notifications = listOf(notification, {
  below: true,
  written: {
    read: isSet('readAt'),
    done: (whole, value) => ({
      ...isSet('doneAt')(whole, value),
      ...(value === false && {
        indexRanges: [{ ...whole, where: sql`${whole.where} AND t."doneAt" IS NULL` }],
      }),
    }),
    snoozed: (_, value) => ({ condition: isSnoozed(value) }),
  },
})

export function presentNotification(site: Site, row: NotificationRow): Representation {
  // A time that has passed counts as none.
  const snoozed = row.snoozedUntil !== null && row.snoozedUntil > clock.timestamp()
  const shown = snoozed ? row : { ...row, snoozedUntil: null }
  return present(notification, site.publicUrl, row.id, shown, {
    read: row.readAt !== null,
    done: row.doneAt !== null,
    snoozed,
  })
}

/** Whether the actor still sees the record of the notification `t`. Those of records in the trash are there too. */
export function seesRecord(actor: Actor): Sql {
  if (isCompanyAdmin(actor)) return outsideTrashedWorkspaces()
  const isOpen = mayApproveTime(actor) ? sql`t."timesheetId" IS NOT NULL` : isOwnTimesheet(actor)
  return sql`(${inMyWorkspaces(actor)} OR ${isOpen})`
}

/** Whether the notification `t` is about the actor's own timesheet. */
export const isOwnTimesheet = ({ userId }: Actor): Sql => sql`(t."timesheetId" IS NOT NULL
  AND EXISTS (SELECT 1 FROM "timesheets" s WHERE s."companyNo" = t."companyNo" AND s."id" = t."timesheetId"
    AND s."userHash" = ${userId}))`

/** The notifications of the actor about what they still see. */
export function ownNotifications(actor: Actor): Restriction[] {
  const { companyNo, userId } = actor
  const condition = sql`t."userHash" = ${userId}`
  // With the person, PostgreSQL would expect few rows, and look for the ids among all notifications of that person.
  const byId = sql`t."companyNo" = ${companyNo}`
  const where = sql`${byId} AND ${condition} AND t."deletedAt" IS NULL`
  const own = { condition, indexRanges: [{ from: '"notifications" t', id: 't."id"', where, byId }] }
  return [own, { condition: seesRecord(actor), likely: true }]
}

export async function findNotification(reader: Reader, actor: Actor, id: string): Promise<NotificationRow> {
  const [row] = await rows<NotificationRow>(
    reader,
    sql`SELECT t.* FROM "notifications" t WHERE t."companyNo" = ${actor.companyNo} AND t."id" = ${id}
      AND t."userHash" = ${actor.userId} AND t."deletedAt" IS NULL AND (${seesRecord(actor)})`,
  )
  if (row === undefined) throw problem('not_found', 'There is no such notification.')
  return row
}
