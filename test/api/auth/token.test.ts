import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Credential } from '../../../src/auth/client-keys.ts'
import {
  askToken,
  assertionOf,
  claimsOf,
  encode,
  jwtBearer,
  makeClient,
  now,
  postForm,
  postJson,
  withClaims,
} from '../../support/signer.ts'
import { type Company, useWorld } from '../../support/world.ts'

/** Contract section 6, row by row. */
const world = useWorld({
  ATRIUM_AUTH_URL: 'https://auth.example.com:8443',
  ATRIUM_AUTH_FORMER_HOSTS: 'old.example.com, older.example.com',
  ATRIUM_RATE_TOKENS_PER_MINUTE: '0',
  ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
})
let company: Company
let credential: Credential

beforeAll(async () => {
  company = await world.company()
  credential = await makeClient(company)
})

const ask = (assertion: unknown, more?: Record<string, unknown>) =>
  askToken(world.app.server, assertion, more)
const refused = async (assertion: unknown, error = 'invalid_grant', status = 400): Promise<void> => {
  const reply = await ask(assertion)
  expect([reply.status, reply.body.error], JSON.stringify(reply.body)).toEqual([status, error])
  expect(reply.body.error_description).toMatch(/\.$/)
  expect(reply.body.access_token).toBeUndefined()
  expect(reply.headers['cache-control']).toBe('no-store')
}
const granted = async (assertion: unknown): Promise<void> => {
  const reply = await ask(assertion)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

describe('success', () => {
  test('the response, and the token works for the API', async () => {
    const reply = await ask(assertionOf(credential))
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 3600,
      scope: 'cd.user',
    })
    expect(reply.headers['cache-control']).toBe('no-store')
    const me = await world.client(reply.body.access_token).get('/v1/users/me')
    expect([me.status, me.body.id]).toEqual([200, company.adminId])
  })

  test('as a form too', async () => {
    const form = new URLSearchParams({ grant_type: jwtBearer, assertion: assertionOf(credential) })
    const reply = await postForm(world.app.server, '/oauth2/token', form.toString())
    expect([reply.status, reply.body.token_type]).toEqual([200, 'bearer'])
  })

  test('the same bytes may be used again if there is no jti', async () => {
    const assertion = assertionOf(credential)
    await granted(assertion)
    await granted(assertion)
  })

  test('the last use of client and key is shown', async () => {
    await granted(assertionOf(credential))
    const { details } = (await company.admin.get(`/v1/clients/${credential.client_id}`)).body
    expect(details.lastUsedAt).toMatch(/Z$/)
    expect(details.keys[0].lastUsedAt).toBe(details.lastUsedAt)
  })

  test('only a hash of the token is stored', async () => {
    const { body } = await ask(assertionOf(credential))
    const rows = await world.db.query.selectFrom('accessTokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(body.access_token)
  })
})

describe('parameters', () => {
  const grant_type = jwtBearer
  test.each([
    ['no body', ''],
    ['not JSON', '{'],
    ['a list', '[]'],
    ['no grant_type', { assertion: 'x' }],
    ['no assertion', { grant_type }],
    ['an empty assertion', { grant_type, assertion: '' }],
    ['a number', { grant_type, assertion: 1 }],
    ['a list of one', { grant_type: [grant_type], assertion: 'x' }],
    ['null', { grant_type, assertion: null }],
    ['a member twice', `{"grant_type":"${jwtBearer}","assertion":"a","assertion":"b"}`],
    [
      'a member twice, spelt differently',
      `{"grant_type":"${jwtBearer}","assertion":"a","\\u0061ssertion":"b"}`,
    ],
  ])('%s: invalid_request', async (_name, body) => {
    const reply = await postJson(world.app.server, '/oauth2/token', body)
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request'])
  })

  test('a repeated form field, and parameters in the address: invalid_request', async () => {
    const form = `grant_type=${encodeURIComponent(jwtBearer)}&assertion=${assertionOf(credential)}`
    for (const [url, body] of [
      ['/oauth2/token', `${form}&assertion=x`],
      ['/oauth2/token', `${form}&grant_type=x`],
      ['/oauth2/token?assertion=x', form],
      ['/oauth2/token?x=1', form],
    ] as const) {
      const reply = await postForm(world.app.server, url, body)
      expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request'])
    }
  })

  test('405 with Allow, 413, 415', async () => {
    const { server } = world.app
    const get = await server.inject({ method: 'GET', url: '/oauth2/token' })
    expect([get.statusCode, get.headers['allow']]).toEqual([405, 'OPTIONS, POST'])
    expect(
      (await postJson(server, '/oauth2/token', { grant_type, assertion: 'x'.repeat(16_400) })).status,
    ).toBe(413)
    expect((await postJson(server, '/oauth2/token', '<a/>', { 'content-type': 'text/xml' })).status).toBe(415)
  })

  test('another grant_type: unsupported_grant_type', async () => {
    for (const other of [
      'client_credentials',
      'refresh_token',
      'password',
      `${jwtBearer} `,
      jwtBearer.toUpperCase(),
    ]) {
      const reply = await ask(assertionOf(credential), { grant_type: other })
      expect([reply.status, reply.body.error]).toEqual([400, 'unsupported_grant_type'])
    }
    const bare = await postForm(world.app.server, '/oauth2/token', 'grant_type=password&username=ada')
    expect([bare.status, bare.body.error]).toEqual([400, 'unsupported_grant_type'])
  })
})

