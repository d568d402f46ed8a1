import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, problem } from '../base/errors.ts'
import { type Write, write } from '../db/write.ts'
import { enrolmentAddress, newSeed, toBase32 } from './one-time-code.ts'
import { demandPassword } from './password-routes.ts'
import type { People } from './people.ts'
import { findCodes, hasCodes, removeCodes, renewRecoveryCodes, storeSeed, takeCode } from './second-step.ts'
import { secretText } from './session-state.ts'
import type { SignedIn } from './sessions.ts'
import { noteFailure } from './sign-in-routes.ts'
import { demandPatience, forgive, throttleKey, unblock } from './throttle.ts'
import type { WebApi } from './web-api.ts'

const password = secretText('The person’s password again.')
const code = secretText('The code that the authenticator currently shows.', 64)

const recoveryCodes = {
  sentence: 'The recovery codes, shown only once. Each replaces one code if the authenticator is lost.',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['recoveryCodes'],
    properties: {
      recoveryCodes: { type: 'array', minItems: 10, maxItems: 10, items: { type: 'string' } },
    },
  },
} as const

export function oneTimeCodeRoutes(web: WebApi): void {
  const { people } = web
  const { db } = people

  web.postSignedIn(
    '/auth/one-time-codes',
    {
      summary: 'Starts setting up one-time codes: returns the secret for the authenticator.',
      needs: 'Anyone who has signed in with a password.',
      session: 'done',
      body: { password },
      answer: {
        sentence: 'What to enter into the authenticator. It is shown only once.',
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['seed', 'address'],
          properties: {
            seed: { type: 'string', description: 'The secret in base 32, for typing in.' },
            address: { type: 'string', description: 'The secret as an `otpauth://…` URL, for a QR code.' },
          },
        },
      },
      problems: ['sign_in_failed', 'conflict'],
    },
    async ({ request, body, signedIn: { user, company } }) => {
      await demandPassword(people, request, user, body.password)
      const seed = newSeed()
      await write(db, people.authorOf(request, user), async (tx) => {
        if (await hasCodes(tx, user))
          throw problem('conflict', 'One-time codes are already set up. Remove them first.')
        await storeSeed(tx, user, seed, people.codeSeal)
      })
      return { seed: toBase32(seed), address: enrolmentAddress(seed, company.companyName, user.email) }
    },
  )

  web.postSignedIn(
    '/auth/one-time-codes/confirm',
    {
      summary: 'Finishes setting up one-time codes with a first code; from now on each sign-in requires one.',
      needs: 'Anyone who has started to set them up.',
      session: 'done',
      body: { code },
      answer: recoveryCodes,
      problems: ['sign_in_failed', 'conflict'],
    },
    async ({ request, reply, body, signedIn }) => {
      const { user } = signedIn
      return withCode(people, { request, reply }, signedIn, body.code, 'unconfirmed', async (tx) => {
        tx.log({ verb: 'oneTimeCodesSetUp', kind: 'user', recordId: user.id })
        return { recoveryCodes: await renewRecoveryCodes(tx, user) }
      })
    },
  )

  web.postSignedIn(
    '/auth/one-time-codes/recovery-codes',
    {
      summary: 'Creates new recovery codes; the old ones become invalid.',
      needs: 'Anyone who has signed in and has one-time codes.',
      session: 'done',
      body: { code },
      answer: recoveryCodes,
      problems: ['sign_in_failed', 'conflict'],
    },
    async ({ request, reply, body, signedIn }) => {
      const { user } = signedIn
      return withCode(people, { request, reply }, signedIn, body.code, 'confirmed', async (tx) => {
        tx.log({ verb: 'recoveryCodesRenewed', kind: 'user', recordId: user.id })
        return { recoveryCodes: await renewRecoveryCodes(tx, user) }
      })
    },
  )

  web.postSignedIn(
    '/auth/one-time-codes/remove',
    {
      summary: 'Turns off one-time codes for your sign-in, unless the company requires them.',
      needs: 'Anyone who has signed in and has one-time codes.',
      session: 'done',
      body: { password, code },
      answer: 'nothing',
      problems: ['sign_in_failed', 'conflict'],
    },
    async ({ request, reply, body, signedIn }) => {
      const { user } = signedIn
      await demandPassword(people, request, user, body.password)
      await withCode(people, { request, reply }, signedIn, body.code, 'confirmed', async (tx) => {
        await removeCodes(tx, user)
        tx.log({ verb: 'oneTimeCodesRemoved', kind: 'user', recordId: user.id })
        return {}
      })
      return undefined
    },
  )
}

/** Runs an action that requires a code from the authenticator, and consumes the code. */
async function withCode<T>(
  people: People,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { user }: SignedIn,
  given: string,
  state: 'confirmed' | 'unconfirmed',
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  const tried = { what: 'code', whose: user.id } as const
  await demandPatience(people.db, tried)
  const done = await write(people.db, people.authorOf(request, user), async (tx) => {
    const codes = await findCodes(tx, user)
    if (codes === undefined || (codes.confirmedAt === null) !== (state === 'unconfirmed'))
      throw problem(
        'conflict',
        state === 'confirmed' ? 'One-time codes are not set up.' : 'Start with POST /auth/one-time-codes.',
      )
    if (!(await takeCode(tx, codes, given, people.codeSeal))) return undefined
    await forgive(tx, tried)
    return { answer: await work(tx) }
  })
  if (done === undefined) {
    await noteFailure(people, request, user, throttleKey(tried), 'oneTimeCode')
    await people.gate.countFailure(reply, request.ip)
    throw wrongCode()
  }
  unblock(people.db, tried)
  return done.answer
}

function wrongCode(): Problem {
  return problem('sign_in_failed', 'The code is wrong, was used before, or is too old.', {
    headers: { 'www-authenticate': 'Session realm="atrium"' },
  })
}
