import { sql } from 'kysely'
import type { Actor } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { type Problem, problem } from '../base/errors.ts'
import type { Database } from '../db/database.ts'
import { readPermissions } from '../schema/records/user.ts'
import { hashToken } from './access-token.ts'
import { isLive, tokenByHash } from './live-token.ts'

/** How long a looked-up token is cached, in milliseconds: "revoking takes effect everywhere within 5 seconds". */
const remembered = 2_000
const mostRemembered = 10_000
/** "`lastSeenAt` is written at most once an hour." */
const seenEvery = 3_600_000

/** The cached result for a token: a few hundred bytes, whatever the header looked like. */
interface Known {
  until: number
  /** When the token expires. Irrelevant for a revoked token. */
  endsAt: number
  live: boolean
  actor: Omit<Actor, 'requestId'>
}

interface Refused {
  refusal: Problem
  compatibility: boolean
}

type Judged = { actor: Actor } | Refused

const refused = (refusal: Problem, compatibility = false): Refused => ({ refusal, compatibility })

/** Checks `Authorization: Bearer …` on every request. */
export class Bearer {
  readonly #db: Database
  /** By the hash of the token: one entry, however the header is written, and no token in memory. */
  readonly #known = new Map<string, Known>()
  #forgotten = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns the caller, or why it is unknown. `compatibility` is the format of the refusal, if known. */
  async judge(header: string | undefined, requestId: string): Promise<Judged> {
    if (header === undefined)
      return refused(challenge('This request needs an access token: Authorization: Bearer <token>.'))
    const [, token] = /^Bearer +([\w~+/.-]{1,512}=*)$/i.exec(header) ?? []
    if (token === undefined)
      return refused(
        challenge('The Authorization header must be "Bearer" and an access token.', 'invalid_request'),
      )
    const hash = hashToken(token)
    const before = this.#known.get(hash)
    const known = before !== undefined && before.until > clock.now() ? before : await this.#find(hash)
    if (!('actor' in known)) return known
    const { live, endsAt, actor } = known
    if (!live)
      return refused(challenge('Access token has been revoked', 'invalid_token'), actor.compatibility)
    // Existing clients compare this text.
    if (endsAt <= clock.now())
      return refused(challenge('Access token has expired', 'invalid_token'), actor.compatibility)
    return { actor: { ...actor, requestId } }
  }

  /** Clears the cache, so that a revocation in this process takes effect with the next request. */
  forget(): void {
    this.#forgotten += 1
    this.#known.clear()
  }

  async #find(hash: string): Promise<Known | Refused> {
    const before = this.#forgotten
    const row = await this.#lookUp(hash)
    if (row === undefined) return refused(challenge('Access token is not valid', 'invalid_token'))
    const known: Known = {
      until: clock.now() + remembered,
      endsAt: Date.parse(row.expiresAt),
      live: isLive(row),
      actor: {
        companyNo: row.companyNo,
        companyId: row.companyId,
        organization: row.organization,
        companyDeletedAt: row.companyDeletedAt ?? undefined,
        userId: row.userId,
        userType: row.userType,
        permissions: readPermissions(row),
        timeZone: row.timeZone,
        clientId: row.clientId ?? undefined,
        sessionId: row.sessionId ?? undefined,
        compatibility: row.compatibility === true,
        lastWrite: row.lastWrite ?? undefined,
      },
    }
    if (known.live && known.endsAt > clock.now()) await this.#noteSeen(row)
    // Do not cache a result that was read before a revocation.
    if (before !== this.#forgotten) return known
    // With a replica, each request needs the caller's latest write.
    if (this.#db.replica !== undefined) return known
    if (this.#known.size >= mostRemembered) this.#known.clear()
    this.#known.set(hash, known)
    return known
  }

  #lookUp(hash: string) {
    return tokenByHash(this.#db, hash)
      .select([
        'a.companyNo',
        'a.userId',
        'a.clientId',
        'a.sessionId',
        'a.expiresAt',
        'a.revokedAt',
        'u.userType',
        'u.timeZone',
        'u.lastSeenAt',
        'c.id as companyId',
        'c.organization',
        'p.compatibility',
      ])
      .select(this.#db.replica === undefined ? noWrite : lastWrite)
      .executeTakeFirst()
  }

  async #noteSeen({
    companyNo,
    userId,
    lastSeenAt,
  }: Pick<Actor, 'companyNo' | 'userId'> & { lastSeenAt: string | null }): Promise<void> {
    if (lastSeenAt !== null && Date.parse(lastSeenAt) > clock.now() - seenEvery) return
    const now = clock.timestamp()
    // A request does not fail because this write does; the next lookup tries again.
    await this.#db
      .transaction((tx) =>
        tx.query
          .updateTable('users')
          .set({ lastSeenAt: now })
          .where('companyNo', '=', companyNo)
          .where('id', '=', userId)
          .execute(),
      )
      .catch(() => undefined)
  }
}

const noWrite = sql<string | null>`NULL`.as('lastWrite')

const lastWrite = sql<string | null>`(SELECT w."xid"::text FROM "callerWrites" w
  WHERE w."companyNo" = a."companyNo" AND w."userId" = a."userId" ORDER BY w."xid" DESC LIMIT 1)`.as(
  'lastWrite',
)

/** RFC 6750: the challenge names an error only when a token was sent. */
function challenge(detail: string, error?: 'invalid_token' | 'invalid_request'): Problem {
  const parameters =
    error === undefined ? '' : `, error="${error}", error_description="${detail.replaceAll('"', "'")}"`
  return problem('invalid_token', detail, {
    headers: { 'www-authenticate': `Bearer realm="atrium"${parameters}` },
  })
}
