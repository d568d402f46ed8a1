import { beforeAll, describe, expect, test } from 'vitest'
import type { Credential } from '../../src/auth/client-keys.ts'
import { askToken, assertionOf, claimsOf, jwtBearer, makeClient, now, withClaims } from '../support/signer.ts'
import { type Company, useWorld } from '../support/world.ts'
import { said } from './said.ts'

const world = useWorld({
  ATRIUM_AUTH_URL: 'https://auth.example.com',
  ATRIUM_RATE_TOKENS_PER_MINUTE: '0',
  ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
})
let company: Company
let credential: Credential

beforeAll(async () => {
  company = await world.company()
  credential = await makeClient(company)
})

const headerOf = (assertion: string): unknown =>
  JSON.parse(Buffer.from(assertion.split('.')[0] ?? '', 'base64url').toString())
const ask = (assertion: string) => askToken(world.app.server, assertion)
const error = async (changes: Record<string, unknown>): Promise<string> =>
  (await ask(withClaims(credential, changes))).body.error
const post = (payload: object) => world.app.server.inject({ method: 'POST', url: '/oauth2/token', payload })

describe('the token endpoint', () => {
  test(said('Method and path: POST {auth_url}/oauth2/token'), async () => {
    expect((await ask(assertionOf(credential))).status).toBe(200)
    expect(credential.token_url).toBe('https://auth.example.com/oauth2/token')
    expect((await world.app.server.inject({ url: '/oauth2/token' })).statusCode).toBe(405)
  })

  test(
    said(
      'Request parameters: `grant_type` (string; fixed value `urn:ietf:params:oauth:grant-type:jwt-bearer`), `assertion` (string; the signed JWT described under Authentication)',
    ),
    async () => {
      const assertion = assertionOf(credential)
      expect((await post({ grant_type: jwtBearer, assertion })).statusCode).toBe(200)
      for (const wrong of [{ assertion }, { grant_type: jwtBearer }, { grant_type: 'password', assertion }])
        expect((await post(wrong)).statusCode).toBe(400)
    },
  )

  test(said('Request encoding: the parameters are sent as one JSON object'), async () => {
    expect((await post({ grant_type: jwtBearer, assertion: assertionOf(credential) })).statusCode).toBe(200)
    expect((await post([{ grant_type: jwtBearer }])).statusCode).toBe(400)
  })

  test(
    said(
      'Response: JSON object containing `access_token` (string) and the number of seconds for which the token is valid',
    ),
    async () => {
      const { body } = await ask(assertionOf(credential))
      expect(body.access_token).toBeTypeOf('string')
      expect(body.expires_in).toBe(3600)
    },
  )
})

describe('authentication', () => {
  test(said('Every request needs an OAuth 2.0 access token (see Authentication).'), async () => {
    for (const { method, path } of world.app.operations) {
      const reply = await world.nobody.send(method, path.replaceAll(/\{\w+\}/g, '034xoOp7QM7UE5C1GyMpSt'))
      expect(reply.status, `${method} ${path}`).toBe(401)
    }
  })

  test(said('Only the OAuth 2.0 service client flow is supported.'), async () => {
    for (const grant of [
      'authorization_code',
      'password',
      'client_credentials',
      'refresh_token',
      'implicit',
    ]) {
      const reply = await post({ grant_type: grant, assertion: assertionOf(credential) })
      expect([reply.statusCode, reply.json().error]).toEqual([400, 'unsupported_grant_type'])
    }
    const { server } = world.app
    const metadata = (await server.inject({ url: '/.well-known/oauth-authorization-server' })).json()
    expect(metadata.grant_types_supported).toEqual([jwtBearer])
  })

  test(said('Every API request carries the header `Authorization: Bearer <ACCESS_TOKEN>`.'), async () => {
    const { access_token: token } = (await ask(assertionOf(credential))).body
    expect((await world.client(token).get('/v1/users/me')).status).toBe(200)
    const elsewhere = await world.nobody.get(`/v1/users/me?access_token=${token}`)
    expect(elsewhere.status).toBe(401)
  })

  test(said('Refresh tokens are not implemented.'), async () => {
    expect((await ask(assertionOf(credential))).body.refresh_token).toBeUndefined()
    expect((await post({ grant_type: 'refresh_token', refresh_token: 'x' })).statusCode).toBe(400)
  })
})

