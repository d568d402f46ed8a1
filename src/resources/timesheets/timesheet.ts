import { demand, mayApproveTime } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { existingIds, findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { mondayOf } from '../../query/days.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type TimesheetRow, timesheet } from '../../schema/records/timesheet.ts'

export const timesheets = listOf(timesheet)

export const presentTimesheet = (site: Site, row: TimesheetRow): Representation =>
  present(timesheet, site.publicUrl, row.id, row)

const maySeeTimesheet = (actor: Actor, { userHash }: TimesheetRow): boolean =>
  mayApproveTime(actor) || userHash === actor.userId

export async function findTimesheet(reader: Reader, actor: Actor, id: string): Promise<TimesheetRow> {
  const row = await findRow(reader, 'timesheets', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such timesheet.')
  demand(
    maySeeTimesheet(actor, row),
    'You see your own timesheets. Only people who may approve time see others.',
  )
  return row
}

/** People see their own timesheets, and those who may approve time see all. */
export function visibleTimesheets(actor: Actor): Restriction[] {
  return mayApproveTime(actor) ? [] : [timesheets.where(actor, 'userHash', actor.userId)]
}

export function visibleTimesheetIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  const own = sql`t."userHash" = ${actor.userId}`
  return existingIds(reader, 'timesheets', actor.companyNo, ids, mayApproveTime(actor) ? undefined : own)
}

/**
 * "Entries of an approved week are a 409 for everyone but company admins." Throws if one of the days lies in an approved
 * week of the person.
 */
export async function demandNotApproved(
  reader: Reader,
  actor: Actor,
  userHash: string,
  days: readonly string[],
): Promise<void> {
  if (isCompanyAdmin(actor)) return
  const weeks = [...new Set(days.map(mondayOf))]
  const approved = await reader.query
    .selectFrom('timesheets')
    .select('week')
    .where('companyNo', '=', actor.companyNo)
    .where('userHash', '=', userHash)
    .where('week', 'in', weeks)
    .where('state', '=', 'approved')
    .executeTakeFirst()
  if (approved !== undefined)
    throw problem(
      'conflict',
      `The week of ${approved.week} is approved, so its time can no longer be changed. Ask somebody who may approve time to withdraw the approval.`,
    )
}
