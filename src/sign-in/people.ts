import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bearer } from '../auth/bearer.ts'
import type { Gate } from '../auth/gate.ts'
import { clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { demandServed } from '../base/deleted-company.ts'
import { markOf, Seal, sealed } from '../base/secret.ts'
import type { Database } from '../db/database.ts'
import type { Author, Write } from '../db/write.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { SessionMethod, SessionRow } from '../schema/records/session.ts'
import { readPermissions, type UserRow } from '../schema/records/user.ts'
import { Cookies } from './cookies.ts'
import { KnownBrowsers } from './known-browsers.ts'
import type { PasswordDesk } from './passwords.ts'
import { hasCodes } from './second-step.ts'
import {
  endSession,
  endSessionsOf,
  findSession,
  openSession,
  type SignedIn,
  type Visitor,
} from './sessions.ts'

const sessionCookie = 'session'

interface PeopleParts {
  db: Database
  config: Config
  secret: Uint8Array
  gate: Gate
  bearer: Bearer
  passwords: PasswordDesk
  outbox: Outbox
}

/** Shared by all ways to sign in: sessions, password verification, cookies. */
export class People {
  readonly db: Database
  readonly config: Config
  readonly secret: Uint8Array
  readonly gate: Gate
  readonly passwords: PasswordDesk
  readonly outbox: Outbox
  readonly cookies: Cookies
  readonly codeSeal: Seal
  readonly ssoSeal: Seal
  readonly browsers: KnownBrowsers
  readonly #bearer: Bearer

  constructor({ db, config, secret, gate, bearer, passwords, outbox }: PeopleParts) {
    this.db = db
    this.config = config
    this.secret = secret
    this.gate = gate
    this.passwords = passwords
    this.outbox = outbox
    this.cookies = new Cookies(config.publicUrl)
    this.codeSeal = new Seal(secret, sealed.oneTimeCodes)
    this.ssoSeal = new Seal(secret, sealed.singleSignOn)
    this.browsers = new KnownBrowsers(new Seal(secret, 'known browsers'), this.cookies)
    this.#bearer = bearer
  }

  /** Clears the token cache after a session has ended or a person has changed. */
  forgetTokens(): void {
    this.#bearer.forget()
  }

  async findSession(request: FastifyRequest): Promise<SignedIn | undefined> {
    const secret = this.cookies.read(request, sessionCookie)
    return secret === undefined ? undefined : findSession(this.db, secret)
  }

  /** The CSRF token for a session secret. */
  csrfToken(secret: string): string {
    return markOf(this.secret, 'csrf', secret)
  }

  /** The CSRF token for the session in this request's cookie. */
  csrfTokenOf(request: FastifyRequest): string | undefined {
    const secret = this.cookies.read(request, sessionCookie)
    return secret === undefined ? undefined : this.csrfToken(secret)
  }

  /**
   * Signs a person in: ends the browser's current session and opens a new one with a fresh secret. If a one-time code is
   * still required, the session only allows that step.
   */
  async letIn(
    tx: Write,
    request: FastifyRequest,
    user: UserRow,
    method: SessionMethod,
    { past = false, everywhere = false }: { past?: boolean; everywhere?: boolean } = {},
  ): Promise<Opened> {
    await demandCompany(tx, user)
    const old = this.cookies.read(request, sessionCookie)
    const before = old === undefined ? undefined : await findSession(tx, old)
    if (before !== undefined) await endSession(tx, before.session, 'signedOut')
    if (everywhere) await endSessionsOf(tx, user)
    // With single sign-on, the provider decides which factors to require.
    const codes = !past && method !== 'Single sign-on' && (await hasCodes(tx, user))
    const step = codes ? 'code' : 'done'
    const { row, secret } = await openSession(
      tx,
      { user, method, step, visitor: visitorOf(request) },
      this.config.lasting,
    )
    return { session: row, secret, user }
  }

  /** Call after the session is stored. Sets its cookie, and the one that identifies this browser next time. */
  setCookies(reply: FastifyReply, { session, secret, user }: Opened): void {
    const maxAge = Math.ceil((Date.parse(session.endsAt) - clock.now()) / 1000)
    this.cookies.set(reply, sessionCookie, secret, { maxAge })
    if (session.step === 'done') this.browsers.remember(reply, user, session.id)
    this.forgetTokens()
  }

  clearSession(reply: FastifyReply): void {
    this.cookies.clear(reply, sessionCookie)
    this.forgetTokens()
  }

  authorOf(request: FastifyRequest, { companyNo, id }: Pick<UserRow, 'companyNo' | 'id'>): Author {
    return { companyNo, userId: id, clientId: undefined, requestId: request.id, address: request.ip }
  }
}

/** Only admins sign in to a deleted company, to restore it. */
async function demandCompany(tx: Write, user: UserRow): Promise<void> {
  const { deletedAt } = await tx.query
    .selectFrom('companies')
    .select('deletedAt')
    .where('companyNo', '=', user.companyNo)
    .executeTakeFirstOrThrow()
  demandServed(deletedAt, readPermissions(user))
}

export interface Opened {
  session: SessionRow
  secret: string
  user: UserRow
}

function visitorOf(request: FastifyRequest): Visitor {
  const agent = request.headers['user-agent']
  // Headers may contain any bytes; people read this.
  const readable = agent?.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 255)
  return { address: request.ip, userAgent: readable ?? null }
}
