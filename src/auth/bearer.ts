import type { Actor, Organization, UserType } from '../actor.ts'
import type { Database } from '../db/database.ts'
import { readPermissions } from '../db/tables.ts'
import { type Problem, problem } from '../errors.ts'
import { hashToken } from './access-token.ts'

/** How long a token that was looked up is trusted: "revoking takes effect everywhere within 5 seconds". */
const remembered = 2_000
const mostRemembered = 10_000
/** "`lastSeenAt` is written at most once an hour." */
const seenEvery = 3_600_000

interface Holder {
  companyNo: number
  companyId: string
  organization: Organization
  userId: string
  userType: UserType
  permissions: string
  clientId: string | null
  compatibility: boolean | null
  lastSeenAt: string | null
  expiresAt: string
  /** Neither it, nor its key, client or user has been shut out. */
  live: boolean
}

type Judged = { actor: Actor } | { refusal: Problem; compatibility: boolean }

const refused = (refusal: Problem, compatibility = false): Judged => ({ refusal, compatibility })

/** The check of `Authorization: Bearer …` on every request. */
export class Bearer {
  readonly #db: Database
  readonly #known = new Map<string, { until: number; holder: Holder }>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Who sends this, or why that is not known; `compatibility`: how a refusal is to be told, where that is known. */
  async judge(header: string | undefined, requestId: string): Promise<Judged> {
    if (header === undefined)
      return refused(challenge('This request needs an access token: Authorization: Bearer <token>.'))
    const [, token] = /^Bearer +([\w~+/.-]{1,512}=*)$/i.exec(header) ?? []
    if (token === undefined)
      return refused(
        challenge('The Authorization header must be "Bearer" and an access token.', 'invalid_request'),
      )
    const holder = await this.#find(hashToken(token))
    if (holder === undefined) return refused(challenge('Access token is not valid', 'invalid_token'))
    const compatibility = holder.compatibility === true
    if (!holder.live)
      return refused(challenge('Access token has been revoked', 'invalid_token'), compatibility)
    // Existing clients compare this text.
    if (Date.parse(holder.expiresAt) <= Date.now())
      return refused(challenge('Access token has expired', 'invalid_token'), compatibility)
    await this.#noteSeen(holder)
    const actor = {
      companyNo: holder.companyNo,
      companyId: holder.companyId,
      organization: holder.organization,
      userId: holder.userId,
      userType: holder.userType,
      permissions: readPermissions(holder),
      clientId: holder.clientId ?? undefined,
      compatibility,
      requestId,
    }
    return { actor }
  }

  /** Forgets what was looked up, so that a revocation on this process holds at the next request. */
  forget(): void {
    this.#known.clear()
  }

  async #find(hash: string): Promise<Holder | undefined> {
    const known = this.#known.get(hash)
    if (known !== undefined && known.until > Date.now()) return known.holder
    const holder = await this.#lookUp(hash)
    if (holder === undefined) return undefined
    if (this.#known.size >= mostRemembered) this.#known.clear()
    this.#known.set(hash, { until: Date.now() + remembered, holder })
    return holder
  }

  async #lookUp(hash: string): Promise<Holder | undefined> {
    const row = await this.#db.query
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
      .select([
        'a.companyNo',
        'a.userId',
        'a.clientId',
        'a.expiresAt',
        'a.revokedAt',
        'u.userType',
        'u.status',
        'u.permissions',
        'u.lastSeenAt',
        'c.id as companyId',
        'c.organization',
        'p.compatibility',
        'p.status as clientStatus',
        'k.status as keyStatus',
      ])
      .where('a.hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const revoked = row.clientStatus === 'Revoked' || row.keyStatus === 'Revoked'
    return { ...row, live: row.revokedAt === null && !revoked && row.status === 'Active' }
  }

  async #noteSeen(holder: Holder): Promise<void> {
    const now = new Date().toISOString()
    if (holder.lastSeenAt !== null && Date.parse(holder.lastSeenAt) > Date.now() - seenEvery) return
    holder.lastSeenAt = now
    // A read does not fail because this cannot be written; it is tried again with the next look-up.
    await this.#db
      .transaction((tx) =>
        tx.query
          .updateTable('users')
          .set({ lastSeenAt: now })
          .where('companyNo', '=', holder.companyNo)
          .where('id', '=', holder.userId)
          .execute(),
      )
      .catch(() => undefined)
  }
}

/** RFC 6750: the challenge names an error only when a token was sent. */
function challenge(detail: string, error?: 'invalid_token' | 'invalid_request'): Problem {
  const parameters =
    error === undefined ? '' : `, error="${error}", error_description="${detail.replaceAll('"', "'")}"`
  return problem('invalid_token', detail, {
    headers: { 'www-authenticate': `Bearer realm="atrium"${parameters}` },
  })
}