describe('format of the assertion', () => {
  test('not three parts of canonical base64url', async () => {
    const good = assertionOf(credential)
    const [header = '', payload = '', signature = ''] = good.split('.')
    for (const bad of [
      'x',
      'a.b',
      `${good}.x`,
      `${header}..${signature}`,
      `.${payload}.${signature}`,
      `${header}.${payload}.`,
      `${good}=`,
      `${good}==`,
      ` ${good}`,
      `${good}\n`,
      `${header}.${payload} .${signature}`,
      good.replaceAll('-', '+').replaceAll('_', '/') === good
        ? `${good}+`
        : good.replaceAll('-', '+').replaceAll('_', '/'),
    ])
      await refused(bad)
  })

  test('a last character that decodes to the same bytes is refused', async () => {
    const good = assertionOf(credential)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = good.at(-1) ?? ''
    const same = [...alphabet].filter(
      (each) =>
        each !== last &&
        Buffer.from(`${good.slice(0, -1)}${each}`.split('.')[2] ?? '', 'base64url').equals(
          Buffer.from(good.split('.')[2] ?? '', 'base64url'),
        ),
    )
    expect(same.length).toBeGreaterThan(0)
    for (const each of same) await refused(`${good.slice(0, -1)}${each}`)
  })

  test.each([
    ['no alg', {}],
    ['none', { alg: 'none' }],
    ['HS256', { alg: 'HS256' }],
    ['PS256', { alg: 'PS256' }],
    ['RS512', { alg: 'RS512' }],
    ['rs256', { alg: 'rs256' }],
    ['a list', { alg: ['RS256'] }],
    ['crit', { alg: 'RS256', crit: ['exp'] }],
    ['crit, empty', { alg: 'RS256', crit: [] }],
    ['typ at+jwt', { alg: 'RS256', typ: 'at+jwt' }],
    ['typ of another type', { alg: 'RS256', typ: 1 }],
  ])('header with %s', async (_name, header) => {
    await refused(assertionOf(credential, { header }))
  })

  test('header or payload that is not a JSON object, or names a member twice', async () => {
    for (const header of ['[]', '"x"', 'null', '1', '{', '{"alg":"none","alg":"RS256"}'])
      await refused(assertionOf(credential, { header }))
    const text = JSON.stringify(claimsOf(credential))
    for (const claims of ['[]', 'null', '{', `${text.slice(0, -1)},"iss":"${credential.client_id}"}`])
      await refused(assertionOf(credential, { claims }))
    await refused(
      `${encode({ alg: 'RS256' })}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.${encode('x')}`,
    )
  })

  test('typ may be absent, and kid may be anything', async () => {
    await granted(assertionOf(credential, { header: { alg: 'RS256' } }))
    for (const kid of ['random', '', '../../etc/passwd', "' OR 1=1 --", 'x'.repeat(10_000), 5, null, {}])
      await granted(assertionOf(credential, { header: { alg: 'RS256', kid } }))
  })
})

describe('the signer', () => {
  const stranger = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

  test('iss missing, empty, of another type: invalid_grant', async () => {
    for (const iss of [undefined, '', null, 5, {}, [credential.client_id]])
      await refused(withClaims(credential, { iss }))
  })

  test('unknown client, bad signature and inactive user give the same body', async () => {
    const sleeper = await world.person(company, { permissions: ['companyAdmin'] })
    const inactive = await makeClient(company, { actAs: sleeper.id })
    await company.admin.ok('PUT', `/v1/users/${sleeper.id}`, { status: 'Inactive' })
    const revoked = await makeClient(company)
    await company.admin.ok('DELETE', `/v1/clients/${revoked.client_id}`)
    const replies = await Promise.all([
      ask(withClaims(credential, { iss: '034xoOp7QM7UE5C1GyMpSt' })),
      ask(withClaims(credential, { iss: "x' OR 1=1 -- \0" })),
      ask(assertionOf(credential, { key: stranger.privateKey })),
      ask(assertionOf(inactive)),
      ask(assertionOf(revoked)),
    ])
    for (const reply of replies) {
      expect([reply.status, reply.body]).toEqual([400, replies[0]?.body])
      expect(reply.body.error).toBe('invalid_grant')
    }
  })

  test('signed by another client’s key', async () => {
    const other = await makeClient(company)
    await refused(assertionOf(credential, { key: other.private_key }))
    await refused(
      assertionOf(credential, { key: other.private_key, header: { alg: 'RS256', kid: other.key_id } }),
    )
  })

  test('of two active keys either works; a revoked one does not', async () => {
    const rotating = await makeClient(company)
    const { credential: second } = await company.admin.create(`/v1/clients/${rotating.client_id}/keys`, {})
    await granted(assertionOf(rotating))
    await granted(assertionOf(second))
    await granted(assertionOf(second, { header: { alg: 'RS256', kid: rotating.key_id } }))
    await company.admin.ok('DELETE', `/v1/clients/${rotating.client_id}/keys/${rotating.key_id}`)
    await refused(assertionOf(rotating))
    await granted(assertionOf(second))
    expect((await company.admin.send('POST', `/v1/clients/${rotating.client_id}/keys`, {})).status).toBe(201)
    expect((await company.admin.send('POST', `/v1/clients/${rotating.client_id}/keys`, {})).status).toBe(409)
  })
})

