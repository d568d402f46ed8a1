import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCompanyAdmin } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { isServed } from '../base/deleted-company.ts'
import { readPermissions } from '../schema/records/user.ts'
import { hashToken } from './access-token.ts'
import { readAssertion } from './assertion.ts'
import { type Claimed, identityChecks } from './assertion-checks.ts'
import type { Bearer } from './bearer.ts'
import { findKnownClient } from './known-clients.ts'
import { isLive, tokenByHash } from './live-token.ts'
import { OAuthFault } from './oauth-fault.ts'
import { readParameters, required } from './oauth-parameters.ts'
import { type AuthServices, inOAuthForm, refuseInOAuthForm, takeJti } from './token-endpoint.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The caller of these endpoints: its company, client (if any) and user. */
interface Caller {
  companyNo: number
  clientId: string | undefined
  userId: string
  isAdmin: boolean
}

type Services = AuthServices & { bearer: Bearer }

/** "The caller proving itself with a bearer token or a `client_assertion`." */
async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: ReadonlyMap<string, string>,
  { gate, db, authHosts }: Services,
): Promise<Caller> {
  if (request.headers.authorization !== undefined) {
    const actor = await gate.admit(request, reply)
    return { ...actor, isAdmin: isCompanyAdmin(actor) }
  }
  if (parameters.get('client_assertion_type') !== assertionType)
    throw new OAuthFault(
      'invalid_client',
      `Prove who you are: a bearer token, or client_assertion with client_assertion_type ${assertionType}.`,
      {
        headers: { 'www-authenticate': 'Bearer realm="atrium"' },
      },
    )
  const claimed: Claimed = {
    assertion: readAssertion(required(parameters, 'client_assertion')),
    now: clock.now() / 1000,
    authHosts,
    client: undefined,
    keyId: undefined,
  }
  const client = await findKnownClient(db, claimed.assertion.claims['iss'])
  claimed.client = client
  for (const check of identityChecks) check.run(claimed)
  if (client === undefined) throw new Error('The checks passed without a client')
  await db.transaction((tx) => takeJti(tx, client, claimed.assertion.claims))
  return { ...client, isAdmin: false }
}

const findToken = ({ db }: Services, token: string) =>
  tokenByHash(db, hashToken(token)).selectAll('a').select('u.email').executeTakeFirst()

/** RFC 7009 and RFC 7662. */
export function tokenCareRoutes(app: FastifyInstance, services: Services): void {
  app.post('/oauth2/revoke', inOAuthForm, (request, reply) =>
    answer(request, reply, services, async (parameters, caller) => {
      const token = await findToken(services, required(parameters, 'token'))
      // "Invalid tokens do not cause an error response" (RFC 7009). Neither do other callers' tokens, so that
      // nobody can probe for them.
      const own = token?.companyNo === caller.companyNo && (caller.isAdmin || isOwn(token, caller))
      if (token === undefined || !own) return undefined
      await services.db.transaction((tx) =>
        tx.query
          .updateTable('accessTokens')
          .set({ revokedAt: clock.timestamp() })
          .where('hash', '=', token.hash)
          .where('revokedAt', 'is', null)
          .execute(),
      )
      services.bearer.forget()
      return undefined
    }),
  )

  app.post('/oauth2/introspect', inOAuthForm, (request, reply) =>
    answer(request, reply, services, async (parameters, caller) => {
      const token = await findToken(services, required(parameters, 'token'))
      if (token?.companyNo !== caller.companyNo || !isLive(token)) return { active: false }
      if (Date.parse(token.expiresAt) <= clock.now()) return { active: false }
      if (!isServed(token.companyDeletedAt, readPermissions(token))) return { active: false }
      return {
        active: true,
        scope: token.scope,
        ...(token.clientId !== null && { client_id: token.clientId }),
        username: token.email,
        token_type: 'bearer',
        exp: Math.floor(Date.parse(token.expiresAt) / 1000),
        iat: Math.floor(Date.parse(token.issuedAt) / 1000),
        sub: token.userId,
        iss: services.authUrl,
      }
    }),
  )
}

type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

function isOwn(token: FoundToken, { clientId, userId }: Caller): boolean {
  return clientId === undefined
    ? token.clientId === null && token.userId === userId
    : token.clientId === clientId
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  work: (parameters: ReadonlyMap<string, string>, caller: Caller) => Promise<object | undefined>,
): Promise<FastifyReply> {
  try {
    const parameters = await readParameters(request)
    const body = await work(parameters, await identify(request, reply, parameters, services))
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    return body === undefined
      ? reply.code(200).send()
      : reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
  } catch (error) {
    if (!(error instanceof OAuthFault)) return refuseInOAuthForm(error, reply)
    try {
      await services.gate.countFailure(reply, request.ip)
    } catch (limit) {
      return refuseInOAuthForm(limit, reply)
    }
    // A failed authentication here is an invalid client, not an invalid grant (RFC 6749 section 5.2).
    return error.error === 'invalid_grant'
      ? new OAuthFault('invalid_client', error.description, { reason: error.message }).send(reply)
      : error.send(reply)
  }
}
