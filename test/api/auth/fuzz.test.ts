import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credential } from '../../../src/auth/client-keys.ts'
import { isFull } from '../../support/effort.ts'
import { assertionOf, claimsOf, encode, jwtBearer, makeClient } from '../../support/signer.ts'
import { useWorld } from '../../support/world.ts'

/**
 * Generated token requests and bearer headers: none gets a token or a 5xx, and nothing is ever fetched. `npm run fuzz`
 * sends 100,000 of them.
 */
const rounds = Number(process.env['ATRIUM_TEST_FUZZ'] ?? (isFull ? 2_000 : 200))
const world = useWorld({ ATRIUM_RATE_FAILURES_PER_MINUTE: '0', ATRIUM_RATE_REQUESTS_PER_SECOND: '0' })
const evil = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
let credential: Credential
let listener: Server
let fetched = 0
let lure = ''

beforeAll(async () => {
  credential = await makeClient(await world.company())
  listener = createServer((_request, response) => {
    fetched += 1
    response.end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  lure = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
})
afterAll(() => new Promise((resolve) => listener.close(resolve)))

const anything = fc.anything({ maxDepth: 3, withNullPrototype: false })
const text = fc.string({ unit: 'binary', maxLength: 60 })
const strange = fc.oneof(
  anything,
  text,
  fc.double(),
  fc.constantFrom(null, true, '', 'cd.user', 0, -1, 1e308, '__proto__', '\0'),
)

/** A header or claims with some odd members, signed by an unknown key. */
const forged = fc
  .record({
    header: fc.dictionary(
      fc.constantFrom('alg', 'typ', 'kid', 'crit', 'jku', 'x5u', 'jwk', 'x5c', 'zip', 'b64'),
      fc.oneof(strange, fc.constantFrom('RS256', 'none', 'HS256', 'JWT', 'LURE')),
    ),
    claims: fc.dictionary(fc.constantFrom('iss', 'aud', 'exp', 'iat', 'nbf', 'sub', 'scp', 'jti'), strange),
    right: fc.boolean(),
  })
  .map(({ header, claims, right }) => () => {
    const lured = JSON.parse(JSON.stringify({ alg: 'RS256', ...header }).replaceAll('LURE', lure))
    return assertionOf(credential, {
      header: lured,
      claims: right ? { ...claimsOf(credential), ...claims } : claims,
      key: evil.privateKey,
    })
  })

/** A valid assertion with one character changed, or some missing or repeated. */
const damaged = fc
  .record({
    at: fc.nat(),
    by: fc.constantFrom('A', 'b', '0', '-', '_', '.', '=', ' ', '\n', '+', '', 'AA', '%41'),
  })
  .map(({ at, by }) => () => {
    const good = assertionOf(credential)
    const place = at % good.length
    const bad = good.slice(0, place) + by + good.slice(place + 1)
    return bad === good ? `${bad}x` : bad
  })

const assertion = fc.oneof(
  forged,
  damaged,
  text.map((value) => () => value),
  fc.tuple(text, text, text).map((parts) => () => parts.map(encode).join('.')),
)

const body = fc.oneof(
  assertion.map((make) => () => JSON.stringify({ grant_type: jwtBearer, assertion: make() })),
  assertion.map(
    (make) => () =>
      `{"grant_type":"${jwtBearer}","assertion":${JSON.stringify(make())},"assertion":${JSON.stringify(assertionOf(credential))}}`,
  ),
  fc.tuple(strange, strange).map(
    ([grant_type, value]) =>
      () =>
        JSON.stringify({ grant_type, assertion: value }) ?? '',
  ),
  fc.json().map((value) => () => value),
  text.map((value) => () => value),
)

const printable = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 2_000)

const request = fc.record({
  body,
  form: fc.boolean(),
  header: fc.oneof(
    assertion,
    text.map((value) => () => value),
  ),
  scheme: fc.constantFrom('Bearer ', 'bearer ', 'Basic ', '', 'Bearer  '),
})

test(`${rounds} of them`, { timeout: 1_200_000 }, async () => {
  const { server } = world.app
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ body: make, form, header, scheme }) => {
      const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
      const asked = await server.inject({
        method: 'POST',
        url: '/oauth2/token',
        headers: { 'content-type': type },
        payload: make(),
      })
      expect([400, 413]).toContain(asked.statusCode)
      expect(asked.payload).not.toContain('access_token')
      const knocked = await server.inject({
        method: 'GET',
        url: '/v1/users/me',
        headers: { authorization: printable(scheme + header()) },
      })
      expect(knocked.statusCode).toBe(401)
      seen.set(asked.statusCode, (seen.get(asked.statusCode) ?? 0) + 1)
    }),
    { numRuns: rounds, endOnFailure: true },
  )
  expect(fetched).toBe(0)
  expect(seen.get(400)).toBeGreaterThan(rounds / 2)
})
