import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import { type Database, rows, type Transaction } from '../db/database.ts'
import { insertRow } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import { issueToken, tokenLifetime, userScope } from './access-token.ts'
import { readAssertion } from './assertion.ts'
import { assertionChecks, type Check, type Claimed, type KnownClient } from './assertion-checks.ts'
import type { Gate } from './gate.ts'
import { findKnownClient } from './known-clients.ts'
import { invalidGrant, OAuthFault } from './oauth-fault.ts'
import { readParameters, required } from './oauth-parameters.ts'

export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export interface AuthServices {
  db: Database
  gate: Gate
  authUrl: string
  authHosts: readonly string[]
}

/** The state of a token request; each step adds to it or refuses it. */
interface TokenRequest extends Claimed {
  request: FastifyRequest
  reply: FastifyReply
  services: AuthServices
  parameters: ReadonlyMap<string, string>
  token: string | undefined
}

interface Step {
  name: string
  run: (state: TokenRequest) => Promise<void> | void
}

const parametersAreRead: Step = {
  name: 'parameters: JSON or form, each once, none in the address',
  run: async (state) => {
    state.parameters = await readParameters(state.request)
    required(state.parameters, 'grant_type')
  },
}

const grantTypeIsJwtBearer: Step = {
  name: 'grant_type',
  run: ({ parameters }) => {
    if (required(parameters, 'grant_type') !== jwtBearer)
      throw new OAuthFault('unsupported_grant_type', `The grant_type must be ${jwtBearer}.`)
  },
}

const assertionIsWellFormed: Step = {
  name: 'assertion: canonical, RS256, no crit, typ JWT',
  run: (state) => {
    state.assertion = readAssertion(required(state.parameters, 'assertion'))
  },
}

const issuerIsLookedUp: Step = {
  name: 'iss names a client',
  run: async (state) => {
    state.client = await findKnownClient(state.services.db, state.assertion.claims['iss'])
  },
}

const tokenIsIssued: Step = {
  name: 'jti is new, and the token is issued',
  run: async (state) => {
    const { services, reply, client, assertion, keyId } = state
    if (client === undefined || keyId === undefined) throw new Error('The checks passed without a client')
    await services.gate.countToken(reply, client.clientId, client)
    state.token = await services.db.transaction(async (tx) => {
      await takeJti(tx, client, assertion.claims)
      await noteUse(tx, client, keyId)
      return issueToken(tx, { ...client, keyId })
    })
  },
}

/** Milliseconds: `lastUsedAt` is written at most this often, or tokens of one client would wait for each other. */
const usedEvery = 60_000

async function noteUse(tx: Transaction, client: KnownClient, keyId: string): Promise<void> {
  const now = clock.now()
  const key = client.keys.find((each) => each.keyId === keyId)
  for (const { table, id, lastUsedAt } of [
    { table: 'clients', id: client.clientId, lastUsedAt: client.lastUsedAt },
    { table: 'clientKeys', id: keyId, lastUsedAt: key?.lastUsedAt ?? null },
  ])
    if (lastUsedAt === null || Date.parse(lastUsedAt) < now - usedEvery)
      await tx.send(sql`UPDATE ${sql.id(table)} SET "lastUsedAt" = ${new Date(now).toISOString()}
        WHERE "companyNo" = ${client.companyNo} AND "id" = ${id}`)
}

const asStep = ({ name, run }: Check): Step => ({ name, run })

/** The contract's table, from top to bottom. */
const tokenSteps: readonly Step[] = [
  parametersAreRead,
  grantTypeIsJwtBearer,
  assertionIsWellFormed,
  issuerIsLookedUp,
  ...assertionChecks.map(asStep),
  tokenIsIssued,
]

/** "`jti`, where present, is used once until its `exp`", on whichever process it arrives. */
export async function takeJti(
  tx: Transaction,
  { clientId }: KnownClient,
  { jti, exp }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof jti !== 'string' || typeof exp !== 'number') return
  // A jti may be any text, even one that a database refuses.
  const name = hash('sha256', jti, 'base64url')
  const [used] = await rows(
    tx,
    sql`SELECT "jti" FROM "usedAssertions" WHERE "clientId" = ${clientId} AND "jti" = ${name}`,
  )
  if (used !== undefined) throw invalidGrant('The assertion was used before (jti). Create a new one.')
  // Keep it past `exp` for as long as the leeway still accepts the assertion.
  const expiresAt = new Date((exp + 300) * 1000).toISOString()
  await insertRow(tx, 'usedAssertions', { clientId, jti: name, expiresAt })
}

export function tokenRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/oauth2/token', inOAuthForm, async (request, reply) => {
    const state = {
      request,
      reply,
      services,
      now: clock.now() / 1000,
      authHosts: services.authHosts,
    } as TokenRequest
    try {
      for (const step of tokenSteps) await step.run(state)
    } catch (error) {
      if (!(error instanceof OAuthFault)) return refuseInOAuthForm(error, reply)
      request.log.info(
        { error: error.error, reason: error.message, clientId: state.client?.clientId },
        'no token',
      )
      try {
        await services.gate.countFailure(
          reply,
          request.ip,
          ...(state.client === undefined ? [] : [`client ${state.client.clientId}`]),
        )
      } catch (limit) {
        return refuseInOAuthForm(limit, reply)
      }
      return error.send(reply)
    }
    return reply
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify({
          access_token: state.token,
          token_type: 'bearer',
          expires_in: tokenLifetime,
          scope: userScope,
        }),
      )
  })
}

/** Requests refused before they reach a method of the authorization server get its error format too. */
export const inOAuthForm: RouteShorthandOptions = {
  errorHandler(error, _request, reply) {
    if (error.code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuseInOAuthForm(error, reply)
    return new OAuthFault('unsupported_media_type', 'The Content-Type is not a valid media type.').send(reply)
  },
}

/** Rate limits use this endpoint's error format too; anything else is an ordinary problem. */
export function refuseInOAuthForm(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Problem) || (error.status !== 429 && error.status !== 401)) throw error
  const code = error.status === 429 ? 'temporarily_unavailable' : 'invalid_token'
  return new OAuthFault(code, error.message, { headers: { ...error.headers } }).send(reply)
}
