import { maySeeDirectory } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { type Fault, invalid } from '../../base/errors.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { mostMentions } from '../../schema/records/comment.ts'
import { readPermissions, type UserRow } from '../../schema/records/user.ts'

/** A name has no brackets, so that no text is read twice. */
const mention = /@\[[^\][\n]*\]\(user:([0-9A-Za-z]{22})\)/g

/** The people that a text mentions, in the order of their first mention. */
export function readMentions(body: string): string[] {
  const ids = [...new Set(Array.from(body.matchAll(mention), ([, id = '']) => id))]
  if (ids.length > mostMentions)
    throw bodyFault(`mentions ${ids.length} people. At most ${mostMentions} are allowed.`)
  return ids
}

function bodyFault(detail: string): Error {
  const fault: Fault = { pointer: '/body', detail: `"body" ${detail}` }
  return invalid([fault])
}

interface Mentioned extends Pick<UserRow, 'id' | 'fullName' | 'userType' | 'status' | 'permissions'> {
  memberId: string | null
}

/** "Mentions of people who may not see the record are refused with a fault that names them." */
export async function demandMaySee(
  reader: Reader,
  actor: Actor,
  workspaceId: string,
  ids: readonly string[],
  internalOnly: boolean,
): Promise<void> {
  if (ids.length === 0) return
  const people = await rows<Mentioned>(
    reader,
    sql`SELECT u."id", u."fullName", u."userType", u."status", u."permissions", m."userId" AS "memberId"
      FROM "users" u LEFT JOIN "members" m ON m."companyNo" = u."companyNo" AND m."userId" = u."id"
        AND m."workspaceId" = ${workspaceId}
      WHERE u."companyNo" = ${actor.companyNo} AND u."id" IN ${sql.list(ids)}`,
  )
  const known = new Map(people.map((person) => [person.id, person]))
  const refused: string[] = []
  const missing: string[] = []
  for (const id of ids) {
    const person = known.get(id)
    const isSeen = person !== undefined && (person.memberId !== null || maySeeDirectory(actor))
    if (!isSeen) missing.push(id)
    else if (!maySee(person, internalOnly)) refused.push(person.fullName)
  }
  if (missing.length > 0) throw bodyFault(`mentions people who do not exist: ${missing.join(', ')}.`)
  if (refused.length > 0)
    throw bodyFault(
      `mentions people who may not see ${internalOnly ? 'internal comments here' : 'it'}: ${refused.join(', ')}.`,
    )
}

function maySee(person: Mentioned, internalOnly: boolean): boolean {
  if (person.status !== 'Active') return false
  if (readPermissions(person).includes('companyAdmin')) return true
  return person.memberId !== null && (!internalOnly || person.userType === 'Internal')
}