describe('aud', () => {
  test.each([
    'auth.example.com',
    'AUTH.example.com',
    'auth.example.com:8443',
    'auth.example.com:1234',
    'https://auth.example.com',
    'https://auth.example.com/',
    'https://auth.example.com:8443',
    'https://auth.example.com:8443/oauth2/token',
    ['https://other.example.com', 'auth.example.com'],
    'old.example.com',
    'OLDER.example.com:443',
    'https://old.example.com/oauth2/token',
  ])('%s is granted', async (aud) => granted(withClaims(credential, { aud })))

  test.each([
    undefined,
    null,
    '',
    5,
    {},
    [],
    [5],
    'example.com',
    'atrium.example.com',
    'very.old.example.com',
    'https://old.example.com/other',
    'auth.example.com.evil.com',
    'evil.com/auth.example.com',
    'https://auth.example.com/other',
    'https://user@auth.example.com/oauth2/token',
    'ftp://auth.example.com',
    'auth.example.com:99999999',
  ])('%s is refused', async (aud) => refused(withClaims(credential, { aud })))
})

describe('times', () => {
  const week = 7 * 24 * 3600
  test.each([
    ['exp', 600],
    ['exp', 0],
    ['exp', -118],
    ['exp', week - 5],
    ['exp', 600_000],
    ['exp', 60.5],
    ['iat', 0],
    ['iat', 118],
    ['iat', -15_000],
    ['iat', -1_000_000_000],
    ['nbf', 118],
    ['nbf', -100],
  ])('%s %d s from now is granted', async (claim, offset) =>
    granted(withClaims(credential, { [claim]: now() + offset })),
  )

  test.each([
    ['exp', -125],
    ['exp', week + 10],
    ['iat', 130],
    ['nbf', 130],
  ])('%s %d s from now is refused', async (claim, offset) =>
    refused(withClaims(credential, { [claim]: now() + offset })),
  )

  test.each(['exp', 'iat', 'nbf'])('%s of a wrong type is refused', async (claim) => {
    for (const value of [null, '', String(now()), true, {}, [now()]])
      await refused(withClaims(credential, { [claim]: value }))
    const huge = JSON.stringify(claimsOf(credential)).replace(/}$/, `,"nbf":1e999}`)
    await refused(assertionOf(credential, { claims: huge }))
  })

  test('exp and iat are required', async () => {
    await refused(withClaims(credential, { exp: undefined }))
    await refused(withClaims(credential, { iat: undefined }))
  })
})

describe('sub, scp, jti', () => {
  test('sub is the client or its user, if present', async () => {
    for (const sub of [credential.client_id, company.adminId]) await granted(withClaims(credential, { sub }))
    for (const sub of ['', 'somebody', null, 5, world.config.publicUrl])
      await refused(withClaims(credential, { sub }))
  })

  test('scp is cd.user, alone or among others; only cd.user is granted', async () => {
    for (const scp of ['cd.user', 'cd.user cd.admin', ['cd.user'], ['cd.admin', 'cd.user']]) {
      const reply = await ask(withClaims(credential, { scp }))
      expect([reply.status, reply.body.scope]).toEqual([200, 'cd.user'])
    }
    for (const scp of [undefined, null, '', 'cd.admin', 'cd.users', 'CD.USER', [], ['cd'], 5, {}])
      await refused(withClaims(credential, { scp }), 'invalid_scope')
  })

  test('jti is used once until its exp', async () => {
    await granted(withClaims(credential, { jti: 'once' }))
    await refused(withClaims(credential, { jti: 'once' }))
    await granted(withClaims(credential, { jti: 'twice' }))
    const other = await makeClient(company)
    await granted(withClaims(other, { jti: 'once' }))
    for (const jti of ['', null, 5, {}, 'x'.repeat(1025)]) await refused(withClaims(credential, { jti }))
    for (const jti of ['x'.repeat(1024), '\0', '\ud800', '𝒵']) await granted(withClaims(credential, { jti }))
  })

  test('a jti that arrives many times at once is accepted once', async () => {
    const assertion = withClaims(credential, { jti: 'race' })
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(assertion)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19)
  })

  test('a refused assertion does not consume its jti', async () => {
    await refused(withClaims(credential, { jti: 'spared', scp: 'x' }), 'invalid_scope')
    await granted(withClaims(credential, { jti: 'spared' }))
  })
})
