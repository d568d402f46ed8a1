import { isCompanyAdmin, seesInternal } from '../base/actor.ts'
import { type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { readPermissions, type UserRow } from '../schema/records/user.ts'

/** The recipient of a mail, and everything they must be allowed to see before it is sent. */
export interface MailAudience {
  userId: string
  workspaceIds: readonly string[]
  /** Timesheets that it is about; a mail that was stored by an earlier version has none. */
  timesheetIds?: readonly string[]
  /** Whether it is about something that is hidden from external people. */
  internalOnly: boolean
}

/** Whether the person still has the address, and may still see what the mail is about. */
export async function mayGetMail(
  reader: Reader,
  companyNo: number,
  to: string,
  { userId, workspaceIds, timesheetIds = [], internalOnly }: MailAudience,
): Promise<boolean> {
  const [person] = await rows<Pick<UserRow, 'email' | 'status' | 'userType' | 'permissions'>>(
    reader,
    sql`SELECT "email", "status", "userType", "permissions" FROM "users" WHERE "companyNo" = ${companyNo}
      AND "id" = ${userId}`,
  )
  if (person === undefined || person.status !== 'Active' || person.email !== to) return false
  const permissions = readPermissions(person)
  const isAdmin = isCompanyAdmin({ permissions })
  if (internalOnly && !seesInternal({ ...person, permissions })) return false
  const isMember = isAdmin
    ? sql`1 = 1`
    : sql`EXISTS (SELECT 1 FROM "members" m WHERE m."companyNo" = w."companyNo" AND m."workspaceId" = w."id"
        AND m."userId" = ${userId})`
  if (timesheetIds.length > 0) {
    const isOpen = isAdmin || permissions.includes('approveTime') ? sql`1 = 1` : sql`"userHash" = ${userId}`
    const seen = await rows(
      reader,
      sql`SELECT "id" FROM "timesheets" WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(timesheetIds)}
        AND ${isOpen}`,
    )
    if (seen.length < new Set(timesheetIds).size) return false
  }
  if (workspaceIds.length === 0) return true
  const open = await rows(
    reader,
    sql`SELECT w."id" FROM "workspaces" w WHERE w."companyNo" = ${companyNo} AND w."id" IN ${sql.list(workspaceIds)}
      AND w."deletedAt" IS NULL AND ${isMember}`,
  )
  return open.length === workspaceIds.length
}
