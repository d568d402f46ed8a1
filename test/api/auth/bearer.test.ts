import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/auth/access-token.ts'
import { Bearer } from '../../../src/auth/bearer.ts'
import type { Credential } from '../../../src/auth/client-keys.ts'
import { clock } from '../../../src/base/clock.ts'
import type { Database } from '../../../src/db/database.ts'
import { time } from '../../support/clock.ts'
import { makeClient, tokenFor } from '../../support/signer.ts'
import { type Company, useWorld } from '../../support/world.ts'

const world = useWorld({ ATRIUM_RATE_TOKENS_PER_MINUTE: '0', ATRIUM_RATE_FAILURES_PER_MINUTE: '0' })
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const me = (token: string) => world.client(token).get('/v1/users/me')

describe('401', () => {
  test('no token: a challenge without an error', async () => {
    const reply = await world.nobody.get('/v1/tasks')
    expect([reply.status, reply.body.code, reply.headers['www-authenticate']]).toEqual([
      401,
      'invalid_token',
      'Bearer realm="atrium"',
    ])
  })

  test.each(['Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'bearer\tx', 'Token abc', 'Bearer ü'])(
    'malformed: %s',
    async (authorization) => {
      const reply = await world.nobody.get('/v1/tasks', { authorization })
      expect(reply.status).toBe(401)
      expect(reply.headers['www-authenticate']).toMatch(/error="invalid_(request|token)"/)
    },
  )

  test('unknown, expired and revoked', async () => {
    const unknown = await me('nonsense')
    expect([unknown.status, unknown.body.message]).toEqual([401, 'Access token is not valid'])
    const expired = await me(await world.token(company, company.adminId, -1))
    expect([expired.status, expired.body.message]).toEqual([401, 'Access token has expired'])
    expect(expired.headers['www-authenticate']).toContain('error="invalid_token"')
  })

  test('a token expires exactly on time, even while it is cached', async () => {
    using _frozen = time.freeze()
    const token = await world.token(company, company.adminId, 1)
    expect((await me(token)).status).toBe(200)
    await time.advance(999)
    expect((await me(token)).status).toBe(200)
    await time.advance(1)
    expect((await me(token)).body.message).toBe('Access token has expired')
  })
})

describe('ending a token at the next request', () => {
  let credential: Credential
  let token: string
  let userId: string

  const fresh = async (): Promise<void> => {
    userId = (await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })).id
    credential = await makeClient(company, { actAs: userId })
    token = await tokenFor(world, credential)
    expect((await me(token)).status).toBe(200)
  }

  test('revoking its key', async () => {
    await fresh()
    await company.admin.ok('DELETE', `/v1/clients/${credential.client_id}/keys/${credential.key_id}`)
    expect((await me(token)).status).toBe(401)
  })

  test('revoking its client', async () => {
    await fresh()
    await company.admin.ok('DELETE', `/v1/clients/${credential.client_id}`)
    expect((await me(token)).status).toBe(401)
  })

  test('deactivating its user, and it works again when the user does', async () => {
    await fresh()
    await company.admin.ok('PUT', `/v1/users/${userId}`, { status: 'Inactive' })
    expect((await me(token)).status).toBe(401)
    await company.admin.ok('PUT', `/v1/users/${userId}`, { status: 'Active' })
    expect((await me(token)).status).toBe(200)
  })

  test('a client has exactly its user’s permissions, at every moment', async () => {
    await fresh()
    const client = world.client(token)
    expect((await client.send('POST', '/v1/workspaces', { workspaceName: 'A' })).status).toBe(201)
    await company.admin.ok('PUT', `/v1/users/${userId}`, { permissions: [] })
    expect((await client.send('POST', '/v1/workspaces', { workspaceName: 'B' })).status).toBe(403)
  })
})

test('lastSeenAt is written at most once an hour, and is neither in the ETag nor in the change log', async () => {
  const person = await world.person(company)
  const seen = async () => (await company.admin.get(`/v1/users/${person.id}`)).body.details.lastSeenAt
  const before = (await company.admin.get(`/v1/users/${person.id}`)).headers['etag']
  expect(await seen()).toBeNull()
  await person.client.get('/v1/users/me')
  const first = await seen()
  expect(first).toMatch(/Z$/)
  await person.client.get('/v1/users/me')
  expect(await seen()).toBe(first)
  expect((await company.admin.get(`/v1/users/${person.id}`)).headers['etag']).toBe(before)
  const changes = await world.db.query
    .selectFrom('changes')
    .select('type')
    .where('recordId', '=', person.id)
    .execute()
  expect(changes.map(({ type }) => type)).toEqual(['user.created'])
})

test('a lookup from before a revocation is not cached after it', async () => {
  const person = await world.person(company)
  const token = await world.token(company, person.id)
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  // The lookup has finished and lastSeenAt is being written when the revocation happens.
  const slow: Database = {
    ...world.db,
    async transaction(work) {
      reached.resolve()
      await released.promise
      return world.db.transaction(work)
    },
  }
  const bearer = new Bearer(slow)
  const first = bearer.judge(`Bearer ${token}`, 'first')
  await reached.promise
  await world.db.transaction((tx) =>
    tx.query
      .updateTable('accessTokens')
      .set({ revokedAt: clock.timestamp() })
      .where('hash', '=', hashToken(token))
      .execute(),
  )
  bearer.forget()
  released.resolve()
  expect(await first).toHaveProperty('actor')
  expect(await bearer.judge(`Bearer ${token}`, 'second')).toHaveProperty('refusal')
})

test('a token is looked up once, however its header is written, so that one token takes one entry', async () => {
  const token = await world.token(company, company.adminId)
  let lookups = 0
  const counting: Database = {
    ...world.db,
    get query() {
      lookups += 1
      return world.db.query
    },
  }
  const bearer = new Bearer(counting)
  for (let spaces = 1; spaces <= 1_000; spaces += 1)
    for (const scheme of ['Bearer', 'bearer'])
      expect(await bearer.judge(`${scheme}${' '.repeat(spaces)}${token}`, 'id')).toHaveProperty('actor')
  expect(lookups).toBe(1)
})
