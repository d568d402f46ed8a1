import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clock } from '../base/clock.ts'
import { Problem, problem } from '../base/errors.ts'
import { markOf } from '../base/secret.ts'
import { findRow } from '../db/records.ts'
import { type Write, write } from '../db/write.ts'
import { boolean, choice, optional } from '../schema/fields/fields.ts'
import { email, name, timeZone } from '../schema/fields/text.ts'
import { organizations } from '../schema/records/company.ts'
import { demandGoodPassword } from '../sign-in/password-routes.ts'
import { shortestPassword } from '../sign-in/passwords.ts'
import { newPassword, presentOpened, secretText, sessionState } from '../sign-in/session-state.ts'
import { hasCompany, removeLeftBehind, unfinishedCompanies } from '../sign-in/unfinished.ts'
import type { WebApi } from '../sign-in/web-api.ts'
import { makeCompany, type NewCompany } from './init-company.ts'
import { makeSampleCompany, sampleProgress } from './sample/make.ts'

const day = 24 * 3_600_000
const purpose = 'setup link'

/** Its length is validated with the other members, so that people learn all faults of the form at once. */
const goodPassword: typeof newPassword.password = {
  ...newPassword.password,
  parse(value, complain) {
    const text = newPassword.password.parse(value, complain)
    if (text !== '' && [...text].length < shortestPassword)
      complain(`must have at least ${shortestPassword} characters.`)
    return text
  },
}

const token = secretText('The part of the link after the `#`.', 128)

/**
 * The link for creating the first company. Nothing is stored: it is valid for a day, as long as there is no
 * company, so creating one invalidates all of them.
 */
export function setupLink(publicUrl: string, secret: Uint8Array, now = clock.now()): string {
  const until = Math.floor((now + day) / 1000).toString(36)
  return `${publicUrl}/welcome#${until}.${markOf(secret, purpose, until)}`
}

function stateOf(
  given: string,
  secret: Uint8Array,
): { state: 'none' } | { state: 'live' | 'expired'; until: string } {
  const [until = '', mark = ''] = given.split('.')
  const [claimed, right] = [Buffer.from(mark), Buffer.from(markOf(secret, purpose, until))]
  if (claimed.length !== right.length || !timingSafeEqual(claimed, right)) return { state: 'none' }
  const end = Number.parseInt(until, 36) * 1000
  return { state: end > clock.now() ? 'live' : 'expired', until: new Date(end).toISOString() }
}

export function setupRoutes(server: FastifyInstance, web: WebApi): void {
  const { people } = web

  /** When the link expires; throws if it is not valid. */
  async function demandLive(given: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const link = stateOf(given, people.secret)
    if (link.state === 'none') {
      await people.gate.countFailure(reply, request.ip)
      throw problem('not_found', 'This link is not valid. Check that you copied all of it.')
    }
    await removeLeftBehind(people.db)
    if (await hasCompany(people.db)) throw used()
    if (link.state === 'expired')
      throw problem('link_gone', 'This link has expired. Restart the service to get a new one.')
    return link.until
  }

  web.post(
    '/auth/setup-links',
    {
      summary: 'Checks the link that the service prints when it starts without a company.',
      needs: 'Anyone who has the link.',
      session: 'nothing',
      body: { token },
      answer: {
        sentence: 'The link is valid.',
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['expiresAt', 'making'],
          properties: {
            expiresAt: { type: 'string', format: 'date-time' },
            making: {
              type: ['object', 'null'],
              description: 'Progress of a sample company that is being created, if any.',
              additionalProperties: false,
              required: ['done', 'total'],
              properties: { done: { type: 'integer' }, total: { type: 'integer' } },
            },
          },
        },
      },
      problems: ['not_found', 'link_gone'],
    },
    async ({ request, reply, body }) => {
      const expiresAt = await demandLive(body.token, request, reply)
      const [making] = await unfinishedCompanies(people.db)
      return { expiresAt, making: making === undefined ? null : await sampleProgress(people.db, making) }
    },
  )

  web.post(
    '/auth/setup',
    {
      summary: 'Creates the first company of the installation and its first administrator, and signs in.',
      needs: 'Anyone who has the link that the service prints when it starts without a company.',
      session: 'nothing',
      body: {
        token,
        companyName: name('The name of the company.', { example: 'Acme Ltd' }),
        organization: choice(
          'How the company organizes its workspaces; this cannot be changed later.',
          organizations,
          { required: true },
        ),
        email: email('The address its first administrator signs in with.'),
        fullName: name('The name of its first administrator.', { example: 'Ada Lovelace' }),
        password: goodPassword,
        timeZone: optional(timeZone('The administrator’s time zone, if known.')),
        sample: boolean(
          'Whether to fill the company with sample data: people, workspaces, tasks, time and files to look around in. This takes a few seconds and happens completely or not at all.',
          { fallback: false },
        ),
      },
      answer: { sentence: 'The current session.', schema: sessionState },
      problems: ['not_found', 'link_gone', 'conflict', 'unavailable'],
    },
    async ({ request, reply, body }) => {
      await demandLive(body.token, request, reply)
      demandGoodPassword(body.password, body, body.companyName)
      const passwordHash = await people.passwords.hash(body.password)
      const author = {
        companyNo: 0,
        userId: null,
        clientId: undefined,
        requestId: request.id,
        address: request.ip,
      }
      const { email: adminEmail, fullName: adminName, sample, ...rest } = body
      const given: NewCompany = { ...rest, adminEmail, adminName, passwordHash }
      const allowed = async (tx: Write): Promise<void> => {
        if (await hasCompany(tx)) throw used()
        if ((await unfinishedCompanies(tx)).length > 0) throw inProgress()
      }
      const enter = async (tx: Write, made: { companyNo: number; adminId: string }) => {
        author.companyNo = made.companyNo
        const user = await findRow(tx, 'users', made.companyNo, made.adminId)
        if (user === undefined) throw new Error('The administrator was just created')
        return people.letIn(tx, request, user, 'Setup')
      }
      const plain = () =>
        write(people.db, author, async (tx) => {
          await allowed(tx)
          return enter(tx, await makeCompany(tx, given))
        })
      const filled = async () => {
        const { result } = await makeSampleCompany({ db: people.db, server }, given, author, {
          allowed,
          done: enter,
        }).catch((error: unknown) => {
          if (error instanceof Problem) throw error
          request.log.error({ err: error }, 'Could not create the sample company.')
          throw notFilled()
        })
        return result
      }
      const opened = await (sample ? filled() : plain())
      people.setCookies(reply, opened)
      return presentOpened(people, opened)
    },
  )
}

function inProgress(): Error {
  return problem('conflict', 'The company is being created right now. Wait until that is done.')
}

function notFilled(): Error {
  return problem(
    'unavailable',
    'Could not create the sample, so nothing was created. Try again, or create the company without it. The service log has the reason.',
    { headers: { 'retry-after': '5' } },
  )
}

function used(): Error {
  return problem('link_gone', 'This installation already has a company. Sign in to use it.')
}
