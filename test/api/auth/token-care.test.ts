import { beforeAll, expect, test } from 'vitest'
import type { Credential } from '../../../src/auth/client-keys.ts'
import { assertionOf, claimsOf, makeClient, now, postForm, postJson, tokenFor } from '../../support/signer.ts'
import { type Company, useWorld } from '../../support/world.ts'

const world = useWorld({ ATRIUM_RATE_TOKENS_PER_MINUTE: '0' })
let company: Company
let credential: Credential
const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

beforeAll(async () => {
  company = await world.company()
  credential = await makeClient(company)
})

const works = async (token: string): Promise<number> => (await world.client(token).get('/v1/users/me')).status
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

test('a client revokes its own token, which stops working at the next request', async () => {
  const token = await tokenFor(world, credential)
  const other = await tokenFor(world, credential)
  expect(await works(token)).toBe(200)
  const reply = await postForm(world.app.server, '/oauth2/revoke', `token=${token}`, bearer(other))
  expect([reply.status, reply.body]).toEqual([200, undefined])
  expect(await works(token)).toBe(401)
  expect(await works(other)).toBe(200)
})

test('with a client_assertion instead of a token', async () => {
  const token = await tokenFor(world, credential)
  const client_assertion = assertionOf(credential)
  const body = { token, client_assertion_type, client_assertion }
  const told = await postJson(world.app.server, '/oauth2/introspect', body)
  expect(told.body).toMatchObject({
    active: true,
    client_id: credential.client_id,
    sub: company.adminId,
    scope: 'cd.user',
  })
  expect(told.body.exp - told.body.iat).toBe(3600)
  expect((await postJson(world.app.server, '/oauth2/revoke', body)).status).toBe(200)
  expect(await works(token)).toBe(401)
  expect((await postJson(world.app.server, '/oauth2/introspect', body)).body).toEqual({ active: false })
})

test('an invalid assertion: 401 invalid_client', async () => {
  const token = await tokenFor(world, credential)
  const expired = assertionOf(credential, { claims: { ...claimsOf(credential), exp: now() - 500 } })
  for (const body of [
    { token },
    { token, client_assertion_type, client_assertion: 'x.y.z' },
    { token, client_assertion_type, client_assertion: expired },
  ]) {
    const reply = await postJson(world.app.server, '/oauth2/introspect', body)
    expect([reply.status, reply.body.error]).toEqual([401, 'invalid_client'])
  }
  expect((await postJson(world.app.server, '/oauth2/revoke', { token }, bearer('wrong'))).status).toBe(401)
  expect(await works(token)).toBe(200)
})

test('tokens of another company look like unknown ones', async () => {
  const stranger = await world.company()
  const theirs = await tokenFor(world, await makeClient(stranger))
  const mine = await tokenFor(world, credential)
  const asked = await postJson(world.app.server, '/oauth2/introspect', { token: theirs }, bearer(mine))
  const never = await postJson(
    world.app.server,
    '/oauth2/introspect',
    { token: 'never-issued' },
    bearer(mine),
  )
  expect([asked.status, asked.body]).toEqual([never.status, never.body])
  expect((await postJson(world.app.server, '/oauth2/revoke', { token: theirs }, bearer(mine))).status).toBe(
    200,
  )
  expect(await works(theirs)).toBe(200)
})

test('a colleague without permission cannot revoke; a company admin can', async () => {
  const token = await tokenFor(world, credential)
  const colleague = await world.person(company)
  const theirs = await world.token(company, colleague.id)
  await postJson(world.app.server, '/oauth2/revoke', { token }, bearer(theirs))
  expect(await works(token)).toBe(200)
  await postJson(
    world.app.server,
    '/oauth2/revoke',
    { token },
    bearer(await world.token(company, company.adminId)),
  )
  expect(await works(token)).toBe(401)
})

test('the token parameter is required', async () => {
  const mine = await tokenFor(world, credential)
  const reply = await postJson(world.app.server, '/oauth2/revoke', {}, bearer(mine))
  expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request'])
})

test('the metadata lists the endpoints', async () => {
  const reply = await world.app.server.inject({ url: '/.well-known/oauth-authorization-server' })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({
    issuer: 'https://atrium.example.com',
    token_endpoint: 'https://atrium.example.com/oauth2/token',
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
  })
})
