import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clock } from '../base/clock.ts'
import { Problem, type ProblemCode, problem } from '../base/errors.ts'
import { isId } from '../base/ids.ts'
import { write } from '../db/write.ts'
import type { Header, Parameter, PathItem } from '../description/openapi/document.ts'
import { headersNamed } from '../description/openapi/headers.ts'
import { problemAnswers } from '../description/openapi/problem-answers.ts'
import type { SharedComponents } from '../description/openapi/shared-components.ts'
import { operationIdOf } from '../http/operation-id.ts'
import { optional } from '../schema/fields/fields.ts'
import { optionalReference } from '../schema/fields/reference.ts'
import { email } from '../schema/fields/text.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import type { People } from './people.ts'
import { type Departure, Providers } from './sso/provider.ts'
import { recognize, type SsoRefusal } from './sso-people.ts'
import type { WebApi } from './web-api.ts'

const cookie = 'sso'
const minutes = 10

/** Errors redirect to the sign-in page, which explains them; a browser would show an ordinary error as JSON. */
type Outcome = SsoRefusal | 'company_deleted' | 'link_expired' | 'provider_failed'

export function ssoRoutes(app: FastifyInstance, web: WebApi): void {
  const { people } = web
  const { publicUrl, ssoPrivateAddresses } = people.config
  const providers = new Providers(people.ssoSeal, publicUrl, ssoPrivateAddresses)

  web.post(
    '/auth/sso',
    {
      summary: 'Starts single sign-on: returns where to send the browser.',
      needs: 'Anyone.',
      session: 'nothing',
      body: {
        email: optional(
          email('The person’s email address; its domain identifies the company.', { required: false }),
        ),
        companyId: optionalReference('The company, if the page already knows it.', 'company'),
      },
      answer: {
        sentence: 'Where to go.',
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['location'],
          properties: { location: { type: 'string', format: 'uri', description: 'The provider’s page.' } },
        },
      },
      problems: ['not_found'],
    },
    async ({ request, reply, body }) => {
      await people.gate.countStart(reply, request.ip)
      const company = await findCompany(people, body)
      if (company === undefined)
        throw problem('not_found', 'There is no single sign-on for this address. Sign in with a password.')
      const { to, departure } = await providers
        .depart(company, body.email ?? undefined)
        .catch((error: unknown) => {
          request.log.warn(
            { err: error, companyId: company.id },
            'Could not reach the single sign-on provider.',
          )
          throw problem('unavailable', 'The single sign-on provider cannot be reached.', {
            headers: { 'retry-after': '30' },
          })
        })
      const until = clock.now() + minutes * 60_000
      const sealed = people.ssoSeal.seal(JSON.stringify({ ...departure, until }), cookie)
      // The redirect back comes from another site, which does not carry `Strict` cookies.
      people.cookies.set(reply, cookie, sealed, { maxAge: minutes * 60, sameSite: 'Lax' })
      return { location: to.href }
    },
  )

  app.get('/auth/sso/callback', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store' })
    const outcome = await arrive(people, providers, request, reply)
    people.cookies.clear(reply, cookie)
    return reply.redirect(outcome === 'in' ? `${publicUrl}/` : `${publicUrl}/sign-in#problem=${outcome}`, 303)
  })
}

async function arrive(
  people: People,
  providers: Providers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<'in' | Outcome> {
  const departure = readDeparture(people, request)
  if (departure === undefined) return 'link_expired'
  const company = await people.db.query
    .selectFrom('companies')
    .selectAll()
    .where('companyNo', '=', departure.companyNo)
    .executeTakeFirst()
  if (company === undefined || company.ssoIssuer === null) return 'link_expired'
  const [, query = ''] = (request.raw.url ?? '').split('?')
  const arrival = await providers.arrive(company, departure, `?${query}`).catch((error: unknown) => {
    request.log.warn({ err: error, companyId: company.id }, 'Single sign-on failed.')
    return undefined
  })
  const author = {
    companyNo: company.companyNo,
    userId: null as string | null,
    clientId: undefined,
    requestId: request.id,
    address: request.ip,
  }
  const outcome = await write(people.db, author, async (tx) => {
    author.userId = null
    const found =
      arrival === undefined ? { refusal: 'provider_failed' as const } : await recognize(tx, company, arrival)
    if ('refusal' in found) {
      const failed = { verb: 'signInFailed' as const, fields: ['singleSignOn', found.refusal] }
      const { user } = { user: undefined, ...found }
      if (user === undefined) tx.log({ ...failed, kind: 'company', recordId: company.id })
      else tx.log({ ...failed, kind: 'user', recordId: user.id })
      return found.refusal
    }
    author.userId = found.user.id
    return people.letIn(tx, request, found.user, 'Single sign-on')
  }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'company_deleted') return error.code
    throw error
  })
  if (typeof outcome === 'string') {
    await people.gate.countFailure(reply, request.ip)
    return outcome
  }
  people.setCookies(reply, outcome)
  return 'in'
}

function readDeparture(people: People, request: FastifyRequest): Departure | undefined {
  const opened = people.ssoSeal.open(people.cookies.read(request, cookie) ?? '', cookie)
  if (opened === undefined) return undefined
  const { until, ...departure } = JSON.parse(opened) as Departure & { until: number }
  return until > clock.now() ? departure : undefined
}

async function findCompany(
  { db }: People,
  { email: address, companyId }: { email: string | null; companyId: string | null },
): Promise<CompanyRow | undefined> {
  const companies = db.query.selectFrom('companies').selectAll().where('ssoIssuer', 'is not', null)
  if (companyId !== null)
    return isId(companyId) ? companies.where('id', '=', companyId).executeTakeFirst() : undefined
  const [, domain = ''] = (address ?? '').toLowerCase().split('@')
  const owner = await db.query
    .selectFrom('ssoDomains')
    .select('companyNo')
    .where('domain', '=', domain)
    .executeTakeFirst()
  return owner && companies.where('companyNo', '=', owner.companyNo).executeTakeFirst()
}

const problemCodes = new Set<ProblemCode>([
  'too_many_requests',
  'headers_too_large',
  'unavailable',
  'internal',
])

const parameter = (name: string, description: string): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'string' },
})

const onward: Header = {
  description: 'The address of the next page.',
  required: true,
  schema: { type: 'string', format: 'uri' },
}

/** The callback redirects a browser, so its description is written by hand. */
export function describeSsoCallback(parts: SharedComponents): Record<string, PathItem> {
  return {
    '/auth/sso/callback': {
      get: {
        operationId: operationIdOf('GET', '/auth/sso/callback'),
        summary: 'Completes single sign-on: the provider sends the browser here.',
        description:
          '**Permission:** Anyone who started it with `POST /auth/sso` in the same browser.\n\nRedirects to `/`, signed in, or to `/sign-in#problem=…` with `unknown_person`, `unverified_address`, `inactive_person`, `address_taken`, `company_deleted`, `link_expired` or `provider_failed`.',
        tags: ['auth'],
        security: [],
        parameters: [
          parameter('code', 'The provider’s code.'),
          parameter('state', 'The value that was sent with the browser.'),
          parameter('iss', 'The provider that sends the browser (RFC 9207).'),
          parameter('error', 'Why the provider did not let the person in (RFC 6749).'),
          parameter('error_description', 'The same in words.'),
        ],
        responses: {
          303: {
            description: 'The browser is redirected, signed in or with the reason why not.',
            headers: { Location: onward, ...headersNamed([], parts) },
          },
          ...problemAnswers(problemCodes, parts),
        },
      },
    },
  }
}
