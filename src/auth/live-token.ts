import type { Actor } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { isServed } from '../base/deleted-company.ts'
import { inChunks, type Reader } from '../db/database.ts'
import { readPermissions } from '../schema/records/user.ts'

/** An access token with everything it depends on: its user, its client and key, and its session. */
export const tokenByHash = (reader: Pick<Reader, 'query'>, hash: string) =>
  tokens(reader).where('a.hash', '=', hash)

const tokens = ({ query }: Pick<Reader, 'query'>) =>
  query
    .selectFrom('accessTokens as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyNo', '=', 'a.companyNo').onRef('u.id', '=', 'a.userId'),
    )
    .innerJoin('companies as c', 'c.companyNo', 'a.companyNo')
    .leftJoin('clients as p', (join) =>
      join.onRef('p.companyNo', '=', 'a.companyNo').onRef('p.id', '=', 'a.clientId'),
    )
    .leftJoin('clientKeys as k', (join) =>
      join.onRef('k.companyNo', '=', 'a.companyNo').onRef('k.id', '=', 'a.keyId'),
    )
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.companyNo', '=', 'a.companyNo').onRef('s.id', '=', 'a.sessionId'),
    )
    .select(['u.permissions', 'c.deletedAt as companyDeletedAt'])
    .select(['u.status', 'p.status as clientStatus', 'k.status as keyStatus', 's.id as liveSessionId'])

type LiveCaller = Pick<Actor, 'companyNo' | 'organization' | 'userId' | 'userType' | 'permissions'>

/** The callers of those tokens that still give access, by hash; read now, past all caches. */
export async function liveCallers(
  reader: Reader,
  hashes: readonly string[],
): Promise<Map<string, LiveCaller>> {
  const found = new Map<string, LiveCaller>()
  const now = clock.timestamp()
  for (const some of inChunks(hashes)) {
    const all = await tokens(reader)
      .select([
        'a.hash',
        'a.companyNo',
        'a.userId',
        'a.sessionId',
        'a.revokedAt',
        'a.expiresAt',
        'u.userType',
        'c.organization',
      ])
      .where('a.hash', 'in', some)
      .execute()
    for (const row of all) {
      const { hash, companyNo, organization, userId, userType } = row
      const permissions = readPermissions(row)
      if (isLive(row) && row.expiresAt > now && isServed(row.companyDeletedAt, permissions))
        found.set(hash, { companyNo, organization, userId, userType, permissions })
    }
  }
  return found
}

interface Standing {
  revokedAt: string | null
  status: string
  clientStatus: string | null
  keyStatus: string | null
  sessionId: string | null
  liveSessionId: string | null
}

/** Whether the token and everything it depends on is unrevoked. Expiry is checked separately. */
export function isLive({
  revokedAt,
  status,
  clientStatus,
  keyStatus,
  sessionId,
  liveSessionId,
}: Standing): boolean {
  // A token issued for a session ends with it. An ended session has no row.
  const ended = sessionId !== null && liveSessionId === null
  const revoked = revokedAt !== null || clientStatus === 'Revoked' || keyStatus === 'Revoked'
  return status === 'Active' && !ended && !revoked
}
