import type { Actor } from '../../base/actor.ts'
import type { Seal } from '../../base/secret.ts'
import type { Database } from '../../db/database.ts'
import { readPermissions } from '../../schema/records/user.ts'

export const variants = ['content', 'preview'] as const

/** The content that an address stands for. */
export interface Address {
  fileId: string
  version: number
  variant: (typeof variants)[number]
  /** When it stops working. */
  until: string
}

/** The address, and on whose behalf it was created. */
interface Opened extends Address {
  companyNo: number
  userId: string
  clientId: string | undefined
  sessionId: string | undefined
}

/** The path of a content address. Only this installation can create or read it. */
export function sealAddress(seal: Seal, actor: Actor, { fileId, version, variant, until }: Address): string {
  const { companyNo, userId, clientId = '', sessionId = '' } = actor
  const parts = [companyNo, userId, clientId, sessionId, fileId, version, variant, Date.parse(until)]
  return `/content/${seal.seal(parts.join(' '))}`
}

/** Undefined if it is not an address, or no longer works. */
export function openAddress(seal: Seal, sealed: string): Opened | undefined {
  // Decoding ignores what is not base64url.
  if (Buffer.from(sealed, 'base64url').toString('base64url') !== sealed) return undefined
  const [companyNo, userId = '', clientId, sessionId, fileId = '', version, variant, until] =
    seal.open(sealed)?.split(' ') ?? []
  if (!(Number(until) > Date.now())) return undefined
  return {
    companyNo: Number(companyNo),
    userId,
    clientId: clientId || undefined,
    sessionId: sessionId || undefined,
    fileId,
    version: Number(version),
    variant: variant === 'preview' ? 'preview' : 'content',
    until: new Date(Number(until)).toISOString(),
  }
}

/**
 * The person who created the address, with their current permissions; undefined if they are no longer active, or
 * the session or the API client through which they created it has ended.
 */
export async function holderOf(
  db: Database,
  { companyNo, userId, clientId, sessionId }: Opened,
  requestId: string,
): Promise<Actor | undefined> {
  const row = await db.query
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.companyNo', 'u.companyNo')
    .leftJoin('clients as p', (join) =>
      join.onRef('p.companyNo', '=', 'u.companyNo').on('p.id', '=', clientId ?? ''),
    )
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.companyNo', '=', 'u.companyNo').on('s.id', '=', sessionId ?? ''),
    )
    .select(['u.status', 'u.userType', 'u.permissions', 'c.id as companyId', 'c.organization'])
    .select(['p.status as clientStatus', 's.id as liveSessionId'])
    .where('u.companyNo', '=', companyNo)
    .where('u.id', '=', userId)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.status !== 'Active') return undefined
  if (clientId !== undefined && row.clientStatus !== 'Active') return undefined
  if (sessionId !== undefined && row.liveSessionId === null) return undefined
  const { companyId, organization, userType } = row
  const known = { companyNo, companyId, organization, userType, userId, clientId, sessionId, requestId }
  return { ...known, permissions: readPermissions(row), compatibility: false }
}
