import type { FastifyRequest } from 'fastify'
import { issueToken, userScope } from '../auth/access-token.ts'
import { clock } from '../base/clock.ts'
import { type Problem, problem } from '../base/errors.ts'
import { findRow } from '../db/records.ts'
import { touchThrottle, uncountTry } from '../db/throttles.ts'
import { write } from '../db/write.ts'
import { foldText } from '../query/fields.ts'
import { boolean } from '../schema/fields/fields.ts'
import { email } from '../schema/fields/text.ts'
import type { UserRow } from '../schema/records/user.ts'
import type { People } from './people.ts'
import { findCodes, takeCode, takeRecoveryCode } from './second-step.ts'
import { presentNobody, presentOpened, presentSession, secretText, sessionState } from './session-state.ts'
import { endSession, endSessionsOf, useSession } from './sessions.ts'
import { demandPatience, forgive, throttleKey, triedAccount, triedAddress, unblock } from './throttle.ts'
import { notSignedIn, type WebApi } from './web-api.ts'

/** In seconds. Pages request a new token before it expires. */
const webTokenLifetime = 900

const state = { sentence: 'The current session.', schema: sessionState }

export async function findByEmail({ db }: Pick<People, 'db'>, address: string): Promise<UserRow | undefined> {
  return db.query.selectFrom('users').selectAll().where('emailKey', '=', foldText(address)).executeTakeFirst()
}

function signInFailed(detail = 'The address or the password is wrong, or you may not sign in.'): Problem {
  return problem('sign_in_failed', detail, {
    headers: { 'www-authenticate': 'Session realm="atrium"' },
  })
}

/**
 * Logs a failure for the company. Without a company it writes the same amount, so that timing reveals nothing.
 */
export async function noteFailure(
  { db }: People,
  request: FastifyRequest,
  user: UserRow | undefined,
  key: string,
  what: 'password' | 'oneTimeCode' | 'singleSignOn',
): Promise<void> {
  if (user === undefined) return db.transaction((tx) => touchThrottle(tx, key))
  const author = {
    companyNo: user.companyNo,
    userId: null,
    clientId: undefined,
    requestId: request.id,
    address: request.ip,
  }
  await write(db, author, async (tx) => {
    await touchThrottle(tx, key)
    tx.log({ verb: 'signInFailed', kind: 'user', recordId: user.id, fields: [what] })
  })
}

