import { mayApproveTime } from '../../auth/permissions.ts'
import { isCompanyAdmin, seesInternal } from '../../base/actor.ts'
import { inChunks, rows, type Transaction } from '../../db/database.ts'
import { readByIds } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { readPermissions, type UserRow } from '../../schema/records/user.ts'
import type { Subject } from './store.ts'

/** Tells whether people can see a record, and whether they have muted it. */
interface Recipients {
  maySee(userId: string, subject: Subject, internalOnly: boolean): boolean
  hasMuted(userId: string, subject: Subject): boolean
}

type Person = Pick<UserRow, 'id' | 'userType' | 'permissions'>

/** Reads what `Recipients` needs about these people and records. */
export async function readPeople(
  tx: Transaction,
  companyNo: number,
  subjects: readonly Subject[],
  userIds: readonly string[],
): Promise<Recipients> {
  const people = new Map<string, { isAdmin: boolean; isInternal: boolean; isApprover: boolean }>()
  const [members, mutes] = [new Set<string>(), new Set<string>()]
  const workspaceIds = [...new Set(subjects.flatMap(({ workspaceId }) => workspaceId ?? []))]
  const mutable = [...new Set([...workspaceIds, ...subjects.map(({ id }) => id)])]
  for (const some of inChunks(userIds)) {
    const found = await rows<Person>(
      tx,
      sql`SELECT "id", "userType", "permissions" FROM "users" WHERE "companyNo" = ${companyNo}
        AND "id" IN ${sql.list(some)} AND "status" = 'Active'`,
    )
    for (const person of found) {
      const permissions = readPermissions(person)
      people.set(person.id, {
        isAdmin: isCompanyAdmin({ permissions }),
        isInternal: seesInternal({ userType: person.userType, permissions }),
        isApprover: mayApproveTime({ permissions }),
      })
    }
    for (const ids of inChunks(workspaceIds))
      for (const { userId, workspaceId } of await rows<{ userId: string; workspaceId: string }>(
        tx,
        sql`SELECT "userId", "workspaceId" FROM "members" WHERE "companyNo" = ${companyNo}
          AND "workspaceId" IN ${sql.list(ids)} AND "userId" IN ${sql.list(some)}`,
      ))
        members.add(`${userId} ${workspaceId}`)
    for (const { userId, recordId } of await rows<{ userId: string; recordId: string }>(
      tx,
      sql`SELECT "userId", "recordId" FROM "mutes" WHERE "companyNo" = ${companyNo}
        AND "userId" IN ${sql.list(some)} AND "recordId" IN ${sql.list(mutable)}`,
    ))
      mutes.add(`${userId} ${recordId}`)
  }
  const timesheets = await readByIds(
    tx,
    'timesheets',
    companyNo,
    subjects.flatMap(({ kind, id }) => (kind === 'timesheet' ? [id] : [])),
  )
  return {
    maySee(userId, { kind, id, workspaceId }, internalOnly) {
      const person = people.get(userId)
      if (person === undefined) return false
      if (kind === 'timesheet') return person.isApprover || timesheets.get(id)?.userHash === userId
      if (person.isAdmin) return true
      return members.has(`${userId} ${workspaceId}`) && (!internalOnly || person.isInternal)
    },
    hasMuted: (userId, { id, workspaceId }) =>
      mutes.has(`${userId} ${id}`) || mutes.has(`${userId} ${workspaceId}`),
  }
}

/** Everybody who may approve time. */
export async function readApprovers(tx: Transaction, companyNo: number): Promise<string[]> {
  const found = await rows<{ id: string }>(
    tx,
    sql`SELECT "id" FROM "users" WHERE "companyNo" = ${companyNo} AND "status" = 'Active'
      AND "permissions" <> '[]' AND ("permissions" LIKE '%"companyAdmin"%' OR "permissions" LIKE '%"approveTime"%')`,
  )
  return found.map(({ id }) => id)
}
