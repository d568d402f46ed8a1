import type { Reader } from '../db/database.ts'

/** An access token with everything it depends on: its user, its client and key, and its session. */
export const tokenByHash = ({ query }: Pick<Reader, 'query'>, hash: string) =>
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
    .where('a.hash', '=', hash)

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