export function signInRoutes(web: WebApi): void {
  const { people } = web
  const { db } = people

  web.get(
    '/auth/session',
    {
      summary: 'Shows who is signed in on this browser, if anyone.',
      needs: 'Anyone.',
      session: 'nothing',
      answer: state,
    },
    async ({ request }) => {
      const signedIn = await people.findSession(request)
      if (signedIn === undefined) return presentNobody(people)
      return presentSession(people, signedIn, people.csrfTokenOf(request))
    },
  )

  web.post(
    '/auth/sign-in',
    {
      summary: 'Signs in with an address and a password. A one-time code may be required next.',
      needs: 'Anyone who has a password here.',
      session: 'nothing',
      body: {
        email: email('The email address that the person signs in with.'),
        password: secretText('The password.'),
      },
      answer: state,
      problems: ['sign_in_failed'],
    },
    async ({ request, reply, body }) => {
      const browser = people.browsers.find(request, body.email)
      const tried =
        browser === undefined ? triedAccount(body.email) : ({ what: 'device', whose: browser } as const)
      // Wrong passwords of others at the same address do not lock out a browser that has signed in before.
      const from = browser === undefined ? triedAddress('address', request.ip) : undefined
      await demandPatience(db, tried, ...(from === undefined ? [] : [from]))
      const user = await findByEmail(people, body.email)
      const isRight = await people.passwords.verify(user?.passwordHash ?? null, body.password)
      if (!isRight || user?.status !== 'Active') {
        await noteFailure(people, request, user, throttleKey(tried), 'password')
        await people.gate.countFailure(reply, browser ?? request.ip)
        throw signInFailed()
      }
      const opened = await write(db, people.authorOf(request, user), async (tx) => {
        const now = await findRow(tx, 'users', user.companyNo, user.id)
        // The password may have changed, or the person been deactivated, during the verification.
        if (now?.status !== 'Active' || now.passwordHash !== user.passwordHash) throw signInFailed()
        await forgive(tx, tried)
        if (from !== undefined) await uncountTry(tx, throttleKey(from))
        return people.letIn(tx, request, now, 'Password')
      })
      unblock(db, tried)
      people.setCookies(reply, opened)
      return presentOpened(people, opened)
    },
  )

  web.postSignedIn(
    '/auth/sign-in/code',
    {
      summary: 'Completes a sign-in with a one-time code, or with a recovery code instead.',
      needs: 'Anyone who has just entered their password.',
      session: 'started',
      body: { code: secretText('The six-digit code from the authenticator, or a recovery code.', 64) },
      answer: state,
      problems: ['sign_in_failed', 'conflict'],
    },
    async ({ request, reply, body, signedIn: { session, user } }) => {
      if (session.step !== 'code') throw problem('conflict', 'This session does not need a one-time code.')
      const tried = { what: 'code', whose: user.id } as const
      await demandPatience(db, tried)
      const opened = await write(db, people.authorOf(request, user), async (tx) => {
        // It may have ended in the meantime.
        if ((await findRow(tx, 'sessions', user.companyNo, session.id)) === undefined) throw notSignedIn()
        const codes = await findCodes(tx, user)
        const isRight =
          codes?.confirmedAt != null &&
          ((await takeCode(tx, codes, body.code, people.codeSeal)) ||
            (await takeRecoveryCode(tx, user, body.code)))
        if (!isRight) return undefined
        await forgive(tx, tried)
        return people.letIn(tx, request, user, session.method, { past: true })
      })
      if (opened === undefined) {
        await noteFailure(people, request, user, throttleKey(tried), 'oneTimeCode')
        await people.gate.countFailure(reply, request.ip)
        throw signInFailed('The code is wrong, was used before, or is too old.')
      }
      unblock(db, tried)
      people.setCookies(reply, opened)
      return presentOpened(people, opened)
    },
  )

  web.postSignedIn(
    '/auth/token',
    {
      summary: 'Exchanges the session for an access token for `/v1`, which ends with the session.',
      needs: 'Anyone who has signed in.',
      session: 'complete',
      answer: {
        sentence: 'An access token.',
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['access_token', 'token_type', 'expires_in', 'scope'],
          properties: {
            access_token: { type: 'string', description: 'Send it as `Authorization: Bearer …`.' },
            token_type: { type: 'string', description: 'Always `bearer`.' },
            expires_in: { type: 'integer', description: 'How many seconds it is valid.' },
            scope: { type: 'string', description: 'Always `cd.user`.' },
          },
        },
      },
    },
    async ({ reply, signedIn: { session, user } }) => {
      await people.gate.countToken(reply, `session ${session.id}`)
      const { companyNo, id: userId } = user
      const left = Math.floor((Date.parse(session.endsAt) - clock.now()) / 1000)
      const seconds = Math.max(1, Math.min(webTokenLifetime, left))
      const token = await db.transaction(async (tx) => {
        // It may have ended in the meantime.
        if ((await findRow(tx, 'sessions', companyNo, session.id)) === undefined) throw notSignedIn()
        await useSession(tx, session, people.config.lasting)
        return issueToken(tx, { companyNo, userId, clientId: null, sessionId: session.id }, seconds)
      })
      return { access_token: token, token_type: 'bearer', expires_in: seconds, scope: userScope }
    },
  )
}

/** Mounted last, because the description lists methods in an order in which they can be tried. */
export function signOutRoutes(web: WebApi): void {
  const { people } = web
  const { db } = people
  web.postSignedIn(
    '/auth/sign-out',
    {
      summary: 'Ends the session of this browser, or all your sessions.',
      needs: 'Anyone who has signed in.',
      session: 'started',
      body: {
        everywhere: boolean('Whether the sessions of other browsers end too.', { fallback: false }),
      },
      answer: 'nothing',
    },
    async ({ request, reply, body, signedIn: { session, user } }) => {
      await write(db, people.authorOf(request, user), async (tx) => {
        await endSession(tx, session, 'signedOut')
        if (body.everywhere && session.step === 'done') await endSessionsOf(tx, user, 'signedOut')
      })
      people.clearSession(reply)
      return undefined
    },
  )
}