describe('client credentials', () => {
  test(
    said(
      'In the company administration area (Company Setup, Advanced, API), a user who has permission to create accounts and workspaces is selected.',
    ),
    async () => {
      const may = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
      const mayNot = await world.person(company, { permissions: ['createWorkspaces'] })
      await company.admin.create('/v1/clients', { name: 'May', actAs: may.id })
      const refused = await company.admin.send('POST', '/v1/clients', { name: 'May not', actAs: mayNot.id })
      expect(refused.status).toBeGreaterThanOrEqual(400)
    },
  )

  test(said('A dedicated user may be created for this.'), async () => {
    const { id } = await company.admin.create('/v1/users', {
      email: 'integration@example.com',
      fullName: 'Integration',
      permissions: ['createWorkspaces', 'manageAccounts'],
    })
    const dedicated = await makeClient(company, { actAs: id })
    const { access_token: token } = (await ask(assertionOf(dedicated))).body
    expect((await world.client(token).get('/v1/users/me')).body.id).toBe(id)
  })

  test(
    said('Creating a new client identifier downloads a file that holds `client_id` and `private_key`.'),
    async () => {
      const made = await makeClient(company)
      expect(made.client_id).toMatch(/^[0-9A-Za-z]{22}$/)
      expect(made.private_key).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    },
  )

  test(said('These are needed for the first token.'), async () => {
    const other = await makeClient(company)
    const stolen = assertionOf(credential, { key: other.private_key })
    expect((await ask(stolen)).body.error).toBe('invalid_grant')
    expect((await ask(assertionOf(other))).status).toBe(200)
  })
})

describe('an access token', () => {
  test(said('The client builds a JWT signed with its private key using algorithm RS256.'), async () => {
    const assertion = assertionOf(credential)
    expect(headerOf(assertion)).toEqual({ alg: 'RS256', typ: 'JWT' })
    expect((await ask(assertion)).status).toBe(200)
    expect((await ask(assertionOf(credential, { header: { alg: 'RS512' } }))).status).toBe(400)
  })

  test(
    said(
      'The client POSTs it as `assertion`, with `grant_type` set to `urn:ietf:params:oauth:grant-type:jwt-bearer`, to the token endpoint.',
    ),
    async () => {
      const reply = await post({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(credential),
      })
      expect(reply.statusCode).toBe(200)
    },
  )

  test(said('The response holds `access_token` and the validity in seconds.'), async () => {
    const { body } = await ask(assertionOf(credential))
    expect(body).toMatchObject({ access_token: expect.any(String), expires_in: expect.any(Number) })
  })

  test(said('The access token has a finite life; the client obtains a new one when needed.'), async () => {
    const expired = await world.client(await world.token(company, company.adminId, -1)).get('/v1/users/me')
    expect([expired.status, expired.body.message]).toEqual([401, 'Access token has expired'])
    const again = (await ask(assertionOf(credential))).body.access_token
    expect((await world.client(again).get('/v1/users/me')).status).toBe(200)
  })

  test(said('Lifetime of an access token: finite; given in seconds in the token response'), async () => {
    const { body } = await ask(assertionOf(credential))
    const row = await world.db.query
      .selectFrom('accessTokens')
      .select(['issuedAt', 'expiresAt'])
      .where('clientId', '=', credential.client_id)
      .orderBy('issuedAt', 'desc')
      .executeTakeFirstOrThrow()
    expect((Date.parse(row.expiresAt) - Date.parse(row.issuedAt)) / 1000).toBe(body.expires_in)
  })
})

describe('claims', () => {
  test(said('iss: string; the `client_id` of the client'), async () => {
    expect(claimsOf(credential)['iss']).toBe(credential.client_id)
    for (const iss of [undefined, '034xoOp7QM7UE5C1GyMpSt', 7])
      expect(await error({ iss })).toBe('invalid_grant')
  })

  test(
    said('aud: string; name of the server that handles authentication (the host name of {auth_url})'),
    async () => {
      expect((await ask(withClaims(credential, { aud: 'auth.example.com' }))).status).toBe(200)
      for (const aud of [undefined, 'other.example.com']) expect(await error({ aud })).toBe('invalid_grant')
    },
  )

  test(said('exp: integer, seconds since epoch; time at which this token request expires'), async () => {
    expect((await ask(withClaims(credential, { exp: now() + 60 }))).status).toBe(200)
    for (const exp of [undefined, now() - 600, 'soon']) expect(await error({ exp })).toBe('invalid_grant')
  })

  test(
    said(
      'iat: integer, seconds since epoch; time of issue; the client clock must be correct or requests may fail',
    ),
    async () => {
      expect((await ask(withClaims(credential, { iat: now() }))).status).toBe(200)
      for (const iat of [undefined, now() + 600]) expect(await error({ iat })).toBe('invalid_grant')
    },
  )

  test(
    said(
      'scp: string; requested scope; the scope value `cd.user` is used; fine-grained permissions are not available',
    ),
    async () => {
      expect((await ask(withClaims(credential, { scp: 'cd.user' }))).body.scope).toBe('cd.user')
      expect((await ask(withClaims(credential, { scp: 'cd.user tasks.read' }))).body.scope).toBe('cd.user')
      for (const scp of [undefined, 'tasks.read']) expect(await error({ scp })).toBe('invalid_scope')
    },
  )
})
