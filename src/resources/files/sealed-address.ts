import type { Actor } from '../../base/actor.ts'
import type { Seal } from '../../base/secret.ts'
import type { Database } from '../../db/database.ts'
import { readPermissions } from '../../schema/records/user.ts'

export const variants = ['content', 'preview'] as const

/** The content that an address refers to: of a file, or of a folder as a ZIP archive. */
export interface Address {
  recordId: string
  /** Of the file; 0 for a folder. */
  version: number
  variant: (typeof variants)[number] | 'zip'
  /** Of a PDF, counted from 1; without one, the small preview. */
  page?: number | undefined
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

const pagePrefix = 'page-'

/** The path of a content address. Only this installation can create or read it. */
export function sealAddress(
  seal: Seal,
  actor: Actor,
  { recordId, version, variant, page, until }: Address,
): string {
  const { companyNo, userId, clientId = '', sessionId = '' } = actor
  const shown = page === undefined ? variant : `${pagePrefix}${page}`
  const parts = [companyNo, userId, clientId, sessionId, recordId, version, shown, Date.parse(until)]
  return `/content/${seal.seal(parts.join(' '))}`
}

/** Undefined if it is not an address of this installation. */
export function openAddress(seal: Seal, sealed: string): Opened | undefined {
  // Decoding ignores what is not base64url.
  if (Buffer.from(sealed, 'base64url').toString('base64url') !== sealed) return undefined
  const [companyNo, userId = '', clientId, sessionId, recordId = '', version, variant, until] =
    seal.open(sealed)?.split(' ') ?? []
  if (until === undefined) return undefined
  return {
    companyNo: Number(companyNo),
    userId,
    clientId: clientId || undefined,
    sessionId: sessionId || undefined,
    recordId,
    version: Number(version),
    ...variantIn(variant ?? ''),
    until: new Date(Number(until)).toISOString(),
  }
}

function variantIn(shown: string): Pick<Address, 'variant' | 'page'> {
  if (shown.startsWith(pagePrefix))
    return { variant: 'preview', page: Number(shown.slice(pagePrefix.length)) }
  return { variant: shown === 'preview' || shown === 'zip' ? shown : 'content' }
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
    .select(['u.status', 'u.userType', 'u.permissions', 'u.timeZone', 'c.id as companyId', 'c.organization'])
    .select(['p.status as clientStatus', 's.id as liveSessionId'])
    .where('u.companyNo', '=', companyNo)
    .where('u.id', '=', userId)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.status !== 'Active') return undefined
  if (clientId !== undefined && row.clientStatus !== 'Active') return undefined
  if (sessionId !== undefined && row.liveSessionId === null) return undefined
  const { companyId, organization, userType, timeZone } = row
  const caller = { userId, timeZone, clientId, sessionId, requestId }
  const known = { companyNo, companyId, organization, userType, ...caller }
  return { ...known, permissions: readPermissions(row), compatibility: false }
}
